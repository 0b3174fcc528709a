// Package datadir works on the data directory of navd as a whole: copies of the store,
// their way back, a look for damage and its repair, and compaction.
//
// The store is held while a command works on it, so that no daemon and no second command
// uses it; see [kv.Lock]. What replaces the store is made whole in a directory of its
// own below the data directory, checked, and then takes the store's place in one rename:
// whenever a command is killed, the directory has the store from before or the new one.
// What restoring and repairing replace is kept, in a directory that says so.
//
//	DIR/navd.db                         the store
//	DIR/index/                          what finds words again: a cache, which the daemon makes anew
//	DIR/unfinished/                     a store that is being made; the next command clears it away
//	DIR/before-restore-20260102T030405Z/navd.db
//	DIR/before-repair-20260102T030405Z/navd.db, quarantine.jsonl
//
// The directory itself is not replaced: it may be a mount, or lie where its owner may
// make nothing beside it, as the directory of a system service does.
package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// Names in a data directory.
const (
	DB    = "navd.db" // the store
	Index = "index"   // the index, which follows from the store

	work       = "unfinished"       // what is being made
	before     = "before-"          // begins the names of directories with what was replaced
	quarantine = "quarantine.jsonl" // values that a repair left out, a line each
)

// Progress is told how far long work is: what is done now, and how many bytes of how
// many. A total of 0 is not known.
type Progress func(doing string, done, total int64)

// Options say how to work on a data directory. The zero value of each is its default.
type Options struct {
	Now      func() time.Time // for the names of what is kept; default time.Now
	Progress Progress         // default: nobody is told
}

// held is a data directory whose store nobody else uses.
type held struct {
	dir      string
	now      time.Time
	hold     *kv.Hold // nil: there is no store
	progress Progress
}

// take holds the store of a data directory, whose leftovers it clears away. Without a
// store there is nothing to hold.
func take(dir string, o Options) (*held, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Progress == nil {
		o.Progress = func(string, int64, int64) {}
	}
	h := &held{dir: dir, now: o.Now().UTC(), progress: o.Progress}
	var err error
	h.hold, err = kv.Lock(h.path(DB), 0)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, lockFault(err)
	}
	if err := h.tidy(); err != nil && !errors.Is(err, syscall.EROFS) { // what only reads needs no tidy directory
		return nil, errors.Join(dirFault(dir, err), h.hold.Release())
	}
	return h, nil
}

// tidy clears away what a command left that was killed: a store that it made, and the
// second name of one that it was about to replace.
func (h *held) tidy() error {
	entries, err := os.ReadDir(h.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), before) && sameFile(h.path(e.Name(), DB), h.path(DB)) {
			err = errors.Join(err, os.RemoveAll(h.path(e.Name())))
		}
	}
	return errors.Join(err, os.RemoveAll(h.path(work)))
}

// takeStore is take for what needs a store.
func takeStore(dir string, o Options) (*held, error) {
	h, err := take(dir, o)
	if err == nil && h.hold == nil {
		err = fault.New(fault.NotFound, "there is no store").About("data_dir", dir).
			WithHint("name its directory with --data-dir; if the store is lost, `navd restore FILE` puts a copy there")
	}
	return h, err
}

func (h *held) path(name ...string) string {
	return filepath.Join(append([]string{h.dir}, name...)...)
}

// release lets others have the store.
func (h *held) release() {
	_ = h.hold.Release() // what was done is done; the lock ends with the process
}

// lockFault says who holds the store, and what to do.
func lockFault(err error) error {
	f := fault.As(store.Fault(err))
	if errors.Is(err, kv.ErrLocked) {
		return f.WithHint("a navd runs on this directory, or another command works on it: stop it, or wait until it has ended, and try again")
	}
	return f
}

// dirFault is the fault of a data directory that cannot be written to.
func dirFault(dir string, err error) error {
	f := fault.As(store.Fault(err))
	if f.Kind == fault.Internal {
		f = fault.New(fault.Unavailable, "the data directory cannot be written: %w", err)
	}
	if errors.Is(err, fs.ErrPermission) {
		f = f.WithHint("run it as the user that owns the directory")
	}
	return f.About("data_dir", dir)
}

// fit refuses a directory without room for a file of n bytes.
func (h *held) fit(bytes int64) error {
	var at syscall.Statfs_t
	if err := syscall.Statfs(h.dir, &at); err != nil {
		return nil // writing tells
	}
	free := int64(at.Bavail) * int64(at.Bsize) //nolint:unconvert // other types on other systems
	if free > bytes {
		return nil
	}
	return fault.New(fault.Unavailable, "%d MB are needed, %d MB are free", bytes>>20+1, free>>20).About("data_dir", h.dir).
		WithHint("make room on that disk, and try again; nothing was changed")
}

// fitAgain is [held.fit] for a second store of the same size.
func (h *held) fitAgain() error {
	info, err := os.Stat(h.path(DB))
	if err != nil {
		return dirFault(h.dir, err)
	}
	return h.fit(info.Size())
}
