package daemon

import (
	"context"
	"strconv"
	"time"

	"navd/daemon/job"
	"navd/daemon/journal"
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
	return n.change(ctx, journal.Call{Method: string(ipc.JobsRetry), Key: p.Key, Params: p}, p.Job, job.Job.Retry)
}

// Cancel takes a job back.
func (n *Jobs) Cancel(ctx context.Context, p ipc.JobChangeParams) (job.Job, error) {
	return n.change(ctx, journal.Call{Method: string(ipc.JobsCancel), Key: p.Key, Params: p}, p.Job, job.Job.Cancel)
}

// change changes a job that nobody works on. One that runs is let run: what it
// does is stored in one commit with its end.
func (n *Jobs) change(ctx context.Context, call journal.Call, id string, how func(job.Job, time.Time) (job.Job, error)) (r job.Job, err error) {
	w, err := n.c.begin(ctx, call, &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	stored := func(tx *kv.Tx) (job.Job, error) { return store.GetJob(tx, id) }
	j, err := read(n.c, stored)
	if err != nil {
		return j, err
	}
	w.Hold(j.Episode) // so that nobody else asks for the job meanwhile
	if j, err = read(n.c, stored); err != nil {
		return j, err
	}
	if j, err = n.c.jobs.hold(j); err != nil {
		return j, err
	}
	defer func() { n.c.jobs.keep(j); n.c.jobs.wakeUp() }()
	next, err := how(j, n.c.now().UTC())
	if err != nil {
		return j, err
	}
	store.PutJob(&w.Changes, next)
	if err := w.commit(ctx, next); err != nil {
		return j, err
	}
	j = next
	return j, nil
}
