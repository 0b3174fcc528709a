package search

import (
	"errors"
	"fmt"
	"time"

	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/index"
	"navd/kv"
)

// indexState is what health tells.
type indexState struct {
	ready    bool   // it has everything but what is in the outbox
	failed   bool   // it cannot be used
	reason   string // why it is filled again, or cannot be used
	since    time.Time
	done, of int // documents while it is filled
}

// begin notes that an index is being opened. How many documents there are tells
// whether anybody misses it.
func (e *Engine) begin(since time.Time) {
	of := e.countAll()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state = indexState{since: since.UTC(), of: of}
}

// filling notes that documents are given to the index. One that could not be
// used until now was not usable since then.
func (e *Engine) filling(reason string) {
	of, now := e.countAll(), e.Now().UTC()
	e.mu.Lock()
	defer e.mu.Unlock()
	since := now
	if !e.state.ready {
		since = e.state.since
	}
	e.state = indexState{reason: reason, since: since, of: of}
}

// filled counts documents.
func (e *Engine) filled(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state.done += n
}

func (e *Engine) ready() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.state = indexState{ready: true}
}

func (e *Engine) isReady() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.state.ready
}

// show lets searches use an index whose words are all there; hide takes it away.
func (e *Engine) show(ix *index.Index) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ix = ix
}

func (e *Engine) hide() { e.show(nil) }

// shown gives the index that searches may use, nil when there is none.
func (e *Engine) shown() *index.Index {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ix
}

// countAll tells how many documents there may be, as far as that can be read.
func (e *Engine) countAll() (n int) {
	_ = e.Journal.View(func(tx *kv.Tx) error {
		for _, s := range e.sources {
			if of, err := s.count(tx); err == nil {
				n += of
			}
		}
		return nil
	})
	return n
}

// trouble tells that not everything can be found by the index.
func (e *Engine) trouble() []health.Trouble {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.state
	reason := ""
	switch {
	case s.failed:
		reason = "cannot be used, searches read the store instead: " + s.reason
	case s.ready || s.of == 0:
		return nil
	case s.reason != "":
		reason = fmt.Sprintf("filling, %d of %d: %s", s.done, s.of, s.reason)
	default:
		reason = fmt.Sprintf("filling, %d of %d", s.done, s.of)
	}
	return []health.Trouble{{What: "index", Reason: reason, Since: s.since}}
}

// soon is how long an index may take to be filled until health calls that a
// trouble: after every start it takes a moment.
const soon = 5 * time.Second

// Troubles is trouble without what every start brings.
func (e *Engine) Troubles() []health.Trouble {
	troubles := e.trouble()
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.state
	if usual := s.reason == "" || s.reason == isNew; !s.failed && usual && e.Now().Sub(s.since) < soon {
		return nil
	}
	return troubles
}

// isNew is the reason to fill an index that was not there.
const isNew = "it is new"

// fail notes that the index cannot be used.
func (e *Engine) fail(err error) {
	reason := err.Error()
	if f := new(fault.Error); errors.As(err, &f) {
		reason = f.Message
	}
	now := e.Now().UTC()
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.state.failed {
		e.state = indexState{failed: true, since: now}
	}
	if e.state.reason != reason {
		e.Log.Error("the index cannot be used", "error", err)
	}
	e.state.reason = reason
}
