package grounding

import (
	"slices"

	"navd/daemon/fault"
	"navd/daemon/feedback"
)

// Pin sets whether an entry is shown before all others. It fails with a
// not_found fault.
func (b *Book) Pin(id string, pinned bool) error {
	r, err := b.find(id)
	if err != nil || r.now.Pinned == pinned {
		return err
	}
	e := r.now
	e.Pinned = pinned
	b.put(r, e)
	return nil
}

// Retire takes an entry out of use; what it had superseded while it was active
// is active again, unless another active entry contradicts that. What stood
// behind an entry that was superseded itself stands behind the one that did it.
// Twice changes nothing. It fails with a not_found fault.
func (b *Book) Retire(id string) error {
	r, err := b.find(id)
	if err != nil || r.now.State == Retired {
		return err
	}
	b.change(r, r.now.retired())
	return nil
}

// Confirm makes a proposed entry active, with what follows from that as for an
// entry that [Book.Add] adds: it supersedes what it contradicts, or is
// superseded by a statement with newer evidence; and it takes the place of the
// entry that it Replaces. An active one stays as it is.
// It fails with a not_found fault, and with a conflict in another state.
func (b *Book) Confirm(id string) error {
	r, err := b.find(id)
	switch {
	case err != nil:
		return err
	case r.now.State == Active:
		return nil
	case r.now.State != Proposed:
		return fault.New(fault.Conflict, "only a proposed entry can be confirmed, this one is %s", r.now.State).About("id", id)
	}
	e := r.now
	e.State = Active
	b.settle(r, e, Added{ID: id})
	b.replace(r)
	return nil
}

// replace supersedes the entry in whose place an entry was proposed, once that
// one is active.
func (b *Book) replace(r *record) {
	old, err := b.find(r.now.Replaces)
	if err != nil || old == r || r.now.State != Active || old.now.State != Active {
		return
	}
	e := old.now
	e.State, e.SupersededBy = Superseded, r.now.ID
	b.put(old, e)
}

// Undo takes back the last change of an entry by a new version, which is like
// the one before the last, but for the counters; a first version is retired. So
// undoing twice does it again. An entry that becomes active supersedes those
// that contradict it and takes the place of the one that it Replaces, and one
// that was active makes room for those that it had superseded. One that would
// be behind an entry that is out of use is retired instead. It fails with a
// not_found fault.
func (b *Book) Undo(id string) error {
	r, err := b.find(id)
	if err != nil {
		return err
	}
	next := r.before
	if next.Version == 0 {
		next = r.now.retired()
	}
	next.Counters = r.now.Counters
	b.change(r, next)
	return nil
}

// Withdraw takes a feedback out of the evidence of all entries, and retires
// those that have no other. It fails with a not_found fault when none cites it.
func (b *Book) Withdraw(id string) error {
	cited := slices.Clone(b.index.cited.get(id))
	if len(cited) == 0 {
		return fault.New(fault.NotFound, "no entry rests on this feedback").About("feedback", id)
	}
	for _, r := range cited {
		left := r.now // the one before may have made it active
		left.Evidence = slices.DeleteFunc(slices.Clone(left.Evidence), func(v feedback.Evidence) bool { return v.Feedback == id })
		if len(left.Evidence) == 0 {
			left = left.retired()
		}
		b.change(r, left)
	}
	return nil
}

// change puts the next version of an entry, and what follows from it for others.
// What is superseded stays so by an entry that is in use, or that is itself
// superseded by such a one.
func (b *Book) change(r *record, next Entry) {
	was := r.now
	if next.State == Superseded && !b.holds(next.SupersededBy) {
		if next.SupersededBy = was.SupersededBy; was.State != Superseded {
			next = next.retired()
		}
	}
	if next.State == Active {
		b.prevail(r, next)
		if was.State != Active {
			b.replace(r)
		}
		return
	}
	b.put(r, next)
	switch {
	case was.State == Active:
		b.comeBack(was.ID)
	case was.State == Superseded && next.State != Superseded:
		b.moveUp(was.ID, was.SupersededBy)
	}
}

// holds reports whether an entry is one that others may be superseded by.
func (b *Book) holds(id string) bool {
	r, err := b.find(id)
	return err == nil && (r.now.State == Active || r.now.State == Superseded)
}

// comeBack makes active what an entry had superseded that is so no more, the
// newest first; what an active one contradicts is superseded by that.
func (b *Book) comeBack(id string) {
	behind := slices.Clone(b.index.behind.get(id))
	slices.SortStableFunc(behind, func(a, b *record) int { return byAge(b, a) })
	for _, o := range behind {
		back := o.now
		back.State, back.SupersededBy = Active, ""
		if denied := b.denied(o, Active); len(denied) > 0 {
			back.State, back.SupersededBy = Superseded, denied[0].now.ID
		}
		b.put(o, back)
	}
}

// moveUp puts what was behind an entry behind the one that it was behind itself.
func (b *Book) moveUp(id, by string) {
	for _, o := range slices.Clone(b.index.behind.get(id)) {
		moved := o.now
		moved.SupersededBy = by
		b.put(o, moved)
	}
}
