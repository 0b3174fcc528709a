package server

import (
	"context"
	"sync"

	"navd/ipc"
)

// Conn is the connection of a call that subscribes to events.
type Conn interface {
	// Context ends with the connection: nothing can be pushed after that.
	Context() context.Context

	// Push sends an event to the client. Without wait it never blocks, and
	// reports false when it drops the event because too many wait already;
	// the next event that is delivered says how many were lost. With wait it
	// blocks until there is room, and reports false when the connection ends
	// first. Events pushed before the call returned are written after its
	// answer, unless the call is in a batch; so the handler itself must not
	// push with wait.
	Push(ev ipc.Event, wait bool) bool
}

// subscription is the [Conn] of one call.
type subscription struct {
	ctx   context.Context // of the connection
	to    chan<- *ipc.Event
	limit int // events held before the call is answered

	answered chan struct{} // closed when the call is answered

	mu   sync.Mutex // guards the fields below
	open bool       // the call is answered
	held []ipc.Event
	lost int // events lost since the last one that was delivered
}

// Context implements [Conn].
func (s *subscription) Context() context.Context { return s.ctx }

// Push implements [Conn].
func (s *subscription) Push(ev ipc.Event, wait bool) bool {
	if wait {
		return s.send(ev)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open:
		return s.pass(ev)
	case len(s.held) == s.limit:
		s.lost++
		return false
	}
	s.held = append(s.held, ev)
	return true
}

// send waits until the call is answered and there is room. It holds no lock meanwhile, so
// other goroutines can push in between.
func (s *subscription) send(ev ipc.Event) bool {
	select {
	case <-s.answered:
	case <-s.ctx.Done():
		return false
	}
	select {
	case s.to <- &ev:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// begin passes on the events that were held back until the call was answered.
func (s *subscription) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	after := s.lost // lost after the held ones
	s.lost = 0
	for _, ev := range s.held {
		s.pass(ev)
	}
	s.lost += after
	s.open, s.held = true, nil
	close(s.answered)
}

// pass queues an event for the writer. s.mu is held.
func (s *subscription) pass(ev ipc.Event) bool {
	if s.ctx.Err() != nil {
		return false
	}
	ev.Lost += s.lost
	select {
	case s.to <- &ev:
		s.lost = 0
		return true
	default:
		s.lost++
		return false
	}
}
