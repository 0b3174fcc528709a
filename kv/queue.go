package kv

import "sync"

// request is a change set on its way into a commit.
type request struct {
	changes *Changes
	done    chan error    // of capacity 1: the result
	lead    chan struct{} // of capacity 1: the caller is to make the next commit

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
}

func newQueue() *queue {
	q := &queue{}
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
		return false, nil
	}
	q.led = true
	return true, nil
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
		for i, w := range q.waiting {
			if w == r {
				q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
				break
			}
		}
	}
	q.mu.Unlock()
	if leads && !taken {
		q.pass()
	}
	return !taken
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
