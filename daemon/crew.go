package daemon

import (
	"sync"

	"navd/daemon/fault"
)

// crew does work in the background until the daemon closes. What asks for work
// later, as a model that returns long after its call was given up may do, gets
// none: the store is closed by then. The zero value is ready.
type crew struct {
	mu     sync.Mutex // guards closed, and begins of work against close
	closed bool
	at     sync.WaitGroup
}

// Go begins work, false when the crew is closed.
func (w *crew) Go(work func()) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return false
	}
	w.at.Go(work)
	return true
}

// Wait waits for what is under way.
func (w *crew) Wait() { w.at.Wait() }

// close lets no more work begin and waits for what is under way.
func (w *crew) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.at.Wait()
}

// stopping is the fault of a call that needs work in the background of a daemon
// that closes. What was taken is gone on with after the next start.
func stopping() error {
	return fault.New(fault.Unavailable, "the daemon stops").WithHint("try again when it is back; a picture that was taken is read then")
}
