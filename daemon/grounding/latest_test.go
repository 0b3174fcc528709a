package grounding_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	. "navd/daemon/grounding"
)

func TestLatest(t *testing.T) {
	at := time.Date(2026, 3, 4, 14, 0, 0, 0, time.FixedZone("", 9*3600))
	entry := func(n int, c Category, text string, evidence ...Evidence) Entry {
		return Entry{ID: EntryID(n), Category: c, Text: text, State: Active, Evidence: evidence}
	}
	first := Evidence{Feedback: "f1", Step: 3, Verdict: Failure, At: at}
	later := Evidence{Feedback: "f2", Step: 9, Verdict: Success, At: at.Add(time.Hour)}
	file := Evidence{Feedback: "file:0"}
	home := entry(1, Spatial, "the lamp is green", first)
	home.Scope.Scene = "home"
	retired := entry(4, Spatial, "retired", later)
	retired.State = Retired
	for _, c := range []struct {
		name    string
		entries []Entry
		stacked Four[[]string]
		final   Final
	}{
		{"none", nil, Four[[]string]{}, Final{}},
		{"nothing in use", []Entry{retired}, Four[[]string]{}, Final{}},
		{"nobody knows when", []Entry{entry(1, General, "x", file)}, Four[[]string]{General: []string{"[ Step0 ] : x"}}, Final{General: Content{"x"}}},
		{"the newest evidence tells", []Entry{entry(1, General, "[ Step1 ] : x\ny", later, first)},
			Four[[]string]{General: []string{"[ Step9 - Success ] : x\ny"}}, Final{Generated: "2026-03-04T06:00:00Z", General: Content{"x\n  y"}}},
		{"by scope, then as they came", []Entry{home, entry(12, Spatial, "c", first), entry(3, Spatial, "b", first), retired},
			Four[[]string]{Spatial: []string{"[ Step3 - Failure ] : b", "[ Step3 - Failure ] : c", "[ Step3 - Failure ] : the lamp is green"}},
			Final{Generated: "2026-03-04T05:00:00Z", Spatial: Content{"b\nc\nthe lamp is green"}}},
		{"equal lines once", []Entry{home, entry(2, Spatial, "the lamp is green", first), entry(3, Spatial, "The lamp is green", later)},
			Four[[]string]{Spatial: []string{"[ Step3 - Failure ] : the lamp is green", "[ Step9 - Success ] : The lamp is green"}},
			Final{Generated: "2026-03-04T06:00:00Z", Spatial: Content{"the lamp is green"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(Snapshot{Stacked: c.stacked, Final: &c.final}, Latest(c.entries), sameEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
