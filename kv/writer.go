package kv

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// Apply makes the changes of c, all or none, and returns when they are committed; with
// Options.Sync, when they are on the disk. Change sets of several callers share a
// commit, which one of the callers makes.
//
// Before c is queued, Apply may return c.Err(), an error that wraps [ErrSchema], or
// [ErrClosed] after Close. When ctx ends before a commit has taken c, Apply returns the
// error of ctx and c is not applied. After that ctx has no effect, and Apply returns
// the result of the commit: nil, a *[DamagedError], the error of [DB.Away] or
// [DB.Full], or the failure with its errno (ENOSPC when the disk is full). After a
// failed commit none of the changes is there, and the store can still be used.
func (db *DB) Apply(ctx context.Context, c *Changes) error {
	if err := db.admit(c); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if c.Len() == 0 {
		return db.queue.err()
	}
	r := newRequest(c)
	leads, err := db.queue.push(r)
	if err != nil {
		return err
	}
	return db.await(ctx, r, leads)
}

// await returns the result of a queued request. If the request gets the lead, await
// makes the commit.
func (db *DB) await(ctx context.Context, r *request, leads bool) error {
	if leads {
		return db.lead(ctx, r)
	}
	select {
	case err := <-r.done:
		return err
	case <-r.lead:
		return db.lead(ctx, r)
	case <-ctx.Done():
		if db.queue.withdraw(r) {
			return ctx.Err()
		}
		return <-r.done
	}
}

// admit refuses a change set that could only fail.
func (db *DB) admit(c *Changes) error {
	if c.err != nil {
		return c.err
	}
	for i := range c.ops {
		if s := c.ops[i].table; db.tables[s.name] != s {
			return unknownTable(s)
		}
	}
	return nil
}

// lead commits what is queued, including the caller's own change set r, and passes the
// lead on.
func (db *DB) lead(ctx context.Context, r *request) error {
	q := db.queue
	if db.opts.Sync {
		q.gather(ctx, db.opts.Now(), db.opts.MaxBatch)
	}
	if err := ctx.Err(); err != nil {
		q.resign(r)
		return err
	}
	defer q.pass()
	group, beats := withoutBeats(q.take(db.opts.MaxBatch))
	start := db.opts.Now()
	if len(group) > 0 {
		db.commit(group)
		q.last.ended = db.opts.Now()
		q.last.callers, q.last.took = len(group), q.last.ended.Sub(start)
	}
	db.beat(beats)
	if len(group) > 1 {
		// The callers just answered may come back at once: let them run first, or the
		// next commit would have only few of them.
		runtime.Gosched()
	}
	return <-r.done
}

// commit applies a group and answers every member. A member that cannot be put fails,
// as do those that build on it, and the others are tried again without them. When a
// commit fails, all that are left in it fail. Failures are answered last, so that their
// callers find the result of the commit in the store.
func (db *DB) commit(group []*request) {
	group, failed := db.refuseForRoom(group)
	start := db.opts.Now()
	for {
		var orphans []*request
		group, orphans = withoutOrphans(group)
		failed = append(failed, orphans...)
		if len(group) == 0 {
			break
		}
		bad, err := db.tryCommit(group)
		if bad < 0 {
			db.finish(group, err, db.opts.Now().Sub(start))
			break
		}
		group[bad].err = err
		failed = append(failed, group[bad])
		group = slices.Delete(group, bad, bad+1)
		start = db.opts.Now()
	}
	for _, r := range failed {
		db.finish([]*request{r}, r.err, 0)
	}
}

// tryCommit makes one transaction of a group. bad is the index of the member that
// could not be put, -1 if err does not come from one member.
func (db *DB) tryCommit(group []*request) (bad int, err error) {
	if lost := db.lost.writes.Load(); lost != nil {
		return -1, lost
	}
	if err := db.Away(); err != nil {
		return -1, err
	}
	bad = -1
	err = guard(db.path, "commit", func() error {
		return db.update(func(tx *bbolt.Tx) error {
			b := batch{tx: tx, counted: make(map[*schema]*counted)}
			for i, r := range group {
				if err := guard(db.path, "write", func() error { return b.put(r.changes) }); err != nil {
					bad = i
					return err
				}
			}
			return b.writeCounts()
		})
	})
	err = withErrno(err)
	if bad < 0 {
		err = db.note(err)
	}
	if err != nil && !errors.Is(err, ErrDamaged) && !isCorrupt(err) {
		err = fmt.Errorf("kv: commit: %w", err)
	}
	return bad, err
}

// write runs fn in a write transaction, and commits it unless fn fails.
func (db *DB) write(fn func(*bbolt.Tx) error) error {
	tx, err := db.begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // has no effect after Commit
	if err := fn(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// finish seals a successful commit, counts the requests and answers them.
func (db *DB) finish(group []*request, err error, took time.Duration) {
	if err == nil {
		db.dirty.Store(true)
		db.sealed(db.seal())
	}
	db.stats.committed(group, err, took)
	for _, r := range group {
		r.settle(err)
		r.done <- err
	}
}

// fill is how full bbolt leaves the first of two pages when it splits one. Most keys
// are put behind all others of their kind, so that page never grows again.
const fill = 0.9

// batch is the state of one write transaction.
type batch struct {
	tx      *bbolt.Tx
	counted map[*schema]*counted
}

// counted is a bucket with the number of its values.
type counted struct {
	*bbolt.Bucket
	n      uint64
	before cursor // in the table as it was before the batch
}

// look checks the pages that bbolt will use for o: bbolt would write a damaged page
// anew as if it were sound.
func (b *counted) look(o op) error {
	c := &b.before
	c.deep = 0 // damage on one way must not fail a change on another
	_, err := o.table.findAt(c, o.key)
	if err == nil && o.value == nil {
		if err = c.leaf(o.key); err == nil {
			err = c.neighbours()
		}
	}
	return err
}

// put makes the changes of one set.
func (b *batch) put(c *Changes) error {
	for _, o := range c.ops {
		bucket, err := b.bucket(o.table)
		if err != nil {
			return err
		}
		if err := bucket.look(o); err != nil {
			return pagesFault(b.tx.DB().Path(), "table "+o.table.name+": ", err)
		}
		there := bucket.Get(o.key) != nil
		switch {
		case o.value != nil && !there:
			bucket.n++
			err = bucket.Put(o.key, o.value)
		case o.value != nil:
			err = bucket.Put(o.key, o.value)
		case there:
			bucket.n--
			err = bucket.Delete(o.key)
		}
		if err != nil {
			return fmt.Errorf("table %s, key %s: %w", o.table.name, o.key, err)
		}
	}
	return nil
}

func (b *batch) bucket(s *schema) (*counted, error) {
	if c := b.counted[s]; c != nil {
		return c, nil
	}
	c := &counted{}
	err := readPages(b.tx.DB().Path(), s.name, func() error {
		t, ok, err := rootTree(b.tx).table([]byte(s.name))
		if err == nil && ok {
			c.before, c.Bucket = cursor{tree: t}, b.tx.Bucket([]byte(s.name))
			c.before.known = known{}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if c.Bucket == nil {
		return nil, unknownTable(s)
	}
	c.FillPercent, c.n = fill, c.Sequence()
	b.counted[s] = c
	return c, nil
}

// writeCounts stores the number of values of each bucket that was changed.
func (b *batch) writeCounts() error {
	for _, c := range b.counted {
		if c.n == c.Sequence() {
			continue
		}
		if err := c.SetSequence(c.n); err != nil {
			return err
		}
	}
	return nil
}
