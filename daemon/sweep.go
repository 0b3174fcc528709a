package daemon

import (
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
		err := c.inPieces(c.ctx, func(tx *kv.Tx, changes *kv.Changes) (bool, error) {
			last, err := store.DeletePiece(tx, changes, id, sweepPiece)
			return !last, err
		})
		if err != nil && c.ctx.Err() == nil {
			c.log.Error("a deleted episode cannot be removed from the store; the next start goes on", "episode", id, "error", err)
		}
	})
}
