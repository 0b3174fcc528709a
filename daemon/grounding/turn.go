package grounding

import (
	"slices"

	"navd/daemon/fault"
)

// Pin sets whether an entry is shown before all others. It fails with a
// not_found fault.
func (b Book) Pin(id string, pinned bool) (Book, error) {
	e, err := b.Get(id)
	if err != nil || e.Pinned == pinned {
		return b, err
	}
	e.Pinned = pinned
	return b.put(e), nil
}

// Retire takes an entry out of use; what it had superseded while it was active
// is active again, unless another active entry contradicts that. Twice changes nothing. It fails with a not_found fault.
func (b Book) Retire(id string) (Book, error) {
	e, err := b.Get(id)
	if err != nil || e.State == Retired {
		return b, err
	}
	return b.turn(e, retired(e)), nil
}

func retired(e Entry) Entry {
	e.State, e.SupersededBy = Retired, ""
	return e
}

// Undo takes back the last change of an entry by a new version, which is like
// the one before the last; a first version is retired. So undoing twice does it
// again. An entry that becomes active supersedes those that contradict it, and
// one that was active makes room for those that it had superseded. It fails
// with a not_found fault.
func (b Book) Undo(id string) (Book, error) {
	versions := b.History(id)
	if len(versions) == 0 {
		return b, fault.New(fault.NotFound, "no such entry").About("id", id)
	}
	now := versions[len(versions)-1]
	if len(versions) == 1 {
		return b.turn(now, retired(now)), nil
	}
	return b.turn(now, versions[len(versions)-2]), nil
}

// Withdraw takes a feedback out of the evidence of all entries, and retires
// those that have no other. It fails with a not_found fault when none cites it.
func (b Book) Withdraw(feedback string) (Book, error) {
	found := false
	for _, e := range b.Entries() {
		if !e.cites(feedback) {
			continue
		}
		found = true
		now, err := b.Get(e.ID) // the one before may have made it active
		if err != nil {
			return b, err
		}
		left := now
		left.Evidence = slices.DeleteFunc(slices.Clone(now.Evidence), func(v Evidence) bool { return v.Feedback == feedback })
		if len(left.Evidence) == 0 {
			left = retired(left)
		}
		b = b.turn(now, left)
	}
	if !found {
		return b, fault.New(fault.NotFound, "no entry rests on this feedback").About("feedback", feedback)
	}
	return b, nil
}

// turn puts the next version of an entry, and what follows from it for others.
func (b Book) turn(now, next Entry) Book {
	if next.State == Active {
		return b.prevail(next)
	}
	b = b.put(next)
	if now.State != Active {
		return b
	}
	for _, e := range b.Entries() {
		if e.State != Superseded || e.SupersededBy != now.ID {
			continue
		}
		e.State, e.SupersededBy = Active, ""
		if !b.contradicted(e) {
			b = b.put(e)
		}
	}
	return b
}

// contradicted reports whether some active entry contradicts e.
func (b Book) contradicted(e Entry) bool {
	return slices.ContainsFunc(b.Entries(), denier(e))
}
