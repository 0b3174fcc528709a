package daemon

import (
	"context"
	"strconv"
	"time"

	"navd/daemon/job"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Jobs shows and steers background work.
type Jobs struct{ c *core }

// List gives jobs newest first.
func (n *Jobs) List(_ context.Context, p ipc.JobListParams) (r ipc.JobListResult, err error) {
	r.Jobs = []job.Job{}
	before, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	limit := pageSize(p.Limit)
	err = n.c.view(func(tx *kv.Tx) error {
		for j, err := range store.Jobs(tx, before) {
			if err != nil {
				return err
			}
			j = n.now(j)
			if p.State != "" && string(j.State) != p.State || p.Kind != "" && string(j.Kind) != p.Kind ||
				p.Episode != "" && j.Episode != p.Episode || !p.Since.IsZero() && j.Created.Before(p.Since) {
				continue
			}
			if len(r.Jobs) == limit {
				last, _ := store.JobNumber(r.Jobs[limit-1].ID)
				r.Cursor = strconv.Itoa(last)
				return nil
			}
			r.Jobs = append(r.Jobs, j)
		}
		return nil
	})
	return r, err
}

// now gives a job as it stands: that one runs is known in RAM alone.
func (n *Jobs) now(j job.Job) job.Job {
	a := &n.c.jobs
	a.mu.Lock()
	defer a.mu.Unlock()
	if open, ok := a.open[j.ID]; ok {
		return open
	}
	return j
}

// Get gives one job.
func (n *Jobs) Get(_ context.Context, p ipc.JobParams) (j job.Job, err error) {
	err = n.c.view(func(tx *kv.Tx) error { j, err = store.GetJob(tx, p.Job); return err })
	return n.now(j), err
}

// Retry makes a job due now.
func (n *Jobs) Retry(ctx context.Context, p ipc.JobChangeParams) (job.Job, error) {
	return n.change(ctx, call{string(ipc.JobsRetry), p.Key, p}, p.Job, job.Job.Retry)
}

// Cancel takes a job back.
func (n *Jobs) Cancel(ctx context.Context, p ipc.JobChangeParams) (job.Job, error) {
	return n.change(ctx, call{string(ipc.JobsCancel), p.Key, p}, p.Job, job.Job.Cancel)
}

// change changes a job that nobody works on. One that runs is let run: what it
// does is stored in one commit with its end.
func (n *Jobs) change(ctx context.Context, k call, id string, turn func(job.Job, time.Time) (job.Job, error)) (job.Job, error) {
	return once(ctx, n.c, k, func(answer answerer) (j job.Job, err error) {
		if err := n.c.view(func(tx *kv.Tx) error { j, err = store.GetJob(tx, id); return err }); err != nil {
			return j, err
		}
		err = n.c.alone(j.Episode, func(*live) error {
			j, err = n.turn(ctx, j.ID, turn, answer)
			return err
		})
		return j, err
	})
}

// turn is change for a caller who holds the episode, so that nobody else asks for
// the job meanwhile.
func (n *Jobs) turn(ctx context.Context, id string, turn func(job.Job, time.Time) (job.Job, error), answer answerer) (j job.Job, err error) {
	if err := n.c.view(func(tx *kv.Tx) error { j, err = store.GetJob(tx, id); return err }); err != nil {
		return j, err
	}
	if j, err = n.c.jobs.hold(j); err != nil {
		return j, err
	}
	defer func() { n.c.jobs.keep(j); n.c.jobs.wakeUp() }()
	next, err := turn(j, n.c.now().UTC())
	if err != nil {
		return j, err
	}
	var ch kv.Changes
	store.PutJob(&ch, next)
	if err := answer(&ch, next); err != nil {
		return j, err
	}
	if err := n.c.apply(ctx, &ch); err != nil {
		return j, err
	}
	j = next
	return j, nil
}
