package grounding

import (
	"strconv"
	"time"
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

// Steps is the feedback as a file has it: one [Step], and one more for each
// further text of a category, because a step has one text a category.
func (r Record) Steps() []Step {
	var steps []Step
	var had Four[int] // texts of each category, so far
	for _, item := range r.Items {
		n := had.Of(item.Category)
		if *n == len(steps) {
			steps = append(steps, r.step())
		}
		*steps[*n].Feedback.Of(item.Category) = &item.Text
		*n++
	}
	if len(steps) == 0 {
		steps = append(steps, r.step()) // a verdict alone
	}
	return steps
}

func (r Record) step() Step {
	return Step{ID: r.Step, Instruction: r.Instruction, Status: r.Verdict}
}

// Evidence is the feedback as entries cite it.
func (r Record) Evidence() Evidence {
	return Evidence{Feedback: r.ID, Episode: r.Episode, Step: r.Step, Verdict: r.Verdict, Author: r.Author, At: r.At}
}

// Stack makes the snapshot of an episode out of its feedback; what was taken
// back is left out. It has no final yet.
func Stack(name string, records []Record) Snapshot {
	s := Snapshot{Info: Info{Episode: EpisodeID(name)}, Steps: []Step{}}
	for _, c := range Categories() {
		*s.Stacked.Of(c) = []string{}
	}
	for _, r := range records {
		if !r.Withdrawn.IsZero() {
			continue
		}
		for _, step := range r.Steps() {
			s.take(step) // all of it is ours
		}
	}
	return s
}

// Form says how a final came to be.
type Form string

// The forms of a final.
const (
	ByModel Form = "model"         // a model distilled it
	ByCode  Form = "deterministic" // [Distil]
	ByHand  Form = "given"         // the caller gave it
)

// Version is one final of an episode. Versions are added, never changed.
type Version struct {
	Episode  string     `json:"episode"`
	Version  int        `json:"version"`            // 1, 2, …
	Form     Form       `json:"form"`               // how it came to be
	Final    Final      `json:"final_grounding"`    // what it says
	Used     string     `json:"used,omitempty"`     // SHA-256 of those of its texts whose entries were in use, hexadecimal
	Stack    string     `json:"stack"`              // SHA-256 of the stacked feedback it was made of, hexadecimal
	Changes  []Proposal `json:"changes,omitempty"`  // what the model proposed for the entries
	Model    string     `json:"model,omitempty"`    // entry of the chain that answered
	Prompt   string     `json:"prompt,omitempty"`   // SHA-256 of what the model was asked, hexadecimal
	Author   string     `json:"author,omitempty"`   // who gave it
	Failures []string   `json:"failures,omitempty"` // why models did not answer, before it was made without them
	At       time.Time  `json:"time"`               // when it was stored
}

// Proposal is a change that a model proposed, and what came of it.
type Proposal struct {
	Change
	Entry string `json:"entry,omitempty"` // id of the entry that holds it; empty when it was flagged
}

// FeedbackID is the id of feedback n: "f12".
func FeedbackID(n int) string { return "f" + strconv.Itoa(n) }

// FeedbackNumber reads the number out of a feedback's id; false when it is none.
func FeedbackNumber(id string) (int, bool) { return numberIn(id, "f") }
