package server_test

import (
	"context"
	"testing"

	"navd/daemon/fault"
	"navd/ipc/server"
)

type subtraction struct {
	Minuend    int `json:"minuend"`
	Subtrahend int `json:"subtrahend"`
}

func subtract(_ context.Context, p subtraction) (int, error) { return p.Minuend - p.Subtrahend, nil }

type numbers struct {
	Numbers []int `json:"numbers,omitempty"`
}

func sum(_ context.Context, p numbers) (int, error) {
	total := 0
	for _, n := range p.Numbers {
		total += n
	}
	return total, nil
}

func getData(context.Context, none) ([]any, error) { return []any{"hello", 5}, nil }

func specMethods() []server.Handler {
	return methods(
		server.Bind("subtract", subtract),
		server.Bind("sum", sum),
		server.Bind("notify_sum", sum),
		server.Bind("get_data", getData),
	)
}

// TestSpecification has the examples of section 7 of the JSON-RPC 2.0
// specification, and others; positional parameters are refused, as the
// contract says. An empty answer means that there is none.
func TestSpecification(t *testing.T) {
	_, path := serve(t, server.Options{Methods: specMethods()})
	w := dial(t, path)
	tests := []struct{ name, line, want string }{
		{"named", `{"jsonrpc":"2.0","method":"subtract","params":{"subtrahend":23,"minuend":42},"id":3}`,
			`{"jsonrpc":"2.0","result":19,"id":3}`},
		{"named in another order", `{"jsonrpc":"2.0","method":"subtract","params":{"minuend":42,"subtrahend":23},"id":4}`,
			`{"jsonrpc":"2.0","result":19,"id":4}`},
		{"positional", `{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}`,
			`{"jsonrpc":"2.0","error":{"code":-32602,"message":"wrong type, given [42,23], allowed object",
			  "data":{"kind":"invalid","given":"[42,23]","allowed":"object"}},"id":1}`},
		{"notification", `{"jsonrpc":"2.0","method":"sum","params":{"numbers":[1,2]}}`, ``},
		{"notification of no method", `{"jsonrpc":"2.0","method":"foobar"}`, ``},
		{"notification with bad parameters", `{"jsonrpc":"2.0","method":"sum","params":"x"}`, ``},
		{"no such method", `{"jsonrpc":"2.0","method":"subtrac","id":"1"}`,
			`{"jsonrpc":"2.0","error":{"code":-32601,"message":"no method \"subtrac\"",
			  "data":{"kind":"not_found","hint":"did you mean subtract?"}},"id":"1"}`},
		{"no JSON", `{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]`,
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"expected , or } at byte 36","data":{"kind":"invalid"}},"id":null}`},
		{"no request", `{"jsonrpc":"2.0","method":1,"params":"bar"}`,
			`{"jsonrpc":"2.0","error":{"code":-32600,"message":"method must be a string","data":{"kind":"invalid"}},"id":null}`},
		{"batch that is no JSON", `[{"jsonrpc":"2.0","method":"sum","params":{"numbers":[1]},"id":"1"},{"jsonrpc":"2.0","method"]`,
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"expected : at byte 94","data":{"kind":"invalid"}},"id":null}`},
		{"empty batch", `[]`,
			`{"jsonrpc":"2.0","error":{"code":-32600,"message":"an empty batch","data":{"kind":"invalid"}},"id":null}`},
		{"batch of no requests", `[1,2]`,
			`[{"jsonrpc":"2.0","error":{"code":-32600,"message":"a request is an object","data":{"kind":"invalid"}},"id":null},
			  {"jsonrpc":"2.0","error":{"code":-32600,"message":"a request is an object","data":{"kind":"invalid"}},"id":null}]`},
		{"batch", `[{"jsonrpc":"2.0","method":"sum","params":{"numbers":[1,2,4]},"id":"1"},
			{"jsonrpc":"2.0","method":"notify_sum","params":{"numbers":[7]}},
			{"jsonrpc":"2.0","method":"subtract","params":{"minuend":42,"subtrahend":23},"id":"2"},
			{"foo":"boo"},
			{"jsonrpc":"2.0","method":"foo.get","params":{"name":"myself"},"id":"5"},
			{"jsonrpc":"2.0","method":"get_data","id":"9"}]`,
			`[{"jsonrpc":"2.0","result":7,"id":"1"},
			  {"jsonrpc":"2.0","result":19,"id":"2"},
			  {"jsonrpc":"2.0","error":{"code":-32600,"message":"jsonrpc must be \"2.0\"","data":{"kind":"invalid"}},"id":null},
			  {"jsonrpc":"2.0","error":{"code":-32601,"message":"no method \"foo.get\"","data":{"kind":"not_found"}},"id":"5"},
			  {"jsonrpc":"2.0","result":["hello",5],"id":"9"}]`},
		{"batch of notifications", `[{"jsonrpc":"2.0","method":"sum","params":{"numbers":[1]}},{"jsonrpc":"2.0","method":"foobar"}]`, ``},
		{"id null is a request", `{"jsonrpc":"2.0","method":"sum","id":null}`, `{"jsonrpc":"2.0","result":0,"id":null}`},
		{"empty array is none", `{"jsonrpc":"2.0","method":"sum","params":[],"id":1.50}`, `{"jsonrpc":"2.0","result":0,"id":1.50}`},
		{"null is none", `{"jsonrpc":"2.0","method":"sum","params":null,"id":1}`, `{"jsonrpc":"2.0","result":0,"id":1}`},
		{"unknown member of the request", `{"jsonrpc":"2.0","method":"sum","id":1,"trace":{"a":1,"a":1}}`, `{"jsonrpc":"2.0","result":0,"id":1}`},
		{"NaN", `{"jsonrpc":"2.0","method":"sum","params":{"numbers":[NaN]},"id":1}`,
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"expected a value at byte 54","data":{"kind":"invalid"}},"id":null}`},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"method\":\"\xe9\",\"id\":1}",
			`{"jsonrpc":"2.0","error":{"code":-32700,"message":"not UTF-8","data":{"kind":"invalid"}},"id":null}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w.t = t
			w.send(oneLine(test.line))
			if test.want != "" {
				sameJSON(t, w.next(), test.want)
			}
			w.ping() // nothing else was written
		})
	}
}

// oneLine takes the line breaks out of a line of the tests.
func oneLine(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c == '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

func TestErrorsOfMethods(t *testing.T) {
	faults := map[string]error{}
	for _, kind := range fault.Kinds() {
		faults[string(kind)] = fault.New(kind, "about %s", kind)
	}
	type which struct {
		Kind string `json:"kind"`
	}
	_, path := serve(t, server.Options{
		Incident: func() string { return "i1" },
		Methods: methods(
			server.Bind("fail", func(_ context.Context, p which) (none, error) { return none{}, faults[p.Kind] }),
		),
	})
	w := dial(t, path)
	for kind, want := range map[string]string{
		"invalid":   `{"code":-32001,"message":"about invalid","data":{"kind":"invalid"}}`,
		"conflict":  `{"code":-32003,"message":"about conflict","data":{"kind":"conflict"}}`,
		"corrupt":   `{"code":-32010,"message":"about corrupt","data":{"kind":"corrupt"}}`,
		"cancelled": `{"code":-32008,"message":"about cancelled","data":{"kind":"cancelled"}}`,
		"internal":  `{"code":-32603,"message":"internal error","data":{"kind":"internal","incident":"i1"}}`,
	} {
		sameJSON(t, w.ask(call("1", "fail", `{"kind":"`+kind+`"}`)), `{"jsonrpc":"2.0","id":"1","error":`+want+`}`)
	}
	sameJSON(t, w.ask(call("1", "fail", `{"kind":"none"}`)), `{"jsonrpc":"2.0","id":"1","result":{}}`)
}
