package daemon

import (
	"context"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/knowledge"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
	"navd/kv"
)

// Proposals lists what waits for a decision, and what was decided.
func (k *Knowledge) Proposals(_ context.Context, p ipc.ProposalListParams) (r ipc.ProposalListResult, err error) {
	before, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	err = k.c.view(func(tx *kv.Tx) (err error) {
		r.Proposals, r.Cursor, err = paged(p.Limit, store.Proposals(tx, before), func(one knowledge.Proposal) (v ipc.ProposalView, is bool, err error) {
			if p.Status == "" || string(one.Standing) == p.Status {
				is = true
				v, err = viewOf(tx, one)
			}
			return v, is, err
		}, func(v ipc.ProposalView) string { return v.ID[1:] })
		return err
	})
	if err == nil {
		err = k.c.entries.against(r.Proposals)
	}
	return r, err
}

// viewOf is a proposal with the lines that it changes.
func viewOf(tx *kv.Tx, p knowledge.Proposal) (v ipc.ProposalView, err error) {
	old, now := knowledge.Body{}, p.Body
	if p.Base > 0 {
		versions, err := store.ItemHistory(tx, p.Item)
		if err != nil {
			return v, err
		}
		if p.Base <= len(versions) {
			old = versions[p.Base-1].Body
		}
	}
	if p.Operation == knowledge.Delete {
		now = knowledge.Body{}
	}
	return ipc.ProposalView{Proposal: p, Diff: diffOf(old, now), Claims: p.Claims()}, nil
}

// Approve carries out a proposal.
func (k *Knowledge) Approve(ctx context.Context, p ipc.DecideParams) (ipc.DecideResult, error) {
	return k.decide(ctx, ipc.KnowledgeApprove, p, knowledge.Approved)
}

// Reject declines a proposal; the same is not proposed again.
func (k *Knowledge) Reject(ctx context.Context, p ipc.DecideParams) (ipc.DecideResult, error) {
	return k.decide(ctx, ipc.KnowledgeReject, p, knowledge.Rejected)
}

func (k *Knowledge) decide(ctx context.Context, m ipc.Method[ipc.DecideParams, ipc.DecideResult], p ipc.DecideParams, as knowledge.Standing) (r ipc.DecideResult, err error) {
	w, err := k.c.begin(ctx, callOf(m, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("author", p.Author, "reason", p.Reason); err != nil {
		return r, err
	}
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	if r.Proposal, err = readOf(k.c, store.GetProposal, p.Proposal); err != nil {
		return r, l.noProposal(p.Proposal, err)
	}
	one := &r.Proposal
	switch {
	case one.Standing != knowledge.Open:
		f := fault.New(fault.Conflict, "the proposal was %s", one.Standing).About("proposal", p.Proposal)
		switch one.Standing {
		case knowledge.Approved:
			f.Hint = "knowledge.rollback takes back what was approved"
		case knowledge.Rejected:
			f.Hint = "the same is not proposed again: say it in other words with knowledge.submit"
		}
		return r, f
	case p.Expect != nil && *p.Expect != one.Base:
		return r, fault.New(fault.Conflict, "the proposal is for version %d", one.Base).About("expect_version", *p.Expect)
	}
	if as == knowledge.Approved {
		if err := l.contradicted(*one); err != nil {
			return r, err
		}
		made, err := l.approve(one)
		if err != nil {
			return r, err
		}
		r.Item = &made
	}
	one.Standing, one.Decided, one.Decider, one.Reason = as, l.At, p.Author, p.Reason
	store.PutProposal(&l.Changes, *one)
	line := knowledge.Line{Did: string(as), Item: one.Item, Proposal: one.ID, Feedback: one.Feedback, By: p.Author, Reason: p.Reason}
	if r.Item != nil {
		line.Version = r.Item.Version
	}
	l.line(line)
	r.Proposed = l.orphans
	return r, l.commit(ctx, r)
}

// noProposal is the fault of an id that no proposal has: it may be an item's, as lists print it.
func (l *learning) noProposal(ref string, err error) error {
	id, _ := knowledge.SplitRef(ref)
	r, failed := l.book.Find(id)
	if failed != nil {
		return err
	}
	return fault.New(fault.NotFound, "%s is an item, %s since it was approved, and no proposal", id, r.Now.Status).About("proposal", ref).
		WithHint("knowledge.proposals lists what waits for a decision: ids like p3; knowledge.rollback takes an item back")
}

const (
	maxAgainst = 3   // the most entries that a proposal names as going against it
	maxOfRoom  = 200 // the most entries about a room that are read for it, the newest
)

// against notes in open proposals which entries in use go against them: what users said as
// feedback and what was learned stand beside each other in a plan.
func (es *entryStore) against(proposals []ipc.ProposalView) error {
	return es.read(func(b *grounding.Book) error {
		for i := range proposals {
			p := &proposals[i]
			p.Entries = nil // it may run again
			if p.Standing != knowledge.Open || p.Operation == knowledge.Delete {
				continue
			}
			for _, g := range p.Going() {
				for _, e := range b.About(g.Room, maxOfRoom) {
					known := func(k knowledge.Known) bool { return k.ID == e.ID }
					if len(p.Entries) < maxAgainst && overlap(p.Scope, e.Scope) && denies(g, e) && !slices.ContainsFunc(p.Entries, known) {
						p.Entries = append(p.Entries, knowledge.Known{ID: e.ID, Version: e.Version, Title: words.Clip(e.Text, 200), Relation: knowledge.Conflicts})
					}
				}
			}
		}
		return nil
	})
}

// overlap tells whether an entry may hold where knowledge does. What was said of one search
// ends with it.
func overlap(k knowledge.Scope, e grounding.Scope) bool {
	return e.Episode == "" && (k.Scene == "" || e.Scene == "" || k.Scene == e.Scene)
}

// denies tells whether an entry speaks against going to a room, or against keeping out of it.
func denies(g knowledge.Going, e grounding.Entry) bool {
	both := func(target words.Key) bool { return g.Target == "" || target == "" || g.Target.Equal(target) }
	return slices.ContainsFunc(e.Claims, func(c words.Claim) bool {
		kind, key := c.About()
		switch {
		case c.Relation == words.RelationPrefer || c.Relation == words.RelationAvoid:
			goal := words.Key("")
			if e.Scope.Target != "" {
				goal = words.ObjectKey(e.Scope.Target)
			}
			return kind == "place" && key.Equal(g.Room) && g.Forbids == (c.Polarity > 0) && both(goal)
		case !words.Key(c.Object).Equal(g.Room):
			return false
		case c.Relation == words.RelationIn:
			return g.Forbids && both(key)
		}
		return c.Relation == words.RelationNotIn && !g.Forbids && g.Target.Equal(key)
	})
}
