package work

import (
	"maps"
	"slices"
	"sort"
	"strconv"
	"time"

	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/job"
	"navd/daemon/store"
)

// Start begins jobs as they come due, until the queue is closed.
func (q *Queue) Start() { q.begins.Go(q.run) }

// Close lets no more jobs begin and waits for those that run. Their contexts end.
func (q *Queue) Close() {
	q.stop()
	q.begins.Wait()
	q.running.Close()
}

func (q *Queue) run() {
	for q.ctx.Err() == nil {
		j, ok, pause := q.due(q.Now().UTC())
		if ok {
			if !q.running.Go(func() { q.work(j) }) {
				return
			}
			continue
		}
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-q.wake:
		case <-q.ctx.Done():
		}
		t.Stop()
	}
}

// work does one job. One whose work failed is put off.
func (q *Queue) work(j job.Job) {
	done, err := q.do(j)
	switch {
	case err == nil:
		j = done
	case q.ctx.Err() != nil: // the store has it waiting
	default:
		j = q.putOff(j, err)
	}
	q.end(j)
	q.ring()
}

func (q *Queue) do(j job.Job) (done job.Job, err error) {
	defer background.Recover(&err)
	do := q.Kinds[j.Kind]
	if do == nil {
		return j, fault.New(fault.Conflict, "this navd knows no jobs of kind %q", j.Kind).About("job", j.ID)
	}
	return do(q.ctx, j)
}

// putOff stores why a job was not done.
func (q *Queue) putOff(j job.Job, err error) job.Job {
	now := q.Now().UTC()
	f := fault.As(err)
	if f.Kind == fault.NotFound { // its episode was deleted
		j = j.Finish(now)
		j.Error = f.Error()
	} else {
		q.Log.Warn("a job was not done", "job", j.ID, "kind", j.Kind, "episode", j.Episode, "error", err)
		j = j.Again(f.Error(), now)
	}
	c := q.Journal.New()
	store.PutJob(&c.Changes, j)
	if err := c.Commit(q.ctx, nil); err != nil {
		q.Log.Warn("what became of a job was not stored", "job", j.ID, "error", err)
	}
	return j
}

// Troubles lists work that was tried and has to wait.
func (q *Queue) Troubles() (out []health.Trouble) {
	q.mu.Lock()
	defer q.mu.Unlock()
	failed := slices.DeleteFunc(slices.Collect(maps.Values(q.open)), func(j job.Job) bool { return j.Error == "" })
	sort.Slice(failed, func(i, j int) bool { return failed[i].Created.Before(failed[j].Created) })
	if len(failed) == 0 {
		return nil
	}
	return []health.Trouble{{
		What: "jobs", Reason: strconv.Itoa(len(failed)) + " wait for another try, the first: " + failed[0].Error, Since: failed[0].Updated,
	}}
}
