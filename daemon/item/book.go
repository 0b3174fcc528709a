package item

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"time"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/ref"
)

// Record is what is kept of one item: its last two versions, and what its kind
// found out about it.
type Record[E Item[E], G any] struct {
	Number int
	Now    E
	Before E         // the version before the last; none where its Version is 0
	Latest time.Time // of the evidence of Now, by [feedback.Evidence.Said]
	Gist   G         // as [Kind.Read] gave it
}

// ByNumber orders records as their items came.
func ByNumber[E Item[E], G any](a, b *Record[E, G]) int { return cmp.Compare(a.Number, b.Number) }

// ByAge orders records by their newest evidence, the newest last. Of equally new
// ones the first to come is last, so that reading from the end gives what is
// newest, then by number.
func ByAge[E Item[E], G any](a, b *Record[E, G]) int {
	return cmp.Or(a.Latest.Compare(b.Latest), cmp.Compare(b.Number, a.Number))
}

// Kind is what a kind of items says of its own.
type Kind[E Item[E], G any] struct {
	Noun   string // what an item is called in faults: "entry"
	Prefix string // of its ids: "g" of "g12"

	Read    func(E) G                             // what is found out once about an item, from its first version
	Check   func(old *Record[E, G], next E) error // why a version cannot be loaded behind others; no old: as the first
	Rivals  func(*Record[E, G]) []*Record[E, G]   // the active items that cannot be in use beside this one, by number; a new one has its Gist, and no version yet
	Same    func(*Record[E, G]) *Record[E, G]     // the active item that says the same as this one, nil: none; nil func: none ever does
	Missing func(id string) error                 // the not_found fault for an id
	Moved   func(r *Record[E, G], in bool)        // a record is about to have another version (not in), or has it (in)
}

// Book is all items of one kind, in all states. It has one owner and is not safe
// for concurrent use. It does not know whether its changes were written: an owner
// who could not write them drops it and loads another.
//
// What an operation costs grows with the items that it changes, not with how many
// there are.
//
// The lists in items that it takes or gives are shared with it and are not to be
// written to.
type Book[E Item[E], G any] struct {
	kind         Kind[E, G]
	records      []*Record[E, G] // by number
	numbers      map[int]*Record[E, G]
	cited        Lists[string, *Record[E, G]] // by the feedback they rest on
	behind       Lists[string, *Record[E, G]] // by the item that took their place
	changes      []E
	newest       time.Time // of all evidence that there was
	lastFeedback int       // the highest number of a feedback in all evidence that there was
}

// New makes the items of a kind; there are none yet.
func New[E Item[E], G any](kind Kind[E, G]) *Book[E, G] {
	return &Book[E, G]{
		kind: kind, numbers: map[int]*Record[E, G]{},
		cited: NewLists[string](ByNumber[E, G]), behind: NewLists[string](ByNumber[E, G]),
	}
}

// Load takes back one version as [Book.Changes] gave it. The versions of an item
// come in their order; it does not matter whether all versions come in the order
// in which they were made or item by item.
//
// It fails with a corrupt fault, and takes nothing, where the version is not the
// next one of its item, or is none that its kind makes.
func (b *Book[E, G]) Load(e E) error {
	l := e.Life()
	n, ok := ref.Number(l.ID, b.kind.Prefix)
	if !ok {
		return fault.New(fault.Corrupt, "no %s has such an id", b.kind.Noun).About("id", l.ID)
	}
	r, last := b.numbers[n], 0
	if r != nil {
		last = r.Now.Life().Version
	}
	switch {
	case !slices.Contains([]State{Proposed, Active, Superseded, Retired}, l.State):
		return fault.New(fault.Corrupt, "no state in %s", l.ID).About("state", string(l.State))
	case l.Version != last+1:
		return fault.New(fault.Corrupt, "a version of %s is missing or comes twice", l.ID).About("version", l.Version)
	}
	if err := b.kind.Check(r, e); err != nil {
		return err
	}
	if r == nil {
		r = &Record[E, G]{Number: n, Gist: b.kind.Read(e)}
	}
	b.set(r, e)
	return nil
}

// Said gives when the newest evidence of an item was said; zero: there is no such item.
func (b *Book[E, G]) Said(id string) (t time.Time) {
	if r, err := b.Find(id); err == nil {
		t = r.Latest
	}
	return t
}

// Newest is when the newest evidence was said, by [feedback.Evidence.Said], also of
// what is in use no more; zero when there is none.
func (b *Book[E, G]) Newest() time.Time { return b.newest }

// LastFeedback is the highest number of a feedback that the evidence of any version had, as
// [feedback.Number] reads it; 0 when none had one.
func (b *Book[E, G]) LastFeedback() int { return b.lastFeedback }

// Len is the number of items, in all states.
func (b *Book[E, G]) Len() int { return len(b.records) }

// Get gives the last version of an item. It fails with the fault of [Kind.Missing].
func (b *Book[E, G]) Get(id string) (e E, err error) {
	r, err := b.Find(id)
	if err != nil {
		return e, err
	}
	return r.Now, nil
}

// Find gives the record of an item. It fails with the fault of [Kind.Missing].
func (b *Book[E, G]) Find(id string) (*Record[E, G], error) {
	if n, ok := ref.Number(id, b.kind.Prefix); ok && b.numbers[n] != nil {
		return b.numbers[n], nil
	}
	return nil, b.kind.Missing(id)
}

// Records gives the records of all items, by number. There must be no change
// meanwhile.
func (b *Book[E, G]) Records() iter.Seq[*Record[E, G]] { return slices.Values(b.records) }

// All gives the last version of every item, by number. There must be no change
// meanwhile.
func (b *Book[E, G]) All() iter.Seq[E] {
	return func(yield func(E) bool) {
		for _, r := range b.records {
			if !yield(r.Now) {
				return
			}
		}
	}
}

// Changes gives the versions that were made since it was last called, in their
// order, and each once; what was loaded is not among them. The owner writes all
// of them in one transaction.
func (b *Book[E, G]) Changes() []E {
	changes := b.changes
	b.changes = nil
	return changes
}

// Changed tells whether there are versions that [Book.Changes] has not given yet.
func (b *Book[E, G]) Changed() bool { return len(b.changes) > 0 }

// New gives a new item the next id, one more than the highest there is, and its
// record, which is not among the others until its first version is put. It fails
// with a too_large fault when no number is left.
func (b *Book[E, G]) New(e E) (*Record[E, G], E, error) {
	n := 1
	if len(b.records) > 0 {
		n = b.records[len(b.records)-1].Number + 1
	}
	if n > ref.MaxNumber {
		return nil, e, fault.New(fault.TooLarge, "no number is left for another %s", b.kind.Noun)
	}
	l := e.Life()
	l.ID, l.Version, l.SupersededBy, l.Evidence = b.kind.Prefix+strconv.Itoa(n), 0, "", slices.Clone(l.Evidence)
	e = e.With(l)
	return &Record[E, G]{Number: n, Gist: b.kind.Read(e)}, e, nil
}

// Put makes the next version of an item, and of a new one the first. Nothing
// follows from it for others: it is for what leaves the state as it is.
func (b *Book[E, G]) Put(r *Record[E, G], next E) {
	l := next.Life()
	l.Version = r.Now.Life().Version + 1
	next = next.With(l)
	b.set(r, next)
	b.changes = append(b.changes, next)
}

// set gives a record its next version, and a new one its place.
func (b *Book[E, G]) set(r *Record[E, G], next E) {
	if b.numbers[r.Number] == nil {
		b.numbers[r.Number] = r
		at, _ := slices.BinarySearchFunc(b.records, r, ByNumber)
		b.records = slices.Insert(b.records, at, r)
	} else {
		b.kind.Moved(r, false)
		b.file(r, b.cited.Remove, b.behind.Remove)
	}
	r.Before, r.Now, r.Latest = r.Now, next, next.Life().Newest().Said()
	if r.Latest.After(b.newest) {
		b.newest = r.Latest
	}
	b.file(r, b.cited.Add, b.behind.Add)
	b.kind.Moved(r, true)
}

// file does with a record what is to be done in both lists.
func (b *Book[E, G]) file(r *Record[E, G], cited, behind func(string, *Record[E, G])) {
	l := r.Now.Life()
	for _, v := range l.Evidence {
		cited(v.Feedback, r)
		if n, ok := feedback.Number(v.Feedback); ok {
			b.lastFeedback = max(b.lastFeedback, n)
		}
	}
	if l.State == Superseded {
		behind(l.SupersededBy, r)
	}
}
