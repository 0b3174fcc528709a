package grounding

import (
	"slices"
	"strconv"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Scope says where an entry holds. The zero value is everywhere, for any target.
type Scope struct {
	Scene  string `json:"scene_id,omitempty"`
	Target string `json:"target,omitempty"`
	// Episode is where alone a note holds that nobody understood; it stands
	// without a scene.
	Episode string `json:"episode,omitempty"`
	// Room is the room of a kept house in which alone it holds, in whatever scene.
	Room Room `json:"room,omitzero"`
}

// Room is a room of a kept house: the one with a point, or all of them.
type Room struct {
	House string    `json:"house"`          // name of the house
	Type  words.Key `json:"type,omitempty"` // type key of the room, as it was when it was spoken of; empty: it is said of the whole house
	X     float64   `json:"x,omitempty"`    // a point in it, metres in the house frame
	Y     float64   `json:"y,omitempty"`    // as x
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
	State        item.State          `json:"state"`
	SupersededBy string              `json:"superseded_by,omitempty"` // id of the entry; superseded ones only
	Pinned       bool                `json:"pinned,omitempty"`        // shown before all others
	Replaces     string              `json:"replaces,omitempty"`      // id of the entry in whose place a model proposed it
	Counters     Counters            `json:"counters"`
}

// Prefix begins the id of every entry.
const Prefix = "g"

// EntryNumber gives the number in the id of an entry, 12 of "g12": 1 or more, in
// the one spelling that [EntryID] gives. Another id gives false.
func EntryNumber(id string) (int, bool) { return ref.Number(id, Prefix) }

// EntryID gives the id of the entry with a number, "g12" for 12.
func EntryID(n int) string { return Prefix + strconv.Itoa(n) }

// Read gives the entry with the claims that its text makes, unless it was given
// some: a list that is not nil. [Book.Add] does so too; who reads before holds up
// nobody who waits for the book.
func (e Entry) Read() Entry {
	if e.Claims == nil {
		e.Claims = append([]words.Claim{}, words.ParseClaims(Bare(e.Text), "")...)
	}
	return e
}

// Understood reports whether the text or the claims of the entry say something
// that the memory can act on. Another entry is a note.
func (e Entry) Understood() bool {
	_, stated := ParseStatement(e.Text)
	return stated || len(e.Read().Claims) > 0
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

// Life gives what all versioned items have.
func (e Entry) Life() item.Life {
	return item.Life{ID: e.ID, Version: e.Version, State: e.State, SupersededBy: e.SupersededBy, Replaces: e.Replaces, Evidence: e.Evidence}
}

// With gives the same content with another life.
func (e Entry) With(l item.Life) Entry {
	e.ID, e.Version, e.State, e.SupersededBy, e.Replaces, e.Evidence = l.ID, l.Version, l.State, l.SupersededBy, l.Replaces, l.Evidence
	return e
}
