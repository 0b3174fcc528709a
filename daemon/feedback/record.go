package feedback

import (
	"strconv"
	"time"

	"navd/daemon/ref"
)

// Record is one feedback of a user as it is kept. Entries and whatever else is
// learned from it cite its id.
type Record struct {
	ID          string    `json:"feedback"`           // "f12"
	Episode     string    `json:"episode"`            // it was said in
	Step        int       `json:"step_id"`            // the step it speaks of
	Instruction string    `json:"instruction"`        // the order the robot followed
	Verdict     Verdict   `json:"verdict,omitempty"`  // empty: none said
	Items       []Item    `json:"items"`              // what was said, by category
	Text        string    `json:"text,omitempty"`     // as it was typed; empty: it came by category, and Items has it as it came
	Author      string    `json:"author,omitempty"`   // who said it
	Entries     []string  `json:"entries"`            // id of the entry of each item, in the order of items
	At          time.Time `json:"time"`               // when it was stored
	Order       time.Time `json:"order,omitzero"`     // as in [Evidence]
	Withdrawn   time.Time `json:"withdrawn,omitzero"` // when it was taken back
}

// Follow has the feedback count as said after what was said until then, also when the
// clock has gone back since.
func (r *Record) Follow(newest time.Time) {
	if r.At.Before(newest) {
		r.Order = newest.Add(time.Nanosecond)
	}
}

// Said is what was said, each text once: a text of which a part lasts and a part is for now has
// two items, with an entry each.
func (r Record) Said() (said []Item) {
	for i, item := range r.Items {
		parted := i > 0 && i < len(r.Entries) && item == r.Items[i-1] && r.Entries[i] != r.Entries[i-1]
		if !parted {
			said = append(said, item)
		}
	}
	return said
}

// Evidence is the feedback as entries cite it.
func (r Record) Evidence() Evidence {
	return Evidence{Feedback: r.ID, Episode: r.Episode, Step: r.Step, Verdict: r.Verdict, Author: r.Author, At: r.At, Order: r.Order}
}

// Evidence is what an entry rests on: one feedback of a user.
type Evidence struct {
	Feedback string    `json:"feedback"` // id of the record
	Episode  string    `json:"episode"`
	Step     int       `json:"step"`
	Verdict  Verdict   `json:"verdict,omitempty"`
	Author   string    `json:"author,omitempty"`
	File     string    `json:"file,omitempty"` // name of the file, when it came from one
	At       time.Time `json:"time"`           // by the clock
	Order    time.Time `json:"order,omitzero"` // right after what was said before it, when the clock had gone back since; it stands in place of time where what is newer counts
}

// Said orders evidence: what was said later here is later, whatever the clock said.
func (v Evidence) Said() time.Time {
	if v.Order.IsZero() {
		return v.At
	}
	return v.Order
}

// ID is the id of feedback n: "f12".
func ID(n int) string { return "f" + strconv.Itoa(n) }

// Number reads the number out of a feedback's id; false when it is none.
func Number(id string) (int, bool) { return ref.Number(id, "f") }
