package kv

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

// gate holds the writer at the start of a commit.
type gate struct {
	entered chan struct{} // one value each time the writer arrives
	release chan error    // what it goes on with; an error fails the commit
}

// hold puts a gate before every commit of db.
func hold(db *DB) gate {
	g := gate{entered: make(chan struct{}), release: make(chan error)}
	db.update = func(fn func(*bbolt.Tx) error) error {
		g.entered <- struct{}{}
		if err := <-g.release; err != nil {
			return err
		}
		return db.bolt.Update(fn)
	}
	return g
}

// applyAsync applies a put under key in a goroutine.
func applyAsync(db *DB, table *Table[step], key string) <-chan error {
	var c Changes
	table.Put(&c, K(key), step{Action: key})
	done := make(chan error, 1)
	go func() { done <- db.Apply(context.Background(), &c) }()
	return done
}

// applyQueued does so for each key, one after the other, while the writer is
// held.
func applyQueued(db *DB, table *Table[step], keys ...string) []<-chan error {
	var out []<-chan error
	for i, k := range keys {
		out = append(out, applyAsync(db, table, k))
		waitQueued(db, i+1)
	}
	return out
}

// waitQueued waits until n change sets wait for the writer.
func waitQueued(db *DB, n int) {
	for db.queue.len() != n {
		runtime.Gosched()
	}
}

// first starts an Apply that gets as far as the gate.
func first(db *DB, table *Table[step], g gate) <-chan error {
	done := applyAsync(db, table, "first")
	<-g.entered
	return done
}

func keysOf(t *testing.T, db *DB, table *Table[step]) []string {
	t.Helper()
	var out []string
	view(t, db, func(tx *Tx) { out = scanned(t, tx, table, Range{}) })
	return out
}

// What is queued during a commit makes one commit, in order, up to MaxBatch.
func TestGroupCommit(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables, MaxBatch: 3})
	g := hold(db)
	results := []<-chan error{first(db, steps, g)}
	results = append(results, applyQueued(db, steps, "a", "b", "c", "d")...)
	if got := db.Stats().Queued; got != 4 {
		t.Errorf("Queued %d, want 4", got)
	}
	g.release <- nil // first
	<-g.entered
	g.release <- nil // a b c
	<-g.entered
	g.release <- nil // d
	for i, r := range results {
		if err := <-r; err != nil {
			t.Errorf("change set %d: %v", i, err)
		}
	}
	s := db.Stats()
	if diff := gocmp.Diff([]uint64{3, 5, 5, 0}, []uint64{s.Commits, s.Applied, s.Ops, s.Failed}); diff != "" {
		t.Error(diff)
	}
}

func TestManyCallersShareCommits(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables, Sync: true})
	const callers, each = 64, 10
	var wg sync.WaitGroup
	for caller := range callers {
		wg.Go(func() {
			for i := range each {
				var c Changes
				steps.Put(&c, K().Int(caller).Int(i), step{Action: fmt.Sprint(i)})
				if err := db.Apply(t.Context(), &c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	s := db.Stats()
	if s.Applied != callers*each || s.Commits >= s.Applied {
		t.Errorf("%d commits for %d of %d change sets", s.Commits, s.Applied, callers*each)
	}
	view(t, db, func(tx *Tx) {
		if n := steps.Len(tx); n != callers*each {
			t.Errorf("Len %d", n)
		}
	})
}

func TestApplyCancelled(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var c Changes
	steps.Put(&c, K("before"), step{})
	if err := db.Apply(ctx, &c); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}

	g := hold(db)
	one := first(db, steps, g)
	ctx, cancel = context.WithCancel(t.Context())
	waiting := make(chan error, 1)
	go func() { waiting <- db.Apply(ctx, &c) }()
	waitQueued(db, 1)
	beside := applyAsync(db, steps, "beside")
	waitQueued(db, 2)
	cancel()
	if err := <-waiting; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in the queue: %v", err)
	}
	waitQueued(db, 1)
	g.release <- nil
	<-g.entered
	g.release <- nil
	if err := errors.Join(<-one, <-beside); err != nil {
		t.Error(err)
	}
	if diff := gocmp.Diff([]string{"beside", "first"}, keysOf(t, db, steps)); diff != "" {
		t.Error(diff)
	}
}

// Once the writer has a change set its caller hears what became of it.
func TestApplyCancelledTooLate(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	g := hold(db)
	ctx, cancel := context.WithCancel(t.Context())
	var c Changes
	steps.Put(&c, K("a"), step{})
	done := make(chan error, 1)
	go func() { done <- db.Apply(ctx, &c) }()
	<-g.entered
	cancel()
	g.release <- nil
	if err := <-done; err != nil {
		t.Errorf("got %v, want the result", err)
	}
	if diff := gocmp.Diff([]string{"a"}, keysOf(t, db, steps)); diff != "" {
		t.Error(diff)
	}
}

func TestCloseAppliesWhatIsQueued(t *testing.T) {
	steps, _, tables := schemaOf()
	path := tempPath(t)
	db, err := Open(path, Options{Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	g := hold(db)
	results := []<-chan error{first(db, steps, g)}
	results = append(results, applyQueued(db, steps, "a", "b")...)
	closed := make(chan error, 1)
	go func() { closed <- db.Close() }()
	for db.queue.err() == nil {
		runtime.Gosched()
	}
	var late Changes
	steps.Put(&late, K("late"), step{})
	if err := db.Apply(t.Context(), &late); !errors.Is(err, ErrClosed) {
		t.Errorf("Apply while closing: %v", err)
	}
	select {
	case err := <-closed:
		t.Fatalf("Close returned before its work: %v", err)
	default:
	}
	g.release <- nil
	<-g.entered
	g.release <- nil
	for _, r := range append(results, closed) {
		if err := <-r; err != nil {
			t.Error(err)
		}
	}
	again := open(t, path, Options{Tables: tables})
	if diff := gocmp.Diff([]string{"a", "b", "first"}, keysOf(t, again, steps)); diff != "" {
		t.Error(diff)
	}
}

// A commit that fails does so for the whole group, and the next one works.
func TestCommitFails(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	g := hold(db)
	one := first(db, steps, g)
	group := applyQueued(db, steps, "a", "b")
	g.release <- nil
	<-g.entered
	// As bbolt says it: without the errno.
	g.release <- fmt.Errorf("file resize error: %s", syscall.ENOSPC)
	if err := <-one; err != nil {
		t.Error(err)
	}
	for _, r := range group {
		if err := <-r; !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("got %v, want ENOSPC", err)
		}
	}
	after := applyAsync(db, steps, "after")
	<-g.entered
	g.release <- nil
	if err := <-after; err != nil {
		t.Errorf("after the failure: %v", err)
	}
	if diff := gocmp.Diff([]string{"after", "first"}, keysOf(t, db, steps)); diff != "" {
		t.Error(diff)
	}
	if s := db.Stats(); s.Failed != 2 || s.Commits != 2 {
		t.Errorf("Failed %d, Commits %d; want 2, 2", s.Failed, s.Commits)
	}
}

// A member that cannot be put fails alone.
func TestBadMemberFailsAlone(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	// The value of b stands under a key with one bit flipped: to put another
	// beside it would be to forget it.
	raw, err := steps.schema.encode(K("b"), step{})
	if err != nil {
		t.Fatal(err)
	}
	rawPut(t, db, "steps", K("r"), raw)
	inner := hold(db)
	one := first(db, steps, inner)
	group := applyQueued(db, steps, "a", "b", "c")
	inner.release <- nil
	<-inner.entered // a b c: b fails
	inner.release <- nil
	<-inner.entered // a c
	inner.release <- nil
	if err := errors.Join(<-one, <-group[0], <-group[2]); err != nil {
		t.Errorf("the others: %v", err)
	}
	if err := <-group[1]; !errors.Is(err, ErrCorrupt) || !strings.Contains(err.Error(), `key "b\x00\x01": its key is damaged`) {
		t.Errorf("the bad one: %v", err)
	}
	if err := db.bolt.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("steps")).Delete(K("r")) }); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff([]string{"a", "c", "first"}, keysOf(t, db, steps)); diff != "" {
		t.Error(diff)
	}
}

// After a panic in a commit, or a sync that the disk failed, nothing is
// written any more; reads go on and Close does not hang.
func TestWritesEnd(t *testing.T) {
	tests := []struct {
		name   string
		update func(func(*bbolt.Tx) error) error
		is     error
	}{
		{"panic", func(func(*bbolt.Tx) error) error { panic("assertion failed: Page expected to be: 7") }, ErrDamaged},
		{"disk", func(func(*bbolt.Tx) error) error { return syscall.EIO }, syscall.EIO},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			steps, _, tables := schemaOf()
			path := tempPath(t)
			db, err := Open(path, Options{Tables: tables})
			if err != nil {
				t.Fatal(err)
			}
			apply(t, db, func(c *Changes) { steps.Put(c, K("a"), step{}) })
			db.update = tt.update
			var c Changes
			steps.Put(&c, K("b"), step{})
			if err := db.Apply(t.Context(), &c); !errors.Is(err, tt.is) || !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v, want %v", err, tt.is)
			}
			db.update = db.bolt.Update
			if err := db.Apply(t.Context(), &c); !errors.Is(err, ErrDamaged) {
				t.Errorf("the next Apply: %v", err)
			}
			checkSound(t, db)
			if diff := gocmp.Diff([]string{"a"}, keysOf(t, db, steps)); diff != "" {
				t.Error(diff)
			}
			if err := db.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
			open(t, path, Options{Tables: tables})
		})
	}
}

func TestApplyNothing(t *testing.T) {
	_, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	if err := db.Apply(t.Context(), &Changes{}); err != nil {
		t.Error(err)
	}
	if s := db.Stats(); s.Commits != 0 {
		t.Errorf("%d commits", s.Commits)
	}
}
