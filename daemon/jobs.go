package daemon

import (
	"context"
	"time"

	"navd/daemon/job"
	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Jobs shows background work, tries it again and cancels it.
type Jobs struct{ c *core }

// List gives jobs newest first.
func (n *Jobs) List(_ context.Context, p ipc.JobListParams) (r ipc.JobListResult, err error) {
	before, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	err = n.c.view(func(tx *kv.Tx) (err error) {
		r.Jobs, r.Cursor, err = paged(p.Limit, store.Jobs(tx, before), func(j job.Job) (job.Job, bool, error) {
			j = n.c.jobs.AsNow(j)
			return j, (p.State == "" || string(j.State) == p.State) && (p.Kind == "" || string(j.Kind) == p.Kind) &&
				(p.Episode == "" || j.Episode == p.Episode) && (p.Since.IsZero() || !j.Created.Before(p.Since)), nil
		}, func(j job.Job) string { return j.ID[1:] })
		return err
	})
	return r, err
}

// Get gives one job.
func (n *Jobs) Get(_ context.Context, p ipc.JobParams) (j job.Job, err error) {
	j, err = readOf(n.c, store.GetJob, p.Job)
	return n.c.jobs.AsNow(j), err
}

// Retry makes a job due now.
func (n *Jobs) Retry(ctx context.Context, p ipc.JobChangeParams) (job.Job, error) {
	return n.change(ctx, callOf(ipc.JobsRetry, p.Key, p), p.Job, job.Job.Retry)
}

// Cancel cancels a job that is not done.
func (n *Jobs) Cancel(ctx context.Context, p ipc.JobChangeParams) (job.Job, error) {
	return n.change(ctx, callOf(ipc.JobsCancel, p.Key, p), p.Job, job.Job.Cancel)
}

// change changes a job. It refuses one that is running, whose result is stored in one
// commit with its end.
func (n *Jobs) change(ctx context.Context, call journal.Call, id string, how func(job.Job, time.Time) (job.Job, error)) (j job.Job, err error) {
	w, err := n.c.begin(ctx, call, &j)
	if w == nil {
		return j, err
	}
	defer w.end(&err)
	if j, err = n.c.jobs.Change(w.Change, id, how); err != nil {
		return j, err
	}
	return j, w.commit(ctx, j)
}
