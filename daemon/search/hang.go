package search

import (
	"context"
	"errors"
	"time"

	"navd/daemon/background"
	"navd/index"
)

// errHangs is what becomes of a write to the index that does not return: bleve
// waits for a goroutine of its own that has ended. The directory stays locked
// then, so there is no other way to go on than a restart.
var errHangs = errors.New("a write to it does not return; restart navd")

// within runs what works on the index, and gives it up when it takes longer than
// limit, 0 for none, or than a closing daemon waits.
func (e *Engine) within(limit time.Duration, work func() error) error {
	ctx, cancel := e.ctx, context.CancelFunc(func() {})
	if limit > 0 {
		ctx, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- guarded(work) }() // waited for here, or given up for good
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	if e.ctx.Err() == nil {
		return errHangs
	}
	t := time.NewTimer(e.pace.close)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C:
		e.Log.Error("the index was given up", "error", errHangs)
		return errHangs
	}
}

// guarded turns a panic of work into its error.
func guarded(work func() error) (err error) {
	defer background.Recover(&err)
	return work()
}

// close closes an index whose last work ended with err. One that hangs cannot be
// closed.
func (e *Engine) close(ix *index.Index, err error) error {
	if errors.Is(err, errHangs) {
		return nil
	}
	return e.within(e.pace.close, ix.Close)
}
