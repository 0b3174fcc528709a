package grounding

import (
	"time"

	"navd/daemon/feedback"
)

// Steps returns the feedback as a file has it: one [Step], and one more for each further
// text of a category, because a step has only one text per category.
func Steps(r feedback.Record) []Step {
	var steps []Step
	var had feedback.Four[int] // texts of each category, so far
	for _, item := range r.Said() {
		n := had.Of(item.Category)
		if *n == len(steps) {
			steps = append(steps, bareStep(r))
		}
		*steps[*n].Feedback.Of(item.Category) = &item.Text
		*n++
	}
	if len(steps) == 0 {
		steps = append(steps, bareStep(r)) // a verdict alone
	}
	return steps
}

func bareStep(r feedback.Record) Step {
	return Step{ID: r.Step, Instruction: r.Instruction, Status: r.Verdict}
}

// Stack returns the snapshot of an episode's feedback, without feedback that was taken
// back, and without a final.
func Stack(name string, records []feedback.Record) Snapshot {
	s := Snapshot{Info: Info{Episode: EpisodeID(name)}, Steps: []Step{}, Stacked: lists(feedback.Four[[]string]{})}
	for _, r := range records {
		if !r.Withdrawn.IsZero() {
			continue
		}
		for _, step := range Steps(r) {
			s.take(step) // s shares no memory yet
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

// Version is one version of an episode's final. Versions are added, never changed.
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

// Proposal is a change that a model proposed, and the entry that holds it.
type Proposal struct {
	Change
	Entry string `json:"entry,omitempty"` // id of the entry that holds it; empty when it was flagged
}
