package kv

import (
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// A Tx is a view of the store at one moment, valid within the function that
// [DB.View] gave it to and for use by one goroutine.
type Tx struct {
	db      *DB
	bolt    *bbolt.Tx // nil when over
	buckets map[string]*bbolt.Bucket
}

// View runs fn with the state of the store after the last commit. fn must not
// call Apply and wait: a commit that enlarges the file waits for open views.
// View returns the error of fn, [ErrClosed], or a *[DamagedError].
//
// A page that cannot be read becomes an error of the read that met it. A panic
// of fn itself goes through, after the transaction has ended.
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
	if bad := db.lost.reads.Load(); bad != nil {
		return nil, bad
	}
	if bad := db.lost.writes.Load(); bad != nil && writable {
		return nil, bad
	}
	err = guard(db.path, "starting a transaction", func() (err error) {
		tx, err = db.bolt.Begin(writable)
		return err
	})
	if bad := (*DamagedError)(nil); errors.As(err, &bad) {
		db.lost.reads.CompareAndSwap(nil, bad)
	}
	return tx, db.note(err)
}

// bucket returns the bucket of a table.
func (tx *Tx) bucket(s *schema) (*bbolt.Bucket, error) {
	if tx.bolt == nil {
		return nil, ErrTxClosed
	}
	if tx.db.tables[s.name] != s {
		return nil, unknownTable(s)
	}
	if b := tx.buckets[s.name]; b != nil {
		return b, nil
	}
	var b *bbolt.Bucket
	err := guard(tx.db.path, "table "+s.name, func() error {
		b = tx.bolt.Bucket([]byte(s.name))
		return nil
	})
	if err == nil && b == nil {
		err = damaged(tx.db.path, "table "+s.name+" is gone")
	}
	if err != nil {
		return nil, err
	}
	if tx.buckets == nil {
		tx.buckets = make(map[string]*bbolt.Bucket)
	}
	tx.buckets[s.name] = b
	return b, nil
}

// count returns the number of values in a table, as the writer keeps it.
func (tx *Tx) count(s *schema) (n uint64, err error) {
	b, err := tx.bucket(s)
	if err != nil {
		return 0, err
	}
	err = guard(tx.db.path, "table "+s.name, func() error {
		n = b.Sequence()
		return nil
	})
	return n, err
}

func unknownTable(s *schema) error {
	return fmt.Errorf("%w: table %s was not given to Open", ErrSchema, s.name)
}
