package daemon

import (
	"errors"
	"fmt"
	"time"

	"navd/daemon/fault"
	"navd/index"
	"navd/ipc"
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
func (x *indexer) begin(since time.Time) {
	of := x.countAll()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.state = indexState{since: since.UTC(), of: of}
}

// filling notes that documents are given to the index. One that could not be
// used until now was not usable since then.
func (x *indexer) filling(reason string) {
	of, now := x.countAll(), x.c.now().UTC()
	x.mu.Lock()
	defer x.mu.Unlock()
	since := now
	if !x.state.ready {
		since = x.state.since
	}
	x.state = indexState{reason: reason, since: since, of: of}
}

// filled counts documents.
func (x *indexer) filled(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.state.done += n
}

func (x *indexer) ready() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.state = indexState{ready: true}
}

func (x *indexer) isReady() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.state.ready
}

// show lets searches use an index whose words are all there; hide takes it away.
func (x *indexer) show(ix *index.Index) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.ix = ix
}

func (x *indexer) hide() { x.show(nil) }

// shown gives the index that searches may use, nil when there is none.
func (x *indexer) shown() *index.Index {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.ix
}

// countAll tells how many documents there may be, as far as that can be read.
func (x *indexer) countAll() (n int) {
	_ = x.c.view(func(tx *kv.Tx) error {
		for _, s := range x.sources {
			if of, err := s.count(tx); err == nil {
				n += of
			}
		}
		return nil
	})
	return n
}

// trouble tells health that not everything can be found by the index.
func (x *indexer) trouble() []ipc.Degraded {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.state
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
	return []ipc.Degraded{{What: "index", Reason: reason, Since: s.since}}
}

// soon is how long an index may take to be filled until health calls that a
// trouble: after every start it takes a moment.
const soon = 5 * time.Second

// ails is trouble without what every start brings.
func (x *indexer) ails() []ipc.Degraded {
	troubles := x.trouble()
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.state
	if usual := s.reason == "" || s.reason == isNew; !s.failed && usual && x.c.now().Sub(s.since) < soon {
		return nil
	}
	return troubles
}

// isNew is the reason to fill an index that was not there.
const isNew = "it is new"

// fail notes that the index cannot be used.
func (x *indexer) fail(err error) {
	reason := err.Error()
	if f := new(fault.Error); errors.As(err, &f) {
		reason = f.Message
	}
	now := x.c.now().UTC()
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.state.failed {
		x.state = indexState{failed: true, since: now}
	}
	if x.state.reason != reason {
		x.c.log.Error("the index cannot be used", "error", err)
	}
	x.state.reason = reason
}
