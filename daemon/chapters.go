package daemon

import (
	"context"
	"errors"
	"maps"
	"slices"

	"navd/daemon/store"
	"navd/kv"
)

// indexEvery is how many lines the log of all grows by between two rounds of
// index: about what a start after a crash reads again.
const indexEvery = 4096

// indexDue tells whether n lines from a cursor on passed the next round.
func indexDue(first uint64, n int) bool {
	return first/indexEvery != (first+uint64(n))/indexEvery
}

// index writes the chapters of the episodes whose checkpoint is long ago, and
// then the mark behind which a start has to look for tails. One round at a time
// runs, beside the calls; what it does not get to the next one does.
func (c *core) index() {
	if !c.indexing.CompareAndSwap(false, true) {
		return
	}
	begun := c.background.Go(func() {
		defer c.indexing.Store(false)
		if err := c.indexTo(c.hub.settledTo()); err != nil {
			c.log.Error("the log's chapters cannot be written", "error", err)
		}
	})
	if !begun {
		c.indexing.Store(false)
	}
}

// indexTo writes a chapter for every tail that begins up to a cursor. Whoever
// has such a tail has it in c.live or c.tails before the cursor is settled.
func (c *core) indexTo(cursor uint64) error {
	c.mu.Lock()
	ids := slices.AppendSeq(slices.Collect(maps.Keys(c.live)), maps.Keys(c.tails))
	c.mu.Unlock()
	slices.Sort(ids)
	var failed error
	for _, id := range ids {
		failed = errors.Join(failed, c.alone(id, func(l *live) error {
			if len(l.tail.Cursors) == 0 || l.tail.Cursors[0] > cursor {
				return nil
			}
			var ch kv.Changes
			store.PutChapter(&ch, l.id, l.tail)
			if err := c.apply(context.Background(), &ch); err != nil {
				return err
			}
			l.tail = store.Chapter{}
			return nil
		}))
	}
	if failed != nil {
		return failed // the mark stays, and a start looks where it did
	}
	var ch kv.Changes
	store.PutMark(&ch, cursor)
	return c.apply(context.Background(), &ch)
}

// flush is indexTo for the end, in one commit.
func (c *core) flush() error {
	cursor := c.hub.settledTo()
	c.mu.Lock()
	ids := slices.AppendSeq(slices.Collect(maps.Keys(c.live)), maps.Keys(c.tails))
	c.mu.Unlock()
	slices.Sort(ids)
	var ch kv.Changes
	for _, id := range ids {
		store.PutChapter(&ch, id, c.tailOf(id))
	}
	store.PutMark(&ch, cursor)
	return c.apply(context.Background(), &ch)
}

// tailOf gives what the log has of an episode that no chapter tells of yet.
func (c *core) tailOf(id string) (tail store.Chapter) {
	_ = c.alone(id, func(l *live) error { // never fails
		tail = l.tail.Clone()
		return nil
	})
	return tail
}
