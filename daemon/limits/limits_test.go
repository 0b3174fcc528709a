package limits_test

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/limits"
)

func TestRules(t *testing.T) {
	parse := func(tag string) limits.Rule {
		r, err := limits.Parse(tag)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, tt := range []struct {
		name     string
		rule     limits.Rule
		text     string
		in, out  []float64
		has, not []string
	}{
		{"all", limits.Rule{}, "", []float64{0, -inf, inf, nan}, nil, []string{"", "a"}, nil},
		{"a range with a unit", limits.Range(0.01, 10, "m"), "0.01..10 m", []float64{0.01, 10}, []float64{0.00999, 10.01, nan, inf, -inf}, nil, nil},
		{"large ends", limits.Range(1e4, 1e9, ""), "10000..1000000000", []float64{1e4}, []float64{9999}, nil, nil},
		{"a tag", parse("0..11"), "0..11", []float64{0, 11}, []float64{-1, 12}, nil, nil},
		{"open above", parse("1.."), "1..", []float64{1, 1e300, inf}, []float64{0, nan, -inf}, nil, nil},
		{"open below", parse("..5"), "..5", []float64{-inf, 5}, []float64{5.1, nan}, nil, nil},
		{"names", parse("a|b"), "a, b", nil, []float64{1}, []string{"a", "b"}, []string{"", "A", "a|b", "c"}},
		{"one name", limits.OneOf("final"), "final", nil, nil, []string{"final"}, []string{"finals"}},
		{"numbers by name", parse("30|60"), "30, 60", []float64{30, 60}, []float64{45, nan}, nil, nil},
	} {
		if got := tt.rule.String(); got != tt.text {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.text)
		}
		for want, values := range map[bool][]float64{true: tt.in, false: tt.out} {
			for _, v := range values {
				if tt.rule.HasNumber(v) != want {
					t.Errorf("%s: %v is taken: %v, want %v", tt.name, v, !want, want)
				}
			}
		}
		for want, values := range map[bool][]string{true: tt.has, false: tt.not} {
			for _, s := range values {
				if tt.rule.HasText(s) != want {
					t.Errorf("%s: %q is taken: %v, want %v", tt.name, s, !want, want)
				}
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, tag := range []string{"a..b", "1..b", "2..1", "NaN..1", "1..2..3"} {
		if r, err := limits.Parse(tag); err == nil {
			t.Errorf("%s is %v", tag, r)
		}
	}
}

// What is printed of a range without a unit is the tag that it is read from.
func FuzzParse(f *testing.F) {
	for _, tag := range []string{"0..11", "1..", "..5", "-0.5..1e9", "a|b", "..", "|"} {
		f.Add(tag)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		r, err := limits.Parse(tag)
		if err != nil || !r.Ranged() {
			return
		}
		again, err := limits.Parse(r.String())
		if err != nil || again.String() != r.String() {
			t.Errorf("%q prints as %q, which is read as %q, %v", tag, r, again, err)
		}
	})
}

func TestWords(t *testing.T) {
	size, names := limits.Range(1, 100, "records"), limits.OneOf("txt", "json")
	got := []string{
		size.Of("integer"), names.Of("string"), limits.Rule{}.Of("number"),
		size.Refuse("0").Error(), names.Refuse(strconv.Quote("md")).Error(),
	}
	want := []string{
		"integer 1..100 records", "txt, json", "number",
		"out of range, given 0, allowed 1..100 records", `not allowed, given "md", allowed txt, json`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func ExampleOf() {
	r, ok := limits.Of("nav.forward_m")
	fmt.Println(r, ok, r.HasNumber(0.005))
	_, ok = limits.Of("socket.max_batch")
	fmt.Println(ok)
	// Output:
	// 0.01..10 m true false
	// false
}
