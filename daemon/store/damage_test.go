package store_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// damage changes the file: it flips a byte of the last value of a table, or
// removes it.
func damage(t *testing.T, path, table string, remove bool) {
	t.Helper()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		b := tx.Bucket([]byte(table))
		k, v := b.Cursor().Last()
		if k == nil {
			return errors.New("the table is empty")
		}
		if remove {
			return b.Delete(k)
		}
		v = append([]byte{}, v...)
		v[len(v)/2] ^= 4
		return b.Put(k, v)
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// What is missing or unreadable is corrupt and named, never a panic and never
// a smaller memory.
func TestDamage(t *testing.T) {
	for _, tt := range []struct {
		table  string
		remove bool
		says   string
	}{
		{"episodes", false, "table episodes"},
		{"states", false, "table states"},
		{"states", true, "state of the episode is missing"},
		{"anchors", false, "table anchors"},
		{"anchors", true, "anchor"},
		{"places", false, "table places"},
		{"places", true, "place"},
		{"sites", false, "table sites"},
		{"sites", true, "scan site"},
	} {
		name := tt.table + " changed"
		if tt.remove {
			name = tt.table + " removed"
		}
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "navd.db")
			db := open(t, path)
			lived(t, db, "a")
			lived(t, db, "b")
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			damage(t, path, tt.table, tt.remove)
			db = open(t, path)
			read := func(id string) error {
				return db.View(func(tx *kv.Tx) error {
					e, err := store.GetEpisode(tx, id)
					if err == nil {
						_, err = store.GetMemory(tx, e, store.Chapter{})
					}
					return err
				})
			}
			if err := read("a"); err != nil {
				t.Errorf("the other episode: %v", err)
			}
			err := read("b")
			if !fault.Is(err, fault.Corrupt) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want corrupt that says %q", err, tt.says)
			}
			apply(t, db, func(c *kv.Changes) {
				view(t, db, func(tx *kv.Tx) error { _, err := store.DeleteEpisode(tx, c, "b", store.Chapter{}); return err })
			})
			if err := read("b"); !fault.Is(err, fault.NotFound) {
				t.Errorf("deleted: %v", err)
			}
		})
	}
}
