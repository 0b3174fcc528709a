package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/journal"
)

// frozen keeps copies of the store for exports of several kinds, which are then all of one
// moment: what a record names is in the same copy, whatever is written meanwhile.
type frozen struct {
	c *core

	mu     sync.Mutex // guards all below
	made   int
	making int // copies that are being written
	closed bool
	copies map[string]*frozenCopy // by id
}

// frozenCopy is a copy of the store that exports read.
type frozenCopy struct {
	n       int // its number
	journal *journal.Journal
	dir     string      // holds nothing else
	readers int         // calls that read it; guarded by frozen.mu
	over    *time.Timer // removes it when nobody has read it for a while
}

const (
	frozenDir  = ".exporting" // in the data directory
	frozenTime = time.Minute  // that a copy stays after its last call
	mostFrozen = 4            // copies at a time
	newFrozen  = "new"        // asks for a copy
)

// take gives what reads a copy until release, and its id.
func (f *frozen) take(ctx context.Context, id string) (c *core, name string, release func(), err error) {
	if id == newFrozen {
		if id, err = f.freeze(ctx); err != nil {
			return nil, "", nil, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	of := f.copies[id]
	if of == nil {
		return nil, "", nil, fault.New(fault.Conflict, "this copy of the store is gone").About("copy", id).
			WithHint("begin again with copy %q; a copy stays for %v after its last call", newFrozen, frozenTime)
	}
	of.readers++
	of.over.Stop()
	return &core{journal: of.journal}, id, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if of.readers--; of.readers == 0 {
			of.over.Reset(frozenTime)
		}
	}, nil
}

// freeze makes a copy of the store as it is now.
func (f *frozen) freeze(ctx context.Context) (id string, err error) {
	f.mu.Lock()
	n := f.made + 1
	if len(f.copies)+f.making >= mostFrozen {
		f.dropIdle()
	}
	full := len(f.copies)+f.making >= mostFrozen
	if !full {
		f.made, f.making = n, f.making+1
	}
	making := f.making
	f.mu.Unlock()
	if full {
		return "", fault.New(fault.Exhausted, "%d exports are under way", mostFrozen).About("copy", newFrozen).WithHint("wait a minute, or until one of them has ended")
	}
	id = fmt.Sprintf("%d.%d", f.c.started.UnixNano(), n) // ids of an earlier start are no ids of this one
	dir := filepath.Join(f.c.config().DataDir, frozenDir, id)
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(dir))
		}
	}()
	j, err := f.copyTo(ctx, dir, making)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.making--
	if err != nil {
		return "", err
	}
	if f.closed {
		return "", errors.Join(background.Stopping(), j.Close())
	}
	if f.copies == nil {
		f.copies = map[string]*frozenCopy{}
	}
	f.copies[id] = &frozenCopy{n: n, journal: j, dir: dir, over: time.AfterFunc(frozenTime, func() { f.drop(id) })}
	return id, nil
}

// dropIdle removes the oldest copy that nobody reads. The caller holds the lock.
func (f *frozen) dropIdle() {
	oldest := ""
	for id, of := range f.copies {
		if of.readers == 0 && (oldest == "" || of.n < f.copies[oldest].n) {
			oldest = id
		}
	}
	if oldest != "" {
		f.remove(oldest, f.copies[oldest])
	}
}

// copyTo writes a copy of the store into a new directory, and opens it. making is how
// many copies are being made.
func (f *frozen) copyTo(ctx context.Context, dir string, making int) (*journal.Journal, error) {
	failed := func(err error) error {
		return fault.New(fault.Unavailable, "the store cannot be copied for the export: %w", err).WithHint("the export needs room in the data directory for a second copy of %s; with the daemon stopped it makes none", DBFile)
	}
	if err := f.c.journal.RoomForCopies(making); err != nil {
		return nil, failed(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, failed(err)
	}
	path := filepath.Join(dir, DBFile)
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, failed(err)
	}
	_, err = f.c.journal.Backup(ctx, out)
	if err = errors.Join(err, out.Close()); err != nil {
		return nil, failed(err)
	}
	return journal.Open(path, journal.Options{Log: f.c.log, Now: f.c.now})
}

// drop removes a copy that nobody reads.
func (f *frozen) drop(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if of := f.copies[id]; of != nil && of.readers == 0 {
		f.remove(id, of)
	}
}

// remove closes a copy and removes its files. The caller holds the lock.
func (f *frozen) remove(id string, of *frozenCopy) {
	delete(f.copies, id)
	of.over.Stop()
	if err := errors.Join(of.journal.Close(), os.RemoveAll(of.dir)); err != nil {
		f.c.log.Warn("a copy of the store for an export was not removed", "path", of.dir, "error", err)
	}
}

// sweep removes the copies that a daemon left that was killed.
func (f *frozen) sweep() {
	if err := os.RemoveAll(filepath.Join(f.c.config().DataDir, frozenDir)); err != nil {
		f.c.log.Warn("copies of the store for exports were not removed", "error", err)
	}
}

// close removes all copies.
func (f *frozen) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for id, of := range f.copies {
		f.remove(id, of)
	}
	f.sweep()
}
