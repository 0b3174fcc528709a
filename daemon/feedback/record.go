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
	Text        string    `json:"text,omitempty"`     // as it was typed; empty: it came by category
	Author      string    `json:"author,omitempty"`   // who said it
	Entries     []string  `json:"entries"`            // id of the entry of each item, in the order of items
	At          time.Time `json:"time"`               // when it was stored
	Withdrawn   time.Time `json:"withdrawn,omitzero"` // when it was taken back
}

// Evidence is the feedback as entries cite it.
func (r Record) Evidence() Evidence {
	return Evidence{Feedback: r.ID, Episode: r.Episode, Step: r.Step, Verdict: r.Verdict, Author: r.Author, At: r.At}
}

// Evidence is what an entry rests on: one feedback of a user.
type Evidence struct {
	Feedback string    `json:"feedback"` // id of the record
	Episode  string    `json:"episode"`
	Step     int       `json:"step"`
	Verdict  Verdict   `json:"verdict,omitempty"`
	Author   string    `json:"author,omitempty"`
	At       time.Time `json:"time"`
}

// ID is the id of feedback n: "f12".
func ID(n int) string { return "f" + strconv.Itoa(n) }

// Number reads the number out of a feedback's id; false when it is none.
func Number(id string) (int, bool) { return ref.Number(id, "f") }
