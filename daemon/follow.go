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

// follow proposes to take out of use what was derived from items that have changed,
// when none that it was derived from is in use any more.
func (l *learning) follow(made []knowledge.Item) error {
	for _, gone := range made {
		if gone.Status == item.Active {
			continue
		}
		for r := range l.book.Records() {
			i := r.Now
			if i.Status != item.Active || !slices.Contains(i.Follows, gone.ID) || slices.ContainsFunc(i.Follows, l.stands) {
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
	}
	return nil
}

// orphaned refuses to take an item out of use for want of what it follows from, when
// that is in use again.
func (l *learning) orphaned(i knowledge.Item, p knowledge.Proposal) error {
	if at := slices.IndexFunc(i.Follows, l.stands); p.Feedback == "" && at >= 0 {
		return fault.New(fault.Conflict, "%s follows from %s, which is in use again", i.ID, i.Follows[at]).About("proposal", p.ID).
			WithHint("reject it; knowledge.rollback takes %s out of use all the same", i.ID)
	}
	return nil
}

// stands says whether an item, or what took its place, is in use.
func (l *learning) stands(id string) bool {
	for range maxTouched { // of a chain of items that took each other's place
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

// asked says whether it is proposed already that an item goes.
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

// orphan proposes that an item goes.
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
