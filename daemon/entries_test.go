package daemon

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/ipc"
)

// A pin that is refused leaves the book in RAM: the next plan has not to read it
// again.
func TestRefusedPinKeepsTheBook(t *testing.T) {
	d := openDaemon(t, 4)
	r, err := d.Feedback.Add(t.Context(), ipc.FeedbackParams{Episode: begin(t, d), Text: strings.Repeat("word ", 5000)})
	if err != nil {
		t.Fatal(err)
	}
	book := func() *grounding.Book {
		d.core.entries.mu.Lock()
		defer d.core.entries.mu.Unlock()
		if d.core.entries.set == nil {
			return nil
		}
		return d.core.entries.set.book
	}
	before := book()
	if _, err := d.Grounding.Pin(t.Context(), ipc.PinParams{ID: r.IDs[0]}); !fault.Is(err, fault.TooLarge) {
		t.Errorf("pinned: %v", err)
	}
	if before == nil || book() != before {
		t.Error("the book was dropped")
	}
}

// A plan that has what users said ends the trouble of one before that had not.
func TestTroubleOfGroundingEnds(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	d.core.troubles.Note("grounding", "the deadline passed", time.Now())
	if _, err := d.Nav.Plan(t.Context(), ipc.PlanParams{Episode: id, Labels: []nav.Glimpse{{View: 1}}}); err != nil {
		t.Fatal(err)
	}
	if left := d.core.troubles.List(); len(left) > 0 {
		t.Errorf("still in trouble: %+v", left)
	}
}

// unstored pins an entry in RAM by a write that fails; what comes before its end
// sees the pin.
func unstored(t *testing.T, d *Daemon, id string) (end func()) {
	t.Helper()
	w := d.core.write()
	b, err := w.entries()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Pin(id, true); err != nil {
		t.Fatal(err)
	}
	store.PutText(&w.Changes, "x", strings.Repeat("y", 17<<20))
	err = w.commit(t.Context(), nil)
	if !fault.Is(err, fault.TooLarge) {
		t.Fatalf("got %v", err)
	}
	return func() { w.end(&err) }
}

// What a call saw of a change that is not stored in the end is neither told nor
// acknowledged.
func TestWhatIsNotStoredIsNotTold(t *testing.T) {
	for _, tt := range []struct {
		name string
		call func(d *Daemon, id string) (any, error)
	}{
		{"a pin that changes nothing", func(d *Daemon, id string) (any, error) {
			r, err := d.Grounding.Pin(t.Context(), ipc.PinParams{ID: id})
			if err != nil { // it built on what failed
				return nil, nil
			}
			now, err := d.core.entries.entry(id)
			if r.Entry.Pinned && !now.Pinned {
				t.Error("an acknowledged pin is lost")
			}
			return nil, err
		}},
		{"a list", func(d *Daemon, _ string) (any, error) {
			return d.Grounding.List(t.Context(), ipc.GroundingListParams{})
		}},
		{"an export", func(d *Daemon, _ string) (any, error) { return d.Grounding.Export(t.Context(), ipc.ExportParams{}) }},
		{"a prompt", func(d *Daemon, _ string) (any, error) {
			return d.Grounding.Prompt(t.Context(), ipc.GroundingPromptParams{Place: "kitchen"})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := openDaemon(t, 4)
			r, err := d.Feedback.Add(t.Context(), ipc.FeedbackParams{Episode: begin(t, d), Text: "the kitchen is left of the hall"})
			if err != nil {
				t.Fatal(err)
			}
			var want any
			if tt.name != "a pin that changes nothing" {
				if want, err = tt.call(d, r.IDs[0]); err != nil {
					t.Fatal(err)
				}
			}
			end := unstored(t, d, r.IDs[0])
			got, err := tt.call(d, r.IDs[0])
			end()
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}
