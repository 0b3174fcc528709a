package server

import (
	"context"
	"sync"
)

// turns keeps a queue for every episode that calls are at work on. Tickets are
// taken in the order in which lines are read; who is at the front has the turn.
type turns struct {
	mu     sync.Mutex // guards queues and every ticket in them
	queues map[string]queue
}

// queue is a list of tickets; one without any is not kept.
type queue struct{ front, back *ticket }

// ticket is a call's place in the queue of its episode.
type ticket struct {
	turns      *turns
	id         string
	ready      chan struct{} // closed when the turn has come; nil if it had at once
	prev, next *ticket
	left       bool
}

// take puts a call at the end of an episode's queue.
func (t *turns) take(id string) *ticket {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.queues == nil {
		t.queues = map[string]queue{}
	}
	k := &ticket{turns: t, id: id}
	q, waiting := t.queues[id]
	if !waiting {
		t.queues[id] = queue{k, k}
		return k
	}
	k.ready, k.prev = make(chan struct{}), q.back
	q.back.next, q.back = k, k
	t.queues[id] = q
	return k
}

// wait returns when the turn has come, or with an error when ctx ended before.
func (k *ticket) wait(ctx context.Context) error {
	if k.ready == nil {
		return nil
	}
	select {
	case <-k.ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives up the place, wherever in the queue it is. Only the first time
// does anything.
func (k *ticket) leave() {
	t := k.turns
	t.mu.Lock()
	defer t.mu.Unlock()
	if k.left {
		return
	}
	k.left = true
	q := t.queues[k.id]
	if k.next != nil {
		k.next.prev = k.prev
	} else {
		q.back = k.prev
	}
	if k.prev != nil {
		k.prev.next = k.next
		t.queues[k.id] = q
		return
	}
	if q.front = k.next; q.front == nil {
		delete(t.queues, k.id)
		return
	}
	t.queues[k.id] = q
	close(q.front.ready)
}
