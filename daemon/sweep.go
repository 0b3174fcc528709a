package daemon

import (
	"time"

	"navd/daemon/store"
	"navd/kv"
)

// sweepPiece is how many records of a deleted episode go in one commit: few, since
// whoever commits at the same time waits for them.
const sweepPiece = 100

// resumeSweeping goes on with what an earlier daemon left of deleted episodes.
func (c *core) resumeSweeping() {
	ids, err := read(c, store.Deletions)
	if err != nil {
		c.log.Error("what is left of deleted episodes cannot be read", "error", err)
	}
	for _, id := range ids {
		c.sweep(id)
	}
}

// sweep removes what a deleted episode left in the store, in the background and
// piece by piece. One episode is swept at a time. What it does not get to the next
// start does.
func (c *core) sweep(id string) {
	c.background.Go(func() {
		select {
		case c.sweeping <- struct{}{}:
			defer func() { <-c.sweeping }()
		case <-c.ctx.Done():
			return
		}
		c.forgetSearches(id)
		for last := false; !last; {
			began := time.Now()
			var err error
			if last, err = c.sweepOne(id); err != nil {
				c.log.Error("a deleted episode cannot be removed from the store; the next start goes on", "episode", id, "error", err)
				return
			}
			select {
			case <-time.After(time.Since(began)): // so that others have half of the writer's time
			case <-c.ctx.Done():
				return
			}
		}
	})
}

// sweepOne removes a piece, and reports whether it was the last.
func (c *core) sweepOne(id string) (last bool, err error) {
	change := c.journal.New()
	change.MakesRoom = true
	defer change.End()
	err = c.view(func(tx *kv.Tx) (err error) {
		last, err = store.DeletePiece(tx, &change.Changes, id, sweepPiece)
		return err
	})
	if err != nil {
		return false, err
	}
	return last, change.Commit(c.ctx, nil)
}
