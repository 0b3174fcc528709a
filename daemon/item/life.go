package item

import (
	"slices"

	"navd/daemon/feedback"
)

// State is where an entry stands.
type State string

// The states. Only active items are shown.
const (
	Proposed   State = "proposed"   // a model's, which nobody has confirmed
	Active     State = "active"     // in use
	Superseded State = "superseded" // a newer statement took its place
	Retired    State = "retired"    // taken out of use
)

// Item is one version of an item: a value that is never changed.
type Item[E any] interface {
	Life() Life
	With(Life) E // the same content with another life
}

// Life is what a version says of its item's life.
type Life struct {
	ID           string
	Version      int // 1, 2, …; 0: this is no version yet
	State        State
	SupersededBy string              // id of the item that took its place; superseded ones only
	Replaces     string              // id of the item in whose place it was proposed
	Evidence     []feedback.Evidence // what it rests on
}

// Newest is the newest evidence; of equally new ones the last.
func (l Life) Newest() (newest feedback.Evidence) {
	for i, v := range l.Evidence {
		if i == 0 || !v.Said().Before(newest.Said()) {
			newest = v
		}
	}
	return newest
}

// Cites reports whether the item rests on a feedback.
func (l Life) Cites(id string) bool {
	return slices.ContainsFunc(l.Evidence, func(v feedback.Evidence) bool { return v.Feedback == id })
}

// CitesAll reports whether the item has all of some evidence.
func (l Life) CitesAll(evidence []feedback.Evidence) bool {
	return !slices.ContainsFunc(evidence, func(v feedback.Evidence) bool { return !l.Cites(v.Feedback) })
}

// Resting adds the evidence that the item does not have yet.
func (l Life) Resting(more []feedback.Evidence) Life {
	l.Evidence = slices.Clone(l.Evidence)
	for _, v := range more {
		if !l.Cites(v.Feedback) {
			l.Evidence = append(l.Evidence, v)
		}
	}
	return l
}

// without takes a feedback out of the evidence.
func (l Life) without(id string) Life {
	l.Evidence = slices.DeleteFunc(slices.Clone(l.Evidence), func(v feedback.Evidence) bool { return v.Feedback == id })
	return l
}

// in gives another state, with the item that took its place, if one did.
func (l Life) in(s State, by string) Life {
	l.State, l.SupersededBy = s, by
	return l
}
