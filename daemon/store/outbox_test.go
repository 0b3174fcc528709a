package store_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/store"
	"navd/kv"
)

// The outbox keeps its order; what the index has taken in is gone, and its
// number is not given again.
func TestOutbox(t *testing.T) {
	db := open(t, filepath.Join(t.TempDir(), "navd.db"))
	due := func(n uint64, id string) store.Due { return store.Due{Kind: "place", ID: id, Episode: "a", N: n} }
	state := func() (oldest, newest []store.Due, last, indexed uint64, count int) {
		t.Helper()
		view(t, db, func(tx *kv.Tx) (err error) {
			if oldest, _, err = store.Outbox(tx, 2, false); err != nil {
				return err
			}
			if newest, _, err = store.Outbox(tx, 2, true); err != nil {
				return err
			}
			if last, err = store.LastDue(tx); err != nil {
				return err
			}
			if count, err = store.CountDue(tx); err != nil {
				return err
			}
			indexed, err = store.LastIndexed(tx)
			return err
		})
		return
	}
	want := func(what string, oldest, newest []store.Due, figures ...uint64) {
		t.Helper()
		o, n, last, indexed, count := state()
		if diff := cmp.Diff(oldest, o) + cmp.Diff(newest, n) + cmp.Diff(figures, []uint64{last, indexed, uint64(count)}); diff != "" {
			t.Errorf("%s:\n%s", what, diff)
		}
	}
	want("empty", nil, nil, 0, 0, 0)
	apply(t, db, func(c *kv.Changes) {
		for n, id := range []string{"a/1", "a/2", "a/1"} {
			store.PutOutbox(c, uint64(n+1), due(0, id))
		}
	})
	want("three", []store.Due{due(1, "a/1"), due(2, "a/2")}, []store.Due{due(3, "a/1"), due(2, "a/2")}, 3, 0, 3)
	apply(t, db, func(c *kv.Changes) { store.Indexed(c, 3, 1, 3) })
	want("two taken in", []store.Due{due(2, "a/2")}, []store.Due{due(2, "a/2")}, 3, 3, 1)
	apply(t, db, func(c *kv.Changes) { store.Indexed(c, 3, 2) })
	want("all taken in", nil, nil, 3, 3, 0)
}
