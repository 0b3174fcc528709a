package daemon

import (
	"context"
	"slices"
	"time"

	"navd/daemon/fault"
	"navd/daemon/journal"
	"navd/daemon/lats"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/ipc"
	"navd/kv"
)

// answer answers a ticket of a search, and stores the answer. kinds are those that the
// method may answer.
func (l *Lats) answer(ctx context.Context, call journal.Call, id string, ticket int, a lats.Answer, kinds ...lats.Kind) (s think.Search, err error) {
	w, err := l.c.begin(ctx, call, &s)
	if w == nil {
		return s, err
	}
	defer w.end(&err)
	t, err := l.holdIdle(id)
	if err != nil {
		return s, err
	}
	defer t.mu.Unlock()
	open := t.tree.Tickets()
	if i := slices.IndexFunc(open, func(k lats.Ticket) bool { return k.ID == ticket }); i >= 0 && !slices.Contains(kinds, open[i].Kind) {
		return s, fault.New(fault.Conflict, "ticket %d is of kind %s", ticket, open[i].Kind).About("ticket", ticket).
			WithHint("answer it with lats.%s", methodFor(open[i].Kind))
	}
	if err := t.tree.Tell(ticket, a); err != nil {
		return s, err
	}
	t.countTime(l.c.now())
	return w.fileSearch(ctx, t)
}

// methodFor is the method that answers tickets of a kind.
func methodFor(k lats.Kind) string {
	switch k {
	case lats.Observe, lats.Evaluate:
		return string(k)
	}
	return "samples"
}

// fileSearch stores what happened to a search, even when the caller of the method has
// left. A search that was not stored is dropped from RAM. The caller has locked the search.
func (w *write) fileSearch(ctx context.Context, t *treeSearch) (_ think.Search, err error) {
	w.putSearch(t)
	if t.tree.Stopped() != "" {
		err = w.keepFailures(t)
	}
	if err == nil {
		err = w.commit(context.WithoutCancel(ctx), t.record)
	}
	if err != nil {
		w.c.searches.drop(t.record.ID, t)
	}
	return t.record, err
}

// store stores what happened to a search outside a call that changes it. The caller has
// locked the search.
func (l *Lats) store(ctx context.Context, t *treeSearch) (s think.Search, err error) {
	w := l.c.write()
	defer w.end(&err)
	return w.fileSearch(ctx, t)
}

// Cancel ends a search.
func (l *Lats) Cancel(ctx context.Context, p ipc.LatsChangeParams) (s think.Search, err error) {
	w, err := l.c.begin(ctx, callOf(ipc.LatsCancel, p.Key, p), &s)
	if w == nil {
		return s, err
	}
	defer w.end(&err)
	t, err := l.c.searches.halt(p.Search)
	if err != nil {
		return s, err
	}
	defer t.mu.Unlock()
	_ = t.tree.Stop(lats.Cancelled, "") // a search that has ended stays as it is
	return w.fileSearch(ctx, t)
}

// Resume goes on with a search that ended.
func (l *Lats) Resume(ctx context.Context, p ipc.LatsResumeParams) (s think.Search, err error) {
	w, err := l.c.begin(ctx, callOf(ipc.LatsResume, p.Key, p), &s)
	if w == nil {
		return s, err
	}
	defer w.end(&err)
	t, err := l.holdIdle(p.Search)
	if err != nil {
		return s, err
	}
	defer t.mu.Unlock()
	b := budgetWith(t.tree.Options().Budget, p.Budgets)
	if t.memory != nil {
		liftCalls(&b, t.record.Chain)
	}
	if err := t.tree.Resume(b); err != nil {
		return s, err
	}
	t.since = time.Time{}
	t.countTime(l.c.now()) // the deadline may have passed before
	t.entry, t.fails = 0, 0
	t.record.State, t.record.Error, t.record.Budget = think.Open, "", t.tree.Options().Budget
	return w.fileSearch(ctx, t)
}

// Outcome stores whether the answer of a search was right. A failure becomes a record of
// episodic memory.
func (l *Lats) Outcome(ctx context.Context, p ipc.LatsOutcomeParams) (s think.Search, err error) {
	w, err := l.c.begin(ctx, callOf(ipc.LatsOutcome, p.Key, p), &s)
	if w == nil {
		return s, err
	}
	defer w.end(&err)
	if err := noControls("note", p.Note); err != nil {
		return s, err
	}
	t, err := l.c.searches.hold(p.Search)
	if err != nil {
		return s, err
	}
	defer t.mu.Unlock()
	if t.record.Best == nil {
		return s, fault.New(fault.Conflict, "the search has no answer yet").About("search", p.Search).WithHint("call lats.run to go on with it")
	}
	if err := w.keepOutcome(t, p); err != nil {
		return s, err
	}
	t.record.Outcome = &think.Outcome{Success: p.Success, Note: p.Note, Time: w.moment()}
	return w.fileSearch(ctx, t)
}

// Delete deletes a search.
func (l *Lats) Delete(ctx context.Context, p ipc.LatsChangeParams) (r ipc.LatsDeleteResult, err error) {
	w, err := l.c.begin(ctx, callOf(ipc.LatsDelete, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	t := l.c.searches.takeHalted(p.Search) // not halt: a search that cannot be read can be deleted too
	defer t.mu.Unlock()
	defer l.c.searches.drop(p.Search, t)
	err = l.c.view(func(tx *kv.Tx) error {
		s, err := store.GetSearch(tx, p.Search)
		if fault.Is(err, fault.Corrupt) {
			s, err = think.Search{ID: p.Search}, nil
		}
		if err != nil {
			return err
		}
		r.Deleted, err = store.DeleteSearch(tx, &w.Changes, s)
		return err
	})
	if err != nil {
		return r, err
	}
	return r, w.commit(ctx, r)
}
