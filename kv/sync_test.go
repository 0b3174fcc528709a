package kv

import (
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
)

// Without Options.Sync the file is synced at the interval if there was a
// commit, and not otherwise. The clock is that of the bubble.
func TestSyncEvery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables, SyncEvery: time.Minute})
		syncs := func() uint64 {
			synctest.Wait()
			return db.Stats().Syncs
		}
		var got []uint64
		for _, commits := range []int{0, 1, 3, 0} {
			for range commits {
				apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) })
			}
			time.Sleep(time.Minute)
			got = append(got, syncs())
		}
		if diff := gocmp.Diff([]uint64{0, 1, 2, 2}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestSync(t *testing.T) {
	for _, always := range []bool{false, true} {
		steps, _, tables := schemaOf()
		db := open(t, tempPath(t), Options{Tables: tables, Sync: always, SyncEvery: time.Hour})
		apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) })
		for range 2 {
			if err := db.Sync(); err != nil {
				t.Fatal(err)
			}
		}
		want := uint64(1)
		if always {
			want = 0 // each commit has synced
		}
		if got := db.Stats().Syncs; got != want {
			t.Errorf("Sync %v: %d syncs, want %d", always, got, want)
		}
	}
}

func TestStats(t *testing.T) {
	steps, _, tables := schemaOf()
	now := time.Unix(0, 0)
	clock := func() time.Time { now = now.Add(time.Second); return now }
	db := open(t, tempPath(t), Options{Tables: tables, Now: clock, SyncEvery: time.Hour})
	for range 3 {
		apply(t, db, func(c *Changes) {
			steps.Put(c, Key("k"), step{Action: "go"}) // 1 + 5 + 15
			steps.Delete(c, Key("kk"))
		})
	}
	want := Stats{
		Commits: 3, Applied: 3, Ops: 6, Bytes: 69,
		Commit: Durations{P50: time.Second, P99: time.Second},
	}
	if diff := gocmp.Diff(want, db.Stats()); diff != "" {
		t.Error(diff)
	}
}

func TestWindow(t *testing.T) {
	var w window
	if got := w.quantiles(); got != (Durations{}) {
		t.Errorf("empty: %v", got)
	}
	for i := range 1000 {
		w.add(time.Duration(i))
	}
	// The newest 512 are 488 … 999.
	if diff := gocmp.Diff(Durations{P50: 743, P99: 993}, w.quantiles()); diff != "" {
		t.Error(diff)
	}
}
