// Package background runs what goes on beside the calls, and ends it with its
// owner.
package background

import (
	"sync"

	"navd/daemon/fault"
)

// Group does work in the background until it is closed. What asks for work later,
// as a model that returns long after its call was given up may do, gets none: the
// store is closed by then. The zero value is ready.
type Group struct {
	mu      sync.Mutex // guards closed, and begins of work against Close
	closed  bool
	running sync.WaitGroup
}

// Go begins work, false when the group is closed.
func (g *Group) Go(work func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.running.Go(work)
	return true
}

// Wait waits for what is under way.
func (g *Group) Wait() { g.running.Wait() }

// Close lets no more work begin and waits for what is under way.
func (g *Group) Close() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.running.Wait()
}

// Stopping is the fault of a call whose work in the background cannot begin,
// because the daemon closes.
func Stopping() error {
	return fault.New(fault.Unavailable, "the daemon stops").WithHint("try again when it is back; a picture that was taken is read then")
}

// Recover makes a panic of work an error. Defer it with the address of the
// work's named result.
func Recover(err *error) {
	if p := recover(); p != nil {
		*err = fault.New(fault.Internal, "panic: %v", p)
	}
}
