package server_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/nav"
	"navd/ipc"
)

// outside says in the plainest way which values lie outside their tags. Inside
// a list only allow and each hold, for each element.
func outside(path string, v reflect.Value, tag reflect.StructTag, inside bool) (bad []string) {
	say := func(format string, args ...any) { bad = append(bad, path+" "+fmt.Sprintf(format, args...)) }
	size := -1
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return outside(path, v.Elem(), tag, inside)
		}
	case reflect.Struct:
		return outsideStruct(path, v)
	case reflect.Slice:
		size = v.Len()
		for i := range v.Len() {
			if v.Type().Elem().Kind() != reflect.Uint8 {
				bad = append(bad, outside(fmt.Sprintf("%s[%d]", path, i), v.Index(i), tag, true)...)
			}
		}
	case reflect.String:
		size = utf8.RuneCountInString(v.String())
		if n, err := strconv.Atoi(tag.Get("each")); inside && err == nil && size > n {
			say("has %d, at most %d are allowed", size, n)
		}
		if allow := tag.Get("allow"); allow != "" && !slices.Contains(strings.Split(allow, "|"), v.String()) {
			say("is %q, allowed %s", v, allow)
		}
	case reflect.Int, reflect.Int64:
		if !within(tag.Get("allow"), float64(v.Int())) {
			say("is %d, allowed %s", v.Int(), tag.Get("allow"))
		}
	case reflect.Float64:
		if !within(tag.Get("allow"), v.Float()) {
			say("is %g, allowed %s", v.Float(), tag.Get("allow"))
		}
	case reflect.Bool:
	default:
		say("is a %v, of which this test knows nothing", v.Type())
	}
	if size >= 0 && !inside {
		if n, err := strconv.Atoi(tag.Get("min")); err == nil && size < n {
			say("has %d, at least %d are needed", size, n)
		}
		if n, err := strconv.Atoi(tag.Get("max")); err == nil && size > n {
			say("has %d, at most %d are allowed", size, n)
		}
	}
	return bad
}

// outsideStruct looks at the members; an optional one that is zero is absent.
func outsideStruct(path string, v reflect.Value) (bad []string) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		return nil
	}
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if strings.Contains(f.Tag.Get("json"), ",omit") && v.Field(i).IsZero() {
			continue
		}
		bad = append(bad, outside(path+"."+f.Name, v.Field(i), f.Tag, false)...)
	}
	return bad
}

// within reports whether a number lies in a range such as 1..5, 1.. or ..5.
func within(allow string, n float64) bool {
	low, high, ranged := strings.Cut(allow, "..")
	if !ranged {
		return true
	}
	if min, err := strconv.ParseFloat(low, 64); err == nil && n < min {
		return false
	}
	max, err := strconv.ParseFloat(high, 64)
	return err != nil || n <= max
}

// TestOutside makes sure that the fuzz target would notice.
func TestOutside(t *testing.T) {
	type inner struct {
		View int `json:"view" allow:"0..11"`
	}
	type params struct {
		Name  string   `json:"name" min:"1" max:"3"`
		Phase string   `json:"phase,omitempty" allow:"scan|turn"`
		Far   *float64 `json:"far,omitempty" allow:"0.."`
		Views []inner  `json:"views,omitempty" max:"2"`
		Kinds []string `json:"kinds,omitempty" allow:"a|b"`
		Names []string `json:"names,omitempty" each:"2"`
	}
	less := -1.0
	tests := []struct {
		name  string
		value params
		want  []string
	}{
		{"allowed", params{Name: "한글", Phase: "scan", Views: []inner{{0}, {11}}, Kinds: []string{"b"}}, nil},
		{"required", params{}, []string{"p.Name has 0, at least 1 are needed"}},
		{"long", params{Name: "abcd"}, []string{"p.Name has 4, at most 3 are allowed"}},
		{"choice", params{Name: "a", Phase: "x"}, []string{`p.Phase is "x", allowed scan|turn`}},
		{"pointer", params{Name: "a", Far: &less}, []string{"p.Far is -1, allowed 0.."}},
		{"inside", params{Name: "a", Views: []inner{{12}}, Kinds: []string{"c"}},
			[]string{"p.Views[0].View is 12, allowed 0..11", `p.Kinds[0] is "c", allowed a|b`}},
		{"each", params{Name: "a", Names: []string{"한글", "abc"}}, []string{"p.Names[1] has 3, at most 2 are allowed"}},
		{"many", params{Name: "a", Views: make([]inner, 3)}, []string{"p.Views has 3, at most 2 are allowed"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, outside("p", reflect.ValueOf(test.value), "", false)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestNoTriggers makes sure that a client can say that nothing makes a plan due:
// an empty list is another thing there than none.
func TestNoTriggers(t *testing.T) {
	for name, triggers := range map[string][]nav.Trigger{"none given": nil, "empty": {}, "one": {nav.TriggerStuck}} {
		want := ipc.BeginParams{Goal: "sofa", Config: &ipc.BeginConfig{PlanTriggers: triggers}}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got ipc.BeginParams
		if err := ipc.Decode(text, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -sent +read:\n%s", name, diff)
		}
	}
}
