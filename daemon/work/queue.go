package work

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/job"
	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/kv"
)

// maxJobs is how many jobs are worked on at a time.
const maxJobs = 4

// Do does a job: it says how the job stands then, and has stored that in one
// commit with what it made; see [Queue.Store]. After an error the job is tried
// again.
type Do func(ctx context.Context, j job.Job) (job.Job, error)

// Options say how to open a queue. All are needed.
type Options struct {
	Journal *journal.Journal
	Kinds   map[job.Kind]Do // what is done for each kind of job
	Now     func() time.Time
	Log     *slog.Logger
	Notes   *health.Notes // gets what cannot be read
}

// Queue is the jobs that are left to do. The store has them all; which ones run
// is known here alone.
type Queue struct {
	Options
	ctx     context.Context
	stop    context.CancelFunc
	wake    chan struct{}  // of capacity 1: something changed
	begins  sync.WaitGroup // the goroutine that begins jobs
	running background.Group

	mu   sync.Mutex         // guards all below; nothing is taken under it
	open map[string]job.Job // by id: waiting and running ones
	runs map[string]job.Job // by id: those that are worked on now, also when open has them waiting for once more
	last int                // number of the newest job
}

// Open reads the jobs that are left to do. One that ran when the daemon stopped
// is stored as waiting, and begins again.
func Open(o Options) (*Queue, error) {
	q := &Queue{Options: o, wake: make(chan struct{}, 1), open: map[string]job.Job{}, runs: map[string]job.Job{}}
	q.ctx, q.stop = context.WithCancel(context.Background())
	return q, o.Journal.View(q.load)
}

func (q *Queue) load(tx *kv.Tx) (err error) {
	if q.last, err = store.LastJob(tx); err != nil {
		return err
	}
	open, bad, err := store.OpenJobs(tx)
	if bad != nil { // the robot needs the daemon more than this job
		q.Log.Error("a job cannot be read and is not done", "error", bad)
		q.Notes.Note("jobs", fault.As(bad).Error(), q.Now())
	}
	for _, j := range open {
		q.open[j.ID] = j
	}
	return err
}

// Want adds a job to a change that holds its episode: of a kind, for that episode,
// to be done at a time. One that waits already is taken for it, and is not put off.
func (q *Queue) Want(c *journal.Change, kind job.Kind, episode string, now, due time.Time) job.Job {
	j, found := q.waiting(kind, episode)
	if !found {
		j = job.New(q.nextID(), kind, episode, now)
		j.Next = due
	}
	if due.Before(j.Next) {
		j.Next = due
	}
	j.Updated = now
	store.PutJob(&c.Changes, j)
	c.Then(func() { q.keep(j); q.ring() })
	return j
}

// Store adds to a change how a job stands whose work the change stores, and gives
// it: waiting, when it was asked for once more while it ran. The change holds its
// episode.
func (q *Queue) Store(c *journal.Change, j job.Job) job.Job {
	j = q.again(j)
	store.PutJob(&c.Changes, j)
	return j
}

// Change adds to a change what a user has become of a job that nobody works on,
// and gives the job then. The change takes the job's episode.
func (q *Queue) Change(c *journal.Change, id string, how func(job.Job, time.Time) (job.Job, error)) (j job.Job, err error) {
	read := func(tx *kv.Tx) (err error) { j, err = store.GetJob(tx, id); return err }
	if err := q.Journal.View(read); err != nil {
		return j, err
	}
	c.Hold(j.Episode) // so that nobody else asks for the job meanwhile
	if err := q.Journal.View(read); err != nil {
		return j, err
	}
	old, err := q.take(j)
	if err != nil {
		return old, err
	}
	next, err := how(old, q.Now().UTC())
	if err != nil {
		next = old
	} else {
		store.PutJob(&c.Changes, next)
	}
	c.Finally(func(stored bool) {
		if !stored {
			next = old
		}
		q.keep(next)
		q.ring()
	})
	return next, err
}

// AsNow gives a job that was read from the store as it stands: that it runs is
// known in RAM alone.
func (q *Queue) AsNow(j job.Job) job.Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if open, ok := q.open[j.ID]; ok {
		return open
	}
	return j
}

// ring has the queue looked at.
func (q *Queue) ring() {
	select {
	case q.wake <- struct{}{}:
	default: // it will be
	}
}

// nextID gives a new job its id.
func (q *Queue) nextID() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.last++
	return store.JobID(q.last)
}

// waiting gives the job of a kind for an episode that waits.
func (q *Queue) waiting(kind job.Kind, episode string) (job.Job, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.open {
		if j.Kind == kind && j.Episode == episode && j.State == job.Waiting {
			return j, true
		}
	}
	return job.Job{}, false
}

// keep takes a job as it is now.
func (q *Queue) keep(j job.Job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j.Open() {
		q.open[j.ID] = j
	} else {
		delete(q.open, j.ID)
	}
}

// end notes what came of a job that was worked on. One that was asked for again
// meanwhile stays as that left it.
func (q *Queue) end(j job.Job) {
	q.mu.Lock()
	delete(q.runs, j.ID)
	again := q.open[j.ID].State == job.Waiting
	q.mu.Unlock()
	if !again {
		q.keep(j)
	}
}

// again gives a job that ends as it is to be stored: waiting, when it was asked
// for once more while it ran.
func (q *Queue) again(j job.Job) job.Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if open, ok := q.open[j.ID]; ok && open.State == job.Waiting {
		return open
	}
	return j
}

// take takes a job that nobody works on out, so that nobody begins it; keep puts it
// back. One that runs is a conflict.
func (q *Queue) take(j job.Job) (job.Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if open, ok := q.open[j.ID]; ok {
		j = open
	}
	if _, runs := q.runs[j.ID]; runs {
		return j, fault.New(fault.Conflict, "the job runs").About("job", j.ID).WithHint("jobs.get says when it is done")
	}
	delete(q.open, j.ID)
	return j, nil
}

// due takes the next job that is due, or says how long to wait for one; a day
// when none waits.
func (q *Queue) due(now time.Time) (j job.Job, ok bool, pause time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	pause = 24 * time.Hour
	if len(q.runs) == maxJobs {
		return j, false, pause
	}
	for _, o := range q.open {
		switch {
		case o.State != job.Waiting || q.busyWith(o):
		case o.Due(now).After(now):
			pause = min(pause, o.Due(now).Sub(now))
		case !ok || earlier(o, j, now):
			j, ok = o, true
		}
	}
	if ok {
		j = j.Begin(now)
		q.open[j.ID], q.runs[j.ID] = j, j
	}
	return j, ok, pause
}

// busyWith tells whether a job of the same kind for the same episode is worked
// on: they follow each other. The caller holds the lock.
func (q *Queue) busyWith(j job.Job) bool {
	for _, o := range q.runs {
		if o.Kind == j.Kind && o.Episode == j.Episode {
			return true
		}
	}
	return false
}

// earlier orders jobs by when they were due, then by number.
func earlier(a, b job.Job, now time.Time) bool {
	na, _ := store.JobNumber(a.ID)
	nb, _ := store.JobNumber(b.ID)
	return cmp.Or(a.Due(now).Compare(b.Due(now)), cmp.Compare(na, nb)) < 0
}
