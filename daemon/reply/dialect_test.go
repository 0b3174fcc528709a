package reply_test

import (
	"encoding/json"
	"math"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// A dialect writes values the way a model might: in JSON, as a Python literal,
// or changing its mind in the middle.
type dialect struct{ t *rapid.T }

func (d dialect) pick(options ...string) string {
	return rapid.SampledFrom(options).Draw(d.t, "pick")
}

func (d dialect) write(v any) string {
	switch v := v.(type) {
	case nil:
		return d.pick("null", "None")
	case bool:
		if v {
			return d.pick("true", "True")
		}
		return d.pick("false", "False")
	case float64:
		return d.number(v)
	case string:
		return d.str(v)
	case []any:
		return d.list(v)
	case map[string]any:
		return d.object(v)
	}
	return "?"
}

func (d dialect) number(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	switch {
	case !math.Signbit(v):
		s = d.pick("", "+") + s
	default:
		s = d.pick("-", "−") + s[1:]
	}
	if !strings.Contains(s, ".") {
		s += d.pick("", ".", ".0", "e0")
	}
	return s
}

func (d dialect) str(s string) string {
	quoted, _ := json.Marshal(s)
	inside := string(quoted[1 : len(quoted)-1])
	switch d.pick("json", "python", "curly") {
	case "python":
		return "'" + strings.ReplaceAll(strings.ReplaceAll(inside, `\"`, `"`), "'", `\'`) + "'"
	case "curly":
		if !strings.ContainsAny(s, "“”") {
			return "“" + inside + "”"
		}
	}
	return string(quoted)
}

func (d dialect) space() string {
	return d.pick("", "", " ", "\n  ", "\t", "\u00a0", "\r\n")
}

func (d dialect) list(items []any) string {
	var parts []string
	for _, item := range items {
		parts = append(parts, d.space()+d.write(item)+d.space())
	}
	return "[" + strings.Join(parts, ",") + d.last(len(parts)) + "]"
}

func (d dialect) object(m map[string]any) string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var parts []string
	for _, k := range keys {
		parts = append(parts, d.space()+d.str(k)+d.space()+":"+d.space()+d.write(m[k])+d.space())
	}
	return "{" + strings.Join(parts, ",") + d.last(len(parts)) + "}"
}

// last is the comma too many that only something may stand before.
func (d dialect) last(n int) string {
	if n == 0 {
		return d.space()
	}
	return d.pick("", ",", ", ")
}

// Whatever the dialect, the values are the same.
func TestDialectsMeanTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw, _ := json.Marshal(rapid.MapOfN(rapid.String(), values(2), 0, 4).Draw(t, "answer"))
		var answer map[string]any
		_ = json.Unmarshal(raw, &answer)
		answer["key"] = "여기"
		text := dialect{t}.object(answer)
		f, err := reply.Object("so: "+text+" done", "key")
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var back map[string]any
		if err := json.Unmarshal(f.Raw(), &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(answer, back); diff != "" {
			t.Fatalf("%s\n%s", text, diff)
		}
	})
}

// Which of several objects is the answer, and when none is.
func TestWhichObjectIsTheAnswer(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"the only one":              {`{"k":1}`, `{"k":1}`},
		"the one with the key":      {`{"a":1} {"k":1} {"b":2}`, `{"k":1}`},
		"the outer of two":          {`{"k":{"k":2}}`, `{"k":{"k":2}}`},
		"the inner, outer lacks":    {`{"a":[0,{"k":2}]}`, `{"k":2}`},
		"the inner, outer broken":   {`{"a":{"k":2}, oops}`, `{"k":2}`},
		"the inner, outer cut":      {`{"a":{"k":2},`, `{"k":2}`},
		"null is a value":           {`{"k":null}`, `{"k":null}`},
		"none in a string":          {`{"a":"{'k':1}"}`, "missing"},
		"other case of the key":     {`{"K":1}`, "missing"},
		"equal, other spelling":     {`{"k":[1.0,"a"]} {'k':[1,'a',]}`, `{"k":[1.0,"a"]}`},
		"equal, other order":        {`{"k":1,"l":2}{"l":2,"k":1}`, `{"k":1,"l":2}`},
		"equal, three times":        {`{"k":1}{"k":1}{"k":1}`, `{"k":1}`},
		"equal numbers, far digits": {`{"k":0.1}{"k":0.10000000000000000001}`, `{"k":0.1}`},
		"differ in value":           {`{"k":1}{"k":2}`, "differ"},
		"differ in kind":            {`{"k":1}{"k":"1"}`, "differ"},
		"differ in truth":           {`{"k":true}{"k":false}`, "differ"},
		"differ in null":            {`{"k":null}{"k":0}`, "differ"},
		"differ in another key":     {`{"k":1,"a":1}{"k":1,"b":1}`, "differ"},
		"differ in one key more":    {`{"k":1}{"k":1,"b":1}`, "differ"},
		"differ in order of a list": {`{"k":[1,2]}{"k":[2,1]}`, "differ"},
		"differ deep inside":        {`{"k":{"a":[{"b":1}]}}{"k":{"a":[{"b":2}]}}`, "differ"},
		"the third differs":         {`{"k":1}{"k":1}{"k":3}`, "differ"},
		"differ, one nested":        {`{"k":1} {"a":{"k":2}}`, "differ"},
		"differ, one in a list":     {`[{"k":1},{"k":2}]`, "differ"},
		"differ before twice":       {`{"k":1,"k":2}{"k":3}`, "differ"},
		"twice":                     {`{"k":1,"k":1}`, "twice"},
		"twice in an unused one":    {`{"a":1,"a":2}{"k":1}`, `{"k":1}`},
		"infinite in an unused one": {`{"a":NaN}{"k":1}`, `{"k":1}`},
		"infinite":                  {`{"k":[Infinity]}`, "finite"},
		"infinite beside the key":   {`{"k":1,"z":-inf}`, "finite"},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := reply.Object(c.text, "k")
			if err != nil {
				if !strings.Contains(fault.As(err).Message, c.want) {
					t.Errorf("fault %v, want %s", err, c.want)
				}
				return
			}
			if got := string(f.Raw()); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
