package grounding

import (
	"slices"
	"strings"

	"navd/daemon/fault"
)

// Book is the entries with all their versions, as an append-only log. It is a
// value: every operation gives another book and leaves its own as it was. The
// zero value is empty.
type Book struct{ log []Entry }

// NewBook makes the book of a log that [Book.Log] gave.
func NewBook(log []Entry) Book { return Book{slices.Clone(log)} }

// Log gives all versions in the order in which they came. What an operation
// appended is what the new log has beyond the old one.
func (b Book) Log() []Entry { return slices.Clone(b.log) }

// Entries gives the last version of every entry, in the order in which the
// entries came.
func (b Book) Entries() []Entry {
	at := map[string]int{}
	var last []Entry
	for _, e := range b.log {
		if i, ok := at[e.ID]; ok {
			last[i] = e
			continue
		}
		at[e.ID] = len(last)
		last = append(last, e)
	}
	return last
}

// History gives the versions of one entry, the oldest first.
func (b Book) History(id string) []Entry {
	var versions []Entry
	for _, e := range b.log {
		if e.ID == id {
			versions = append(versions, e)
		}
	}
	return versions
}

// Get gives the last version of an entry, a not_found fault when there is none.
func (b Book) Get(id string) (Entry, error) {
	for _, e := range slices.Backward(b.log) {
		if e.ID == id {
			return e, nil
		}
	}
	return Entry{}, fault.New(fault.NotFound, "no such entry").About("id", id)
}

// put appends a version.
func (b Book) put(e Entry) Book {
	e.Version = len(b.History(e.ID)) + 1
	return Book{append(slices.Clip(b.log), e)}
}

// Added is what came of adding an entry.
type Added struct {
	ID         string   `json:"id"`                          // of the entry that has the evidence now
	Merged     bool     `json:"merged"`                      // it was there before, and has more evidence
	Superseded []string `json:"superseded,omitempty"`        // ids of entries whose place it took
	By         string   `json:"superseded_by,omitempty"`     // id of a newer statement, which stays: the entry came too late
	Possible   []string `json:"possible_conflict,omitempty"` // ids of active entries about the same thing, which stay as well
}

// Add takes in an entry: the evidence and text are the caller's, and so is the
// id, which must be new. Without a state it becomes active.
//
// An entry that says the same as a proposed or active one (category, scope, and
// text but for composition, case, spaces and the step before it) becomes more
// evidence of that one, and makes it active if it is active itself. When both
// are active statements (see [ParseStatement]) about one attribute of one
// subject in one scope, with different values, the one with the newer evidence
// stays and the other is superseded; of equally new ones the added one stays.
// All other pairs stay as they are.
//
// It fails with an invalid fault about category, text, evidence or state, and
// with a conflict when there is an entry of this id.
func (b Book) Add(e Entry) (Book, Added, error) {
	if e.State == "" {
		e.State = Active
	}
	if err := b.check(e); err != nil {
		return b, Added{}, err
	}
	e.Text = strings.TrimSpace(e.Text)
	for _, old := range b.Entries() {
		if (old.State == Active || old.State == Proposed) && old.says(e) {
			b, added := b.merge(old, e)
			return b, added, nil
		}
	}
	b, added := b.place(e, Added{ID: e.ID})
	return b, added, nil
}

// merge adds the evidence of e to an entry that says the same.
func (b Book) merge(old, e Entry) (Book, Added) {
	added := Added{ID: old.ID, Merged: true}
	grown, more := old.with(e.Evidence)
	switch {
	case old.State == Proposed && e.State == Active:
		grown.State = Active
		return b.place(grown, added)
	case more:
		return b.put(grown), added
	}
	return b, added
}

// place puts an entry among the others: beside them, in the place of some, or
// behind a newer one.
func (b Book) place(e Entry, added Added) (Book, Added) {
	about, denies := e.subjects(), denier(e)
	for _, old := range b.Entries() {
		if old.State != Active || old.ID == e.ID || !old.Scope.overlaps(e.Scope) || !shares(about, old.subjects()) {
			continue
		}
		switch no := denies(old); {
		case no && old.latest().After(e.latest()):
			added.By = old.ID
		case no:
			added.Superseded = append(added.Superseded, old.ID)
		default:
			added.Possible = append(added.Possible, old.ID)
		}
	}
	if added.By != "" {
		e.State, e.SupersededBy = Superseded, added.By
		added.Superseded = nil
		return b.put(e), added
	}
	return b.prevail(e), added
}

// prevail puts an entry and supersedes the active ones that it contradicts.
func (b Book) prevail(e Entry) Book {
	old, denies := b.Entries(), denier(e)
	b = b.put(e)
	for _, o := range old {
		if denies(o) {
			o.State, o.SupersededBy = Superseded, e.ID
			b = b.put(o)
		}
	}
	return b
}

func (b Book) check(e Entry) error {
	switch {
	case !slices.Contains(Categories(), e.Category):
		return fault.Field("category", string(e.Category), allowedCategories)
	case strings.TrimSpace(e.Text) == "":
		return fault.Field("text", e.Text, "a text that is not blank")
	case len(e.Evidence) == 0:
		return fault.Field("evidence", nil, "at least one feedback")
	case e.State != Active && e.State != Proposed:
		return fault.Field("state", string(e.State), "active or proposed")
	case len(b.History(e.ID)) > 0:
		return fault.New(fault.Conflict, "the id is taken").About("id", e.ID)
	}
	return nil
}

// denier tells of other entries whether they cannot be true together with e.
func denier(e Entry) func(Entry) bool {
	says, ok := ParseStatement(e.Text)
	return func(o Entry) bool {
		if !ok || e.State != Active || o.State != Active || e.Scope != o.Scope || e.ID == o.ID {
			return false
		}
		other, known := ParseStatement(o.Text)
		return known && says.Subject == other.Subject && says.Attribute == other.Attribute && says.Value != other.Value
	}
}

func shares(a, b map[string]bool) bool {
	for s := range a {
		if b[s] {
			return true
		}
	}
	return false
}
