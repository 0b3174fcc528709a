package daemon

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"navd/daemon/background"
	"navd/daemon/store"
	"navd/index"
	"navd/kv"
)

// IndexDir is the name of the index's directory in the data directory. All that
// is in it can be made again from the store.
const IndexDir = "index"

// indexer keeps the index up to date with the store, in one goroutine that its
// group owns: nobody waits for it but the daemon that closes. What changes
// something that can be found puts its id into the outbox in the same commit;
// the indexer reads these documents, gives them to the index, and takes them out
// of the outbox. It is never called within a transaction or under a lock of an
// episode.
type indexer struct {
	c       *core
	sources []source
	options func() index.Options // the same each time, made when first asked for
	wake    chan struct{}        // it is to look whether the index is sound
	pace    pace
	work    background.Group // run
	covered uint64           // what was due up to this number a rebuild has taken in; the goroutine's own

	mu    sync.Mutex   // guards all below; nothing is taken under it
	ix    *index.Index // nil: there is none that can be searched
	state indexState
}

// pace says how long the indexer waits.
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

func newIndexer(c *core) *indexer {
	return &indexer{
		c: c, sources: sources(), wake: make(chan struct{}, 1), pace: defaultPace(),
		options: sync.OnceValue(func() index.Options { return index.Options{Link: newLinker()} }),
	}
}

// ring has the indexer look at its index.
func (x *indexer) ring() {
	select {
	case x.wake <- struct{}{}:
	default: // it has been told
	}
}

// run serves the index until the daemon closes. What fails is begun again from
// the opening, which finds out what is wrong with the files.
func (x *indexer) run() {
	x.begin(x.c.started)
	if !x.wait(x.pace.start) {
		return
	}
	for again := x.pace.retry; ; again = min(2*again, x.pace.most) {
		ix, err := x.open()
		if err == nil {
			err = x.serve(ix)
			if x.isReady() {
				again = x.pace.retry
			}
			x.hide()
			err = errors.Join(err, x.close(ix, err))
		}
		if x.c.ctx.Err() != nil {
			return
		}
		x.fail(err)
		if errors.Is(err, errHangs) || !x.wait(again) {
			return
		}
	}
}

// wait is false when the daemon closes meanwhile.
func (x *indexer) wait(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-x.c.ctx.Done():
		return false
	}
}

func (x *indexer) open() (*index.Index, error) {
	var ix *index.Index
	err := x.within(x.pace.write, func() (err error) {
		ix, err = index.Open(filepath.Join(x.c.config().DataDir, IndexDir), x.options())
		return err
	})
	if err != nil {
		return nil, err // ix is the work's, which may go on
	}
	return ix, nil
}

// serve fills an index if need be and then keeps it up to date. It returns nil
// when the daemon closes.
func (x *indexer) serve(ix *index.Index) (err error) {
	defer background.Recover(&err)
	reason, err := x.stale(ix)
	if err != nil {
		return err
	}
	if reason == "" {
		x.show(ix)
		if err := x.load(ix); err != nil {
			return err
		}
	}
	for {
		if reason != "" {
			if err := x.rebuild(ix, reason); err != nil {
				return err
			}
		}
		x.ready()
		more, err := x.drain(ix)
		reason = ""
		if errors.Is(err, index.ErrRebuild) {
			reason = reasonOf(err)
		} else if err != nil {
			return err
		}
		if !x.wait(x.pace.rest) {
			return nil
		}
		if more || reason != "" {
			continue
		}
		select {
		case <-x.c.journal.Dues():
		case <-x.wake:
		case <-x.c.ctx.Done():
			return nil
		}
		reason = reasonOf(ix.Stale())
	}
}

// stale says why an index has to be filled again: it says so itself, it lacks
// what the store knows it had, or it knows of more than the store, which then is
// an older one.
func (x *indexer) stale(ix *index.Index) (reason string, err error) {
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
	var indexed, last uint64
	err = x.c.view(func(tx *kv.Tx) (err error) {
		if indexed, err = store.LastIndexed(tx); err != nil {
			return err
		}
		last, err = store.LastDue(tx)
		return err
	})
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
