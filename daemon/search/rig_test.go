package search

import (
	"bytes"
	"flag"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"navd/daemon/episode"
	"navd/daemon/journal"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/kv"
)

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "6"); err != nil { // most of these tests wait for the index
		panic(err)
	}
	goleak.VerifyTestMain(m, goleak.IgnoreCurrent())
}

// indexDir is where the engine of a rig has its index, below the directory of the store.
const indexDir = "index"

// rig is an engine over a store in a directory.
type rig struct {
	*Engine
	t   testing.TB
	log bytes.Buffer
	up  bool
}

func newRig(t testing.TB, dir string) *rig {
	t.Helper()
	r := &rig{t: t}
	log := slog.New(slog.NewTextHandler(&r.log, nil))
	j, err := journal.Open(filepath.Join(dir, "navd.db"), journal.Options{Log: log, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	r.Engine, r.up = Open(Options{Journal: j, Dir: filepath.Join(dir, indexDir), Log: log, Now: time.Now}), true
	t.Cleanup(func() { r.end() })
	return r
}

// end closes both and gives what was logged.
func (r *rig) end() string {
	r.t.Helper()
	if r.up {
		r.Close()
		if err := r.Journal.Close(); err != nil {
			r.t.Error(err)
		}
	}
	r.up = false
	return r.log.String()
}

// change commits a change.
func (r *rig) change(fill func(*journal.Change)) {
	r.t.Helper()
	c := r.Journal.New()
	fill(c)
	if err := c.Commit(r.t.Context(), nil); err != nil {
		r.t.Fatal(err)
	}
}

// describe stores an episode with one place.
func (r *rig) describe(id, scene, text string) {
	r.t.Helper()
	r.change(func(c *journal.Change) {
		store.PutEpisode(&c.Changes, episode.Episode{ID: id, SceneID: scene, Began: time.Unix(1000, 0)})
		store.PutDelta(&c.Changes, id, nav.Delta{Places: []nav.Place{{ID: 1, Type: "kitchen", Label: "kitchen", Description: text}}}, 0)
		c.Due(Place, PlaceID(id, 1), id)
	})
}

// caughtUp waits until the index has everything.
func (r *rig) caughtUp() {
	r.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(time.Millisecond) {
		due := 0
		if err := r.Journal.View(func(tx *kv.Tx) (err error) { due, err = store.CountDue(tx); return err }); err != nil {
			r.t.Fatal(err)
		}
		if r.isReady() && due == 0 {
			return
		}
		if time.Now().After(end) {
			r.t.Fatalf("%d due, %+v", due, r.trouble())
		}
	}
}
