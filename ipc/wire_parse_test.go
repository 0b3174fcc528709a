package ipc

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
)

func TestParseRequest(t *testing.T) {
	deep := strings.Repeat("[", 9) + strings.Repeat("]", 9)
	tests := []struct {
		name, line string
		want       Request
	}{
		{"call", `{"jsonrpc":"2.0","id":1,"method":"a.b","params":{"x":[1,{}]}}`,
			Request{"2.0", json.RawMessage(`1`), "a.b", json.RawMessage(`{"x":[1,{}]}`)}},
		{"notification", `{"jsonrpc":"2.0","method":"a"}`, Request{JSONRPC: "2.0", Method: "a"}},
		{"id null is a request", `{"jsonrpc":"2.0","id":null,"method":"a"}`,
			Request{JSONRPC: "2.0", ID: json.RawMessage(`null`), Method: "a"}},
		{"id as written", `{"jsonrpc":"2.0","id": -1.50e+3 ,"method":"a"}`,
			Request{JSONRPC: "2.0", ID: json.RawMessage(`-1.50e+3`), Method: "a"}},
		{"id text", `{"jsonrpc":"2.0","id":"\u00e9\"","method":"a"}`,
			Request{JSONRPC: "2.0", ID: json.RawMessage(`"\u00e9\""`), Method: "a"}},
		{"escaped names", `{"\u006asonrpc":"2\u002e0","meth\u006fd":"\ud83d\ude00"}`,
			Request{JSONRPC: "2.0", Method: "😀"}},
		{"unknown members", `{"extra":{"id":2},"jsonrpc":"2.0","extra":[],"method":"a"}`,
			Request{JSONRPC: "2.0", Method: "a"}},
		{"spaces", " \t{ \"jsonrpc\" : \"2.0\" , \"method\" : \"a\" , \"params\" : [ ] } \r",
			Request{JSONRPC: "2.0", Method: "a", Params: json.RawMessage(`[ ]`)}},
		{"any order", `{"params":null,"method":"","id":0,"jsonrpc":"2.0"}`,
			Request{"2.0", json.RawMessage(`0`), "", json.RawMessage(`null`)}},
		{"half a pair in names", `{"\ud800":1,"jsonrpc":"2.0","method":"a","params":{"\udc00":1}}`,
			Request{JSONRPC: "2.0", Method: "a", Params: json.RawMessage(`{"\udc00":1}`)}},
		{"nested to the limit", `{"jsonrpc":"2.0","method":"a","params":` + deep + `}`,
			Request{JSONRPC: "2.0", Method: "a", Params: json.RawMessage(deep)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseRequest([]byte(test.line), 10)
			if err != nil {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestParseRequestRefuses(t *testing.T) {
	deep := strings.Repeat("[", 10) + strings.Repeat("]", 10)
	tests := []struct {
		name, line string
		code       int
		id         string
	}{
		{"nothing", ``, CodeParse, "null"},
		{"cut", `{"jsonrpc":"2.0","id":1,"method"`, CodeParse, "null"},
		{"two values", `{"jsonrpc":"2.0","method":"a"} {}`, CodeParse, "null"},
		{"comma at the end", `{"jsonrpc":"2.0","method":"a",}`, CodeParse, "null"},
		{"no comma", `{"jsonrpc":"2.0" "method":"a"}`, CodeParse, "null"},
		{"no colon", `{"jsonrpc" "2.0"}`, CodeParse, "null"},
		{"NaN", `{"jsonrpc":"2.0","method":"a","params":{"x":NaN}}`, CodeParse, "null"},
		{"Infinity", `{"jsonrpc":"2.0","method":"a","params":{"x":-Infinity}}`, CodeParse, "null"},
		{"single quotes", `{'jsonrpc':'2.0'}`, CodeParse, "null"},
		{"control character", "{\"jsonrpc\":\"2.0\",\"method\":\"a\tb\"}", CodeParse, "null"},
		{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", CodeParse, "null"},
		{"bad escape", `{"jsonrpc":"2.0","method":"\x"}`, CodeParse, "null"},
		{"short escape", `{"jsonrpc":"2.0","method":"\u12"}`, CodeParse, "null"},
		{"half a pair in a name", `{"\ud800":1,"id":7}`, CodeRequest, "7"},
		{"leading zero", `{"id":01}`, CodeParse, "null"},
		{"bare fraction", `{"id":1.}`, CodeParse, "null"},
		{"bare exponent", `{"id":1e}`, CodeParse, "null"},
		{"bare minus", `{"id":-}`, CodeParse, "null"},
		{"word", `tru`, CodeParse, "null"},
		{"number", `1`, CodeRequest, "null"},
		{"array", `[]`, CodeRequest, "null"},
		{"empty", `{}`, CodeRequest, "null"},
		{"version 1", `{"jsonrpc":"1.0","id":7,"method":"a"}`, CodeRequest, "7"},
		{"no version", `{"id":7,"method":"a"}`, CodeRequest, "7"},
		{"version as number", `{"jsonrpc":2.0,"id":7,"method":"a"}`, CodeRequest, "7"},
		{"no method", `{"jsonrpc":"2.0","id":7}`, CodeRequest, "7"},
		{"method as number", `{"jsonrpc":"2.0","method":1,"params":"bar"}`, CodeRequest, "null"},
		{"id as object", `{"jsonrpc":"2.0","id":{},"method":"a"}`, CodeRequest, "null"},
		{"id as bool", `{"jsonrpc":"2.0","id":true,"method":"a"}`, CodeRequest, "null"},
		{"method twice", `{"jsonrpc":"2.0","id":7,"method":"a","method":"a"}`, CodeRequest, "7"},
		{"id twice", `{"jsonrpc":"2.0","id":7,"method":"a","id":7}`, CodeRequest, "null"},
		{"id and method twice", `{"jsonrpc":"2.0","id":7,"id":8,"method":"a","method":"a"}`, CodeRequest, "null"},
		{"method and id twice", `{"jsonrpc":"2.0","method":"a","method":"a","id":7,"id":8}`, CodeRequest, "null"},
		{"params twice", `{"jsonrpc":"2.0","params":{},"method":"a","par\u0061ms":{}}`, CodeRequest, "null"},
		{"too deep", `{"jsonrpc":"2.0","id":7,"method":"a","params":` + deep + `}`, Code(fault.TooLarge), "7"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			req, err := ParseRequest([]byte(test.line), 10)
			if err == nil {
				t.Fatalf("no error for %+v", req)
			}
			if err.Code != test.code || string(req.ID) != test.id {
				t.Errorf("code %d id %s, want %d %s (%v)", err.Code, req.ID, test.code, test.id, err)
			}
			if err.Data == nil || err.Data.Kind != KindOf(test.code) || err.Data.Field != "" {
				t.Errorf("data %+v", err.Data)
			}
		})
	}
}

func TestParseBatch(t *testing.T) {
	tests := []struct {
		name, line string
		want       []string
		code       int
	}{
		{"members", ` [ {"a":1} , 2,"x" , [] ] `, []string{`{"a":1}`, `2`, `"x"`, `[]`}, 0},
		{"empty", `[ ]`, nil, CodeRequest},
		{"cut", `[1,2`, nil, CodeParse},
		{"comma at the end", `[1,]`, nil, CodeParse},
		{"more behind it", `[1]2`, nil, CodeParse},
		{"too many", `[1,2,3,4,5]`, nil, Code(fault.TooLarge)},
		{"no UTF-8", "[\"\xff\"]", nil, CodeParse},
		{"as deep as allowed", `[[[[]]]]`, []string{`[[[]]]`}, 0},
		{"too deep", `[[[[[]]]]]`, nil, Code(fault.TooLarge)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !IsBatch([]byte(test.line)) {
				t.Error("no batch")
			}
			members, err := ParseBatch([]byte(test.line), 4, 3)
			var got []string
			for _, m := range members {
				got = append(got, string(m))
			}
			code := 0
			if err != nil {
				code = err.Code
			}
			if diff := cmp.Diff(test.want, got); diff != "" || code != test.code {
				t.Errorf("code %d, want %d; -want +got:\n%s", code, test.code, diff)
			}
		})
	}
	for _, line := range []string{``, `{}`, ` "["`} {
		if IsBatch([]byte(line)) {
			t.Errorf("%q is a batch", line)
		}
	}
}

func TestParseAnswer(t *testing.T) {
	tests := []struct {
		name, line string
		want       Answer
		fails      bool
	}{
		{"result", `{"jsonrpc":"2.0","id":3,"result":{"a":1}}`,
			Answer{ID: json.RawMessage(`3`), Result: json.RawMessage(`{"a":1}`)}, false},
		{"error", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m","data":{"kind":"invalid"}}}`,
			Answer{ID: json.RawMessage(`null`), Error: &Error{-32700, "m", &ErrorData{Kind: fault.Invalid}}}, false},
		{"error without data", `{"id":1,"error":{"code":-32600,"message":"m"}}`,
			Answer{ID: json.RawMessage(`1`), Error: &Error{Code: -32600, Message: "m"}}, false},
		{"no error", `{"id":1,"result":2,"error":null}`, Answer{ID: json.RawMessage(`1`), Result: json.RawMessage(`2`)}, false},
		{"error with foreign data", `{"id":1,"error":{"code":-32600,"message":"m","data":"why"}}`,
			Answer{ID: json.RawMessage(`1`), Error: &Error{Code: -32600, Message: "m"}}, false},
		{"notification", `{"jsonrpc":"2.0","method":"event","params":{}}`,
			Answer{Method: "event", Params: json.RawMessage(`{}`)}, false},
		{"array", `[]`, Answer{}, true},
		{"cut", `{"id":1`, Answer{}, true},
		{"strange error", `{"id":1,"error":"no"}`, Answer{}, true},
		{"neither", `{"jsonrpc":"2.0"}`, Answer{}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ParseAnswer([]byte(test.line))
			if (err != nil) != test.fails {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// FuzzScan holds the scanner against encoding/json.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+3,true,null,"x\u00e9"]}`, `[1,]`, `{"a" 1}`, `"\ud800"`, "\"\x01\"", `01`, ` `, `{"\ud800":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s := scanner{data: text, limit: len(text) + 1}
		_, err := s.skip()
		if err == nil {
			err = s.end()
		}
		if got, want := err == nil, json.Valid(text); got != want {
			t.Errorf("valid %v, want %v (%v): %q", got, want, err, text)
		}
	})
}
