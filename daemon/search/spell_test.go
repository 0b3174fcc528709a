package search

import (
	"fmt"
	"testing"
)

// A misspelt word is taken for the nearest that the tables or some text have; one that
// is known, says nothing or is near to none stays.
func TestSpell(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir())
	r.describe("e1", "", "A telescope and a zorb.")
	r.caughtUp()
	for _, tt := range []struct{ text, want string }{
		{"sofaa", "[{sofaa sofa}]"},
		{"sfoa", "[{sfoa sofa}]"},
		{"where's the refridgerator?", "[{refridgerator refrigerator}]"},
		{"alarm clok", "[{clok clock}]"},
		{"telescpoe", "[{telescpoe telescope}]"},
		{"소퍼 어디 있어?", "[{소퍼 소파}]"},
		{"침데", "[{침데 침대}]"},
		{"a zorb in the kitchen", "[]"},
		{"sofas, couches and fridges", "[]"},
		{"소파는 거실에 있나요", "[]"},
		{"where is it", "[]"},
		{"zebra", "[]"},
		{"be", "[]"},
		{"12345 f7", "[]"},
		{"", "[]"},
		{"sofaa sofaa sofaa", "[{sofaa sofa}]"},
		{"sofaa bedd lampp chiar tabl mugg clok dooor windw", "[{sofaa sofa} {bedd bed} {lampp lamp} {chiar chair} {tabl table} {mugg mug} {clok clock} {dooor door}]"},
	} {
		if got := fmt.Sprint(r.spell(t.Context(), tt.text)); got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	r := newRig(t, t.TempDir())
	r.describe("e1", "", "A sofa and a lamp.")
	for _, tt := range []struct{ text, want string }{
		{"couch", Strong}, {"쇼파 어디야", Strong}, {"cuoch", Strong}, {"sofaa sofaaa", Fair}, {"a couch and a telescope", Fair}, {"softener", ""},
	} {
		a, err := r.Search(t.Context(), Question{Text: tt.text, K: 3})
		got := ""
		if len(a.Hits) > 0 {
			got = a.Hits[0].Fit
		}
		if err != nil || got != tt.want && !(tt.want == "" && got == Weak) {
			t.Errorf("%q: %q %v, want %q", tt.text, got, err, tt.want)
		}
	}
}
