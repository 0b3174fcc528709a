package daemon

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/job"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// maxJobs is how many jobs are worked on at a time.
const maxJobs = 4

// agenda is the open jobs in RAM; the store has them all.
type agenda struct {
	mu   sync.Mutex         // guards all below; nothing is taken under it
	open map[string]job.Job // by id: waiting and running ones
	runs map[string]job.Job // by id: those that are worked on now, also when open has them waiting for once more
	last int                // number of the newest job
	wake chan struct{}      // of capacity 1: something changed
}

// wakeUp has the foreman look at the jobs.
func (a *agenda) wakeUp() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// nextID gives a new job its id.
func (a *agenda) nextID() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	return store.JobID(a.last)
}

// waiting gives the job of a kind for an episode that waits.
func (a *agenda) waiting(kind job.Kind, episode string) (job.Job, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, j := range a.open {
		if j.Kind == kind && j.Episode == episode && j.State == job.Waiting {
			return j, true
		}
	}
	return job.Job{}, false
}

// keep takes a job as it is now.
func (a *agenda) keep(j job.Job) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j.Open() {
		a.open[j.ID] = j
	} else {
		delete(a.open, j.ID)
	}
}

// end notes what came of a job that was worked on. One that was asked for again
// meanwhile stays as that left it.
func (a *agenda) end(j job.Job) {
	a.mu.Lock()
	delete(a.runs, j.ID)
	again := a.open[j.ID].State == job.Waiting
	a.mu.Unlock()
	if !again {
		a.keep(j)
	}
}

// again gives a job that ends as it is to be stored: waiting, when it was asked
// for once more while it ran.
func (a *agenda) again(j job.Job) job.Job {
	a.mu.Lock()
	defer a.mu.Unlock()
	if open, ok := a.open[j.ID]; ok && open.State == job.Waiting {
		return open
	}
	return j
}

// hold takes a job that nobody works on off the agenda, so that nobody begins
// it; keep puts it back. One that runs is a conflict.
func (a *agenda) hold(j job.Job) (job.Job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if open, ok := a.open[j.ID]; ok {
		j = open
	}
	if _, runs := a.runs[j.ID]; runs {
		return j, fault.New(fault.Conflict, "the job runs").About("job", j.ID).WithHint("jobs.get says when it is done")
	}
	delete(a.open, j.ID)
	return j, nil
}

// due takes the next job that is due, or says how long to wait for one; a day
// when none waits.
func (a *agenda) due(now time.Time) (j job.Job, ok bool, pause time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	pause = 24 * time.Hour
	if len(a.runs) == maxJobs {
		return j, false, pause
	}
	for _, o := range a.open {
		switch {
		case o.State != job.Waiting || a.busyWith(o):
		case o.Next.After(now):
			pause = min(pause, o.Next.Sub(now))
		case !ok || earlier(o, j):
			j, ok = o, true
		}
	}
	if ok {
		j = j.Begin(now)
		a.open[j.ID], a.runs[j.ID] = j, j
	}
	return j, ok, pause
}

// busyWith tells whether a job of the same kind for the same episode is worked
// on: they follow each other. The caller holds the lock.
func (a *agenda) busyWith(j job.Job) bool {
	for _, o := range a.runs {
		if o.Kind == j.Kind && o.Episode == j.Episode {
			return true
		}
	}
	return false
}

// earlier orders jobs by when they were due, then by number.
func earlier(a, b job.Job) bool {
	na, _ := store.JobNumber(a.ID)
	nb, _ := store.JobNumber(b.ID)
	return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(na, nb)) < 0
}

// loadJobs reads the jobs that are left to do. One that ran when the daemon
// stopped is due at once.
func (c *core) loadJobs(tx *kv.Tx) (err error) {
	a := &c.jobs
	a.open, a.runs, a.wake = map[string]job.Job{}, map[string]job.Job{}, make(chan struct{}, 1)
	if a.last, err = store.LastJob(tx); err != nil {
		return err
	}
	open, bad, err := store.OpenJobs(tx)
	if bad != nil { // the robot needs the daemon more than this job
		c.log.Error("a job cannot be read and is not done", "error", bad)
		c.troubles.note("jobs", fault.As(bad).Error(), c.now())
	}
	for _, j := range open {
		if j.State == job.Running {
			j.State, j.Next = job.Waiting, c.now().UTC()
		}
		a.open[j.ID] = j
	}
	return err
}

// foreman begins jobs as they come due, until the daemon closes.
func (c *core) foreman() {
	for c.ctx.Err() == nil {
		j, ok, pause := c.jobs.due(c.now().UTC())
		if ok {
			if !c.background.Go(func() { c.work(j) }) {
				return
			}
			continue
		}
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-c.jobs.wake:
		case <-c.ctx.Done():
		}
		t.Stop()
	}
}

// work does one job. What comes of it is stored by the work itself, in one
// commit with the job; one that failed to is put off.
func (c *core) work(j job.Job) {
	done, err := c.do(j)
	switch {
	case err == nil:
		j = done
	case c.ctx.Err() != nil: // the store has it waiting
	default:
		j = c.putOff(j, err)
	}
	c.jobs.end(j)
	c.jobs.wakeUp()
}

func (c *core) do(j job.Job) (done job.Job, err error) {
	defer recovered(&err)
	return c.makeFinal(j)
}

// putOff stores why a job was not done.
func (c *core) putOff(j job.Job, err error) job.Job {
	now := c.now().UTC()
	f := fault.As(err)
	if f.Kind == fault.NotFound { // its episode was deleted
		j = j.Finish(now)
		j.Error = f.Error()
	} else {
		c.log.Warn("a job was not done", "job", j.ID, "kind", j.Kind, "episode", j.Episode, "error", err)
		j = j.Again(f.Error(), now)
	}
	var ch kv.Changes
	store.PutJob(&ch, j)
	if err := c.apply(c.ctx, &ch); err != nil {
		c.log.Warn("what became of a job was not stored", "job", j.ID, "error", err)
	}
	return j
}

// Jobs shows and steers background work.
type Jobs struct{ c *core }

// List gives jobs newest first.
func (n *Jobs) List(_ context.Context, p ipc.JobListParams) (r ipc.JobListResult, err error) {
	r.Jobs = []job.Job{}
	before := 0
	if p.Cursor != "" {
		if before, err = strconv.Atoi(p.Cursor); err != nil || before < 1 {
			return r, badParams(fault.Field("cursor", p.Cursor, "the cursor of the page before"))
		}
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
	return n.change(ctx, call{ipc.JobsRetry, p.Key, p}, p.Job, job.Job.Retry)
}

// Cancel takes a job back.
func (n *Jobs) Cancel(ctx context.Context, p ipc.JobChangeParams) (job.Job, error) {
	return n.change(ctx, call{ipc.JobsCancel, p.Key, p}, p.Job, job.Job.Cancel)
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

// waitingJobs tells health of work that was tried and has to wait.
func (c *core) waitingJobs() (out []ipc.Degraded) {
	c.jobs.mu.Lock()
	defer c.jobs.mu.Unlock()
	failed := slices.DeleteFunc(slices.SortedFunc(maps.Values(c.jobs.open), func(a, b job.Job) int { return cmp.Compare(a.ID, b.ID) }),
		func(j job.Job) bool { return j.Error == "" })
	if len(failed) == 0 {
		return nil
	}
	return []ipc.Degraded{{
		What: "jobs", Reason: strconv.Itoa(len(failed)) + " wait for another try, the first: " + failed[0].Error, Since: failed[0].Updated,
	}}
}
