package kv

import (
	"fmt"
	"time"
)

// Sync makes everything applied so far survive a power cut. With Options.Sync it does
// nothing, because every commit is synced.
func (db *DB) Sync() error {
	if db.opts.Sync || !db.dirty.Swap(false) {
		return nil
	}
	if err := db.note(db.bolt.Sync()); err != nil {
		db.dirty.Store(true)
		return fmt.Errorf("kv: sync: %w", err)
	}
	db.stats.synced()
	return nil
}

// syncLoop syncs at intervals until Close. It logs a failure and tries again at the
// next interval.
func (db *DB) syncLoop() {
	tick := time.NewTicker(db.opts.SyncEvery)
	defer tick.Stop()
	for {
		select {
		case <-db.stop:
			return
		case <-tick.C:
			if err := db.Sync(); err != nil {
				db.opts.Log.Error("sync", "path", db.path, "error", err)
			}
		}
	}
}
