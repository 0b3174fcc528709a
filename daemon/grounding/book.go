package grounding

import (
	"iter"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
)

// Book is the entries in use and out of it, each with its last two versions. Its
// operations make new versions; [Book.Changes] hands these to the owner of the
// book, who writes them to the log that [Book.Load] takes back.
//
// A book has one owner and is not safe for concurrent use. It does not know
// whether its changes were written: an owner who could not write them drops the
// book and loads it again.
//
// No operation looks at all entries, but for All and Choose (see there). What an
// operation costs grows with the entries that it changes or names, and with how
// many different subjects occur together with those of the entry.
//
// The lists in entries that a book takes or gives are shared with it and are
// not to be written to.
type Book struct {
	entries []*record // by number
	numbers map[int]*record
	index   *index
	changes []Entry
}

// NewBook makes an empty book.
func NewBook() *Book { return &Book{numbers: map[int]*record{}, index: newIndex()} }

// Load takes back one version as [Book.Changes] gave it. The versions of an
// entry come in their order; it does not matter whether all versions come in
// the order in which they were made or entry by entry.
//
// It fails with a corrupt fault, and takes nothing, where the version is not the
// next one of its entry, says something else than those before it, or is no
// version that a book makes.
func (b *Book) Load(e Entry) error {
	n, ok := EntryNumber(e.ID)
	r := b.numbers[n]
	switch {
	case !ok:
		return damaged("no id of an entry").About("id", e.ID)
	case !slices.Contains(feedback.Categories(), e.Category):
		return damaged("no category in %s", e.ID).About("category", string(e.Category))
	case !slices.Contains([]State{Proposed, Active, Superseded, Retired}, e.State):
		return damaged("no state in %s", e.ID).About("state", string(e.State))
	case strings.TrimSpace(e.Text) == "":
		return damaged("no text in %s", e.ID).About("text", e.Text)
	case r == nil && e.Version != 1, r != nil && e.Version != r.now.Version+1:
		return damaged("a version of %s is missing or comes twice", e.ID).About("version", e.Version)
	case r != nil && !sameContent(r.now, e):
		return damaged("version %d of %s is of another entry", e.Version, e.ID).About("text", e.Text)
	}
	if r == nil {
		r = &record{number: n, gist: b.index.read(e)}
	}
	b.set(r, e)
	return nil
}

func damaged(format string, args ...any) *fault.Error {
	return fault.New(fault.Corrupt, format, args...)
}

// sameContent reports whether two versions agree in what no operation changes.
func sameContent(a, b Entry) bool {
	return a.Category == b.Category && a.Text == b.Text && a.Scope == b.Scope && slices.Equal(a.Claims, b.Claims)
}

// Len is the number of entries, in all states.
func (b *Book) Len() int { return len(b.entries) }

// Get gives the last version of an entry, a not_found fault when there is none.
func (b *Book) Get(id string) (Entry, error) {
	r, err := b.find(id)
	if err != nil {
		return Entry{}, err
	}
	return r.now, nil
}

// All gives the last version of every entry, by number. The book must not be
// changed meanwhile.
func (b *Book) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for _, r := range b.entries {
			if !yield(r.now) {
				return
			}
		}
	}
}

// Changes gives the versions that were made since it was last called, in their
// order, and each once; what was loaded is not among them. The owner writes all
// of them in one transaction.
func (b *Book) Changes() []Entry {
	changes := b.changes
	b.changes = nil
	return changes
}

// Changed tells whether there are versions that [Book.Changes] has not given yet.
func (b *Book) Changed() bool { return len(b.changes) > 0 }

// Count adds to the counters of an entry's last version and gives their sums;
// false when there is no such entry. That makes no version: the owner keeps the
// counters with the last version. Later versions go on from them, and so does
// what [Book.Undo] makes.
func (b *Book) Count(id string, add Counters) (Counters, bool) {
	r, err := b.find(id)
	if err != nil {
		return Counters{}, false
	}
	c := &r.now.Counters
	c.Shown += add.Shown
	c.Helped += add.Helped
	c.Harmed += add.Harmed
	return *c, true
}

func (b *Book) find(id string) (*record, error) {
	if n, ok := EntryNumber(id); ok && b.numbers[n] != nil {
		return b.numbers[n], nil
	}
	hint := "grounding.list gives the ids"
	if _, ok := feedback.Number(id); ok {
		hint = "this is a feedback: grounding.undo takes it back with all that rests on it"
	}
	return nil, fault.New(fault.NotFound, "no such entry").About("id", id).WithHint("%s", hint)
}

// put makes the next version of a record, and of a new one the first.
func (b *Book) put(r *record, e Entry) {
	e.Version = r.now.Version + 1
	b.set(r, e)
	b.changes = append(b.changes, e)
}

// set gives a record its next version, and a new one its place.
func (b *Book) set(r *record, e Entry) {
	if b.numbers[r.number] == nil {
		b.numbers[r.number] = r
		at, _ := slices.BinarySearchFunc(b.entries, r, byNumber)
		b.entries = slices.Insert(b.entries, at, r)
	} else {
		b.index.remove(r)
	}
	r.before, r.now, r.latest = r.now, e, e.Newest().At
	b.index.add(r)
}
