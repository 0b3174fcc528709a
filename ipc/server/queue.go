package server

import (
	"context"
	"sync"
)

// queues has a queue for each episode with calls in flight. Tickets are taken in the order
// in which lines are read; the call at the front runs.
type queues struct {
	mu sync.Mutex // guards all queues and every ticket in them
	of map[string]queue
}

// queue is a list of tickets. Empty queues are removed.
type queue struct{ front, back *ticket }

// ticket is a call's place in the queue of its episode.
type ticket struct {
	queues     *queues
	id         string
	ready      chan struct{} // closed when it is at the front; nil if it was at once
	prev, next *ticket
	left       bool
}

// take puts a call at the end of an episode's queue.
func (qs *queues) take(id string) *ticket {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	if qs.of == nil {
		qs.of = map[string]queue{}
	}
	k := &ticket{queues: qs, id: id}
	q, waiting := qs.of[id]
	if !waiting {
		qs.of[id] = queue{k, k}
		return k
	}
	k.ready, k.prev = make(chan struct{}), q.back
	q.back.next, q.back = k, k
	qs.of[id] = q
	return k
}

// wait returns when the ticket is at the front, or with an error when ctx ended before.
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

// leave gives up the place, wherever in the queue it is. Only the first call has an effect.
func (k *ticket) leave() {
	qs := k.queues
	qs.mu.Lock()
	defer qs.mu.Unlock()
	if k.left {
		return
	}
	k.left = true
	q := qs.of[k.id]
	if k.next != nil {
		k.next.prev = k.prev
	} else {
		q.back = k.prev
	}
	if k.prev != nil {
		k.prev.next = k.next
		qs.of[k.id] = q
		return
	}
	if q.front = k.next; q.front == nil {
		delete(qs.of, k.id)
		return
	}
	qs.of[k.id] = q
	close(q.front.ready)
}
