package search

import (
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

	"navd/daemon/health"
	"navd/index"
)

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
			x := &Engine{state: tt.state}
			var want []health.Trouble
			if tt.want != "" {
				want = []health.Trouble{{What: "index", Reason: tt.want, Since: at}}
			}
			if diff := cmp.Diff(want, x.trouble()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An index that cannot be trusted is filled again, and the log says why.
func TestIndexIsStale(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, reason string
		spoil        func(t *testing.T, dir string)
	}{
		{"newer than the store", "it is newer than the store", func(t *testing.T, dir string) {
			ix, err := index.Open(filepath.Join(dir, indexDir), index.Options{Link: newLinker()})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(ix.SetGeneration(t.Context(), 1<<40), ix.Close()); err != nil {
				t.Fatal(err)
			}
		}},
		{"another table of names", "it was made with", func(t *testing.T, dir string) {
			ix, err := index.Open(filepath.Join(dir, indexDir), index.Options{Link: index.Linker{Name: "older"}})
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
			r := newRig(t, dir)
			r.describe("e1", "", "A telescope.")
			r.caughtUp()
			r.end()
			tt.spoil(t, dir)
			r = newRig(t, dir)
			r.caughtUp()
			a, err := r.Search(t.Context(), Question{Text: "telescope", K: 9})
			if err != nil || len(a.Hits) != 1 || a.Hits[0].ID != "e1/1" {
				t.Errorf("found %+v, %v", a, err)
			}
			if log := r.end(); !strings.Contains(log, tt.reason) {
				t.Errorf("the log does not say why: %s", log)
			}
		})
	}
}

// An index that somebody else holds is named in health, and used once it is free.
func TestIndexIsLocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	held, err := index.Open(filepath.Join(dir, indexDir), index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, dir)
	r.describe("e1", "", "A telescope.")
	for end := time.Now().Add(20 * time.Second); !strings.Contains(fmt.Sprint(r.trouble()), "in use"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("trouble %+v", r.trouble())
		}
	}
	a, err := r.Search(t.Context(), Question{Text: "telescope", K: 9})
	if err != nil || len(a.Hits) != 1 || len(a.Troubles) != 1 || !a.Hits[0].Pending {
		t.Errorf("found %+v, %v", a, err)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	r.caughtUp()
}

// Ranking gives what fits, by words and vectors, whether the index has it yet or
// not, and nothing when there is no time.
func TestRank(t *testing.T) {
	t.Parallel()
	r := newRig(t, t.TempDir())
	r.pace.rank = time.Minute
	r.describe("e1", "house", "The couch is red.")
	want := []string{"e1/1"}
	look := func(ctx context.Context) []string { return r.Rank(ctx, Place, "빨간 소파", "house") }
	if diff := cmp.Diff(want, look(t.Context())); diff != "" {
		t.Errorf("at once:\n%s", diff)
	}
	r.caughtUp()
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
	t.Parallel()
	x := newRig(t, t.TempDir())
	x.caughtUp()
	ix := x.shown()
	x.describe("e1", "", "A telescope.")
	x.caughtUp()
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
}

// A write to the index that does not return is given up: while the daemon runs
// after its limit, and when it closes soon. Nothing waits for it any longer.
func TestIndexHangs(t *testing.T) {
	for _, closing := range []bool{false, true} {
		t.Run(fmt.Sprintf("closing %v", closing), func(t *testing.T) {
			x := newEngine(Options{Log: slog.New(slog.DiscardHandler)})
			defer x.stop()
			x.pace.write, x.pace.close = 10*time.Millisecond, 10*time.Millisecond
			release, over := make(chan struct{}), atomic.Bool{}
			if closing {
				x.pace.write = 0
				x.stop()
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
