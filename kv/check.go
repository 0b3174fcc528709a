package kv

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"
)

// MaxProblems is how many problems [DB.Check] reports at most.
const MaxProblems = 100

// A Problem is one thing Check found wrong.
type Problem struct {
	Table  string // empty: the file as a whole
	Key    Key    // nil: the table as a whole
	Reason string // in words
}

// String returns the place, if there is one, and the reason.
func (p Problem) String() string {
	switch {
	case p.Table == "":
		return p.Reason
	case p.Key == nil:
		return fmt.Sprintf("table %s: %s", p.Table, p.Reason)
	default:
		return fmt.Sprintf("table %s, key %s: %s", p.Table, p.Key, p.Reason)
	}
}

// Check reads everything: the header, checksum and JSON of each value, the
// count of each table, that each key is found where it belongs, and the
// structure of the file. It returns what is wrong, at most MaxProblems, none
// for a sound store, and an error when it could not look: that of ctx, or
// [ErrClosed]. Commits wait during the last part, the structure.
func (db *DB) Check(ctx context.Context) ([]Problem, error) {
	c := checker{ctx: ctx, db: db}
	if err := db.View(c.values); err != nil {
		return c.found, err
	}
	// bbolt checks in a goroutine of its own, in which a memory fault would end
	// the process: it is not let near a file that made this one stumble.
	if c.unreadable {
		return c.found, nil
	}
	return c.found, c.structure()
}

// checker is a Check under way.
type checker struct {
	ctx        context.Context
	db         *DB
	found      []Problem
	unreadable bool // a page was
}

func (c *checker) add(p Problem) {
	if len(c.found) < MaxProblems {
		c.found = append(c.found, p)
	}
}

// unread adds a problem that stands in the way of reading on.
func (c *checker) unread(table string, reason string) {
	c.unreadable = true
	c.add(Problem{Table: table, Reason: reason})
}

// values reads every bucket of the file.
func (c *checker) values(tx *Tx) error {
	info, err := c.db.file.Stat()
	if err != nil {
		return fmt.Errorf("kv: check: %w", err)
	}
	if need := tx.bolt.Size(); info.Size() < need {
		c.unread("", cut(info.Size(), need))
		return nil
	}
	var names []string
	err = guard(c.db.path, "listing the tables", func() error {
		return tx.bolt.ForEach(func(name []byte, _ *bbolt.Bucket) error {
			names = append(names, string(name))
			return nil
		})
	})
	if err != nil {
		c.unread("", reason(err))
	}
	for _, name := range names {
		if err := c.bucket(tx, name); err != nil {
			return err
		}
	}
	return nil
}

// bucket reads every value of a bucket, and finds it again by its key. The
// values of a bucket that is no table of the schema are only touched.
func (c *checker) bucket(tx *Tx, name string) error {
	s := c.db.tables[name]
	w, n := walk{}, uint64(0)
	for more := true; more; {
		err := guard(c.db.path, "reading", func() error {
			if w.cursor == nil {
				w.cursor = tx.bolt.Bucket([]byte(name)).Cursor()
			}
			k, v := w.next()
			if more = k != nil; !more {
				return nil
			}
			n++
			c.value(w.cursor.Bucket(), s, k, v)
			return nil
		})
		if err != nil {
			c.unread(name, reason(err))
			return nil
		}
		if err := c.ctx.Err(); err != nil {
			return err
		}
	}
	if s == nil {
		return nil
	}
	if count, err := tx.count(s); err == nil && count != n {
		c.add(Problem{Table: name, Reason: fmt.Sprintf("holds %d values, its count says %d", n, count)})
	}
	return nil
}

// value checks one value; s is nil if its bucket is no table.
func (c *checker) value(b *bbolt.Bucket, s *schema, k, v []byte) {
	again := b.Get(k)
	if s == nil {
		return
	}
	if !bytes.Equal(again, v) {
		c.add(Problem{Table: s.name, Key: bytes.Clone(k), Reason: "not found by its key"})
	}
	if err := s.check(k, v); err != nil {
		c.add(Problem{Table: s.name, Key: bytes.Clone(k), Reason: reason(err)})
	}
}

// structure runs bbolt's check. It needs the writer to stand still.
func (c *checker) structure() error {
	tx, err := c.db.begin(true)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for err := range tx.Check(bbolt.WithKVStringer(bbolt.HexKVStringer())) {
		c.add(Problem{Reason: err.Error()})
	}
	return nil
}

// check is decode, and the JSON against the value type.
func (s *schema) check(k Key, raw []byte) error {
	doc, err := s.decode(k, raw)
	if err != nil {
		return err
	}
	if err := s.unmarshal(doc); err != nil {
		return s.corrupt(k, "bad JSON", err)
	}
	return nil
}

// reason returns what err says without the place it names.
func reason(err error) string {
	var page *DamagedError
	var value *CorruptError
	switch {
	case errors.As(err, &page):
		return page.Reason
	case !errors.As(err, &value):
		return err.Error()
	case value.Err != nil:
		return value.Reason + ": " + value.Err.Error()
	default:
		return value.Reason
	}
}
