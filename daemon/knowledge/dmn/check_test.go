package dmn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// tableOf makes a model with a table over number n, text s (a, b or c) and
// condition b; each row is its cells, the last of them the result.
func tableOf(policy Policy, rows ...string) *Model {
	t := &Table{
		Policy:  policy,
		Inputs:  []Column{{Text: "n", Type: "number"}, {Text: "s", Type: "string", Allowed: `"a", "b", "c"`}, {Text: "b", Type: "boolean"}},
		Outputs: []Output{{Name: "out", Type: "string", Values: `"high", "middle", "low"`}},
	}
	for _, r := range rows {
		cells := strings.Split(r, " | ")
		t.Rules = append(t.Rules, Rule{When: cells[:3], Then: cells[3:]})
	}
	return &Model{
		Name: "m", Inputs: []Input{{"n", "n", "number"}, {"s", "s", "string"}, {"b", "b", "boolean"}},
		Decisions: []Decision{{ID: "d", Name: "d", Needs: []string{"n", "s", "b"}, Table: t}},
	}
}

// evaluate decides d of a model over inputs in JSON.
func evaluate(t *testing.T, m *Model, inputs string) Result {
	t.Helper()
	p, problems := Compile(m)
	if p == nil {
		t.Fatalf("%+v", problems)
	}
	in, err := FromJSON([]byte(inputs))
	if err != nil {
		t.Fatal(err)
	}
	given := map[string]Value{}
	for _, f := range in.(Record) {
		given[f.Name] = f.Value
	}
	r, err := p.Evaluate(given, "d")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestHitPolicies: three rows, of which two or more match, under every policy.
func TestHitPolicies(t *testing.T) {
	rows := []string{`> 1 | - | - | "low"`, `> 2 | - | - | "high"`, `> 9 | - | - | "middle"`}
	numbers := []string{`> 1 | - | - | 5`, `> 2 | - | - | 2.5`, `> 9 | - | - | 100`}
	for _, c := range []struct {
		policy   Policy
		rows     []string
		n        string
		want     string
		matched  []int
		reported string
	}{
		{Unique, rows, "2", `"low"`, []int{1}, ""},
		{Unique, rows, "3", "null", []int{1, 2}, "2 rows match, and the hit policy is unique"},
		{Any, rows, "3", "null", []int{1, 2}, `give "low" and "high"`},
		{Any, []string{rows[0], rows[0]}, "3", `"low"`, []int{1, 2}, ""},
		{Priority, rows, "3", `"high"`, []int{1, 2}, ""},
		{First, rows, "3", `"low"`, []int{1}, ""},
		{RuleOrder, rows, "10", `["low", "high", "middle"]`, []int{1, 2, 3}, ""},
		{OutputOrder, rows, "10", `["high", "middle", "low"]`, []int{1, 2, 3}, ""},
		{Collect, rows, "3", `["low", "high"]`, []int{1, 2}, ""},
		{Sum, numbers, "3", "7.5", []int{1, 2}, ""},
		{Min, numbers, "10", "2.5", []int{1, 2, 3}, ""},
		{Max, numbers, "10", "100", []int{1, 2, 3}, ""},
		{Count, numbers, "10", "3", []int{1, 2, 3}, ""},
		{Collect, rows, "0", "null", []int{}, ""},
		{Sum, numbers, "0", "null", []int{}, ""},
	} {
		m := tableOf(c.policy, c.rows...)
		if c.rows[0] == numbers[0] {
			m.Decisions[0].Table.Outputs = []Output{{Type: "number"}}
		}
		r := evaluate(t, m, `{"n": `+c.n+`, "s": "a", "b": true}`)
		if got := Text(r.Outputs[0].Value); got != c.want {
			t.Errorf("%s of %s is %s, want %s", c.policy, c.n, got, c.want)
		}
		if diff := cmp.Diff([]Match{{"d", c.matched}}, r.Matched); diff != "" {
			t.Errorf("%s of %s: %s", c.policy, c.n, diff)
		}
		if got := whats(r.Errors); (got == "") != (c.reported == "") || !strings.Contains(got, c.reported) {
			t.Errorf("%s of %s reports %q, want %q", c.policy, c.n, got, c.reported)
		}
	}
}

// TestMissing: an input that was not given matches no test, not even null, but -;
// and it is reported.
func TestMissing(t *testing.T) {
	m := tableOf(RuleOrder, `null | - | - | "high"`, `not(5) | - | - | "middle"`, `- | - | - | "low"`)
	r := evaluate(t, m, `{"s": "a", "b": true}`)
	if got := Text(r.Outputs[0].Value); got != `["low"]` {
		t.Error(got)
	}
	if len(r.Errors) != 1 || r.Errors[0].Kind != Missing {
		t.Errorf("%+v", r.Errors)
	}
	if got := Text(evaluate(t, m, `{"n": null, "s": "a", "b": true}`).Outputs[0].Value); got != `["high", "low"]` {
		t.Error("a null that was given:", got)
	}
}

// TestWrongInputs: values that the types do not let pass are null, and said.
func TestWrongInputs(t *testing.T) {
	m := tableOf(First, `> 1 | - | - | "high"`, `- | "a" | - | "low"`)
	for inputs, want := range map[string]string{
		`{"n": "many", "s": "a", "b": true}`: `"many" is a string, not a number`,
		`{"n": 5, "s": "z", "b": true}`:      `s: "z" is not among "a", "b", "c"`,
	} {
		r := evaluate(t, m, inputs)
		if got := whats(r.Errors); got != want || r.Errors[0].Kind != Failed {
			t.Errorf("%s: %q, want %q", inputs, got, want)
		}
	}
	p, _ := Compile(m)
	if _, err := p.Evaluate(map[string]Value{"m": nil}, ""); err == nil || !strings.Contains(err.Error(), "the model has b, n, s") {
		t.Error(err)
	}
	if _, err := p.Evaluate(nil, "e"); err == nil || !strings.Contains(err.Error(), "there is no decision “e”; the model has d") {
		t.Error(err)
	}
}

// TestCheck: what a check says of tables.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name   string
		policy Policy
		rows   []string
		want   []string
	}{
		{"whole", Unique, []string{`< 5 | - | - | "low"`, `>= 5 | - | - | "high"`}, nil},
		{"overlap", Unique, []string{`<= 5 | - | - | "low"`, `>= 5 | "a" | - | "high"`, `> 5 | not("a") | - | "low"`},
			[]string{`overlap [1 2] both match n is 5, s is "a", and the hit policy is unique`}},
		{"any, the same", Any, []string{`<= 5 | - | - | "low"`, `>= 5 | - | - | "low"`}, nil},
		{"any, different", Any, []string{`<= 5 | - | - | "low"`, `>= 5 | - | - | "high"`},
			[]string{"overlap [1 2] both match n is 5 and give different results, and the hit policy is any"}},
		{"gap", First, []string{`< 5 | - | - | "low"`, `> 5 | "a", "b" | - | "high"`, `> 5 | "c" | true | "high"`},
			[]string{"gap [] no row matches n is 5", `gap [] no row matches n > 5, s is "c", b is false`}},
		{"dead row", First, []string{`< 5 | - | - | "low"`, `- | "a" | - | "high"`, `< 3 | "a" | - | "high"`, `- | - | - | "low"`}, []string{"dead [3] other rows take all that it matches"}},
		{"covered by two", First, []string{`- | - | true | "low"`, `- | - | false | "high"`, `- | - | - | "low"`}, []string{"dead [3] other rows take all that it matches"}},
		{"priority", Priority, []string{`- | - | - | "high"`, `> 5 | - | - | "low"`}, []string{"dead [2] other rows take all that it matches"}},
		{"impossible", Collect, []string{`- | "a" | - | "high"`, `[5..1] | - | - | "low"`, `- | not("a") | - | "low"`}, []string{"dead [2] nothing can match all of its cells"}},
		{"wrong type", First, []string{`"5" | - | - | "low"`}, []string{"type [1] “\"5\"” is a string, the column is a number"}},
		{"wrong result", First, []string{`- | - | - | "most"`}, []string{"output [1] “\"most\"” is not among the values of the output: \"high\", \"middle\", \"low\""}},
		{"unknown policy", "X", []string{`- | - | - | "low"`}, []string{"policy [] there is no hit policy “X”; U A P F R O C C+ C< C> C# are known"}},
		{"short row", First, []string{`- | - | -`}, []string{"syntax [1] the row has 3 tests and 0 results, the table has 3 inputs and 1 outputs"}},
	} {
		r := Check(tableOf(c.policy, c.rows...))
		var got []string
		for _, p := range slices.Concat(r.Types, r.Overlaps, r.Dead, r.Gaps) {
			got = append(got, fmt.Sprintf("%s %v %s", p.Kind, p.Rows, p.What))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if r.OK != (len(r.Types)+len(r.Overlaps) == 0) {
			t.Errorf("%s: ok is %v", c.name, r.OK)
		}
	}
}

// TestCheckLeavesOut: rows that compare with other inputs are said to be left out,
// and no gap is claimed then.
func TestCheckLeavesOut(t *testing.T) {
	m := tableOf(First, `n2 | - | - | "low"`)
	m.Inputs = append(m.Inputs, Input{"n2", "n2", "number"})
	m.Decisions[0].Needs = append(m.Decisions[0].Needs, "n2")
	r := Check(m)
	if len(r.Gaps) != 0 || len(r.Partial) != 1 || !strings.Contains(r.Partial[0], "row 1 compares with what is not known before") {
		t.Errorf("%+v", r)
	}
}

// TestCheckIsTrue holds the check to evaluations: over random tables and random
// inputs, two rows match together only where an overlap is reported, nothing
// matches only where there is a gap, and a dead row is never taken.
func TestCheckIsTrue(t *testing.T) {
	cells := [][]string{
		{"-", "< 2", ">= 2", "[1..3]", "(1..3)", "1, 3", "not(2)", "2", "? > 1 and ? < 4"},
		{"-", `"a"`, `"b", "c"`, `not("a")`, `"c"`}, {"-", "true", "false"},
	}
	rapid.Check(t, func(t *rapid.T) {
		var rows []string
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			r := []string{}
			for i, all := range cells {
				r = append(r, rapid.SampledFrom(all).Draw(t, fmt.Sprint("cell ", i)))
			}
			result := rapid.SampledFrom([]string{`"high"`, `"low"`}).Draw(t, "result")
			rows = append(rows, strings.Join(append(r, result), " | "))
		}
		unique, first := tableOf(Unique, rows...), tableOf(First, rows...)
		r, dead := Check(unique), Check(first).Dead
		u, _ := Compile(unique)
		f, _ := Compile(first)
		overlaps, gaps := map[string]bool{}, 0
		for _, n := range []string{"0", "1", "1.5", "2", "2.5", "3", "3.5", "4", "9"} {
			for _, s := range []string{"a", "b", "c"} {
				for _, b := range []Bool{true, false} {
					number, _ := ParseNumber(n)
					in := map[string]Value{"n": number, "s": String(s), "b": b}
					all, _ := u.Evaluate(in, "")
					hits := all.Matched[0].Rows
					if len(hits) == 0 {
						gaps++
					}
					for i := range hits {
						for j := range i {
							overlaps[fmt.Sprint([]int{hits[j], hits[i]})] = true
						}
					}
					one, _ := f.Evaluate(in, "")
					for _, d := range dead {
						if slices.Equal(one.Matched[0].Rows, d.Rows) {
							t.Errorf("row %v is dead, and taken for %v", d.Rows, in)
						}
					}
				}
			}
		}
		if len(r.Overlaps) != len(overlaps) {
			t.Errorf("reported %+v, seen %v", r.Overlaps, overlaps)
		}
		for _, o := range r.Overlaps {
			if !overlaps[fmt.Sprint(o.Rows)] {
				t.Errorf("%v is reported and never seen", o.Rows)
			}
		}
		if (len(r.Gaps) > 0) != (gaps > 0) {
			t.Errorf("%d inputs without a row, reported %+v", gaps, r.Gaps)
		}
	})
}
