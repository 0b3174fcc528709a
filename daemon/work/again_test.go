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
