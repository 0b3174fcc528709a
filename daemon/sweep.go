package daemon

import (
	"navd/daemon/store"
	"navd/kv"
)

// sweepPiece is how many records of a deleted episode are removed in one commit: few,
// because other commits wait for them.
const sweepPiece = 100

// resumeSweeping goes on with the deleted episodes that an earlier run did not finish.
func (rt *retention) resumeSweeping() {
	ids, err := read(rt.c, store.Deletions)
	if err != nil {
		rt.c.log.Error("what is left of deleted episodes cannot be read", "error", err)
	}
	for _, id := range ids {
		rt.sweep(id)
	}
}

// sweep removes the records of a deleted episode from the store, in the background and
// piece by piece, one episode at a time. The next start goes on with the rest.
func (rt *retention) sweep(id string) {
	rt.c.background.Go(func() {
		select {
		case rt.sweeping <- struct{}{}:
			defer func() { <-rt.sweeping }()
		case <-rt.c.ctx.Done():
			return
		}
		err := rt.inPieces(rt.c.ctx, func(tx *kv.Tx, changes *kv.Changes) (bool, error) {
			last, err := store.DeletePiece(tx, changes, id, sweepPiece)
			return !last, err
		})
		if err != nil && rt.c.ctx.Err() == nil {
			rt.c.log.Error("a deleted episode cannot be removed from the store; the next start goes on", "episode", id, "error", err)
		}
	})
}
