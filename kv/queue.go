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
	lead    chan struct{} // of capacity 1: the caller is to make the next commit

	// Of a chain alone; see [Chain].
	after   *request      // it builds on that one; nil: that is settled and was made
	settled chan struct{} // closed once err is the result; nil: of no chain
	err     error         // why it was not made; the leader's until it is settled

	// Guarded by queue.mu.
	taken bool // into a commit
	leads bool // lead has its value
}

func newRequest(c *Changes) *request {
	return &request{changes: c, done: make(chan error, 1), lead: make(chan struct{}, 1)}
}

// queue holds the requests that no commit has taken, first come first served,
// and lets one caller at a time commit: the leader. Who finds none becomes it,
// and passes the lead on to the first that waits; so a commit needs no
// goroutine of its own, and a caller alone no other to wake.
type queue struct {
	mu      sync.Mutex
	idle    sync.Cond // on mu: nobody leads
	waiting []*request
	led     bool
	closed  bool
	want    int           // how many waiting the leader waits for; 0: it does not
	enough  chan struct{} // of capacity 1: there are as many

	patience time.Duration // how long a leader waits for others at most, set before use
	last     round         // for the leader alone
}

// round is a commit, for what it tells of the next.
type round struct {
	callers int // answered
	ended   time.Time
	took    time.Duration
	missed  int // waits in a row that ended without enough callers
	spare   int // rounds without a wait that are left
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

// fewGathered is how many callers are not worth waiting for. Fewer than twice as
// many gain nothing from even groups.
const fewGathered = 8

// gather has the leader wait until half of the callers that are about are there,
// but for no more than limit: those that the last commit answered, and those that
// came meanwhile.
//
// Callers that come back again and again, as robots do with their steps, fall
// into two groups: one works for its next change set while the other is in a
// commit. Left alone the groups drift apart, until a single caller alternates
// with all the others, and its commit takes as long as theirs. One wait
// makes them even, and even groups need no other.
//
// The wait ends with ctx, and after as long as the last commit took, at most
// patience; the clock of an idle process may add a millisecond. There is none
// when that commit is longer ago, or for so few. Callers that did not come back
// in time are not waited for in the next 2 rounds, then 4, up to 64.
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

// short reports whether the leader is to wait, and notes for how many.
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

// stopWaiting ends a wait that took too long.
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

// resign gives up the lead of r, whose caller does not want it done any more.
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

// withdraw removes r, and reports false when a commit has it already. The lead
// that r was given goes on to the next.
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

// remove takes r from those that wait. The caller holds the lock.
func (q *queue) remove(r *request) {
	if i := slices.Index(q.waiting, r); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
}

// close refuses further requests and returns when those waiting are answered.
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
