package daemon

import (
	"strings"
	"testing"
	"time"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/nav"
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
