package grounding

import (
	"fmt"
	"slices"
	"strconv"

	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Scope says where an entry is valid. The zero value is everywhere, for any target.
type Scope struct {
	Scene  string `json:"scene_id,omitempty"`
	Target string `json:"target,omitempty"`
	// Episode is the only episode in which a note is valid that navd could not
	// interpret; there is no scene then.
	Episode string `json:"episode,omitempty"`
	// Room is the only room of a kept house in which it is valid, in any scene.
	Room Room `json:"room,omitzero"`
}

// Room is a room of a kept house, given by a point in it, or the whole house.
type Room struct {
	House string    `json:"house"`          // name of the house
	Type  words.Key `json:"type,omitempty"` // type key of the room at that time; empty: the whole house is meant
	X     float64   `json:"x,omitempty"`    // a point in it, metres in the house frame
	Y     float64   `json:"y,omitempty"`    // as x
}

// String says where a scope is: "in scene mill, while the sofa is looked for".
func (s Scope) String() string {
	where := "everywhere"
	if s.Scene != "" {
		where = "in scene " + s.Scene
	}
	if s.Episode != "" {
		where = "in episode " + s.Episode + " alone"
	}
	if r := s.Room; r.House != "" {
		where = "in house " + r.House
		if r.Type != "" {
			where = fmt.Sprintf("in the %s at x %.1f, y %.1f of house %s alone", r.Type, r.X, r.Y, r.House)
		}
		if s.Episode != "" {
			where += ", in episode " + s.Episode
		}
	}
	if s.Target != "" {
		where += ", while the " + s.Target + " is looked for"
	}
	return where
}

// folded returns the scope in the form in which scopes are compared: spellings of a target
// with the same [words.ObjectKey] are the same scope. A target with an empty key stays as
// it is, because a scope without a target would be wider.
func (s Scope) folded() Scope {
	if key := words.ObjectKey(s.Target).Compact(); key != "" {
		s.Target = key
	}
	return s
}

// Counters count how often an entry was shown, and whether that helped.
type Counters struct {
	Shown  int `json:"shown"`
	Helped int `json:"helped"`
	Harmed int `json:"harmed"`
}

// Entry is one version of one piece of grounding knowledge. It is never changed: a change
// makes another version.
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
	Replaces     string              `json:"replaces,omitempty"`      // id of the entry that a model proposed to replace by it
	Counters     Counters            `json:"counters"`
}

// Prefix begins the id of every entry.
const Prefix = "g"

// EntryNumber returns the number in the id of an entry, 12 for "g12": 1 or more. It accepts
// only the spelling of [EntryID]; another id gives false.
func EntryNumber(id string) (int, bool) { return ref.Number(id, Prefix) }

// EntryID returns the id of the entry with a number, "g12" for 12.
func EntryID(n int) string { return Prefix + strconv.Itoa(n) }

// Read returns the entry with the claims that its text makes, unless it has a list of
// claims that is not nil. [Book.Add] does this too; reading before that keeps the lock of
// the book shorter.
func (e Entry) Read() Entry {
	switch {
	case e.Claims != nil:
	case e.Scope.Episode == "": // a ban for a time only would be obeyed for good
		e.Claims = append([]words.Claim{}, words.Lasting(Bare(e.Text), "")...)
	default:
		e.Claims = append([]words.Claim{}, words.ParseClaims(Bare(e.Text), "")...)
	}
	return e
}

// Understood reports whether the text or the claims of the entry say something that the
// memory can act on. Otherwise the entry is only a note.
func (e Entry) Understood() bool {
	_, stated := ParseStatement(e.Text)
	return stated || len(e.Read().Claims) > 0
}

// Local reports whether the entry is about one place, so that it is only valid in the scene
// in which it was said: spatial entries, and those of any category that say where things
// are or are not, how a thing or a room is, or what it is called.
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

// Life returns the fields that all versioned items have.
func (e Entry) Life() item.Life {
	return item.Life{ID: e.ID, Version: e.Version, State: e.State, SupersededBy: e.SupersededBy, Replaces: e.Replaces, Evidence: e.Evidence}
}

// With returns the same content with another life.
func (e Entry) With(l item.Life) Entry {
	e.ID, e.Version, e.State, e.SupersededBy, e.Replaces, e.Evidence = l.ID, l.Version, l.State, l.SupersededBy, l.Replaces, l.Evidence
	return e
}
