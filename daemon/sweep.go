package daemon

import (
	"navd/daemon/store"
	"navd/kv"
)

// sweepPiece is how many records of a deleted episode go in one commit: few, since
// whoever commits at the same time waits for them.
const sweepPiece = 100

// resumeSweeping goes on with what an earlier daemon left of deleted episodes.
func (rt *retention) resumeSweeping() {
	ids, err := read(rt.c, store.Deletions)
	if err != nil {
		rt.c.log.Error("what is left of deleted episodes cannot be read", "error", err)
	}
	for _, id := range ids {
		rt.sweep(id)
	}
}

// sweep removes what a deleted episode left in the store, in the background and
// piece by piece. One episode is swept at a time. What it does not get to the next
// start does.
func (rt *retention) sweep(id string) {
	rt.c.background.Go(func() {
		select {
		case rt.sweeping <- struct{}{}:
			defer func() { <-rt.sweeping }()
		case <-rt.c.ctx.Done():
			return
		}
		rt.c.searches.forget(id)
		err := rt.inPieces(rt.c.ctx, func(tx *kv.Tx, changes *kv.Changes) (bool, error) {
			last, err := store.DeletePiece(tx, changes, id, sweepPiece)
			return !last, err
		})
		if err != nil && rt.c.ctx.Err() == nil {
			rt.c.log.Error("a deleted episode cannot be removed from the store; the next start goes on", "episode", id, "error", err)
		}
	})
}
