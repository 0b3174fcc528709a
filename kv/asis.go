package kv

import (
	"errors"
	"os"

	"go.etcd.io/bbolt"
)

// takeHold holds the file for Options.AsIs, when the caller does not.
func (o *opener) takeHold() (err error) {
	if !o.opts.AsIs || o.opts.hold != nil {
		return nil
	}
	o.own, err = Lock(o.path, o.opts.LockTimeout)
	o.opts.hold = o.own
	return err
}

// openHeld gives bbolt the file of the hold, and notes what is wrong with it. bbolt's
// lock on the same open file is then the hold's, which stays when bbolt closes: it
// gives no lock back that it took for reading.
func (o *opener) openHeld() (*os.File, error) {
	f, err := reopened(o.opts.hold.file)
	if err != nil {
		return nil, err
	}
	o.file = f
	err = o.inspect(f)
	if bad := (*DamagedError)(nil); errors.As(err, &bad) {
		o.flaw = bad
		info, statErr := f.Stat()
		if statErr == nil && info.Size() > 0 { // of nothing bbolt would make a store
			return f, nil
		}
	}
	if err != nil {
		_ = f.Close() // of the hold, which keeps the lock
		o.file = nil
		return nil, err
	}
	return f, nil
}

// asIs ends Open with Options.AsIs; seal is what the comparison with the seal gave.
func (db *DB) asIs(seal error) (*DB, error) {
	if db.flaw == nil {
		db.flaw = seal
	}
	db.update = func(func(*bbolt.Tx) error) error { return ErrAsIs }
	err := db.note(guard(db.path, "reading the schema", func() error {
		return db.bolt.View(func(tx *bbolt.Tx) error { return db.fit(tx, false) })
	}))
	if errors.Is(err, errStale) { // of an older program, or without tables
		err = nil
	}
	if err == nil {
		return db, nil
	}
	return nil, errors.Join(err, db.release())
}

// releaseAsIs gives up the file, and the hold when Open took it.
func (db *DB) releaseAsIs() error {
	return errors.Join(guard(db.path, "closing", db.bolt.Close), db.own.Release())
}
