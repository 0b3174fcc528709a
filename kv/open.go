package kv

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Options are the settings of [Open]. The zero value of each is its default.
type Options struct {
	// Sync makes Apply return only after fdatasync has. Without it a change
	// set survives the death of the process at once, but that of the machine
	// only from the next sync on, and a power cut between may leave the file
	// unreadable.
	Sync bool

	// SyncEvery is the time between syncs when Sync is off; default 1 s.
	SyncEvery time.Duration

	// LockTimeout is how long Open waits for another holder of the file to
	// let go; default 1 s.
	LockTimeout time.Duration

	// MustExist makes Open refuse a path with no file, where it would otherwise
	// make a new store.
	MustExist bool

	// AsIs opens the file for reading alone, whatever its state: nothing of it is
	// put back, brought up to the schema or made. What a normal Open would refuse is
	// among the problems that [DB.Check] lists, as far as the file can be read at
	// all. Tables that it does not have cannot be read, and Apply refuses with
	// [ErrAsIs]. Options other than Tables, LockTimeout, Log and Now do not count.
	AsIs bool

	// Reserve is how many bytes are to stay free on the file's disk: with less,
	// change sets are refused with [ErrFull] before the disk is full, unless they
	// make room or fit into what deletes left free in the file. It is asked before
	// each commit. Nil, or 0 bytes: until the disk itself refuses.
	Reserve func() int64

	hold    *Hold // of the file, with AsIs; nil: it is held until Close
	mapSize int   // of the mapping at first, bytes; default mapSize

	// Tables is the schema. Open creates what is missing in the file; tables
	// of the file that are not listed stay as they are, out of reach.
	Tables []TableInfo

	// MaxBatch is the largest number of change sets in one commit; default 256.
	MaxBatch int

	Log *slog.Logger     // failures nobody is told of otherwise; default none
	Now func() time.Time // clock of the statistics; default time.Now
}

func (o Options) withDefaults() Options {
	if o.AsIs {
		o.MustExist, o.Sync = true, true // nothing to sync
	}
	if o.SyncEvery <= 0 {
		o.SyncEvery = time.Second
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = time.Second
	}
	if o.MaxBatch <= 0 {
		o.MaxBatch = 256
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Open opens the store file at path, creating it (mode 0600) and its directory
// (0700) if need be, and locks it until Close. Beside it stands path.pid, with
// the process id of the holder, and path.new until a new store is made. A symbolic
// link is followed. An empty file is a damaged one.
//
// Open returns a *[LockedError] when the file is held for longer than
// Options.LockTimeout, a *[DamagedError] when it is unreadable, a *[NewerError]
// when the file or one of its tables is from a newer program, an error that
// wraps [ErrSchema] when Options.Tables is no schema or cannot read what the
// file may hold, and otherwise the error of the file system.
func Open(path string, opts Options) (*DB, error) {
	opts = opts.withDefaults()
	tables, err := index(opts.Tables)
	if err != nil {
		return nil, err
	}
	if !opts.MustExist {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, fmt.Errorf("kv: open %s: %w", path, err)
		}
	}
	o := opener{path: path, opts: opts}
	if err := o.takeHold(); err != nil {
		return nil, err
	}
	bolt, err := o.open()
	if err != nil {
		return nil, errors.Join(err, o.own.Release())
	}
	db := newDB(o, bolt, tables)
	err = db.note(readPages(path, "", func() error { return o.seal.match(bolt) }))
	if opts.AsIs {
		return db.asIs(err)
	}
	if err == nil {
		err = db.note(guard(path, "reading the schema", db.prepare))
	}
	if err == nil {
		err = made(path)
	}
	if err == nil {
		err = writePID(path)
	}
	if err != nil {
		return nil, errors.Join(err, db.release())
	}
	db.start()
	return db, nil
}

// opener opens a bbolt file and keeps hold of its descriptor, so that the lock
// can be given back when bbolt panics half way.
type opener struct {
	path  string
	opts  Options
	fresh bool // an empty file is a new one, which its making began
	file  *os.File
	seal  *seal // of the last commit, nil when there is none
	own   *Hold // with Options.AsIs: that Open took and gives back, nil: none
	flaw  error // with Options.AsIs: why a normal Open would refuse, nil: it would not
}

func (o *opener) open() (bolt *bbolt.DB, err error) {
	err = guard(o.path, "opening", func() (err error) {
		bolt, err = bbolt.Open(o.path, 0o600, o.boltOptions())
		return err
	})
	if err == nil {
		bolt.AllocSize = growth
		return bolt, nil
	}
	switch {
	case o.opts.AsIs:
		if o.file != nil {
			_ = o.file.Close() // of the hold, which keeps the lock
		}
	case errors.Is(err, ErrDamaged) && o.file != nil:
		unlockFile(o.file)
	}
	return nil, o.explain(err)
}

// mapSize is how much of the address space a store takes from the start: a
// mapping that needs not grow is one that a commit needs not wait for the
// readers to replace.
const mapSize = 1 << 30

// growth is by how much the file grows at a time, sparsely: each time costs a
// commit one more sync.
const growth = 4 << 20

func (o *opener) boltOptions() *bbolt.Options {
	b := &bbolt.Options{
		Timeout:      o.opts.LockTimeout,
		NoSync:       !o.opts.Sync,
		NoStatistics: true,
		FreelistType: bbolt.FreelistArrayType,
		OpenFile:     o.openFile,
		ReadOnly:     o.opts.AsIs,
	}
	if math.MaxInt > math.MaxInt32 {
		b.InitialMmapSize = cmp.Or(o.opts.mapSize, mapSize)
	}
	return b
}

// openFile opens, locks and inspects the file before bbolt reads it: a file
// that was cut must not get as far as the mapping.
func (o *opener) openFile(path string, flag int, mode os.FileMode) (*os.File, error) {
	if o.opts.AsIs {
		return o.openHeld()
	}
	if o.opts.MustExist {
		flag &^= os.O_CREATE
	}
	if err := o.making(); err != nil {
		return nil, err
	}
	f, err := o.lock(flag, mode)
	if err != nil {
		return nil, err
	}
	if err := o.inspect(f); err != nil {
		unlockFile(f)
		return nil, err
	}
	o.file = f
	return f, nil
}

// explain turns an error of bbolt into one of this package.
func (o *opener) explain(err error) error {
	var errno syscall.Errno
	var path *fs.PathError
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return &LockedError{Path: o.path, PID: readPID(o.path)}
	case errors.Is(err, ErrDamaged):
		return err
	case errors.As(err, &errno), errors.As(err, &path):
		return fmt.Errorf("kv: open: %w", err)
	default:
		return damaged(o.path, err.Error())
	}
}
