package kv

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// A Tx is a view of the store at one moment. It is valid only within the function that
// [DB.View] calls with it, and for one goroutine.
type Tx struct {
	db    *DB
	bolt  *bbolt.Tx // nil when over
	trees map[string]tree
}

// View runs fn with the state of the store after the last commit. fn must not
// call Apply and wait: a commit that enlarges the file waits for open views.
// View returns the error of fn, [ErrClosed], or a *[DamagedError].
//
// A page that cannot be read becomes an error of the read that met it. A panic of fn
// itself is not caught; the transaction ends before it goes on.
func (db *DB) View(fn func(*Tx) error) error {
	inner, err := db.begin(false)
	if err != nil {
		return err
	}
	tx := &Tx{db: db, bolt: inner}
	defer func() {
		tx.bolt = nil
		_ = inner.Rollback() // of a read transaction: no error is possible
	}()
	return fn(tx)
}

// begin starts a transaction.
func (db *DB) begin(writable bool) (tx *bbolt.Tx, err error) {
	db.begins.Lock()
	defer db.begins.Unlock()
	if bad := db.lost.reads.Load(); bad != nil {
		return nil, bad
	}
	if bad := db.lost.writes.Load(); bad != nil && writable {
		return nil, bad
	}
	err = guard(db.path, "starting a transaction", func() (err error) {
		if err := db.whole(); err != nil {
			return err
		}
		tx, err = db.bolt.Begin(writable)
		return err
	})
	if bad := (*DamagedError)(nil); errors.As(err, &bad) {
		db.lost.reads.CompareAndSwap(nil, bad)
	}
	return tx, db.note(err)
}

// whole refuses a file that was truncated so far that bbolt would fault while it begins
// a transaction, and keep its locks.
func (db *DB) whole() error {
	info, err := db.file.Stat()
	if err == nil && info.Size() < db.least {
		return damaged(db.path, "the file is cut")
	}
	return nil // else bbolt says what is wrong
}

// tree returns the tree of a table.
func (tx *Tx) tree(s *schema) (t tree, err error) {
	if tx.bolt == nil {
		return t, ErrTxClosed
	}
	if tx.db.tables[s.name] != s {
		return t, unknownTable(s)
	}
	t, ok := tx.trees[s.name]
	if ok {
		return t, nil
	}
	err = tx.read(s, func() (err error) {
		if t, ok, err = rootTree(tx.bolt).table([]byte(s.name)); err == nil && !ok {
			err = pageError("it is gone")
		}
		return err
	})
	if err != nil {
		return t, err
	}
	if tx.trees == nil {
		tx.trees = make(map[string]tree)
	}
	tx.trees[s.name] = t
	return t, nil
}

// read runs fn, which reads pages of a table, and turns a bad page into a *DamagedError.
func (tx *Tx) read(s *schema, fn func() error) error {
	return readPages(tx.db.path, s.name, fn)
}

func readPages(path, table string, fn func() error) error {
	doing, at := "reading", ""
	if table != "" {
		doing, at = "table "+table, "table "+table+": "
	}
	return pagesFault(path, at, guard(path, doing, fn))
}

// pagesFault turns a pageError into a *DamagedError; at precedes its text.
func pagesFault(path, at string, err error) error {
	if err == nil {
		return nil
	}
	if bad := pageError(""); errors.As(err, &bad) {
		return damaged(path, at+string(bad))
	}
	return err
}

func unknownTable(s *schema) error {
	return fmt.Errorf("%w: table %s was not given to Open", ErrSchema, s.name)
}
