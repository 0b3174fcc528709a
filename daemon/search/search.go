package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"navd/daemon/background"
	"navd/daemon/journal"
	"navd/index"
)

// Options say how to open an engine. All are needed.
type Options struct {
	Journal *journal.Journal
	Dir     string // of the index; all that is in it can be made again from the store
	Log     *slog.Logger
	Now     func() time.Time
	Rank    time.Duration // for a ranking that a prompt waits for; default 50 ms
}

// Engine finds what was remembered. It keeps the index up to date with the store,
// in one goroutine of its own: nobody waits for it but who closes it. What changes
// something that can be found puts its id into the outbox in the same commit; the
// engine reads these documents, gives them to the index, and takes them out of the
// outbox. The index is never written within a transaction or while an episode is
// held.
type Engine struct {
	Options
	ctx     context.Context
	stop    context.CancelFunc
	sources []source
	wake    chan struct{} // it is to look whether the index is sound
	pace    pace
	work    background.Group // run
	covered uint64           // what was due up to this number a rebuild has taken in; the goroutine's own

	mu    sync.Mutex   // guards all below; nothing is taken under it
	ix    *index.Index // nil: there is none that can be searched
	state indexState
}

// pace says how long the engine waits.
type pace struct {
	start time.Duration // before it opens the index: the first calls come first
	rest  time.Duration // between two rounds, so that many robots do not keep bleve busy
	retry time.Duration // after a failure, twice as long after each further one
	most  time.Duration // up to this
	write time.Duration // for a write to the index until it counts as hung
	close time.Duration // for what is under way when the daemon closes
	rank  time.Duration // for a ranking that a prompt waits for
}

func defaultPace() pace {
	return pace{
		start: 250 * time.Millisecond, rest: 100 * time.Millisecond, retry: time.Second, most: 30 * time.Second,
		write: time.Minute, close: 5 * time.Second, rank: 50 * time.Millisecond,
	}
}

// Open makes an engine and has it open its index beside the calls.
func Open(o Options) *Engine {
	e := newEngine(o)
	e.work.Go(e.run)
	return e
}

func newEngine(o Options) *Engine {
	e := &Engine{
		Options: o, sources: sources(), wake: make(chan struct{}, 1), pace: defaultPace(),
	}
	e.pace.rank = cmp.Or(o.Rank, e.pace.rank)
	e.ctx, e.stop = context.WithCancel(context.Background())
	return e
}

// Close waits for what is under way, for some seconds at most. What was not
// indexed is after the next start.
func (e *Engine) Close() {
	e.stop()
	e.work.Close()
}

// ring has the engine look at its index.
func (e *Engine) ring() {
	select {
	case e.wake <- struct{}{}:
	default: // it has been told
	}
}

// run serves the index until the daemon closes. What fails is begun again from
// the opening, which finds out what is wrong with the files.
func (e *Engine) run() {
	e.begin(e.Now())
	if !e.wait(e.pace.start) {
		return
	}
	for again := e.pace.retry; ; again = min(2*again, e.pace.most) {
		ix, err := e.open()
		if err == nil {
			err = e.serve(ix)
			if e.isReady() {
				again = e.pace.retry
			}
			e.hide()
			err = errors.Join(err, e.close(ix, err))
		}
		if e.ctx.Err() != nil {
			return
		}
		e.fail(err)
		if errors.Is(err, errHangs) || !e.wait(again) {
			return
		}
	}
}

// wait is false when the daemon closes meanwhile.
func (e *Engine) wait(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-e.ctx.Done():
		return false
	}
}

func (e *Engine) open() (*index.Index, error) {
	var ix *index.Index
	err := e.within(e.pace.write, func() (err error) {
		ix, err = index.Open(e.Dir, indexOptions())
		return err
	})
	if err != nil {
		return nil, err // ix is the work's, which may go on
	}
	return ix, nil
}

// serve fills an index if need be and then keeps it up to date. It returns nil
// when the daemon closes.
func (e *Engine) serve(ix *index.Index) (err error) {
	defer background.Recover(&err)
	reason, err := e.stale(ix)
	if err != nil {
		return err
	}
	if reason == "" {
		e.show(ix)
		if err := e.load(ix); err != nil {
			return err
		}
	}
	for {
		if reason != "" {
			if err := e.rebuild(ix, reason); err != nil {
				return err
			}
		}
		e.ready()
		more, err := e.drain(ix)
		reason = ""
		if errors.Is(err, index.ErrRebuild) {
			reason = reasonOf(err)
		} else if err != nil {
			return err
		}
		if !e.wait(e.pace.rest) {
			return nil
		}
		if more || reason != "" {
			continue
		}
		select {
		case <-e.Journal.Dues():
		case <-e.wake:
		case <-e.ctx.Done():
			return nil
		}
		reason = reasonOf(ix.Stale())
	}
}

// stale says why an index has to be filled again: it says so itself, it lacks
// what the store knows it had, or it knows of more than the store, which then is
// an older one.
func (e *Engine) stale(ix *index.Index) (reason string, err error) {
	if reason := reasonOf(ix.Stale()); reason != "" {
		return reason, nil
	}
	generation, err := ix.Generation()
	if errors.Is(err, index.ErrRebuild) {
		return reasonOf(err), nil
	}
	if err != nil {
		return "", err
	}
	indexed, last, err := e.progress()
	switch {
	case err != nil:
		return "", err
	case generation < indexed:
		return "it is older than the store", nil
	case generation > last:
		return "it is newer than the store", nil
	}
	return "", nil
}

// reasonOf says in words why an index has to be filled again, "" when it need not.
func reasonOf(err error) string {
	var stale *index.RebuildError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &stale) && stale.Err != nil:
		return fmt.Sprintf("%s: %v", stale.Reason, stale.Err)
	case errors.As(err, &stale):
		return stale.Reason
	}
	return err.Error()
}
