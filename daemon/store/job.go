package store

import (
	"errors"
	"iter"
	"strconv"

	"navd/daemon/fault"
	"navd/daemon/job"
	"navd/daemon/ref"
	"navd/kv"
)

// JobID is the id of job n.
func JobID(n int) string { return "j" + strconv.Itoa(n) }

// JobNumber reads the number out of a job's id; false when it is none.
func JobNumber(id string) (int, bool) { return ref.Number(id, "j") }

// PutJob adds a job to a change set.
func PutJob(c *kv.Changes, j job.Job) {
	if n, ok := JobNumber(j.ID); ok {
		jobs.Put(c, kv.Key{}.Int(n), j)
	}
}

// GetJob reads a job; not_found when there is none.
func GetJob(tx *kv.Tx, id string) (j job.Job, err error) {
	n, ok := JobNumber(id)
	if ok {
		j, err = jobs.Get(tx, kv.Key{}.Int(n))
	}
	if !ok || errors.Is(err, kv.ErrNotFound) {
		return j, fault.New(fault.NotFound, "no such job").About("job", id).WithHint("jobs.list shows them")
	}
	return j, Fault(err)
}

// LastJob gives the number of the newest job, 0 when there is none.
func LastJob(tx *kv.Tx) (int, error) { return lastNumber(tx, jobs) }

// OpenJobs gives the jobs that are not done. It leaves out damaged records; bad is the fault
// of the first of them, nil when there is none.
func OpenJobs(tx *kv.Tx) (open []job.Job, bad, err error) {
	r := kv.Range{OnCorrupt: func(e *kv.CorruptError) {
		if bad == nil {
			bad = Fault(e)
		}
	}}
	for e, err := range jobs.Scan(tx, r) {
		if err != nil {
			return nil, bad, Fault(err)
		}
		if e.Value.Open() {
			open = append(open, e.Value)
		}
	}
	return open, bad, nil
}

// Jobs gives the jobs newest first, those before number n when it is not 0. A
// damaged record ends the listing with a corrupt fault.
func Jobs(tx *kv.Tx, n int) iter.Seq2[job.Job, error] {
	return values(jobs, tx, newestFirst(n))
}
