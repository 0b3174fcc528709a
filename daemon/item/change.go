package item

import (
	"slices"

	"navd/daemon/fault"
	"navd/daemon/feedback"
)

// Settle puts a version of an item among the others: beside them, in the place of
// its rivals, or behind one whose evidence is newer. It gives the ids of those
// whose place it took, or the id of the one that stays.
func (b *Book[E, G]) Settle(r *Record[E, G], next E) (superseded []string, by string) {
	l := next.Life()
	for _, old := range b.rivals(r, l.State) {
		id := old.Now.Life().ID
		if old.Latest.After(l.Newest().Said()) {
			by = id
		}
		superseded = append(superseded, id)
	}
	if by != "" {
		b.Put(r, next.With(l.in(Superseded, by)))
		return nil, by
	}
	b.prevail(r, next)
	return superseded, ""
}

// Retire takes an item out of use; what it had superseded while it was active is
// active again, unless another active item contradicts it or says the same. What was
// behind an item that was superseded itself is then behind the one that superseded that,
// or active again if that one is active and neither contradicts it nor says the same.
// Twice changes nothing. It fails with the fault of [Kind.Missing].
func (b *Book[E, G]) Retire(id string) error {
	r, err := b.Find(id)
	if err != nil {
		return err
	}
	if l := r.Now.Life(); l.State != Retired {
		b.Change(r, r.Now.With(l.in(Retired, "")))
	}
	return nil
}

// Confirm makes a proposed item active as [Book.Settle] does; and it takes the
// place of the item that it Replaces. An active one stays as it is. It fails with
// the fault of [Kind.Missing], and with a conflict in another state.
func (b *Book[E, G]) Confirm(id string) error {
	r, err := b.Find(id)
	if err != nil {
		return err
	}
	l := r.Now.Life()
	switch l.State {
	case Active:
		return nil
	case Proposed:
		b.Settle(r, r.Now.With(l.in(Active, "")))
		b.replace(r)
		return nil
	}
	return fault.New(fault.Conflict, "only a proposed %s can be confirmed, this one is %s", b.kind.Noun, l.State).About("id", id)
}

// Undo takes back the last change of an item by a new version, which is like the
// one before the last; a first version is retired. So undoing twice does it again.
// An item that becomes active supersedes its rivals and takes the place of the one
// that it Replaces; if another active one says the same, it is superseded by that. One
// that was active makes room for those that it had superseded. One that would be behind
// an item that is out of use is retired instead. It fails with the fault of
// [Kind.Missing].
func (b *Book[E, G]) Undo(id string) error {
	r, err := b.Find(id)
	if err != nil {
		return err
	}
	next := r.Before
	if next.Life().Version == 0 {
		next = r.Now.With(r.Now.Life().in(Retired, ""))
	}
	b.Change(r, next)
	return nil
}

// Withdraw takes a feedback out of the evidence of all items, and retires those
// that have no other. It fails with a not_found fault when none cites it.
func (b *Book[E, G]) Withdraw(feedback string) error {
	cited := slices.Clone(b.cited.Get(feedback))
	if len(cited) == 0 {
		return fault.New(fault.NotFound, "no %s rests on this feedback", b.kind.Noun).About("feedback", feedback)
	}
	for _, r := range cited {
		left := r.Now.Life().without(feedback) // the one before may have made it active
		if len(left.Evidence) == 0 {
			left = left.in(Retired, "")
		}
		b.Change(r, r.Now.With(left))
	}
	return nil
}

// Lose takes some evidence from one item, and retires it when it has no other. It fails
// with the fault of [Kind.Missing].
func (b *Book[E, G]) Lose(id string, lost []feedback.Evidence) error {
	r, err := b.Find(id)
	if err != nil {
		return err
	}
	left := r.Now.Life()
	for _, v := range lost {
		left = left.without(v.Feedback)
	}
	if len(left.Evidence) == 0 { // it keeps what it rested on
		return b.Retire(id)
	}
	b.Change(r, r.Now.With(left))
	return nil
}

// Change puts the next version of an item, and what follows from it for others.
// What is superseded stays so by an item that is in use, or that is itself
// superseded by such a one, never by itself in the end.
func (b *Book[E, G]) Change(r *Record[E, G], next E) {
	was, now := r.Now.Life(), next.Life()
	if now.State == Superseded && (!b.holds(now.SupersededBy) || was.State == Superseded && b.isBehind(now.SupersededBy, was.ID)) {
		if was.State != Superseded {
			now = now.in(Retired, "")
		} else {
			now.SupersededBy = was.SupersededBy
		}
		next = next.With(now)
	}
	if same := b.same(r); now.State == Active && was.State != Active && same != nil {
		now = now.in(Superseded, same.Now.Life().ID)
		next = next.With(now)
	}
	if now.State == Active {
		b.prevail(r, next)
		if was.State != Active {
			b.replace(r)
		}
		return
	}
	b.Put(r, next)
	switch {
	case was.State == Active:
		b.comeBack(was.ID)
	case was.State == Superseded && now.State != Superseded:
		b.moveUp(was)
	}
}

// rivals lists the active items that cannot be in use beside one that will be in a
// state. Only active items have rivals.
func (b *Book[E, G]) rivals(r *Record[E, G], state State) []*Record[E, G] {
	if state != Active {
		return nil
	}
	return b.kind.Rivals(r)
}

// prevail puts a version and supersedes the rivals of its item.
func (b *Book[E, G]) prevail(r *Record[E, G], next E) {
	l := next.Life()
	rivals := b.rivals(r, l.State)
	b.Put(r, next)
	for _, o := range rivals {
		b.move(o, Superseded, l.ID)
	}
}

// move puts an item into another state, and does nothing else.
func (b *Book[E, G]) move(r *Record[E, G], state State, by string) {
	b.Put(r, r.Now.With(r.Now.Life().in(state, by)))
}

// replace supersedes the item in whose place one was proposed, once that one is
// active.
func (b *Book[E, G]) replace(r *Record[E, G]) {
	l := r.Now.Life()
	old, err := b.Find(l.Replaces)
	if err != nil || old == r || l.State != Active || old.Now.Life().State != Active {
		return
	}
	b.move(old, Superseded, l.ID)
}

// holds reports whether an item is one that others may be superseded by.
func (b *Book[E, G]) holds(id string) bool {
	e, err := b.Get(id)
	return err == nil && (e.Life().State == Active || e.Life().State == Superseded)
}

// isBehind reports whether an item is superseded by another, at once or in the end, or is
// that one.
func (b *Book[E, G]) isBehind(id, other string) bool {
	for range b.Len() {
		e, err := b.Get(id)
		if err != nil || id == other || e.Life().State != Superseded {
			break
		}
		id = e.Life().SupersededBy
	}
	return id == other
}

// comeBack makes active what an item had superseded and supersedes no longer, the newest
// first. What an active item contradicts, or says too, is superseded by that one instead.
func (b *Book[E, G]) comeBack(id string) {
	behind := slices.Clone(b.behind.Get(id))
	slices.SortStableFunc(behind, func(a, b *Record[E, G]) int { return ByAge(b, a) })
	for _, o := range behind {
		if rivals := b.kind.Rivals(o); len(rivals) > 0 {
			b.move(o, Superseded, rivals[0].Now.Life().ID)
		} else if same := b.same(o); same != nil {
			b.move(o, Superseded, same.Now.Life().ID)
		} else {
			b.move(o, Active, "")
		}
	}
}

// moveUp has what an item superseded be superseded by what superseded that item. When the
// latter is active, it is compared anew, and may come into use again. What stood behind an
// item that Replaces another was replaced, and stays so.
func (b *Book[E, G]) moveUp(was Life) {
	by, err := b.Get(was.SupersededBy)
	if err == nil && by.Life().State == Active && was.Replaces == "" {
		b.comeBack(was.ID)
		return
	}
	for _, o := range slices.Clone(b.behind.Get(was.ID)) {
		b.move(o, Superseded, was.SupersededBy)
	}
}

// same gives the active item that says the same as another, nil when there is none.
func (b *Book[E, G]) same(r *Record[E, G]) *Record[E, G] {
	if b.kind.Same == nil {
		return nil
	}
	return b.kind.Same(r)
}
