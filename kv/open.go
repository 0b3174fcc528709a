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
	// Sync makes Apply return only after fdatasync. Without it a change set
	// survives the death of the process at once, but a crash of the machine only
	// after the next sync; a power cut before that may leave the file unreadable.
	Sync bool

	// SyncEvery is the time between syncs when Sync is off; default 1 s.
	SyncEvery time.Duration

	// LockTimeout is how long Open waits for another holder to release the file;
	// default 1 s.
	LockTimeout time.Duration

	// MustExist makes Open fail when there is no file, instead of making a new
	// store.
	MustExist bool

	// AsIs opens the file for reading only and changes nothing in it: it repairs
	// nothing, migrates nothing and makes no tables. What a normal Open would refuse
	// is instead among the problems of [DB.Check], if the file can be read at all.
	// Tables that the file lacks cannot be read, and Apply returns [ErrAsIs]. Of the
	// other options only Tables, LockTimeout, Log and Now count.
	AsIs bool

	// Reserve returns how many bytes must stay free on the file's disk: with less,
	// change sets are refused with [ErrFull] before the disk is full, unless they
	// make room or fit into the space that deletes left in the file. It is called
	// before each commit. Nil, or a result of 0: no reserve, writes go on until the
	// disk is full.
	Reserve func() int64

	hold    *Hold // with AsIs, the caller's; nil: Open takes one until Close
	mapSize int   // bytes to map at first; default mapSize

	// Tables is the schema. Open creates the tables that the file lacks; those in
	// the file that are not listed stay as they are and cannot be used.
	Tables []TableInfo

	// MaxBatch is the largest number of change sets in one commit; default 256.
	MaxBatch int

	Log *slog.Logger     // for failures that no call returns; default none
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
// (0700) if need be, and locks it until Close. Beside it, path.pid names the process
// that holds it, and path.new exists while a new store is made. A symbolic link is
// followed.
//
// Open returns a *[LockedError] when another process holds the file for longer than
// Options.LockTimeout; a *[DamagedError] when the file cannot be read as a store, or
// is empty although no new store is being made; a *[NewerError] when the file or one
// of its tables is from a newer program; an error that wraps [ErrSchema] when
// Options.Tables is not valid or lacks a migration for what the file may hold; and
// otherwise the error of the file system.
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

// opener opens a bbolt file and keeps its descriptor, so that the lock can be released
// when bbolt panics half way.
type opener struct {
	path  string
	opts  Options
	fresh bool // the store is being made, so that the file may be empty
	file  *os.File
	seal  *seal // of the last commit, nil when there is none
	own   *Hold // with Options.AsIs: taken by Open, for Close to release; nil: none
	flaw  error // with Options.AsIs: why a normal Open would refuse; nil: it would not
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
			_ = o.file.Close() // the hold's descriptor keeps the lock
		}
	case errors.Is(err, ErrDamaged) && o.file != nil:
		unlockFile(o.file)
	}
	return nil, o.explain(err)
}

// mapSize is how many bytes of the address space a store takes from the start. To
// replace a mapping that is too small, a commit has to wait for all readers.
const mapSize = 1 << 30

// growth is by how many bytes the file grows at a time, sparsely: each time costs a
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

// openFile opens, locks and inspects the file before bbolt reads it: a truncated file
// must not be mapped.
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
