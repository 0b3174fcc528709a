package job_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/job"
)

func at(s int) time.Time { return time.Date(2026, 1, 2, 3, 4, s, 0, time.UTC) }

func TestLifeOfAJob(t *testing.T) {
	j := job.New("j1", job.Final, "e1", at(0))
	if !j.Open() || j.Next != at(0) {
		t.Errorf("new: %+v", j)
	}
	j = j.Begin(at(1))
	if _, err := j.Retry(at(1)); !fault.Is(err, fault.Conflict) {
		t.Errorf("retry of one that runs: %v", err)
	}
	j = j.Again("away", at(2))
	want := job.Job{ID: "j1", Kind: job.Final, Episode: "e1", State: job.Waiting, Tries: 1, Error: "away", Next: at(7), Created: at(0), Updated: at(2)}
	if diff := cmp.Diff(want, j); diff != "" {
		t.Error(diff)
	}
	gone, err := j.Cancel(at(3))
	if err != nil || gone.State != job.Cancelled || gone.Open() || !gone.Next.IsZero() {
		t.Errorf("cancelled: %+v, %v", gone, err)
	}
	if again, err := gone.Cancel(at(9)); err != nil || again != gone {
		t.Errorf("cancelled twice: %+v, %v", again, err)
	}
	if back, err := gone.Retry(at(4)); err != nil || back.State != job.Waiting || back.Next != at(4) {
		t.Errorf("taken up again: %+v, %v", back, err)
	}
	done := j.Begin(at(8)).Finish(at(9))
	if done.Open() || done.Error != "" || done.Tries != 2 {
		t.Errorf("done: %+v", done)
	}
	if _, err := done.Cancel(at(10)); !fault.Is(err, fault.Conflict) {
		t.Errorf("cancel of one that is done: %v", err)
	}
}

// Pauses double to a limit, and no number of tries ends a job.
func TestPauses(t *testing.T) {
	j, last := job.New("j1", job.Final, "e1", at(0)), time.Duration(0)
	for n := range 100 {
		j = j.Begin(at(1)).Again("away", at(1))
		pause := j.Next.Sub(at(1))
		if n == 0 && pause != job.FirstPause || n > 0 && pause != min(2*last, job.LongestPause) || !j.Open() {
			t.Fatalf("try %d: %v after %v", n+1, pause, last)
		}
		last = pause
	}
}
