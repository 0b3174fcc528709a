package daemon

import (
	"fmt"
	"slices"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/store"
	"navd/kv"
)

// follow proposes to retire the items that were derived from changed ones, when none of
// their sources is in use any more.
func (l *learning) follow(made []knowledge.Item) error {
	gone := func(id string) bool {
		return slices.ContainsFunc(made, func(m knowledge.Item) bool { return m.ID == id && m.Status != item.Active })
	}
	for r := range l.book.Records() {
		i := r.Now
		if i.Status != item.Active || !slices.ContainsFunc(i.Follows, gone) || slices.ContainsFunc(i.Follows, l.stillHolds) {
			continue
		}
		asked, err := l.asked(i.ID)
		if err != nil {
			return err
		}
		if !asked {
			l.orphan(i)
		}
	}
	return nil
}

// orphaned refuses to take an item out of use for want of what it follows from, when
// that is in use again.
func (l *learning) orphaned(i knowledge.Item, p knowledge.Proposal) error {
	if at := slices.IndexFunc(i.Follows, l.stillHolds); p.Feedback == "" && at >= 0 {
		return fault.New(fault.Conflict, "%s follows from %s, which is in use again", i.ID, i.Follows[at]).About("proposal", p.ID).
			WithHint("reject it; knowledge.rollback takes %s out of use all the same", i.ID)
	}
	return nil
}

// founded refuses the proposal of a new item when nothing that it follows from is in use any
// more: were it in use already, its removal would have been proposed with the last of these.
func (l *learning) founded(p knowledge.Proposal) error {
	from := p.Case.Follows
	if len(from) == 0 || slices.ContainsFunc(from, l.stillHolds) {
		return nil
	}
	return fault.New(fault.Conflict, "what it follows from is out of use: %s", strings.Join(from, ", ")).About("proposal", p.ID).
		WithHint("reject it, or bring one of them back with knowledge.rollback and approve this then")
}

// stillHolds tells whether an item, or one that superseded it, is in use.
func (l *learning) stillHolds(id string) bool {
	for range maxTouched { // a chain of items that superseded each other
		r, err := l.book.Find(id)
		if err != nil || r.Now.Status == item.Active {
			return err == nil
		}
		if id = r.Now.SupersededBy; id == "" {
			return false
		}
	}
	return true
}

// asked tells whether a stored proposal to retire an item is open.
func (l *learning) asked(id string) (asked bool, err error) {
	err = l.write.c.view(func(tx *kv.Tx) error {
		for p, err := range store.Proposals(tx, 0) {
			if err != nil {
				return err
			}
			asked = asked || p.Standing == knowledge.Open && p.Operation == knowledge.Delete && p.Item == id
		}
		return nil
	})
	return asked, err
}

// orphan proposes to retire an item.
func (l *learning) orphan(i knowledge.Item) {
	p := l.proposal(&knowledge.Feedback{Scope: i.Scope})
	p.Item, p.Base, p.Kind, p.Operation, p.Body = i.ID, i.Version, i.Kind, knowledge.Delete, i.Body
	p.Case = knowledge.Case{
		Intent: "take back what nothing stands behind", Relation: knowledge.Withdraws,
		Because:  fmt.Sprintf("what it follows from is out of use: %s", strings.Join(i.Follows, ", ")),
		Existing: []knowledge.Known{{ID: i.ID, Version: i.Version, Title: i.Body.Title(), Relation: knowledge.Withdraws}},
		Before:   "in use: " + i.Body.Title(), After: "retired; a rollback brings it back",
	}
	store.PutProposal(&l.Changes, p)
	l.line(knowledge.Line{Did: string(knowledge.Proposed), Item: i.ID, Proposal: p.ID, By: p.By, Reason: p.Case.Because})
	l.orphans = append(l.orphans, p.ID)
}
