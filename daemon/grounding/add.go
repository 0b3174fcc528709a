package grounding

import (
	"slices"
	"strconv"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// Added is the result of adding an entry.
type Added struct {
	ID         string   `json:"id"`                          // of the entry that has the evidence now
	Merged     bool     `json:"merged"`                      // it was there before
	Superseded []string `json:"superseded,omitempty"`        // ids of entries that it superseded
	By         string   `json:"superseded_by,omitempty"`     // id of a newer statement that contradicts it: the entry is superseded at once
	Possible   []string `json:"possible_conflict,omitempty"` // ids of other active entries about the same thing that may be in force with it and say otherwise, which stay active: those that contradict it and then the newest; by number, at most 20
	More       int      `json:"more,omitempty"`              // how many more there are than in possible_conflict
}

// Add adds an entry. The caller gives text and evidence and leaves the id empty: the book
// gives it the next number. Without a state the entry becomes active. Without claims (nil)
// it gets those that its text makes; claims that are given must be valid, and get the entry
// as their source.
//
// If an entry in any state says the same (category, scope, and text apart from composition,
// case, spaces and step) and has all the evidence, nothing changes: hearing it again does
// not bring back a retired entry. If a proposed or active entry says the same, that one gets
// the new evidence, keeps its claims, and becomes active if the added one is active. When
// two active statements (see [ParseStatement]) give different values to one attribute of
// one subject in one scope, the one with the newer evidence stays and the other is
// superseded; if the evidence is equally new, the added one stays. All other entries are
// left as they are.
//
// It fails with an invalid fault about id, category, text, evidence, state or claims, and
// with a too_large fault when no number is left; then nothing changes.
func (b *Book) Add(e Entry) (Added, error) {
	if e.State == "" {
		e.State = item.Active
	}
	if err := check(e); err != nil {
		return Added{}, err
	}
	given, err := normal(e.Claims)
	if err != nil {
		return Added{}, err
	}
	e.Text = strings.TrimSpace(e.Text)
	e = e.Read() // once, because reading claims is expensive
	if old, known := b.saysSame(e); known {
		return Added{ID: old.Now.ID, Merged: true}, nil
	} else if old != nil {
		return b.merge(old, e), nil
	}
	r, e, err := b.New(e)
	if err != nil {
		return Added{}, err
	}
	e.Claims = claimsOf(e, given)
	return b.settle(r, e, Added{ID: e.ID}), nil
}

func check(e Entry) error {
	switch {
	case e.ID != "":
		return fault.Field("id", e.ID, "no id: navd gives it")
	case !slices.Contains(feedback.Categories(), e.Category):
		return fault.Field("category", string(e.Category), feedback.AllowedCategories)
	case strings.TrimSpace(e.Text) == "":
		return fault.Field("text", e.Text, "a text that is not blank")
	case len(e.Evidence) == 0:
		return fault.Field("evidence", nil, "at least one feedback")
	case e.State != item.Active && e.State != item.Proposed:
		return fault.Field("state", string(e.State), "active or proposed")
	}
	return nil
}

// normal returns a copy of claims from outside in normal form; nil stays nil.
func normal(given []words.Claim) ([]words.Claim, error) {
	claims := slices.Clone(given)
	for i, c := range claims {
		sound, err := c.Normal()
		if err != nil {
			f := fault.As(err)
			f.Field = "claims[" + strconv.Itoa(i) + "]." + f.Field
			return nil, f
		}
		claims[i] = sound
	}
	return claims, nil
}

// claimsOf returns the claims of a new entry, with the entry as their source: those given,
// or else those that its text makes.
func claimsOf(e Entry, given []words.Claim) []words.Claim {
	if given == nil {
		given = e.Read().Claims
	}
	if len(given) == 0 {
		return nil
	}
	for i := range given {
		given[i].Source = e.ID
	}
	return given
}

// saysSame finds an entry that says the same: one that has all the evidence already, or
// else the first that may get it; nil when there is neither.
func (b *Book) saysSame(e Entry) (old *record, known bool) {
	for _, r := range b.index.sayings.Get(sayingOf(e)) {
		switch {
		case r.Now.Life().CitesAll(e.Evidence):
			return r, true
		case old == nil && (r.Now.State == item.Active || r.Now.State == item.Proposed):
			old = r
		}
	}
	return old, false
}

// same gives the first other active entry that says the same as a record.
func (b *Book) same(r *record) *record {
	for _, o := range b.index.sayings.Get(sayingOf(r.Now)) {
		if o != r && o.Now.State == item.Active {
			return o
		}
	}
	return nil
}

// merge adds the evidence of e to an entry that says the same.
func (b *Book) merge(old *record, e Entry) Added {
	added := Added{ID: old.Now.ID, Merged: true}
	grown := old.Now.With(old.Now.Life().Resting(e.Evidence))
	if grown.State == item.Proposed && e.State == item.Active {
		grown.State = item.Active
		return b.settle(old, grown, added)
	}
	b.Put(old, grown)
	return added
}

// settle puts an entry among the others, and adds which of them it superseded or may
// conflict with. Its record must not be active yet.
func (b *Book) settle(r *record, e Entry, added Added) Added {
	var denied []*record
	if e.State == item.Active {
		denied = b.denied(r)
	}
	added.Possible, added.More = b.possible(r, e, denied)
	added.Superseded, added.By = b.Settle(r, e)
	return added
}

// denied lists the active entries that contradict a record, by number.
func (b *Book) denied(r *record) (denied []*record) {
	if r.Gist.stated == nil {
		return nil
	}
	for _, o := range b.index.statements.Get(*r.Gist.stated) {
		if o != r && o.Gist.value != r.Gist.value {
			denied = append(denied, o)
		}
	}
	return denied
}
