package server

import (
	"context"
	"sync"

	"navd/ipc"
)

// Conn is the connection of a call that subscribes to events.
type Conn interface {
	// Context ends when the connection does: nothing can be pushed after it.
	Context() context.Context

	// Push hands an event to the client. Without wait it never waits, and
	// reports false when the event is dropped because too many wait already;
	// the next one that is delivered says how many were lost. With wait it
	// waits for room, and reports false when the connection ended first. What
	// is pushed before the call returned is written after its answer, unless
	// the call stands in a batch; so a handler must not wait itself.
	Push(ev ipc.Event, wait bool) bool
}

// subscription is the [Conn] of one call.
type subscription struct {
	ctx   context.Context // of the connection, which the holder watches
	to    chan<- *ipc.Event
	limit int // events held before the call is answered

	answered chan struct{} // closed when the call is answered

	mu   sync.Mutex // guards what follows
	open bool       // the call is answered
	held []ipc.Event
	lost int // since the last event that was delivered
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

// send waits until the call is answered and there is room. It holds no lock
// meanwhile: events pushed by others go in between.
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

// begin passes on what was held back until the call was answered.
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
