package kv

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"go.etcd.io/bbolt"
)

// next gives a chain a put under key and returns what becomes of it; the chain's
// lock is free again by then. The key "bad" cannot be put.
func next(db *DB, chain *Chain, table *Table[step], key string) <-chan error {
	var c Changes
	table.Put(&c, K(key), step{Action: key})
	if key == "bad" {
		c.ops[0].key = make(Key, bbolt.MaxKeySize+1)
	}
	queued, done := make(chan struct{}), make(chan error, 1)
	go func() { done <- db.ApplyNext(context.Background(), chain, &c, func() { close(queued) }) }()
	<-queued
	return done
}

// What builds on a change set that was not made is not made either, whatever
// stands between them, and nothing else is touched.
func TestChain(t *testing.T) {
	tests := []struct {
		name   string
		keys   []string // of the chain, in order; all wait while the first commit is held
		limit  int      // of a commit
		broken int      // the commit that fails; 0: none
		want   []string // the keys of the chain that are stored
	}{
		{name: "they share a commit", keys: []string{"a", "b", "c"}, limit: 8, want: []string{"a", "b", "c"}},
		{name: "several commits", keys: []string{"a", "b", "c"}, limit: 1, want: []string{"a", "b", "c"}},
		{name: "a bad one among them", keys: []string{"a", "bad", "b", "c"}, limit: 8, want: []string{"a"}},
		{name: "a bad one, commits of one", keys: []string{"a", "bad", "b", "c"}, limit: 1, want: []string{"a"}},
		{name: "a bad one, commits of two", keys: []string{"a", "bad", "b", "c"}, limit: 2, want: []string{"a"}},
		{name: "a commit fails", keys: []string{"a", "b", "c", "d"}, limit: 2, broken: 1},
		{name: "the second commit fails", keys: []string{"a", "b", "c", "d", "e"}, limit: 2, broken: 2, want: []string{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			steps, _, tables := schemaOf()
			db := open(t, tempPath(t), Options{Tables: tables, MaxBatch: tt.limit})
			g := hold(db)
			alone := first(db, steps, g)
			var chain Chain
			var results []<-chan error
			for _, key := range tt.keys {
				results = append(results, next(db, &chain, steps, key))
			}
			last := chain.Pending()
			go func() {
				g.release <- nil
				for n := 1; ; n++ {
					select {
					case <-g.entered:
					case <-t.Context().Done():
						return
					}
					if n == tt.broken {
						g.release <- errors.New("the disk is full")
					} else {
						g.release <- nil
					}
				}
			}()
			if err := <-alone; err != nil {
				t.Error(err)
			}
			for i, r := range results {
				if err := <-r; (err == nil) != slices.Contains(tt.want, tt.keys[i]) {
					t.Errorf("%s: %v", tt.keys[i], err)
				} else if err != nil && strings.Count(err.Error(), "kv:") != 1 {
					t.Errorf("%s: the error does not read well: %v", tt.keys[i], err)
				}
			}
			if err := last(); (err == nil) != (len(tt.want) == len(tt.keys)) {
				t.Errorf("the last of the chain: %v", err)
			}
			if s := db.Stats(); tt.broken == 0 && int(s.Commits) != 1+(len(tt.want)+tt.limit-1)/tt.limit {
				t.Errorf("%d commits", s.Commits)
			}
			after := <-next(db, &chain, steps, "z")
			want := append([]string{"first"}, tt.want...)
			if len(tt.want) == len(tt.keys) {
				want = append(want, "z")
			}
			if (after == nil) != slices.Contains(want, "z") {
				t.Errorf("what comes behind: %v", after)
			}
			if db.ApplyNext(t.Context(), new(Chain), &Changes{}, func() {}) != nil {
				t.Error("a new chain does not begin")
			}
			got := keysOf(t, db, steps)
			slices.Sort(want)
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A refused change set has its caller's lock released, and ends its chain.
func TestChainRefuses(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	var chain Chain
	if err := chain.Pending()(); err != nil {
		t.Errorf("an empty chain: %v", err)
	}
	bad := &Changes{}
	steps.Put(bad, K(strings.Repeat("k", MaxKeySize+1)), step{})
	released := 0
	if err := db.ApplyNext(t.Context(), &chain, bad, func() { released++ }); !errors.Is(err, ErrKey) || released != 1 {
		t.Errorf("got %v, released %d times", err, released)
	}
	if err := <-next(db, &chain, steps, "a"); !errors.Is(err, ErrKey) {
		t.Errorf("behind it: %v", err)
	}
}

// A change set that is refused is settled behind those before it: who waits for
// the chain finds all of them in the store.
func TestChainSettlesInOrder(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables})
	g := hold(db)
	alone := first(db, steps, g)
	var chain Chain
	before := next(db, &chain, steps, "a")
	bad, queued := &Changes{}, make(chan struct{})
	bad.fail(ErrTooLarge)
	refused := make(chan error, 1)
	go func() { refused <- db.ApplyNext(t.Context(), &chain, bad, func() { close(queued) }) }()
	<-queued
	found := make(chan []string, 1)
	wait := chain.Pending()
	go func() {
		if err := wait(); !errors.Is(err, ErrTooLarge) {
			t.Errorf("the last of the chain: %v", err)
		}
		found <- keysOf(t, db, steps)
	}()
	for range 100 { // whoever does not wait reads by now
		runtime.Gosched()
	}
	g.release <- nil
	<-g.entered
	g.release <- nil
	if diff := gocmp.Diff([]string{"a", "first"}, <-found); diff != "" {
		t.Error(diff)
	}
	if err := errors.Join(<-alone, <-before); err != nil || !errors.Is(<-refused, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

// Callers that add to a chain while others commit find every change set stored
// in the chain's order, and none is lost between the one who queues it and the
// one who commits it.
func TestChainOfMany(t *testing.T) {
	steps, _, tables := schemaOf()
	db := open(t, tempPath(t), Options{Tables: tables, MaxBatch: 3})
	var (
		lock  sync.Mutex
		chain Chain
		n     int
		wg    sync.WaitGroup
	)
	const callers, each = 8, 50
	for range callers {
		wg.Go(func() {
			for range each {
				var c Changes
				lock.Lock()
				n++
				steps.Put(&c, K("last"), step{Metres: float64(n)})
				if err := db.ApplyNext(t.Context(), &chain, &c, lock.Unlock); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := chain.Pending()(); err != nil {
		t.Error(err)
	}
	view(t, db, func(tx *Tx) {
		if last, err := steps.Get(tx, K("last")); err != nil || last.Metres != callers*each {
			t.Errorf("the last of %d is %v, %v", callers*each, last.Metres, err)
		}
	})
}
