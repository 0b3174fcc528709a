package kv

import "sync"

// request is a change set on its way to the writer.
type request struct {
	changes *Changes
	taken   bool       // by the writer; guarded by queue.mu
	done    chan error // of capacity 1: the result
}

// queue holds the requests the writer has not taken, first come first served.
type queue struct {
	mu      sync.Mutex
	ready   sync.Cond // on mu: waiting grew, or closed
	waiting []*request
	closed  bool
}

func newQueue() *queue {
	q := &queue{}
	q.ready.L = &q.mu
	return q
}

// push appends r. It returns ErrClosed after close.
func (q *queue) push(r *request) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return ErrClosed
	}
	q.waiting = append(q.waiting, r)
	q.ready.Signal()
	return nil
}

// take waits for requests and returns the first ones, at most limit. It
// returns none when the queue is closed and empty.
func (q *queue) take(limit int) []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.ready.Wait()
	}
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

// withdraw removes r, and reports false when the writer has it already.
func (q *queue) withdraw(r *request) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r.taken {
		return false
	}
	for i, w := range q.waiting {
		if w == r {
			q.waiting = append(q.waiting[:i], q.waiting[i+1:]...)
			break
		}
	}
	return true
}

// close refuses further requests; those waiting are still taken.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Broadcast()
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
