package kv

import (
	"errors"
	"os"

	"go.etcd.io/bbolt"
)

// takeHold locks the file for Options.AsIs, unless the caller holds it already.
func (o *opener) takeHold() (err error) {
	if !o.opts.AsIs || o.opts.hold != nil {
		return nil
	}
	o.own, err = Lock(o.path, o.opts.LockTimeout)
	o.opts.hold = o.own
	return err
}

// openHeld gives bbolt another descriptor of the held file, and notes what is wrong
// with the file. bbolt's lock on it is the hold's own lock, which stays after bbolt
// closes: bbolt does not release the lock of a file that it opened for reading.
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
		if statErr == nil && info.Size() > 0 { // bbolt would make a store of an empty file
			return f, nil
		}
	}
	if err != nil {
		_ = f.Close() // the hold's descriptor keeps the lock
		o.file = nil
		return nil, err
	}
	return f, nil
}

// asIs is the end of Open with Options.AsIs; seal is the error of the comparison with
// the seal.
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

// releaseAsIs closes the file, and releases the hold if Open took it.
func (db *DB) releaseAsIs() error {
	return errors.Join(guard(db.path, "closing", db.bolt.Close), db.own.Release())
}
