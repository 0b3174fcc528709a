package daemon

import (
	"context"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Undo takes back the last change of an entry, or a feedback with all that
// rests on it alone.
func (g *Grounding) Undo(ctx context.Context, p ipc.UndoParams) (ipc.UndoResult, error) {
	return once(ctx, g.c, call{string(ipc.GroundingUndo), p.Key, p}, func(answer answerer) (r ipc.UndoResult, err error) {
		u := undoing{c: g.c, answer: answer}
		switch {
		case (p.ID == "") == (p.Feedback == ""):
			return r, badParams(fault.New(fault.Invalid, "give an entry or a feedback").About("id", p.ID).WithHint("either id or feedback"))
		case p.ID != "":
			return u.run(ctx, func(b *grounding.Book) error { return b.Undo(p.ID) })
		case grounding.FromFile(p.Feedback): // that has no record, and is of no episode
			return u.run(ctx, func(b *grounding.Book) error { return b.Withdraw(p.Feedback) })
		}
		n, record, err := g.c.feedbackOf(p.Feedback)
		if err != nil {
			return r, err
		}
		err = g.c.alone(record.Episode, func(*live) error {
			r, err = u.run(ctx, func(b *grounding.Book) error { return u.withdraw(b, n) })
			return err
		})
		return r, err
	})
}

// feedbackOf reads the record of a feedback, and its number.
func (c *core) feedbackOf(id string) (n int, r grounding.Record, err error) {
	n, ok := grounding.FeedbackNumber(id)
	if !ok {
		return n, r, fault.New(fault.NotFound, "no such feedback").About("feedback", id).WithHint("grounding.get lists those of an episode")
	}
	err = c.view(func(tx *kv.Tx) error { r, err = store.GetFeedback(tx, n); return err })
	return n, r, err
}

// undoing is one call that takes something back.
type undoing struct {
	c      *core
	answer answerer
	ch     kv.Changes
	after  func() // to run once it is committed, nil: nothing
}

// run changes the book and commits.
func (u *undoing) run(ctx context.Context, change func(*grounding.Book) error) (r ipc.UndoResult, err error) {
	err = u.c.changeBook(&u.ch, change, func(changed []grounding.Entry) error {
		if r.Entries = changed; changed == nil {
			r.Entries = []grounding.Entry{}
		}
		if err := u.answer(&u.ch, r); err != nil || u.ch.Len() == 0 {
			return err
		}
		return u.c.apply(ctx, &u.ch)
	})
	if err == nil && u.after != nil {
		u.after()
	}
	return r, err
}

// withdraw takes a feedback back: its record says so, no entry rests on it any
// more, and a final of its episode is made again without it. Twice changes
// nothing, but for entries that an undo of their own has brought back meanwhile.
// The caller holds the episode, which may be deleted.
func (u *undoing) withdraw(b *grounding.Book, n int) error {
	var r grounding.Record
	made := false
	err := u.c.view(func(tx *kv.Tx) (err error) {
		if r, err = store.GetFeedback(tx, n); err != nil {
			return err
		}
		_, made, err = store.GetFinal(tx, r.Episode, 0)
		return err
	})
	if err != nil {
		return err
	}
	if r.Withdrawn.IsZero() {
		r.Withdrawn = u.c.now().UTC()
		store.ReplaceFeedback(&u.ch, n, r)
		if made {
			j := u.c.finalJob(r.Episode, r.Withdrawn)
			store.PutJob(&u.ch, j)
			u.after = func() { u.c.jobs.keep(j); u.c.jobs.wakeUp() }
		}
	}
	if err := b.Withdraw(r.ID); err != nil && !fault.Is(err, fault.NotFound) { // a verdict alone has no entry
		return err
	}
	return nil
}
