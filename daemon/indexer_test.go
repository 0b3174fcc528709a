package daemon

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/index"
	"navd/ipc"
	"navd/kv"
)

// inDir opens a daemon in a directory and gives its index's log when it is
// closed.
func inDir(t *testing.T, dir string) (d *Daemon, end func() string) {
	t.Helper()
	cfg := config.Default()
	cfg.DataDir, cfg.Durability = dir, "relaxed"
	var log bytes.Buffer
	d, err := Open(Options{Config: cfg, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	open := true
	end = func() string {
		t.Helper()
		if open {
			if err := d.Close(); err != nil {
				t.Error(err)
			}
		}
		open = false
		return log.String()
	}
	t.Cleanup(func() { end() })
	return d, end
}

func describe(t *testing.T, d *Daemon, id, text string) {
	t.Helper()
	if _, err := d.Nav.Observe(t.Context(), ipc.ObserveParams{Episode: id, SceneType: "kitchen", Description: text}); err != nil {
		t.Fatal(err)
	}
}

// due counts the entries of the outbox.
func countDue(t *testing.T, d *Daemon) (n int) {
	t.Helper()
	if err := d.core.view(func(tx *kv.Tx) (err error) { n, err = store.CountDue(tx); return err }); err != nil {
		t.Fatal(err)
	}
	return n
}

// lastDue gives the number that the newest entry of the outbox had.
func lastDue(t *testing.T, d *Daemon) uint64 {
	t.Helper()
	n, err := read(d.core, store.LastDue)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// caughtUp waits until the index has everything.
func caughtUp(t *testing.T, d *Daemon) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !d.core.indexer.isReady() || countDue(t, d) > 0; {
		if time.Now().After(end) {
			t.Fatalf("%d due, %+v", countDue(t, d), d.core.indexer.trouble())
		}
	}
}

// Steps put nothing into the outbox, which their commits would pay for; what a
// step changed is indexed with the next sample.
func TestStepsAreNotIndexed(t *testing.T) {
	d := openDaemon(t, 4)
	caughtUp(t, d)
	id := begin(t, d)
	last := lastDue(t, d)
	for seq := 1; seq <= 40; seq++ {
		if _, err := d.Nav.Step(t.Context(), ipc.StepParams{Episode: id, Step: nav.Step{Seq: seq, Action: nav.Forward, Objects: []string{"cup"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := lastDue(t, d); got != last {
		t.Errorf("40 steps put %d documents into the outbox", got-last)
	}
	describe(t, d, id, "Cups everywhere.")
	if got := lastDue(t, d); got != last+1 {
		t.Errorf("a sample put %d documents into the outbox", got-last)
	}
}

// Health tells of an index that is filled when anything is missing in it, and
// of one that cannot be used always.
func TestIndexTrouble(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, tt := range []struct {
		name  string
		state indexState
		want  string
	}{
		{"ready", indexState{ready: true}, ""},
		{"opened, nothing in the store", indexState{since: at}, ""},
		{"opened", indexState{since: at, of: 9}, "filling, 0 of 9"},
		{"vectors", indexState{since: at, done: 500, of: 900}, "filling, 500 of 900"},
		{"damaged", indexState{since: at, done: 500, of: 900, reason: "a segment is cut"}, "filling, 500 of 900: a segment is cut"},
		{"denied", indexState{since: at, failed: true, reason: "permission denied"}, "cannot be used, searches read the store instead: permission denied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x := &indexer{state: tt.state}
			var want []ipc.Degraded
			if tt.want != "" {
				want = []ipc.Degraded{{What: "index", Reason: tt.want, Since: at}}
			}
			if diff := cmp.Diff(want, x.trouble()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An index that cannot be trusted is filled again, and the log says why.
func TestIndexIsStale(t *testing.T) {
	for _, tt := range []struct {
		name, reason string
		spoil        func(t *testing.T, dir string)
	}{
		{"newer than the store", "it is newer than the store", func(t *testing.T, dir string) {
			ix, err := index.Open(filepath.Join(dir, IndexDir), index.Options{Link: newLinker()})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(ix.SetGeneration(t.Context(), 1<<40), ix.Close()); err != nil {
				t.Fatal(err)
			}
		}},
		{"another table of names", "it was made with", func(t *testing.T, dir string) {
			ix, err := index.Open(filepath.Join(dir, IndexDir), index.Options{Link: index.Linker{Name: "older"}})
			if err == nil {
				err = errors.Join(ix.Rebuild(t.Context(), 1, func(func(index.Doc, error) bool) {}), ix.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			d, end := inDir(t, dir)
			id := begin(t, d)
			describe(t, d, id, "A telescope.")
			caughtUp(t, d)
			end()
			tt.spoil(t, dir)
			d, end = inDir(t, dir)
			caughtUp(t, d)
			r, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope"})
			if err != nil || len(r.Hits) != 1 || r.Hits[0].ID != id+"/1" {
				t.Errorf("found %+v, %v", r, err)
			}
			if log := end(); !strings.Contains(log, tt.reason) {
				t.Errorf("the log does not say why: %s", log)
			}
		})
	}
}

// An index that somebody else holds is named in health, and used once it is free.
func TestIndexIsLocked(t *testing.T) {
	dir := t.TempDir()
	held, err := index.Open(filepath.Join(dir, IndexDir), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, _ := inDir(t, dir)
	id := begin(t, d)
	describe(t, d, id, "A telescope.")
	for end := time.Now().Add(20 * time.Second); !strings.Contains(fmt.Sprint(d.core.indexer.trouble()), "in use"); {
		if time.Now().After(end) {
			t.Fatalf("trouble %+v", d.core.indexer.trouble())
		}
	}
	r, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope"})
	if err != nil || len(r.Hits) != 1 || len(r.Degraded) != 1 || !r.Hits[0].Pending {
		t.Errorf("found %+v, %v", r, err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	caughtUp(t, d)
}

// Ranking gives what fits, by words and vectors, whether the index has it yet or
// not, and nothing when there is no time.
func TestRank(t *testing.T) {
	d := openDaemon(t, 4)
	d.core.indexer.pace.rank = time.Minute
	id := begin(t, d)
	describe(t, d, id, "The couch is red.")
	want := []string{"place/" + id + "/1"}
	look := func(ctx context.Context) (ids []string) {
		for _, h := range d.core.rank(ctx, index.Query{Text: "빨간 소파", Kinds: []string{"place"}, MinCosine: leastCosine}) {
			ids = append(ids, h.ID)
		}
		return ids
	}
	if diff := cmp.Diff(want, look(t.Context())); diff != "" {
		t.Errorf("at once:\n%s", diff)
	}
	caughtUp(t, d)
	if diff := cmp.Diff(want, look(t.Context())); diff != "" {
		t.Errorf("indexed:\n%s", diff)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if ids := look(gone); ids != nil {
		t.Errorf("without time: %v", ids)
	}
}

// An entry of the outbox that cannot be read may have been any document: the
// index is filled again, and then the entry goes.
func TestOutboxDamaged(t *testing.T) {
	dir := t.TempDir()
	d, end := inDir(t, dir)
	id := begin(t, d)
	caughtUp(t, d)
	x := d.core.indexer
	ix := x.shown()
	describe(t, d, id, "A telescope.")
	caughtUp(t, d)
	x.covered = 0
	before, err := ix.Generation()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.take(ix, due{bad: []uint64{before + 1}}); !errors.Is(err, index.ErrRebuild) {
		t.Errorf("got %v", err)
	}
	x.covered = before + 1
	if _, err := x.take(ix, due{bad: []uint64{before + 1}}); err != nil {
		t.Errorf("after a rebuild: %v", err)
	}
	if after, err := ix.Generation(); err != nil || after != before+1 {
		t.Errorf("generation %d, %v", after, err)
	}
	end()
}

// A write to the index that does not return is given up: while the daemon runs
// after its limit, and when it closes soon. Nothing waits for it any longer.
func TestIndexHangs(t *testing.T) {
	for _, closing := range []bool{false, true} {
		t.Run(fmt.Sprintf("closing %v", closing), func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			x := newIndexer(&core{ctx: ctx, log: slog.New(slog.DiscardHandler)})
			x.pace.write, x.pace.close = 10*time.Millisecond, 10*time.Millisecond
			release, over := make(chan struct{}), atomic.Bool{}
			if closing {
				x.pace.write = 0
				stop()
			}
			ended := make(chan struct{})
			err := x.within(x.pace.write, func() error {
				defer close(ended)
				<-release
				over.Store(true)
				return nil
			})
			if !errors.Is(err, errHangs) || over.Load() {
				t.Errorf("got %v", err)
			}
			if err := x.close(nil, err); err != nil { // it would hang too
				t.Errorf("close: %v", err)
			}
			close(release)
			<-ended
		})
	}
}
