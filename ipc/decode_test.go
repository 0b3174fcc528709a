package ipc

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
)

func TestDecode(t *testing.T) {
	base := func(change func(*rich)) rich {
		r := rich{Episode: "e"}
		change(&r)
		return r
	}
	tests := []struct {
		name, text string
		want       rich
	}{
		{"required only", `{"episode":"e"}`, base(func(*rich) {})},
		{"spaces", " {\t\"episode\" :\n\"e\"\r} ", base(func(*rich) {})},
		{"null is absent", `{"episode":"e","seq":null,"maybe":null,"views":null,"any":null,"at":null,"raw":null,"tree":null}`, base(func(*rich) {})},
		{"integers", `{"episode":"e","seq":9007199254740993,"small":-128,"count":65535}`,
			base(func(r *rich) { r.Seq, r.Small, r.Count = 9007199254740993, -128, 65535 })},
		{"integral floats", `{"episode":"e","seq":1.0,"small":-12.70e1,"count":1e3}`,
			base(func(r *rich) { r.Seq, r.Small, r.Count = 1, -127, 1000 })},
		{"floats", `{"episode":"e","yaw":-180,"low":0.5}`, base(func(r *rich) { r.Yaw, r.Low = -180, 0.5 })},
		{"zero from underflow", `{"episode":"e","yaw":1e-999}`, base(func(*rich) {})},
		{"bools", `{"episode":"e","flag":true,"maybe":false}`, base(func(r *rich) { r.Flag, r.Maybe = true, pointer(false) })},
		{"choices", `{"episode":"e","phase":"turn","turn":60,"many":["b","a","b"]}`,
			base(func(r *rich) { r.Phase, r.Turn, r.Many = "turn", 60, []string{"b", "a", "b"} })},
		{"text", `{"episode":"\ud55c\uae00 😀\n\"\/"}`, rich{Episode: "한글 😀\n\"/"}},
		{"pair of surrogates", `{"episode":"\ud83d\ude00\b\f\r\t\\"}`, rich{Episode: "😀\b\f\r\t\\"}},
		{"structs", `{"episode":"e","views":[{"view":0},{"range_m":2,"view":11}]}`,
			base(func(r *rich) { r.Views = []view{{}, {11, 2}} })},
		{"array", `{"episode":"e","pair":[1,-2e-1]}`, base(func(r *rich) { r.Pair = [2]float64{1, -0.2} })},
		{"map", `{"episode":"e","scores":{"scan":0,"x\"":1}}`, base(func(r *rich) { r.Scores = map[phase]float64{"scan": 0, `x"`: 1} })},
		{"map of slices", `{"episode":"e","nested":{"a":[{"view":1}],"b":[]},"deep":{"n":null,"v":[]}}`, base(func(r *rich) {
			r.Nested = map[string][]view{"a": {{View: 1}}, "b": {}}
			r.Deep = map[string]*[]view{"n": nil, "v": {}}
		})},
		{"empty slice is not nil", `{"episode":"e","many":[]}`, base(func(r *rich) { r.Many = []string{} })},
		{"base64", `{"episode":"e","data":"AP+\/"}`, base(func(r *rich) { r.Data = []byte{0, 255, 191} })},
		{"raw is kept", `{"episode":"e","raw": {"a": 1e999} }`, base(func(r *rich) { r.Raw = json.RawMessage(`{"a": 1e999}`) })},
		{"any", `{"episode":"e","any":{"a":[1,"x",true,null]}}`,
			base(func(r *rich) { r.Any = map[string]any{"a": []any{1.0, "x", true, nil}} })},
		{"time", `{"episode":"e","at":"2026-03-01T12:00:00Z"}`,
			base(func(r *rich) { r.At = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) })},
		{"own readers", `{"episode":"e","colour":"blue","union":3}`,
			base(func(r *rich) { r.Colour, r.Union = "blue", union{view{View: 3}} })},
		{"union as object", `{"episode":"e","union":{"view":4}}`, base(func(r *rich) { r.Union = union{view{View: 4}} })},
		{"type inside itself", `{"episode":"e","tree":{"name":"r","children":[{"name":"c"},null]}}`,
			base(func(r *rich) { r.Tree = &tree{"r", []*tree{{Name: "c"}, nil}} })},
		{"pointers", `{"episode":"e","ptrs":[1,null]}`, base(func(r *rich) { r.Ptrs = []*int{pointer(1), nil} })},
		{"embedded", `{"episode":"e","limit":5,"key":"한글한글","inline":{"a":1}}`, base(func(r *rich) {
			r.Limit, r.Key, r.A = 5, "한글한글", 1
		})},
		{"name of the field", `{"episode":"e","Plain":2}`, base(func(r *rich) { r.Plain = 2 })},
		{"escaped name", `{"\u0065pisode":"e"}`, base(func(*rich) {})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got rich
			if err := Decode(json.RawMessage(test.text), &got); err != nil {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(rich{}, union{}, common{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestDecodeNothing: where nothing can be given, that is said.
func TestDecodeNothing(t *testing.T) {
	err := Decode(json.RawMessage(`{"verbose":true}`), &struct{}{})
	if got, want := fmt.Sprint(err), "verbose: unknown parameter, given true, allowed none"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// richNames are the parameters that rich has.
const richNames = "episode, seq, small, count, yaw, low, flag, phase, turn, maybe, many, views, pair, scores, nested, data, raw, any, at, colour, union, tree, ptrs, deep, key, limit, inline, Plain"

func TestDecodeRefuses(t *testing.T) {
	tests := []struct {
		name, members string // behind "episode":"e"
		want          fault.Error
	}{
		{"unknown", `"sequence":1`, fault.Error{Message: "unknown parameter", Field: "sequence", Given: "1", Allowed: richNames}},
		{"nearly known", `"sqe":1`, fault.Error{Message: "unknown parameter", Field: "sqe", Given: "1", Allowed: richNames, Hint: `did you mean "seq"?`}},
		{"case matters", `"Seq":1`, fault.Error{Message: "unknown parameter", Field: "Seq", Given: "1", Allowed: richNames, Hint: `did you mean "seq"?`}},
		{"hidden", `"Hidden":"x"`, fault.Error{Message: "unknown parameter", Field: "Hidden", Given: `"x"`, Allowed: richNames}},
		{"unexported", `"private":"x"`, fault.Error{Message: "unknown parameter", Field: "private", Given: `"x"`, Allowed: richNames}},
		{"unknown inside", `"views":[{"view":1},{"veiw":2}]`,
			fault.Error{Message: "unknown parameter", Field: "views[1].veiw", Given: "2", Allowed: "view, range_m", Hint: `did you mean "view"?`}},
		{"twice", `"seq":1,"seq":1`, fault.Error{Message: "given twice", Field: "seq"}},
		{"twice as null", `"seq":null,"seq":1`, fault.Error{Message: "given twice", Field: "seq"}},
		{"twice by an escape", `"flag":true,"fl\u0061g":true`, fault.Error{Message: "given twice", Field: "flag"}},
		{"twice inside", `"views":[{"view":1,"view":1}]`, fault.Error{Message: "given twice", Field: "views[0].view"}},
		{"twice in a map", `"scores":{"a":0,"a":0}`, fault.Error{Message: "given twice", Field: "scores.a"}},
		{"twice in raw", `"raw":[{},{"a":{"b":1,"b":1}}]`, fault.Error{Message: "given twice", Field: "raw[1].a.b"}},
		{"twice in any", `"any":{"a":1,"a":1}`, fault.Error{Message: "given twice", Field: "any.a"}},
		{"missing inside", `"views":[{"range_m":1}]`, fault.Error{Message: "missing", Field: "views[0].view", Allowed: "integer 0..11"}},
		{"null where required", `"inline":{"a":null}`, fault.Error{Message: "missing", Field: "inline.a", Allowed: "integer"}},
		{"text for number", `"yaw":"5"`, fault.Error{Message: "wrong type", Field: "yaw", Given: `"5"`, Allowed: "number -180..180"}},
		{"number for text", `"phase":5`, fault.Error{Message: "wrong type", Field: "phase", Given: "5", Allowed: "scan, turn, policy"}},
		{"object for array", `"views":{}`, fault.Error{Message: "wrong type", Field: "views", Given: "{}", Allowed: "array"}},
		{"array for object", `"tree":[1]`, fault.Error{Message: "wrong type", Field: "tree", Given: "[1]", Allowed: "object"}},
		{"array for map", `"scores":[]`, fault.Error{Message: "wrong type", Field: "scores", Given: "[]", Allowed: "object of number 0..1"}},
		{"number for pair", `"pair":1`, fault.Error{Message: "wrong type", Field: "pair", Given: "1", Allowed: "array"}},
		{"number for bool", `"flag":1`, fault.Error{Message: "wrong type", Field: "flag", Given: "1", Allowed: "boolean"}},
		{"text for pointed bool", `"maybe":"true"`, fault.Error{Message: "wrong type", Field: "maybe", Given: `"true"`, Allowed: "boolean"}},
		{"null as element", `"views":[null]`, fault.Error{Message: "wrong type", Field: "views[0]", Given: "null", Allowed: "object"}},
		{"null in a map", `"nested":{"a":[],"b":null}`, fault.Error{Message: "wrong type", Field: "nested.b", Given: "null", Allowed: "array"}},
		{"long value", `"seq":"` + strings.Repeat("가", 100) + `"`,
			fault.Error{Message: "wrong type", Field: "seq", Given: `"` + strings.Repeat("가", 26) + "…", Allowed: "integer 1.."}},
		{"fraction", `"small":1.5`, fault.Error{Message: "not allowed", Field: "small", Given: "1.5", Allowed: "integer of 8 bits"}},
		{"too big for the type", `"small":128`, fault.Error{Message: "not allowed", Field: "small", Given: "128", Allowed: "integer of 8 bits"}},
		{"too big to be exact", `"seq":9007199254740993.0`,
			fault.Error{Message: "not allowed", Field: "seq", Given: "9007199254740993.0", Allowed: "integer 1.."}},
		{"negative count", `"count":-1`, fault.Error{Message: "not allowed", Field: "count", Given: "-1", Allowed: "integer 0.."}},
		{"overflow", `"yaw":1e999`, fault.Error{Message: "out of range", Field: "yaw", Given: "1e999", Allowed: "-180..180"}},
		{"overflow of 32 bits", `"low":-1e39`, fault.Error{Message: "not allowed", Field: "low", Given: "-1e39", Allowed: "number ..5"}},
		{"overflow in any", `"any":[1e999]`, fault.Error{Message: "not allowed", Field: "any", Given: "[1e999]", Allowed: "JSON"}},
		{"below", `"seq":0`, fault.Error{Message: "out of range", Field: "seq", Given: "0", Allowed: "1.."}},
		{"above", `"low":5.01`, fault.Error{Message: "out of range", Field: "low", Given: "5.01", Allowed: "..5"}},
		{"in a map out of range", `"scores":{"a":1.5}`, fault.Error{Message: "out of range", Field: "scores.a", Given: "1.5", Allowed: "0..1"}},
		{"no choice", `"phase":"idle"`, fault.Error{Message: "not allowed", Field: "phase", Given: `"idle"`, Allowed: "scan, turn, policy"}},
		{"no choice among numbers", `"turn":45`, fault.Error{Message: "not allowed", Field: "turn", Given: "45", Allowed: "30, 60, 90"}},
		{"no choice as element", `"many":["a","c"]`, fault.Error{Message: "not allowed", Field: "many[1]", Given: `"c"`, Allowed: "a, b"}},
		{"too many", `"many":["a","a","a","a","a"]`, fault.Error{Message: "too long", Field: "many", Given: "5 elements", Allowed: "at most 3 elements"}},
		{"too few", `"views":[]`, fault.Error{Message: "too short", Field: "views", Given: "0 elements", Allowed: "1..12 elements"}},
		{"too few in an array", `"pair":[1]`, fault.Error{Message: "too short", Field: "pair", Given: "1 elements", Allowed: "2..2 elements"}},
		{"too many in an array", `"pair":[1,2,3,4]`, fault.Error{Message: "too long", Field: "pair", Given: "4 elements", Allowed: "2..2 elements"}},
		{"too many members", `"scores":{"a":0,"b":0,"c":0}`,
			fault.Error{Message: "too long", Field: "scores", Given: "3 members", Allowed: "at most 2 members"}},
		{"too many runes", `"key":"한글한글한"`, fault.Error{Message: "too long", Field: "key", Given: "5 characters", Allowed: "at most 4 characters"}},
		{"too many bytes", `"data":"AAAAAAAA"`, fault.Error{Message: "too long", Field: "data", Given: "6 bytes", Allowed: "at most 4 bytes"}},
		{"no base64", `"data":"@"`, fault.Error{Message: "not allowed", Field: "data", Given: `"@"`, Allowed: "base64 text"}},
		{"number for base64", `"data":1`, fault.Error{Message: "wrong type", Field: "data", Given: "1", Allowed: "base64 text"}},
		{"half a pair", `"key":"\ud800"`,
			fault.Error{Message: "half a surrogate pair", Field: "key", Given: `\ud800`, Allowed: "text that UTF-8 can hold"}},
		{"half a pair in any", `"any":["\udc00\ud800"]`,
			fault.Error{Message: "half a surrogate pair", Field: "any[0]", Given: `\udc00\ud800`, Allowed: "text that UTF-8 can hold"}},
		{"half a pair in a name", `"\ud800x":1`,
			fault.Error{Message: "half a surrogate pair in a member name", Given: `\ud800x`, Allowed: "text that UTF-8 can hold"}},
		{"half a pair in a name inside", `"raw":{"a":{"\udc00":1}}`,
			fault.Error{Message: "half a surrogate pair in a member name", Field: "raw.a", Given: `\udc00`, Allowed: "text that UTF-8 can hold"}},
		{"no time", `"at":"yesterday"`, fault.Error{Message: "not allowed", Field: "at", Given: `"yesterday"`, Allowed: "time (RFC 3339)"}},
		{"number for time", `"at":5`, fault.Error{Message: "wrong type", Field: "at", Given: "5", Allowed: "time (RFC 3339)"}},
		{"fault of a reader", `"colour":"red"`, fault.Error{Message: "not allowed", Field: "colour", Given: `"red"`, Allowed: "blue"}},
		{"error of a reader", `"colour":"odd"`, fault.Error{Message: "not allowed", Field: "colour", Given: `"odd"`, Allowed: "string"}},
		{"fault below a reader", `"union":{"view":12}`, fault.Error{Message: "out of range", Field: "union.view", Given: "12", Allowed: "0..11"}},
		{"check inside", `"tree":{"name":"a","children":[{"name":"bad"}]}`,
			fault.Error{Message: "not allowed", Field: "tree.children[0].name", Given: `"bad"`, Allowed: "another"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var into rich
			err := Decode(json.RawMessage(`{"episode":"e",`+test.members+`}`), &into)
			var params *ParamsError
			if !errors.As(err, &params) {
				t.Fatalf("error %v", err)
			}
			got := *params.Fault
			test.want.Kind, got.Err = fault.Invalid, nil
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestDecodeWholeParams(t *testing.T) {
	type optional struct {
		A int `json:"a,omitempty"`
	}
	for _, none := range []string{``, ` `, `null`, ` null `, `[]`, ` [ ] `, `{}`} {
		got := optional{A: 7}
		if err := Decode(json.RawMessage(none), &got); err != nil || got.A != 7 {
			t.Errorf("Decode(%q) = %+v, %v; want the default", none, got, err)
		}
		var r rich
		if err := Decode(json.RawMessage(none), &r); !fault.Is(err, fault.Invalid) || fault.As(err).Field != "episode" {
			t.Errorf("Decode(%q) = %v; want episode missing", none, err)
		}
	}
	for _, bad := range []string{`[1]`, `[null]`, `"x"`, `1`, `true`, `nul`, `[`, `[}`, `{`, `{}{}`, `{"a":1}x`, `{"a":tru}`, `{"a"`, `{"a":`, `{"a":nope}`, `{"a":1`, `{"a":-}`} {
		var got optional
		err := Decode(json.RawMessage(bad), &got)
		if _, ok := err.(*ParamsError); !ok {
			t.Errorf("Decode(%q) = %v; want a ParamsError", bad, err)
		}
	}
	deep := strings.Repeat(`{"name":"a","children":[`, 400) + strings.Repeat(`]}`, 400)
	if err := Decode(json.RawMessage(deep), &tree{}); err == nil || !strings.Contains(err.Error(), "nested deeper") {
		t.Errorf("very deep: %v", err)
	}
}

// TestDecodeEach reads lists of texts that have a limit of their own.
func TestDecodeEach(t *testing.T) {
	type params struct {
		Labels []string          `json:"labels,omitempty" max:"2" each:"3"`
		Notes  map[string]string `json:"notes,omitempty" each:"3"`
	}
	tests := []struct{ name, text, err string }{
		{"runes, not bytes", `{"labels":["한국어","abc"],"notes":{"a":"한국어"}}`, ""},
		{"too long in a list", `{"labels":["a","abcd"]}`, "labels[1]: too long, given 4 characters, allowed at most 3 characters"},
		{"too long in a map", `{"notes":{"a":"abcd"}}`, "notes.a: too long, given 4 characters, allowed at most 3 characters"},
		{"too many", `{"labels":["a","b","c"]}`, "labels: too long, given 3 elements, allowed at most 2 elements"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := Decode([]byte(test.text), new(params)); err != nil {
				got = err.Error()
			}
			if got != test.err {
				t.Errorf("got  %s\nwant %s", got, test.err)
			}
		})
	}
	got, err := Describe(reflect.TypeFor[params]())
	if err != nil {
		t.Fatal(err)
	}
	want := []Param{
		{"labels", "array of string", false, "at most 2 elements, each at most 3 characters"},
		{"notes", "object of string", false, "each at most 3 characters"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	type wrong struct {
		Ages []int `json:"ages,omitempty" each:"3"`
	}
	if _, err := Describe(reflect.TypeFor[wrong]()); err == nil {
		t.Error("numbers have characters")
	}
}
