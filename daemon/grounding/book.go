package grounding

import (
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/words"
)

// Book holds all entries, in use or not. Their life is that of all versioned items (see
// package item); a book adds which entries say the same, which contradict each other, and
// which are of use for a plan.
//
// Only All and Choose go through many entries (see there). The cost of any other operation
// grows with the number of entries that it changes or names, and with the number of
// different subjects that occur together with those of the entry.
type Book struct {
	*item.Book[Entry, gist]
	index *index
}

// A record is what a book keeps of one entry.
type record = item.Record[Entry, gist]

// NewBook makes an empty book.
func NewBook() *Book {
	b := &Book{index: newIndex()}
	b.Book = item.New(item.Kind[Entry, gist]{
		Noun: "entry", Prefix: Prefix,
		Read: b.index.read, Check: checkVersion, Rivals: b.denied, Same: b.same, Missing: missing, Moved: b.moved,
	})
	return b
}

// checkVersion refuses a version that a book cannot have made: no operation changes what
// an entry says.
func checkVersion(old *record, e Entry) error {
	switch {
	case !slices.Contains(feedback.Categories(), e.Category):
		return fault.New(fault.Corrupt, "no category in %s", e.ID).About("category", string(e.Category))
	case strings.TrimSpace(e.Text) == "":
		return fault.New(fault.Corrupt, "no text in %s", e.ID).About("text", e.Text)
	case old != nil && !sameContent(old.Now, e):
		return fault.New(fault.Corrupt, "version %d of %s is of another entry", e.Version, e.ID).About("text", e.Text)
	}
	return nil
}

// sameContent reports whether two versions agree in what no operation changes.
func sameContent(a, b Entry) bool {
	return a.Category == b.Category && a.Text == b.Text && a.Scope == b.Scope && slices.Equal(a.Claims, b.Claims)
}

func missing(id string) error {
	hint := "grounding.list gives the ids"
	if _, ok := feedback.Number(id); ok {
		hint = "this is the id of feedback: grounding.undo takes it back, with all that rests on it"
	}
	return fault.New(fault.NotFound, "no such entry").About("id", id).WithHint("%s", hint)
}

// moved updates the index. A version that is brought back has the present counters.
func (b *Book) moved(r *record, in bool) {
	r.Before.Counters = r.Now.Counters
	b.index.moved(r, in)
}

// About lists active entries that speak of a type of room: the newest of each topic, at most
// so many.
func (b *Book) About(room words.Key, most int) (all []Entry) {
	for _, t := range b.index.about[placeSubject(room)] {
		for _, r := range slices.Backward(b.index.matters.Get(matter{t, area{Scope{}, true, true}})) {
			if len(all) == most {
				return all
			}
			all = append(all, r.Now)
		}
	}
	return all
}

// Pin sets whether an entry is shown before all others. For an unknown id it fails with a
// not_found fault.
func (b *Book) Pin(id string, pinned bool) error {
	r, err := b.Find(id)
	if err != nil || r.Now.Pinned == pinned {
		return err
	}
	e := r.Now
	e.Pinned = pinned
	b.Put(r, e)
	return nil
}

// Count adds to the counters of an entry and returns the sums; false when there is no such
// entry. It makes no version: the owner stores the counters with the last version, and
// later versions continue from them.
func (b *Book) Count(id string, add Counters) (Counters, bool) {
	r, err := b.Find(id)
	if err != nil {
		return Counters{}, false
	}
	c := &r.Now.Counters
	c.Shown += add.Shown
	c.Helped += add.Helped
	c.Harmed += add.Harmed
	r.Before.Counters = *c
	return *c, true
}
