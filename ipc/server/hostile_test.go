package server_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"navd/ipc"
	"navd/ipc/server"
)

// hostile are values that a member may be given, by what is odd about them.
var hostile = []struct{ name, value string }{
	{"null", `null`},
	{"boolean", `true`},
	{"zero", `0`},
	{"negative", `-1`},
	{"negative zero", `-0.0`},
	{"integral float", `1.0`},
	{"fraction", `1.5`},
	{"exponent", `1E+2`},
	{"more than a float holds", `9007199254740993`},
	{"largest integer", `9223372036854775807`},
	{"one too large", `9223372036854775808`},
	{"smallest integer", `-9223372036854775808`},
	{"huge", `1e308`},
	{"tiny", `5e-324`},
	{"overflow", `-1e999`},
	{"NaN", `NaN`},
	{"Infinity", `-Infinity`},
	{"empty text", `""`},
	{"text", `"x"`},
	{"number as text", `"1"`},
	{"blank text", `" \t\n"`},
	{"NUL", `"a\u0000b"`},
	{"time", `"2026-03-01T12:00:00+23:59"`},
	{"half a pair", `"\ud800"`},
	{"pair", `"\ud83d\ude00"`},
	{"no UTF-8", "\"\xff\""},
	{"no character", `"\ufffe\uffff"`},
	{"a dot", `"a.1"`},
	{"long text", `"` + strings.Repeat("가", 5000) + `"`},
	{"empty array", `[]`},
	{"null in an array", `[null]`},
	{"numbers", `[0,1,1,11,12,-1]`},
	{"texts", `["","a","A","a"]`},
	{"many", `[` + strings.Repeat(`"a",`, 1000) + `"a"]`},
	{"deep array", strings.Repeat("[", 60) + strings.Repeat("]", 60)},
	{"empty object", `{}`},
	{"prototype", `{"__proto__":{"x":1}}`},
	{"twice inside", `{"a":1,"a":2}`},
	{"deep object", strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60)},
	{"nothing", ``},
}

// wholes are parameters that are odd as a whole.
var wholes = []string{
	``, `null`, `[]`, `{}`, `[1,"x",null]`, `"x"`, `1`, `true`, `[[]]`, `{"":1}`, `{"a":1}`, `{"__proto__":{"x":1}}`,
	`{"constructor":{"prototype":{}}}`, "{\"\xff\":1}", `{"\ud800":1}`, `{,}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{} {}`, `{`,
	strings.Repeat(`{"a":`, 600) + `1` + strings.Repeat(`}`, 600),
}

// variants gives the example of a method and what a careless or an evil client
// may make of it.
func variants(t testing.TB, m server.Handler) []string {
	t.Helper()
	example := ipc.Example(m.Method)
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(example), &members); err != nil {
		t.Fatalf("example of %s: %v", m.Method, err)
	}
	params, err := ipc.Describe(m.Params)
	if err != nil {
		t.Fatal(err)
	}
	all := append([]string{example, withMember(members, "unknown", `1`), withMember(members, "__proto__", `{}`)}, wholes...)
	for _, p := range params {
		if strings.ContainsAny(p.Name, ".[*") {
			continue // those inside are the fuzzer's to find
		}
		all = append(all, withMember(members, p.Name, "")) // missing
		for _, h := range hostile {
			if h.value != "" {
				all = append(all, withMember(members, p.Name, h.value))
			}
		}
		if given, ok := members[p.Name]; ok {
			all = append(all, strings.TrimSuffix(example, "}")+`, "`+p.Name+`": `+string(given)+`}`)
		}
	}
	return all
}

// withMember gives the text of an object with one member replaced, or left out
// when the value is empty.
func withMember(members map[string]json.RawMessage, name, value string) string {
	var text strings.Builder
	text.WriteByte('{')
	add := func(name, value string) {
		if text.Len() > 1 {
			text.WriteByte(',')
		}
		text.WriteString(`"` + name + `":` + value)
	}
	for _, other := range slices.Sorted(maps.Keys(members)) {
		if other != name {
			add(other, string(members[other]))
		}
	}
	if value != "" {
		add(name, value)
	}
	text.WriteByte('}')
	return text.String()
}

// TestHostileNames makes sure that no two rows of the table are the same.
func TestHostileNames(t *testing.T) {
	names, values := map[string]bool{}, map[string]bool{}
	for _, h := range hostile {
		if names[h.name] || values[h.value] {
			t.Errorf("%s stands there twice", h.name)
		}
		names[h.name], values[h.value] = true, true
	}
}
