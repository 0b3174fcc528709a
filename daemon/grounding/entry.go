package grounding

import (
	"slices"
	"strconv"

	"navd/daemon/feedback"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// State is where an entry stands.
type State string

// The states. Only active entries are shown.
const (
	Proposed   State = "proposed"   // a model's, which nobody has confirmed
	Active     State = "active"     // in use
	Superseded State = "superseded" // a newer statement took its place
	Retired    State = "retired"    // taken out of use
)

// Scope says where an entry holds. The zero value is everywhere, for any target.
type Scope struct {
	Scene  string `json:"scene_id,omitempty"`
	Target string `json:"target,omitempty"`
}

// folded gives the scope as scopes are compared: of two spellings of a target
// that have one [words.ObjectKey] neither is another scope. A target of which
// nothing is left stays as it is, because without one the scope would be wider.
func (s Scope) folded() Scope {
	if key := words.ObjectKey(s.Target).Compact(); key != "" {
		s.Target = key
	}
	return s
}

// Counters say what came of showing an entry.
type Counters struct {
	Shown  int `json:"shown"`
	Helped int `json:"helped"`
	Harmed int `json:"harmed"`
}

// Entry is one version of one piece of grounding knowledge. It is a value that
// is never changed: a change is another version.
type Entry struct {
	ID           string              `json:"id"`
	Version      int                 `json:"version"` // 1, 2, …
	Category     feedback.Category   `json:"category"`
	Text         string              `json:"text"`
	Claims       []words.Claim       `json:"claims,omitempty"` // in normal form; their source is the entry
	Evidence     []feedback.Evidence `json:"evidence"`
	Scope        Scope               `json:"scope"`
	State        State               `json:"state"`
	SupersededBy string              `json:"superseded_by,omitempty"` // id of the entry; superseded ones only
	Pinned       bool                `json:"pinned,omitempty"`        // shown before all others
	Replaces     string              `json:"replaces,omitempty"`      // id of the entry in whose place a model proposed it
	Counters     Counters            `json:"counters"`
}

// EntryNumber gives the number in the id of an entry, 12 of "g12": 1 or more, in
// the one spelling that [EntryID] gives. Another id gives false.
func EntryNumber(id string) (int, bool) { return ref.Number(id, "g") }

// EntryID gives the id of the entry with a number, "g12" for 12.
func EntryID(n int) string { return "g" + strconv.Itoa(n) }

// Read gives the entry with the claims that its text makes, unless it was given
// some: a list that is not nil. [Book.Add] does so too; who reads before holds up
// nobody who waits for the book.
func (e Entry) Read() Entry {
	if e.Claims == nil {
		e.Claims = append([]words.Claim{}, words.ParseClaims(Bare(e.Text), "")...)
	}
	return e
}

// Local reports whether the entry speaks of one place alone, so that it holds in
// the scene it was said in: what is spatial, and what says where things are and
// are not, how a thing or a room is, or what it is called, whatever its category.
func (e Entry) Local() bool {
	if e.Category == feedback.Spatial {
		return true
	}
	if _, ok := ParseStatement(e.Text); ok {
		return true
	}
	return slices.ContainsFunc(e.Read().Claims, func(c words.Claim) bool {
		return c.Relation != words.RelationPrefer && c.Relation != words.RelationAvoid
	})
}

// Newest is the newest evidence of an entry; of equally new ones the last.
func (e Entry) Newest() (newest feedback.Evidence) {
	for i, v := range e.Evidence {
		if i == 0 || !v.At.Before(newest.At) {
			newest = v
		}
	}
	return newest
}

// cites reports whether the entry rests on a feedback.
func (e Entry) cites(id string) bool {
	return slices.ContainsFunc(e.Evidence, func(v feedback.Evidence) bool { return v.Feedback == id })
}

// citesAll reports whether the entry has all of some evidence.
func (e Entry) citesAll(evidence []feedback.Evidence) bool {
	return !slices.ContainsFunc(evidence, func(v feedback.Evidence) bool { return !e.cites(v.Feedback) })
}

// with adds the evidence that the entry has not yet, and reports whether there
// was any.
func (e Entry) with(more []feedback.Evidence) (Entry, bool) {
	had := len(e.Evidence)
	e.Evidence = slices.Clone(e.Evidence)
	for _, v := range more {
		if !e.cites(v.Feedback) {
			e.Evidence = append(e.Evidence, v)
		}
	}
	return e, len(e.Evidence) > had
}

// retired gives the entry out of use.
func (e Entry) retired() Entry {
	e.State, e.SupersededBy = Retired, ""
	return e
}
