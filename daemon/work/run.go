package daemon

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/job"
	"navd/daemon/store"
	"navd/kv"
)

// loadJobs reads the jobs that are left to do. One that ran when the daemon
// stopped is stored as waiting, and begins again.
func (c *core) loadJobs(tx *kv.Tx) (err error) {
	a := &c.jobs
	a.open, a.runs, a.wake = map[string]job.Job{}, map[string]job.Job{}, make(chan struct{}, 1)
	if a.last, err = store.LastJob(tx); err != nil {
		return err
	}
	open, bad, err := store.OpenJobs(tx)
	if bad != nil { // the robot needs the daemon more than this job
		c.log.Error("a job cannot be read and is not done", "error", bad)
		c.troubles.Note("jobs", fault.As(bad).Error(), c.now())
	}
	for _, j := range open {
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
	defer background.Recover(&err)
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
	w := c.write()
	store.PutJob(&w.Changes, j)
	if err := w.commit(c.ctx, nil); err != nil {
		c.log.Warn("what became of a job was not stored", "job", j.ID, "error", err)
	}
	return j
}

// waitingJobs tells health of work that was tried and has to wait.
func (c *core) waitingJobs() (out []health.Trouble) {
	c.jobs.mu.Lock()
	defer c.jobs.mu.Unlock()
	failed := slices.DeleteFunc(slices.SortedFunc(maps.Values(c.jobs.open), func(a, b job.Job) int { return a.Created.Compare(b.Created) }),
		func(j job.Job) bool { return j.Error == "" })
	if len(failed) == 0 {
		return nil
	}
	return []health.Trouble{{
		What: "jobs", Reason: strconv.Itoa(len(failed)) + " wait for another try, the first: " + failed[0].Error, Since: failed[0].Updated,
	}}
}
