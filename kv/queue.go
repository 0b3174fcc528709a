package kv

import (
	"context"
	"slices"
	"sync"
	"time"
)

// request is a change set on its way into a commit.
type request struct {
	changes *Changes      // nil: of a beat, which changes nothing
	done    chan error    // of capacity 1: the result
	lead    chan struct{} // of capacity 1: the caller has to make the next commit

	// For requests of a [Chain] only.
	after   *request      // the one it builds on; nil: none, or that one was stored
	settled chan struct{} // closed once err is the result; nil: not in a chain
	err     error         // why it was not stored; only the leader writes it until it is settled

	// Guarded by queue.mu.
	taken bool // by a commit
	leads bool // a value was sent on lead
}

func newRequest(c *Changes) *request {
	return &request{changes: c, done: make(chan error, 1), lead: make(chan struct{}, 1)}
}

// queue holds the requests that no commit has taken yet, in the order they came, and
// lets one caller at a time commit: the leader. A caller that finds no leader becomes
// it, and afterwards passes the lead to the first request that waits. So commits need
// no goroutine of their own, and a single caller wakes no other.
type queue struct {
	mu      sync.Mutex
	idle    sync.Cond // on mu: nobody leads
	waiting []*request
	led     bool
	closed  bool
	want    int           // the leader waits until this many requests are waiting; 0: it does not wait
	enough  chan struct{} // of capacity 1: this many are there

	patience time.Duration // how long a leader waits for others at most; set before use
	last     round         // only the leader uses it
}

// round describes the last commit, to decide whether to wait before the next.
type round struct {
	callers int // whose change sets were in it
	ended   time.Time
	took    time.Duration
	missed  int // waits in a row that ended without enough callers
	spare   int // how many more commits to make without waiting
}

func newQueue() *queue {
	q := &queue{enough: make(chan struct{}, 1), patience: 2 * time.Millisecond}
	q.idle.L = &q.mu
	return q
}

// push appends r and reports whether its caller leads. It returns ErrClosed
// after close.
func (q *queue) push(r *request) (leads bool, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false, ErrClosed
	}
	q.waiting = append(q.waiting, r)
	if q.led {
		if q.want > 0 && len(q.waiting) >= q.want {
			q.want = 0
			q.enough <- struct{}{}
		}
		return false, nil
	}
	q.led = true
	return true, nil
}

// fewGathered is the least number of waiting requests that a leader waits for: with
// less than twice as many callers, even groups gain nothing.
const fewGathered = 8

// gather makes the leader wait until half of the active callers, but no more than
// limit, are waiting with it. The active callers are those of the last commit and those
// that have come since.
//
// Callers that come back again and again, as robots do with their steps, fall into two
// groups: one computes its next change sets while the other waits for a commit. Left
// alone, the groups become uneven, until a single caller alternates with all the
// others, and its commit takes as long as theirs. One wait makes the groups even, and
// even groups stay so.
//
// The wait lasts as long as the last commit took, at most patience, and ends with ctx;
// in an idle process the clock may add a millisecond. There is no wait when the last
// commit ended longer ago than that, or for fewer than fewGathered requests. After a
// wait in vain the next 2 commits do not wait, then 4, up to 64.
func (q *queue) gather(ctx context.Context, now time.Time, limit int) {
	most := min(q.last.took, q.patience)
	if now.Sub(q.last.ended) >= most || !q.short(limit) {
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-q.enough:
		q.last.missed = 0
	case <-timer.C:
		q.stopWaiting()
	case <-ctx.Done():
		q.stopWaiting()
	}
}

// short reports whether the leader should wait, and sets want.
func (q *queue) short(limit int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	half := min((q.last.callers+len(q.waiting))/2, limit)
	if len(q.waiting) >= half || half < fewGathered {
		return false
	}
	if q.last.spare > 0 {
		q.last.spare--
		return false
	}
	q.want = half
	return true
}

// stopWaiting ends a wait in vain.
func (q *queue) stopWaiting() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.want == 0 { // the last one came just now
		<-q.enough
		return
	}
	q.want = 0
	q.last.missed = min(q.last.missed+1, 6)
	q.last.spare = 1 << q.last.missed
}

// take gives the leader the first requests, at most limit.
func (q *queue) take(limit int) []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(limit, len(q.waiting))
	group := make([]*request, n)
	copy(group, q.waiting)
	for _, r := range group {
		r.taken = true
	}
	rest := copy(q.waiting, q.waiting[n:])
	clear(q.waiting[rest:])
	q.waiting = q.waiting[:rest]
	return group
}

// resign removes r, whose caller's context has ended, and passes its lead on.
func (q *queue) resign(r *request) {
	q.mu.Lock()
	q.remove(r)
	q.mu.Unlock()
	q.pass()
}

// pass gives the lead to the first request that waits.
func (q *queue) pass() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.led = false
		q.idle.Broadcast()
		return
	}
	first := q.waiting[0]
	first.leads = true
	first.lead <- struct{}{}
}

// withdraw removes r, and returns false when a commit has taken it already. If r had
// the lead, the next request gets it.
func (q *queue) withdraw(r *request) bool {
	q.mu.Lock()
	taken, leads := r.taken, r.leads
	if !taken {
		q.remove(r)
	}
	q.mu.Unlock()
	if leads && !taken {
		q.pass()
	}
	return !taken
}

// remove removes r from those that wait. The caller holds the lock.
func (q *queue) remove(r *request) {
	if i := slices.Index(q.waiting, r); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
}

// close refuses further requests, and returns when those that wait are answered.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	for q.led {
		q.idle.Wait()
	}
}

// err returns ErrClosed after close.
func (q *queue) err() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return ErrClosed
	}
	return nil
}

// len returns the number of waiting requests.
func (q *queue) len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}
