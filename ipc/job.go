package ipc

import (
	"time"

	"navd/daemon/job"
)

// The methods of jobs.
const (
	// JobsList gives background work, newest first.
	//
	// Example: {"state": "waiting"}
	JobsList Method[JobListParams, JobListResult] = "jobs.list"

	// JobsGet gives one job.
	//
	// Example: {"job": "JOB"}
	JobsGet Method[JobParams, job.Job] = "jobs.get"

	// JobsRetry makes a job due now, even one that is done or was cancelled.
	//
	// Example: {"job": "JOB"}
	JobsRetry Method[JobChangeParams, job.Job] = "jobs.retry"

	// JobsCancel cancels a job that is not running.
	//
	// Example: {"job": "JOB"}
	JobsCancel Method[JobChangeParams, job.Job] = "jobs.cancel"
)

// JobParams name one job.
type JobParams struct {
	Job string `json:"job" min:"1" max:"128"` // id of the job
}

// JobChangeParams name a job to change.
type JobChangeParams struct {
	Job string `json:"job" min:"1" max:"128"`   // id of the job
	Key string `json:"key,omitempty" max:"128"` // makes it safe to send again
}

// JobListParams are the filters of jobs.list.
type JobListParams struct {
	State   string    `json:"state,omitempty" allow:"waiting|running|done|cancelled"` // only in this state
	Kind    string    `json:"kind,omitempty" allow:"final|knowledge"`                 // only of this kind
	Episode string    `json:"episode,omitempty" max:"128"`                            // only for this episode
	Since   time.Time `json:"since,omitzero"`                                         // asked for at or after
	Limit   int       `json:"limit,omitempty" allow:"1..1000"`                        // of a page, default 100
	Cursor  string    `json:"cursor,omitempty" max:"200"`                             // of the page before
}

// JobListResult is one page of jobs, newest first.
type JobListResult struct {
	Jobs   []job.Job `json:"jobs"`             // the page
	Cursor string    `json:"cursor,omitempty"` // give it back for the next page
}
