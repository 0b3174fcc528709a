package datadir_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"navd/daemon/datadir"
	"navd/daemon/fault"
	"navd/kv"
)

// damages are what happens to files.
func damages(t *testing.T) []damage {
	large, page := packed(t), os.Getpagesize()
	change := func(do func(raw []byte) []byte) []byte { return do(bytes.Clone(large)) }
	return []damage{
		{name: "none", raw: large, episodes: 8},
		{name: "a byte of a value", raw: change(func(raw []byte) []byte { raw[stepIn(t, raw)+3] ^= 1; return raw }), says: "checksum", episodes: 8, quarantined: true},
		{name: "a page zeroed", raw: torn(t), says: "page", episodes: 8},
		{name: "cut", raw: large[:len(large)*9/10], says: "the file is cut", beyond: true},
		{name: "the first page zeroed", raw: change(func(raw []byte) []byte { clear(raw[:page]); return raw }), says: "page 0", episodes: 8},
		{name: "both first pages zeroed", raw: change(func(raw []byte) []byte { clear(raw[:2*page]); return raw }), says: "invalid", beyond: true},
		{name: "a file of something else", raw: bytes.Repeat([]byte("no store"), 4096), says: "invalid", beyond: true},
		{name: "a bbolt file of something else", raw: foreign(t), says: "another program", beyond: true},
		{name: "empty", raw: nil, says: "empty", beyond: true},
	}
}

type damage struct {
	name        string
	raw         []byte
	says        string // one of the problems, "" when there are none
	episodes    int    // after the repair
	quarantined bool
	beyond      bool // nothing can be read
}

// stepIn gives where a step stands in a store without free pages.
func stepIn(t *testing.T, raw []byte) int {
	t.Helper()
	at := bytes.Index(raw, []byte(`"action":"move_forward"`))
	if at < 0 {
		t.Fatal("the store has no step to damage")
	}
	return at
}

// torn is a store of which a page with steps is zeroed.
func torn(t *testing.T) []byte {
	raw, page := bytes.Clone(packed(t)), os.Getpagesize()
	clear(raw[stepIn(t, raw)/page*page:][:page])
	return raw
}

func foreign(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "foreign.db")
	db, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("accounts"))
		if err == nil {
			err = b.Put([]byte("name"), []byte("value"))
		}
		return err
	}))
	must(t, db.Close())
	raw, err := os.ReadFile(path)
	must(t, err)
	return raw
}

// A look finds the damage and changes nothing; a repair makes a store that a daemon
// opens and works with, keeps the old one as it was, and what it left out.
func TestDamage(t *testing.T) {
	for _, tt := range damages(t) {
		t.Run(tt.name, func(t *testing.T) {
			dir := house(t, tt.raw)
			db := filepath.Join(dir, datadir.DB)
			problems, err := datadir.Check(t.Context(), dir, datadir.Options{})
			must(t, err)
			if text := strings.Join(problems, "\n"); tt.says == "" && text != "" || !strings.Contains(text, tt.says) {
				t.Errorf("problems %q, want %q", text, tt.says)
			}
			same(t, db, tt.raw)
			if _, err := datadir.Compact(t.Context(), dir, datadir.Options{}); (err == nil) != (tt.says == "") {
				t.Errorf("compact: %v", err)
			} else if err != nil {
				same(t, db, tt.raw)
			}
			r, err := datadir.Repair(t.Context(), dir, datadir.Options{Now: at})
			if tt.beyond {
				if f := fault.As(err); f == nil || f.Kind != fault.Corrupt || !strings.Contains(f.Hint, "navd restore") {
					t.Errorf("got %v", err)
				}
				same(t, db, tt.raw)
				return
			}
			must(t, err)
			if r.Changed != (tt.says != "") || (r.Quarantined > 0) != tt.quarantined || r.Changed && r.Values == 0 {
				t.Errorf("got %+v", r)
			}
			if _, err := os.Stat(filepath.Join(dir, datadir.Index)); err == nil {
				t.Error("the index stays, and may not belong to the store")
			}
			if r.Changed {
				same(t, filepath.Join(dir, "before-repair-20260102T030405Z", datadir.DB), tt.raw)
			}
			if tt.quarantined {
				quarantined(t, r)
			}
			if n := episodes(t, dir); n != tt.episodes {
				t.Errorf("%d episodes, want %d", n, tt.episodes)
			}
			if left := litter(t, dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// quarantined reads what a repair left out.
func quarantined(t *testing.T, r datadir.Repaired) {
	t.Helper()
	f, err := os.Open(r.Quarantine)
	must(t, err)
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		var q kv.Quarantined
		must(t, json.Unmarshal(lines.Bytes(), &q))
		if q.Table == "" || len(q.Key) == 0 || len(q.Value) == 0 || !strings.Contains(q.Reason, "checksum") {
			t.Errorf("in quarantine: %+v", q)
		}
	}
	if n != r.Quarantined {
		t.Errorf("%d records in quarantine, want %d", n, r.Quarantined)
	}
}

func same(t *testing.T, path string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what it was", path)
	}
}

// Without a store there is nothing to look at, and a copy can be brought back.
func TestNoStore(t *testing.T) {
	small, _ := made(t)
	dir := filepath.Join(t.TempDir(), "deep", "data")
	for _, operation := range []string{"backup", "repair", "compact"} {
		if err := do(t.Context(), operation, dir, filepath.Join(t.TempDir(), "copy.db")); !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: got %v", operation, err)
		}
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, os.WriteFile(file, small, 0o600))
	r, err := datadir.Restore(t.Context(), file, dir, datadir.Options{})
	must(t, err)
	if r.Kept != "" {
		t.Errorf("kept %s, where nothing was", r.Kept)
	}
	if n := episodes(t, dir); n != 2 {
		t.Errorf("%d episodes", n)
	}
}

// Compaction loses nothing but room.
func TestCompact(t *testing.T) {
	_, large := made(t)
	dir := house(t, large)
	r, err := datadir.Compact(t.Context(), dir, datadir.Options{})
	must(t, err)
	if r.Before != int64(len(large)) || r.After <= 0 || r.After >= r.Before {
		t.Errorf("got %+v", r)
	}
	if _, err := os.Stat(filepath.Join(dir, datadir.Index)); err != nil {
		t.Error("the index belongs to the store as before:", err)
	}
	if n := episodes(t, dir); n != 8 {
		t.Errorf("%d episodes", n)
	}
}
