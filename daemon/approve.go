package daemon

import (
	"slices"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/store"
)

// approve carries out a proposal, and gives the version of the item that it made.
func (l *learning) approve(p *knowledge.Proposal) (i knowledge.Item, err error) {
	if p.Operation == knowledge.Create {
		i, err = l.create(*p)
	} else {
		i, err = l.change(*p)
	}
	if err != nil {
		return i, err
	}
	made, err := l.keep()
	if err != nil {
		return i, err
	}
	p.Item = i.ID
	return made[slices.IndexFunc(made, func(m knowledge.Item) bool { return m.ID == i.ID })], nil
}

// create makes the item of a proposal.
func (l *learning) create(p knowledge.Proposal) (i knowledge.Item, err error) {
	if err := l.founded(p); err != nil {
		return i, err
	}
	evidence, err := l.evidence(p)
	if err != nil {
		return i, err
	}
	i = knowledge.Item{
		Kind: p.Kind, Status: item.Active, Scope: p.Scope, Body: p.Body, Number: knowledge.NextNumber("", ""), Relation: p.Case.Relation,
		Operation: p.Operation, Mode: p.Mode, Proposal: p.ID, Feedback: p.Feedback, Author: p.Author, Reason: p.Case.Intent, From: l.At,
		Evidence: evidence, Follows: p.Case.Follows,
	}
	if i, err = fit(i, p); err != nil {
		return i, err
	}
	var old *knowledge.Record
	if p.Replaces != "" {
		if old, err = l.base(p.Replaces, p); err != nil {
			return i, err
		}
	}
	r, i, err := l.book.New(i)
	if err != nil {
		return i, err
	}
	if old != nil {
		next := old.Now
		next.Status, next.SupersededBy, next.From, next.Reason = item.Superseded, i.ID, l.At, p.Case.Intent
		l.book.Put(old, next)
	}
	l.book.Put(r, i)
	return i, nil
}

// contradicted refuses the proposal of a new item that contradicts one which came into use
// after the proposal was made: nobody who looked at it has seen that.
func (l *learning) contradicted(p knowledge.Proposal) error {
	if p.Operation != knowledge.Create || p.Replaces != "" {
		return nil
	}
	for _, k := range l.caseOf(knowledge.Draft{Kind: p.Kind, Body: p.Body}, p.Scope).Existing {
		named := func(o knowledge.Known) bool { return o.ID == k.ID && o.Relation == k.Relation }
		if k.Relation == knowledge.Conflicts && !slices.ContainsFunc(p.Case.Existing, named) {
			return fault.New(fault.Conflict, "%s contradicts it, which came into use after this was proposed: %s", k.ID, k.Title).About("proposal", p.ID).
				WithHint("decide for one of the two: reject this, or take %s out of use with knowledge.rollback and approve this then", k.ID)
		}
	}
	return nil
}

// evidence is the feedback that a proposal was made from; none for an imported one.
func (l *learning) evidence(p knowledge.Proposal) ([]feedback.Evidence, error) {
	if p.Feedback == "" {
		return nil, nil
	}
	f, err := readOf(l.write.c, store.GetSubmission, p.Feedback)
	return []feedback.Evidence{evidenceOf(f)}, err
}

// saidFor gives where an item holds by the feedback that it rests on: in the one scene of
// which all of that speaks, or else where it holds now.
func (l *learning) saidFor(i knowledge.Item) (at knowledge.Scope, err error) {
	for n, v := range i.Evidence {
		f, err := readOf(l.write.c, store.GetSubmission, v.Feedback)
		if fault.Is(err, fault.NotFound) || err == nil && n > 0 && f.Scope != at {
			return i.Scope, nil
		}
		if err != nil {
			return i.Scope, err
		}
		at = f.Scope
	}
	if i.Scope.Scene != "" {
		at = i.Scope
	}
	return at, nil
}

// fit fills in what follows from the body that an item gets by a proposal, and refuses a
// rule that cannot go live.
func fit(i knowledge.Item, p knowledge.Proposal) (knowledge.Item, error) {
	if p.Kind == knowledge.Memory {
		i.Claims = p.Claims()
	}
	if p.Kind != knowledge.Rule {
		return i, nil
	}
	if rule, problems := knowledge.Compile(i); rule == nil {
		return i, fault.New(fault.Invalid, "the rule cannot go live: %s", problems[0].What).About("proposal", p.ID).
			WithHint("knowledge.check lists all that is wrong; reject it, and say it in other words")
	}
	if !p.Check.OK {
		return i, fault.New(fault.Invalid, "rows of the rule overlap: %s", p.Check.Overlaps[0].What).About("proposal", p.ID).
			WithHint("reject it, and import the table with another hit policy or other rows")
	}
	return i, nil
}

// base finds the item that a proposal changes, in the version that it was made for, or in one
// that says the same and only rests on other feedback.
func (l *learning) base(id string, p knowledge.Proposal) (*knowledge.Record, error) {
	r, err := l.book.Find(id)
	if err != nil {
		return nil, err
	}
	moved, err := l.movedOn(r.Now, p.Base)
	if err != nil {
		return nil, err
	}
	if moved {
		return nil, fault.New(fault.Conflict, "the proposal is for version %d of %s, which is version %d now", p.Base, id, r.Now.Version).About("proposal", p.ID).
			WithHint("look at it again: reject this one, and submit the feedback once more")
	}
	return r, nil
}

// movedOn tells whether an item was changed since a version, and not only its evidence.
func (l *learning) movedOn(i knowledge.Item, base int) (bool, error) {
	if i.Version == base {
		return false, nil
	}
	versions, err := readOf(l.write.c, store.ItemHistory, i.ID)
	if err != nil || base < 1 || base > len(versions) {
		return true, err
	}
	was := versions[base-1]
	return was.Status != i.Status || was.Scope != i.Scope || was.Body.Hash() != i.Body.Hash() ||
		slices.ContainsFunc(versions[base:], func(v knowledge.Item) bool { return v.Operation != knowledge.Ignore }), nil
}

// change changes or retires the item of a proposal.
func (l *learning) change(p knowledge.Proposal) (i knowledge.Item, err error) {
	r, err := l.base(p.Item, p)
	if err != nil {
		return i, err
	}
	next := r.Now
	if p.Operation == knowledge.Delete {
		if err := l.orphaned(next, p); err != nil {
			return i, err
		}
		next.Status = item.Retired
	} else {
		evidence, err := l.evidence(p)
		if err != nil {
			return i, err
		}
		next = next.With(next.Life().Resting(evidence))
		next.Body, next.Number, next.Mode = p.Body, knowledge.NextNumber(next.Number, p.Mode), p.Mode
		if next, err = fit(next, p); err != nil {
			return i, err
		}
	}
	next.Operation, next.Relation, next.Proposal, next.Feedback, next.Author, next.Reason, next.From =
		p.Operation, p.Case.Relation, p.ID, p.Feedback, p.Author, p.Case.Intent, l.At
	l.book.Put(r, next)
	return r.Now, nil
}

// restore gives an item a new version that is like the earlier one to; nil retires it.
func (l *learning) restore(r *knowledge.Record, to *knowledge.Item, by, reason string) {
	next := r.Now
	next.Status, next.SupersededBy = item.Retired, ""
	like := 0
	if to != nil {
		like = to.Version // before Put, because to may be the version before the last
		next.SupersededBy = to.SupersededBy
		next.Status, next.Body, next.Claims, next.Scope = to.Status, to.Body, to.Claims, to.Scope
		next.Evidence = slices.DeleteFunc(slices.Clone(to.Evidence), func(v feedback.Evidence) bool { // what was withdrawn stays so
			return len(r.Now.Evidence) > 0 && !r.Now.Life().Cites(v.Feedback)
		})
		next.Number = knowledge.NextNumber(r.Now.Number, knowledge.Replace)
	}
	next.Operation, next.Relation, next.Mode, next.Proposal, next.Feedback = knowledge.Update, "", "", "", ""
	next.Author, next.Reason, next.From = by, reason, l.At
	l.book.Put(r, next)
	if next.Status == item.Active {
		l.attachRestored(r.Now, like, by)
		return
	}
	if next.Status == item.Superseded && l.stillHolds(next.SupersededBy) {
		return // that one stands for it
	}
	for old := range l.book.Records() { // what it superseded is in use again, unless another says the same
		if old.Now.Status == item.Superseded && old.Now.SupersededBy == r.Now.ID {
			back := old.Now
			back.Status, back.SupersededBy, back.Author, back.Reason, back.From = item.Active, "", by, reason, l.At
			if same := l.twin(back); same != "" {
				back.Status, back.SupersededBy = item.Superseded, same
			}
			l.book.Put(old, back)
		}
	}
}

// twin gives the id of another item in use that says what an item says, where that holds;
// empty when there is none.
func (l *learning) twin(i knowledge.Item) string {
	same, err := l.book.Find(l.known(i.Body, i.Scope))
	if err != nil || same.Now.ID == i.ID || same.Now.Status != item.Active {
		return ""
	}
	return same.Now.ID
}
