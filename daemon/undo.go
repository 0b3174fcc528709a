package daemon

import (
	"context"
	"time"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Undo takes back the last change of an entry, or a feedback with the entries that rest on
// it alone.
func (g *Grounding) Undo(ctx context.Context, p ipc.UndoParams) (r ipc.UndoResult, err error) {
	if p.DryRun {
		p.Key = ""
	}
	w, err := g.c.begin(ctx, callOf(ipc.GroundingUndo, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	var changed []grounding.Entry
	defer func() { // after the end of the write, which may hold the episode
		if err != nil || p.DryRun {
			return
		}
		if p.ID != "" {
			g.reinstate(ctx, changed)
		}
		g.c.finals.wantAgain(ctx, changed)
	}()
	defer w.end(&err)
	if (p.ID == "") == (p.Feedback == "") {
		return r, badParams(fault.New(fault.Invalid, "the call needs exactly one of id and feedback").About("id", p.ID).WithHint("give one of them"))
	}
	recorded := p.ID == "" && !grounding.FromFile(p.Feedback) // feedback from a file has no record and no episode
	if recorded {
		if r.Withdrawn, err = w.withdraw(p.Feedback); err != nil {
			return r, err
		}
	}
	book, err := w.entries()
	if err != nil {
		return r, err
	}
	if p.ID != "" {
		err = book.Undo(p.ID)
	} else {
		err = book.Withdraw(p.Feedback)
	}
	if err != nil && !(recorded && fault.Is(err, fault.NotFound)) { // a feedback that is only a verdict has no entry
		return r, err
	}
	if changed, err = w.versions(); err != nil {
		return r, err
	}
	r.Entries = append([]grounding.Entry{}, changed...)
	if p.Feedback != "" {
		r.Held = heldWithout(book, changed, p.Feedback)
	}
	if p.DryRun {
		return r, nil
	}
	return r, w.commit(ctx, r)
}

// heldWithout lists the entries that a feedback was taken from and that stay in use, with the
// feedback that they still rest on.
func heldWithout(book *grounding.Book, changed []grounding.Entry, from string) (held []ipc.HeldEntry) {
	for _, e := range changed {
		r, err := book.Find(e.ID)
		if err != nil || e.State != item.Active || !r.Before.Life().Cites(from) {
			continue // others are in use again
		}
		h := ipc.HeldEntry{ID: e.ID, By: []string{}}
		for _, v := range e.Evidence {
			h.By = append(h.By, v.Feedback)
		}
		held = append(held, h)
	}
	return held
}

// reinstate has the feedback of entries that are in use again count as said: an undo of an
// entry undoes that its feedback was taken back too. As for wantAgain, no episode is held.
func (g *Grounding) reinstate(ctx context.Context, changed []grounding.Entry) {
	for _, e := range changed {
		for _, v := range e.Evidence {
			if n, ok := feedback.Number(v.Feedback); ok && e.State == item.Active {
				if err := g.reinstateOne(ctx, n); err != nil {
					g.c.log.Warn("an entry still rests on feedback that was withdrawn", "entry", e.ID, "feedback", v.Feedback, "error", err)
				}
			}
		}
	}
}

func (g *Grounding) reinstateOne(ctx context.Context, n int) (err error) {
	record := func(tx *kv.Tx) (r feedback.Record, err error) { return store.GetFeedback(tx, n) }
	r, err := read(g.c, record)
	if err != nil || r.Withdrawn.IsZero() {
		return err
	}
	w := g.c.write()
	defer w.end(&err)
	w.Hold(r.Episode)
	if r, err = read(g.c, record); err != nil {
		return err
	}
	r.Withdrawn = time.Time{}
	store.ReplaceFeedback(&w.Changes, n, r)
	return w.commit(context.WithoutCancel(ctx), nil)
}

// withdraw marks the record of a feedback as taken back, and queues the final of its
// episode, if there is one, to be made again without it. A second time changes nothing, and
// first is false.
func (w *write) withdraw(id string) (first bool, err error) {
	n, ok := feedback.Number(id)
	if !ok {
		return false, fault.New(fault.NotFound, "no such feedback").About("feedback", id).WithHint("grounding.get lists those of an episode")
	}
	record := func(tx *kv.Tx) (r feedback.Record, err error) { return store.GetFeedback(tx, n) }
	r, err := read(w.c, record)
	if err != nil {
		return false, err
	}
	w.Hold(r.Episode)
	if r, err = read(w.c, record); err != nil || !r.Withdrawn.IsZero() {
		return false, err
	}
	_, made, err := w.c.finals.last(r.Episode)
	if err != nil {
		return false, err
	}
	r.Withdrawn = w.c.now().UTC()
	store.ReplaceFeedback(&w.Changes, n, r)
	if made {
		w.c.jobs.Want(w.Change, job.Final, r.Episode, r.Withdrawn, r.Withdrawn)
	}
	return true, nil
}
