package store_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/reply"
	"navd/daemon/scene"
	"navd/daemon/store"
	"navd/kv"
)

// putPicture puts a picture that waits, with its record.
func putPicture(c *kv.Changes, id string) {
	store.PutScene(c, id, scene.Call{N: 1, Step: 4, Seq: 5, Image: "ab", Asked: at(3)})
	store.PutPicture(c, id, 1, scene.Picture{MIME: "image/png", Bytes: []byte{1, 2}})
}

// Pictures wait in their order, each with its record, until they are read.
func TestPictures(t *testing.T) {
	db := newStore(t)
	record := func(n int) scene.Call {
		return scene.Call{N: n, Step: n, Image: "x", Asked: at(n)}
	}
	apply(t, db, func(c *kv.Changes) {
		for _, id := range []string{"b", "a"} {
			for n := range 3 {
				store.PutScene(c, id, record(n+1))
				store.PutPicture(c, id, n+1, scene.Picture{MIME: "image/jpeg", Bytes: []byte{byte(n)}})
			}
		}
	})
	view(t, db, func(tx *kv.Tx) error {
		ids, err := store.EpisodesWithPictures(tx)
		if diff := cmp.Diff([]string{"a", "b"}, ids); diff != "" || err != nil {
			t.Errorf("%v, %v", ids, err)
		}
		return nil
	})
	done := record(1)
	done.Scene, done.Done, done.Attempts = &scene.Scene{Type: "kitchen"}, at(9), []reply.Attempt{{Model: "vertex"}}
	apply(t, db, func(c *kv.Changes) { store.PutScene(c, "a", done); store.DeletePicture(c, "a", 1) })
	view(t, db, func(tx *kv.Tx) error {
		call, p, ok, err := store.NextPicture(tx, "a")
		if diff := cmp.Diff(record(2), call); diff != "" || !ok || err != nil || p.Bytes[0] != 1 {
			t.Errorf("next: %+v, %+v, %v, %v", call, p, ok, err)
		}
		if n, err := store.WaitingPictures(tx, "a"); n != 2 || err != nil {
			t.Errorf("%d wait, %v", n, err)
		}
		if n, err := store.LastScene(tx, "a"); n != 3 || err != nil {
			t.Errorf("last: %d, %v", n, err)
		}
		if n, err := store.LastScene(tx, "c"); n != 0 || err != nil {
			t.Errorf("last of none: %d, %v", n, err)
		}
		if _, _, ok, err := store.NextPicture(tx, "c"); ok || err != nil {
			t.Errorf("next of none: %v, %v", ok, err)
		}
		var got []scene.Call
		for c, err := range store.Scenes(tx, "a") {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, c)
		}
		if diff := cmp.Diff([]scene.Call{done, record(2), record(3)}, got); diff != "" {
			t.Error(diff)
		}
		return nil
	})
}

func TestSpend(t *testing.T) {
	db := newStore(t)
	want := store.Spend{Calls: 2, TokensIn: 10, TokensOut: 3, Cost: 0.125}
	apply(t, db, func(c *kv.Changes) { store.PutSpend(c, "2026-01-02", want) })
	view(t, db, func(tx *kv.Tx) error {
		if got, err := store.GetSpend(tx, "2026-01-02"); got != want || err != nil {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := store.GetSpend(tx, "2026-01-03"); got != (store.Spend{}) || err != nil {
			t.Errorf("another day: %+v, %v", got, err)
		}
		return nil
	})
}
