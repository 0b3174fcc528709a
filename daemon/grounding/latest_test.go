package grounding_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
)

func TestLatest(t *testing.T) {
	at := time.Date(2026, 3, 4, 14, 0, 0, 0, time.FixedZone("", 9*3600))
	entry := func(n int, c feedback.Category, text string, evidence ...feedback.Evidence) Entry {
		return Entry{ID: EntryID(n), Category: c, Text: text, State: item.Active, Evidence: evidence}
	}
	first := feedback.Evidence{Feedback: "f1", Step: 3, Verdict: feedback.Failure, At: at}
	later := feedback.Evidence{Feedback: "f2", Step: 9, Verdict: feedback.Success, At: at.Add(time.Hour)}
	file := feedback.Evidence{Feedback: "file:0"}
	home := entry(1, feedback.Spatial, "the lamp is green", first)
	home.Scope.Scene = "home"
	pinned := entry(5, feedback.General, "x", first)
	pinned.Pinned = true
	retired := entry(4, feedback.Spatial, "retired", later)
	retired.State = item.Retired
	for _, c := range []struct {
		name    string
		entries []Entry
		stacked feedback.Four[[]string]
		final   Final
		scopes  []Scoped
	}{
		{"none", nil, feedback.Four[[]string]{}, Final{}, nil},
		{"nothing in use", []Entry{retired}, feedback.Four[[]string]{}, Final{}, nil},
		{"nobody knows when", []Entry{entry(1, feedback.General, "x", file)}, feedback.Four[[]string]{General: []string{"[ Step0 ] : x"}}, Final{General: Content{"x"}}, nil},
		{"the newest evidence tells", []Entry{entry(1, feedback.General, "[ Step1 ] : x\ny", later, first)},
			feedback.Four[[]string]{General: []string{"[ Step9 - Success ] : x\ny"}}, Final{Generated: "2026-03-04T06:00:00Z", General: Content{"x\n  y"}}, nil},
		{"by scope, then as they came", []Entry{home, entry(12, feedback.Spatial, "c", first), entry(3, feedback.Spatial, "b", first), retired},
			feedback.Four[[]string]{Spatial: []string{"[ Step3 - Failure ] : b", "[ Step3 - Failure ] : c", "[ Step3 - Failure ] : the lamp is green"}},
			Final{Generated: "2026-03-04T05:00:00Z", Spatial: Content{"b\nc\nthe lamp is green"}},
			[]Scoped{{feedback.Spatial, "b", Scope{}, nil, false}, {feedback.Spatial, "c", Scope{}, nil, false}, {feedback.Spatial, "the lamp is green", home.Scope, nil, false}}},
		{"pinned", []Entry{pinned}, feedback.Four[[]string]{General: []string{"[ Step3 - Failure ] : x"}}, Final{Generated: "2026-03-04T05:00:00Z", General: Content{"x"}},
			[]Scoped{{feedback.General, "x", Scope{}, nil, true}}},
		{"equal lines once", []Entry{home, entry(2, feedback.Spatial, "the lamp is green", first), entry(3, feedback.Spatial, "The lamp is green", later)},
			feedback.Four[[]string]{Spatial: []string{"[ Step3 - Failure ] : the lamp is green", "[ Step9 - Success ] : The lamp is green"}},
			Final{Generated: "2026-03-04T06:00:00Z", Spatial: Content{"the lamp is green"}},
			[]Scoped{{feedback.Spatial, "the lamp is green", Scope{}, nil, false}, {feedback.Spatial, "The lamp is green", Scope{}, nil, false}, {feedback.Spatial, "the lamp is green", home.Scope, nil, false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(Snapshot{Stacked: c.stacked, Final: &c.final, Scopes: c.scopes}, Latest(c.entries), sameEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
