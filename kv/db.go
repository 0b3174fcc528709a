package kv

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// A DB is an open store file. It is safe for concurrent use.
type DB struct {
	path   string
	opts   Options
	bolt   *bbolt.DB
	least  int64    // bytes of the file that bbolt reads to begin a transaction
	file   *os.File // bbolt's, for its lock
	own    *Hold    // to be released by Close; nil: none
	flaw   error    // with Options.AsIs: why a normal Open would refuse
	tables map[string]*schema

	update  func(func(*bbolt.Tx) error) error // as Update of bbolt; tests make it fail
	queue   *queue
	begins  sync.Mutex // held while a transaction begins; see lost
	lost    lost
	dirty   atomic.Bool   // commits since the last sync, without Options.Sync
	stop    chan struct{} // closed to end the syncer
	syncer  sync.WaitGroup
	closing sync.Once
	closed  error // of the first Close

	stats recorder
}

func newDB(o opener, bolt *bbolt.DB, tables map[string]*schema) *DB {
	db := &DB{
		path: o.path, opts: o.opts, bolt: bolt, least: 2 * int64(bolt.Info().PageSize), file: o.file, tables: tables, own: o.own, flaw: o.flaw,
		queue: newQueue(), stop: make(chan struct{}),
	}
	db.update = db.write
	return db
}

// lost says why no read or write transaction may begin any more: after a panic inside
// bbolt its locks may stay taken for ever, and the next caller would wait for them.
// Transactions begin one at a time, so that none is already waiting inside bbolt when
// another one panics there.
type lost struct {
	reads, writes atomic.Pointer[DamagedError]
}

// start runs the syncer unless Options.Sync is set. Close stops it.
func (db *DB) start() {
	if !db.opts.Sync {
		db.syncer.Go(db.syncLoop)
	}
}

// Path returns the path of the store file, as given to Open.
func (db *DB) Path() string { return db.path }

// Close applies what is queued, syncs, waits for open views and closes the file. It
// returns the errors of the sync and of closing the file. Later calls wait for the
// first and return the same.
func (db *DB) Close() error {
	db.closing.Do(func() {
		db.queue.close()
		close(db.stop)
		db.syncer.Wait()
		db.closed = errors.Join(db.Sync(), db.release())
	})
	return db.closed
}

// release closes the file. When writes are lost, bbolt's Close could wait for ever for
// the writer's lock, so only the file's lock and descriptor are released.
func (db *DB) release() error {
	if db.opts.AsIs {
		return db.releaseAsIs()
	}
	if err := os.Remove(pidPath(db.path)); err != nil && !errors.Is(err, os.ErrNotExist) {
		db.opts.Log.Warn("remove pid file", "path", pidPath(db.path), "error", err)
	}
	if db.lost.writes.Load() != nil {
		unlockFile(db.file)
		return nil
	}
	if err := db.bolt.Close(); err != nil {
		return fmt.Errorf("kv: close: %w", err)
	}
	return nil
}

// note translates an error of bbolt. After a panic, or a sync that the disk failed, it
// ends writing: a later commit could reuse pages that the state on the disk needs.
func (db *DB) note(err error) error {
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return ErrClosed
	}
	var path *fs.PathError // a write has one, and breaks nothing; a sync has none
	if errors.Is(err, syscall.EIO) || errors.Is(err, syscall.EROFS) && !errors.As(err, &path) {
		err = fmt.Errorf("%w: %w", damaged(db.path, "the disk failed"), err)
	}
	if bad := (*DamagedError)(nil); errors.As(err, &bad) {
		db.lost.writes.CompareAndSwap(nil, bad)
	}
	return err
}
