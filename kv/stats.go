package kv

import (
	"slices"
	"sync"
	"time"
)

// Stats are figures of a DB since it was opened.
type Stats struct {
	Commits uint64 // transactions that succeeded
	Applied uint64 // change sets in them
	Failed  uint64 // change sets whose commit failed or that the disk had no room for
	Ops     uint64 // puts and deletes applied
	Bytes   uint64 // encoded keys and values applied
	Queued  int    // change sets waiting for a commit now
	Syncs   uint64 // syncs apart from commits, without Options.Sync

	Commit Durations // transactions, with Options.Sync the sync included
}

// Durations are quantiles of the newest 512 durations; zero if none.
type Durations struct {
	P50, P99 time.Duration
}

// Stats returns the figures of the moment.
func (db *DB) Stats() Stats {
	s := db.stats.snapshot()
	s.Queued = db.queue.len()
	return s
}

// recorder collects Stats.
type recorder struct {
	mu      sync.Mutex
	sum     Stats
	commits window
}

func (r *recorder) committed(group []*request, err error, took time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.sum.Failed += uint64(len(group))
		return
	}
	r.sum.Commits++
	r.sum.Applied += uint64(len(group))
	for _, q := range group {
		r.sum.Ops += uint64(q.changes.Len())
		r.sum.Bytes += uint64(q.changes.Bytes())
	}
	r.commits.add(took)
}

func (r *recorder) synced() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Syncs++
}

func (r *recorder) snapshot() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.sum
	s.Commit = r.commits.quantiles()
	return s
}

// window keeps the newest durations.
type window struct {
	last [512]time.Duration
	n    int // ever added
}

func (w *window) add(d time.Duration) {
	w.last[w.n%len(w.last)] = d
	w.n++
}

func (w *window) quantiles() Durations {
	n := min(w.n, len(w.last))
	if n == 0 {
		return Durations{}
	}
	sorted := slices.Clone(w.last[:n])
	slices.Sort(sorted)
	return Durations{P50: sorted[(n-1)/2], P99: sorted[(n-1)*99/100]}
}
