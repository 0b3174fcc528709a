package daemon

import (
	"cmp"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/job"
	"navd/daemon/store"
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
