// Package job is background work that outlives the process: what is to be done,
// its state, and when it is tried again. It is pure: the clock is given.
package job

import (
	"time"

	"navd/daemon/fault"
)

// Kind says what a job does.
type Kind string

// The kinds of jobs.
const (
	Final     Kind = "final"     // the final grounding of an episode
	Knowledge Kind = "knowledge" // makes knowledge of the feedback that is queued
)

// State is the state of a job.
type State string

// The states. A job begins as waiting and ends as done or cancelled. When a
// waiting job was tried, its Error says why it has to be tried again.
const (
	Waiting   State = "waiting"   // to be run, or to be tried again
	Running   State = "running"   // a try is under way
	Done      State = "done"      // its work is stored
	Cancelled State = "cancelled" // a user took it back
)

// Job is one piece of work. It is a value: a change gives another one.
type Job struct {
	ID      string    `json:"job"`             // "j12"
	Kind    Kind      `json:"kind"`            // what it does
	Episode string    `json:"episode"`         // for which episode
	State   State     `json:"state"`           // how it stands
	Tries   int       `json:"tries"`           // that have begun
	Error   string    `json:"error,omitempty"` // why the last try did not do it
	Next    time.Time `json:"next,omitzero"`   // when it is tried next; waiting ones only
	Created time.Time `json:"created"`         // when it was asked for
	Updated time.Time `json:"updated"`         // when it last changed
}

// The pauses between tries: the first, and the longest.
const (
	FirstPause   = 5 * time.Second
	LongestPause = 10 * time.Minute
)

// New makes a job that is due at once.
func New(id string, kind Kind, episode string, now time.Time) Job {
	return Job{ID: id, Kind: kind, Episode: episode, State: Waiting, Next: now, Created: now, Updated: now}
}

// Due is when a waiting job is tried: Next, but now when a clock that was ahead has
// set it.
func (j Job) Due(now time.Time) time.Time {
	if j.Updated.After(now) && j.Next.After(now) {
		return now
	}
	return j.Next
}

// Open tells whether there is work left.
func (j Job) Open() bool { return j.State == Waiting || j.State == Running }

// Begin takes the job to be worked on.
func (j Job) Begin(now time.Time) Job {
	j.State, j.Tries, j.Next, j.Updated = Running, j.Tries+1, time.Time{}, now
	return j
}

// Finish ends the job with its work done.
func (j Job) Finish(now time.Time) Job {
	j.State, j.Error, j.Next, j.Updated = Done, "", time.Time{}, now
	return j
}

// Again puts the job off after a try that did not do it. Pauses double from
// [FirstPause] to [LongestPause]. There is no last try: whoever does the job decides
// when to [Job.Finish] it.
func (j Job) Again(reason string, now time.Time) Job {
	pause := FirstPause
	for i := 1; i < j.Tries && pause < LongestPause; i++ {
		pause *= 2
	}
	j.State, j.Error, j.Updated = Waiting, reason, now
	j.Next = now.Add(min(pause, LongestPause))
	return j
}

// Retry makes a job due at once, even one that is done or cancelled. A running job
// is a conflict.
func (j Job) Retry(now time.Time) (Job, error) {
	if j.State == Running {
		return j, fault.New(fault.Conflict, "the job runs").About("job", j.ID).WithHint("jobs.get says when it is done")
	}
	j.State, j.Next, j.Updated = Waiting, now, now
	return j, nil
}

// Cancel takes a job back. One that is done is a conflict; twice changes
// nothing.
func (j Job) Cancel(now time.Time) (Job, error) {
	switch j.State {
	case Cancelled:
		return j, nil
	case Done:
		return j, fault.New(fault.Conflict, "the job is done").About("job", j.ID)
	}
	j.State, j.Next, j.Updated = Cancelled, time.Time{}, now
	return j, nil
}
