package store_test

import (
	"bytes"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/kv"
)

// writeOld makes the file of the present version anew. Once a version has been
// released its file stays as it is, and a change of a table needs a migration.
var writeOld = flag.Bool("update", false, "write testdata/v1.db.gz anew")

const oldFile = "testdata/v1.db.gz"

// TestOldFile opens a file that was written by an older navd and finds all of
// it: every table, every field that the daemon works with.
func TestOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "navd.db")
	if *writeOld {
		writeFile(t)
	}
	unpack(t, path)
	db := open(t, path)
	problems, err := db.Check(t.Context())
	if len(problems) > 0 || err != nil {
		t.Errorf("check: %v, %v", problems, err)
	}
	view(t, db, func(tx *kv.Tx) error {
		for table, n := range store.Counts(tx) {
			if n == 0 {
				t.Errorf("no %s", table)
			}
		}
		e, err := store.GetEpisode(tx, "b")
		if err != nil {
			return err
		}
		m, err := store.GetMemory(tx, e)
		if err != nil {
			return err
		}
		if e.Goal != "sofa" || e.Config.TurnDeg != 30 || e.Began != at(1) || m.Logged != 36 || m.Seq() != 30 || m.Plans() != 5 {
			t.Errorf("episode %+v, %d entries, step %d, %d plans", e, m.Logged, m.Seq(), m.Plans())
		}
		g := m.Graph()
		if len(g.Sites) != 5 || g.Sites[0].Views[1].FreeM != 2.5 || len(g.Edges) == 0 || g.Places[0].Label != "kitchen" || g.Places[0].Objects[0] != "cup" {
			t.Errorf("graph %+v", g)
		}
		if s, ok, err := store.GetStep(tx, "b", 30); err != nil || !ok || s.Answer.Pose != m.Pose() || s.Step.Action != nav.Forward {
			t.Errorf("step 30: %+v, %v, %v", s, ok, err)
		}
		if p, err := store.GetPlan(tx, "b", 5); err != nil || p.Goal != "sofa" {
			t.Errorf("plan 5: %+v, %v", p, err)
		}
		if a, ok, err := store.GetAnswer(tx, "key"); err != nil || !ok || string(a.Result) != `{"a":1}` {
			t.Errorf("answer: %+v, %v, %v", a, ok, err)
		}
		return store.EventsAfter(tx, 0, func(n uint64, ev store.Event) bool {
			if n != 7 || ev.Event.Type != nav.EventPlan || ev.Episode != "b" {
				t.Errorf("event %d: %+v", n, ev)
			}
			return true
		})
	})
	// What was read can be gone on with.
	apply(t, db, func(c *kv.Changes) {
		view(t, db, func(tx *kv.Tx) error {
			e, err := store.GetEpisode(tx, "b")
			if err != nil {
				return err
			}
			m, err := store.GetMemory(tx, e)
			if err != nil {
				return err
			}
			_, d, err := m.Advance(nav.Step{Seq: 31, Action: nav.Forward})
			store.PutDelta(c, "b", d, m.Logged+1)
			return err
		})
	})
}

// writeFile fills a new store and packs it.
func writeFile(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	db := open(t, filepath.Join(dir, "navd.db"))
	lived(t, db, "b")
	apply(t, db, func(c *kv.Changes) {
		store.PutEvent(c, 7, store.Event{Episode: "b", Time: at(3), Event: nav.Event{Type: nav.EventPlan, Seq: 4, Plan: "b.1"}})
		store.PutAnswer(c, "key", store.Answer{Method: "nav.step", Content: "c", Result: []byte(`{"a":1}`), Time: at(2)})
	})
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(dir, "navd.db"))
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(oldFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(oldFile, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func unpack(t *testing.T, path string) {
	t.Helper()
	packed, err := os.Open(oldFile)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	z, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}
