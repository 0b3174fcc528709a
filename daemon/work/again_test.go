package work

import (
	"testing"
	"time"

	"navd/daemon/job"
)

// TestJobBegunWhileAskedForAgain: a job begins between the moment in which
// a write finds it waiting and the commit of that write. It does not begin
// twice, and it stays due when it ends: what the write added has no final yet.
func TestJobBegunWhileAskedForAgain(t *testing.T) {
	q := &Queue{open: map[string]job.Job{}, runs: map[string]job.Job{}} // the test begins jobs
	q.keep(job.New("j1", job.Final, "e1", time.Unix(0, 0)))
	waiting, _ := q.waiting(job.Final, "e1") // by a write that goes on below
	begun, ok, _ := q.due(time.Now())
	if !ok {
		t.Fatal("the job is not due")
	}
	q.keep(waiting) // the write is committed
	if again, twice, _ := q.due(time.Now()); twice {
		t.Errorf("%s runs and begins again", again.ID)
	}
	done := begun.Finish(time.Now())
	if stored := q.again(done); stored.State != job.Waiting {
		t.Errorf("stored as %s", stored.State)
	}
	q.end(done)
	if last, ok, _ := q.due(time.Now()); !ok || last.ID != "j1" {
		t.Error("what was asked for while it ran is not done")
	}
}

// TestJobOfAnotherClock: a job that was put off by a clock that was ahead is due.
func TestJobOfAnotherClock(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, c := range []struct {
		name  string
		put   time.Time // when the job was put off
		due   bool
		pause time.Duration
	}{
		{"ahead by years", now.AddDate(3, 0, 0), true, 0},
		{"ahead by a second", now.Add(time.Second), true, 0},
		{"right", now.Add(-2 * time.Second), false, job.FirstPause - 2*time.Second},
		{"behind by years", now.AddDate(-30, 0, 0), true, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := &Queue{open: map[string]job.Job{}, runs: map[string]job.Job{}}
			q.keep(job.New("j1", job.Final, "e1", c.put).Begin(c.put).Again("no model", c.put))
			_, due, pause := q.due(now)
			if due != c.due || !due && pause != c.pause {
				t.Errorf("due %t, in %s; want %t, %s", due, pause, c.due, c.pause)
			}
		})
	}
}
