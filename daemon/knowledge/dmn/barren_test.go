package dmn

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A range that never matches is told, wherever it stands.
func TestBarrenRanges(t *testing.T) {
	const swapped = "[30..20] never matches, its ends are swapped: write [20..30]"
	for _, c := range []struct {
		name  string
		model *Model
		want  []string
	}{
		{"ranges as they should be", tableOf(First, `[20..30] | - | - | "low"`, `(20..30) | - | - | "low"`, `[20..20] | - | - | "low"`), nil},
		{"a cell", tableOf(First, `[30..20] | - | - | "low"`), []string{"d: row 1, column n: " + swapped}},
		{"beside another", tableOf(First, `- | - | - | "low"`, `[1..2], [30..20] | - | - | "low"`), []string{"d: row 2, column n: " + swapped}},
		{"in a not", tableOf(First, `not([30..20]) | - | - | "low"`), []string{"d: row 1, column n: " + swapped}},
		{"in a condition", tableOf(First, `? > 40 or ? in [30..20] | - | - | "low"`), []string{"d: row 1, column n: " + swapped}},
		{"in words", tableOf(First, `? between 30 and 20 | - | - | "low"`), []string{"d: row 1, column n: " + swapped}},
		{"with its ends left out", tableOf(First, `(20..20] | - | - | "low"`), []string{"d: row 1, column n: (20..20] never matches, nothing lies in it: write [20..20] or another end"}},
		{"of negative numbers", tableOf(First, `[-1..-2] | - | - | "low"`), []string{"d: row 1, column n: [-1..-2] never matches, its ends are swapped: write [-2..-1]"}},
		{"of texts", tableOf(First, `- | ["c".."a"] | - | "low"`), []string{`d: row 1, column s: ["c".."a"] never matches, its ends are swapped: write ["a".."c"]`}},
		{"of what is not known before", tableOf(First, `[n..20] | - | - | "low"`), nil},
		{"in an expression", &Model{Name: "m", Inputs: []Input{{"n", "n", "number"}}, Decisions: []Decision{{ID: "d", Name: "d", Text: "n in [30..20]", Needs: []string{"n"}}}}, []string{"d: " + swapped}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Check(c.model)
			var got []string
			for _, p := range r.Partial {
				if strings.Contains(p, "never matches") { // others tell what was left out
					got = append(got, p)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" || !r.OK {
				t.Errorf("%+v: %s", r, diff)
			}
		})
	}
}
