package grounding_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
)

// subjects says what the texts of these tests are about.
var subjects = map[string][]string{
	"the kitchen is green":                {"kitchen"},
	"The kitchen is GREEN":                {"kitchen"},
	"the kitchen is blue":                 {"kitchen"},
	"The kitchen is now blue":             {"kitchen"},
	"[ Step3 - Success ] : 부엌은 초록색이야":     {"kitchen"},
	"the kitchen is next to the corridor": {"kitchen", "corridor"},
	"the door is open":                    {"door"},
	"the door is closed":                  {"door"},
	"the kitchen door is heavy":           {"kitchen", "door"},
	"the sofa is in the kitchen":          {"sofa", "kitchen"},
	"the sofa is in the study":            {"sofa", "study"},
	"there is no sofa in the kitchen":     {"sofa", "kitchen"},
	"don't go into the kitchen":           {"kitchen"},
	"the study is called office":          {"study", "office"},
	"mind the cat":                        nil,
	"조심해":                                 nil,
}

// An act is one operation with its arguments.
type act struct {
	name string
	on   func(keeper) (any, error)
}

func drawScope(t *rapid.T) Scope {
	return Scope{Scene: rapid.SampledFrom([]string{"", "", "a", "b"}).Draw(t, "scene"), Target: rapid.SampledFrom([]string{"", "", "sofa", "door"}).Draw(t, "target")}
}

func drawSituation(t *rapid.T) Situation {
	scope := drawScope(t)
	return Situation{Scene: scope.Scene, Target: words.Key(scope.Target)}
}

func drawEntry(t *rapid.T) Entry {
	texts := []string{}
	for text := range subjects {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	e := told(rapid.IntRange(1, 9).Draw(t, "feedback"), rapid.SampledFrom(texts).Draw(t, "text"))
	e.Evidence[0].At = e.Evidence[0].At.Add(time.Duration(rapid.IntRange(-4, 4).Draw(t, "minutes")) * time.Minute)
	e.Category = rapid.SampledFrom([]feedback.Category{feedback.Spatial, feedback.Spatial, feedback.General}).Draw(t, "category")
	e.State = rapid.SampledFrom([]item.State{"", item.Active, item.Proposed}).Draw(t, "state")
	if e.State == item.Proposed {
		e.Replaces = rapid.SampledFrom([]string{"", "g1", "g2"}).Draw(t, "replaces")
	}
	if rapid.Bool().Draw(t, "scoped") {
		e.Scope = drawScope(t)
	}
	return e
}

func drawAct(t *rapid.T) act {
	id := EntryID(rapid.IntRange(1, 9).Draw(t, "id"))
	feedback := told(rapid.IntRange(1, 9).Draw(t, "withdrawn"), "").Evidence[0].Feedback
	entry, situation := drawEntry(t), drawSituation(t)
	add := act{"add", func(k keeper) (any, error) { return k.Add(entry) }}
	return rapid.SampledFrom([]act{
		add, add, add,
		{"undo", func(k keeper) (any, error) { return nil, k.Undo(id) }},
		{"retire", func(k keeper) (any, error) { return nil, k.Retire(id) }},
		{"confirm", func(k keeper) (any, error) { return nil, k.Confirm(id) }},
		{"withdraw", func(k keeper) (any, error) { return nil, k.Withdraw(feedback) }},
		{"pin", func(k keeper) (any, error) { return nil, k.Pin(id, true) }},
		{"unpin", func(k keeper) (any, error) { return nil, k.Pin(id, false) }},
		{"count", func(k keeper) (any, error) { c, ok := k.Count(id, Counters{1, 2, 3}); return []any{c, ok}, nil }},
		{"claims", func(k keeper) (any, error) { return k.Claims(situation), nil }},
		{"in scope", func(k keeper) (any, error) { n, tokens := k.InScope(situation); return []int{n, tokens}, nil }},
	}).Draw(t, "act")
}

// TestBookIsItsModel does anything in any order to a book and to its model, and
// then goes on with books that were loaded from the log: their answers, their
// versions and their entries are the same.
func TestBookIsItsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, b := &model{about: subjects}, NewBook()
		for range rapid.SampledFrom([]int{0, 0, MaxPossible + 5}).Draw(t, "phrases") {
			same(t, act{"add", phrase(len(m.log))}, m, b)
		}
		for range rapid.IntRange(1, 25).Draw(t, "acts") {
			same(t, drawAct(t), m, b)
		}
		written := load(t, m.log)
		byEntry := slices.Clone(m.log)
		slices.SortStableFunc(byEntry, func(x, y Entry) int { return numberOf(x) - numberOf(y) })
		sorted := load(t, byEntry)
		for range rapid.IntRange(0, 6).Draw(t, "acts after loading") {
			same(t, drawAct(t), m, b, written, sorted)
		}
		s := drawSituation(t)
		for _, loaded := range []*Book{written, sorted} {
			if diff := gocmp(b.Choose(s, nil, 60), loaded.Choose(s, nil, 60)); diff != "" {
				t.Errorf("a loaded book chooses otherwise: %s", diff)
			}
		}
	})
}

// phrase adds one of many texts about the kitchen.
func phrase(n int) func(keeper) (any, error) {
	return func(k keeper) (any, error) {
		if m, ok := k.(*model); ok {
			m.about = withText(m.about, phraseText(n))
		}
		return k.Add(told(n, phraseText(n)))
	}
}

func phraseText(n int) string { return "the kitchen smells of spice " + EntryID(n) }

func withText(about map[string][]string, text string) map[string][]string {
	more := map[string][]string{text: {"kitchen"}}
	maps.Copy(more, about)
	return more
}

// gocmp compares two answers, most of which are equal at once.
func gocmp(a, b any) string {
	if reflect.DeepEqual(a, b) {
		return ""
	}
	return cmp.Diff(a, b, sameEmpty())
}

// same does an act to a model and to books and compares all there is to see.
func same(t *rapid.T, a act, m *model, books ...*Book) {
	had := len(m.log)
	want, wantErr := a.on(m)
	for _, b := range books {
		got, err := a.on(b)
		if diff := gocmp(want, got); diff != "" {
			t.Errorf("%s answers otherwise: %s", a.name, diff)
		}
		if (err == nil) != (wantErr == nil) || err != nil && fault.As(err).Kind != fault.As(wantErr).Kind {
			t.Errorf("%s fails with %v, want %v", a.name, err, wantErr)
		}
		if diff := gocmp(m.log[had:], b.Changes()); diff != "" {
			t.Errorf("%s makes other versions: %s", a.name, diff)
		}
		if diff := gocmp(m.entries(), slices.Collect(b.All())); diff != "" || b.Len() != len(m.entries()) {
			t.Errorf("after %s other entries: %s", a.name, diff)
		}
	}
}

func load(t fataler, log []Entry) *Book {
	b := NewBook()
	for _, e := range log {
		if err := b.Load(e); err != nil {
			t.Fatal(err)
		}
	}
	return b
}
