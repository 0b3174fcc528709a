package kv

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"
)

// long is more than any test should take.
const long = time.Hour

// A leader waits for callers that are about to come back, and for nobody else.
func TestGather(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	const ms = time.Millisecond
	tests := []struct {
		name     string
		callers  int           // of the last commit
		took     time.Duration // by it
		since    time.Duration // it ended
		waiting  int           // the leader with them
		patience time.Duration
		limit    int
		come     int // while the leader waits
		group    int // that it takes
		spare    int // rounds without a wait from then on
	}{
		{name: "alone", callers: 1, took: long, waiting: 1, patience: long, limit: 256, group: 1},
		{name: "the first commit", took: long, waiting: 1, patience: long, limit: 256, group: 1},
		{name: "even groups", callers: 32, took: long, waiting: 32, patience: long, limit: 256, group: 32},
		{name: "one after all others", callers: 63, took: long, waiting: 1, patience: long, limit: 256, come: 31, group: 32},
		{name: "15 callers are few", callers: 14, took: long, waiting: 1, patience: long, limit: 256, group: 1},
		{name: "16 are not", callers: 15, took: long, waiting: 1, patience: long, limit: 256, come: 7, group: 8},
		{name: "no more than fit", callers: 63, took: long, waiting: 1, patience: long, limit: 9, come: 8, group: 9},
		{name: "the last commit is as long ago as it took", callers: 63, took: long, since: long, waiting: 1, patience: long, limit: 256, group: 1},
		{name: "or longer ago than patience", callers: 63, took: long, since: ms, waiting: 1, patience: ms, limit: 256, group: 1},
		{name: "they do not come in a commit's time", callers: 63, took: ms, waiting: 1, patience: long, limit: 256, group: 1, spare: 2},
		{name: "they do not come in time", callers: 63, took: long, waiting: 1, patience: ms, limit: 256, group: 1, spare: 2},
		{name: "too few come", callers: 63, took: long, waiting: 31, patience: ms, limit: 256, group: 31, spare: 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := newQueue()
			q.patience = tt.patience
			q.last = round{callers: tt.callers, ended: at, took: tt.took}
			push(t, q, tt.waiting)
			done := gathering(q, at.Add(tt.since), tt.limit)
			if tt.come > 0 {
				waitWanting(t, q)
				push(t, q, tt.come)
			}
			soon(t, done)
			if got := len(q.take(tt.limit)); got != tt.group || q.last.spare != tt.spare {
				t.Errorf("a group of %d, %d rounds without a wait; want %d, %d", got, q.last.spare, tt.group, tt.spare)
			}
		})
	}
}

// Who waited in vain does so ever more seldom, until callers come in time again.
func TestGatherInVain(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	q := newQueue()
	q.patience = time.Millisecond
	var waits []int // how many rounds went without one before
	without := 0
	for len(waits) < 9 {
		q.last.callers, q.last.ended, q.last.took = 32, at, long
		push(t, q, 1)
		spare := q.last.spare
		soon(t, gathering(q, at, 256))
		q.take(256)
		q.pass()
		if spare > 0 {
			without++
			continue
		}
		waits = append(waits, without)
		without = 0
	}
	for i, want := range []int{0, 2, 4, 8, 16, 32, 64, 64, 64} {
		if waits[i] != want {
			t.Fatalf("rounds without a wait %v", waits)
		}
	}
	q.patience, q.last.spare = long, 0
	push(t, q, 1)
	done := gathering(q, at, 256)
	waitWanting(t, q)
	push(t, q, 15)
	soon(t, done)
	if q.last.missed != 0 {
		t.Errorf("callers came in time, and missed is still %d", q.last.missed)
	}
}

// The last caller may come in the moment in which the wait ends.
func TestGatherJustInTime(t *testing.T) {
	q := newQueue()
	q.last.missed = 3
	q.enough <- struct{}{} // by push, which set want to 0
	q.stopWaiting()
	if len(q.enough) != 0 || q.last.spare != 0 {
		t.Errorf("%d tokens left, %d rounds without a wait", len(q.enough), q.last.spare)
	}
}

// clock stands still but when it is told to go on.
type clock struct{ ns atomic.Int64 }

func (c *clock) now() time.Time       { return time.Unix(0, c.ns.Load()) }
func (c *clock) goOn(d time.Duration) { c.ns.Add(int64(d)) }
func (c *clock) options(o Options) Options {
	o.Now = c.now
	return o
}

// commitMany makes a commit of one change set and then one of 20, which takes as
// long as a test can.
func commitMany(t *testing.T, db *DB, table *Table[step], g gate, c *clock) {
	t.Helper()
	results := []<-chan error{first(db, table, g)}
	for i := range 20 {
		results = append(results, applyAsync(db, table, fmt.Sprint("many", i)))
	}
	waitQueued(db, 20)
	g.release <- nil
	<-g.entered
	c.goOn(long)
	g.release <- nil
	for _, r := range results {
		if err := <-r; err != nil {
			t.Fatal(err)
		}
	}
}

// After a commit of many, the first to come back waits for half of them, with
// Options.Sync only.
func TestLeaderGathers(t *testing.T) {
	for _, tt := range []struct {
		name    string
		sync    bool
		commits uint64
	}{{"durable: one commit of ten", true, 3}, {"relaxed: one of one, one of nine", false, 4}} {
		t.Run(tt.name, func(t *testing.T) {
			steps, _, tables := schemaOf()
			var c clock
			db := open(t, tempPath(t), c.options(Options{Tables: tables, Sync: tt.sync}))
			db.queue.patience = long
			g := hold(db)
			commitMany(t, db, steps, g, &c)
			results := []<-chan error{applyAsync(db, steps, "back")}
			if tt.sync {
				waitWanting(t, db.queue)
			} else {
				<-g.entered
			}
			for i := range 9 {
				results = append(results, applyAsync(db, steps, fmt.Sprint("back", i)))
			}
			if tt.sync {
				<-g.entered
			} else {
				waitQueued(db, 9)
			}
			g.release <- nil
			if !tt.sync {
				<-g.entered
				g.release <- nil
			}
			for _, r := range results {
				if err := <-r; err != nil {
					t.Error(err)
				}
			}
			if s := db.Stats(); s.Commits != tt.commits || s.Applied != 31 {
				t.Errorf("%d commits of %d change sets, want %d of 31", s.Commits, s.Applied, tt.commits)
			}
		})
	}
}

// A leader that waits gives up with its ctx, and another one leads.
func TestLeaderCancelled(t *testing.T) {
	steps, _, tables := schemaOf()
	var c clock
	db := open(t, tempPath(t), c.options(Options{Tables: tables, Sync: true}))
	db.queue.patience = long
	g := hold(db)
	commitMany(t, db, steps, g, &c)
	ctx, cancel := context.WithCancel(t.Context())
	var ch Changes
	steps.Put(&ch, K("given up"), step{})
	done := make(chan error, 1)
	go func() { done <- db.Apply(ctx, &ch) }()
	waitWanting(t, db.queue)
	beside := applyAsync(db, steps, "beside")
	waitQueued(db, 2)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want it cancelled", err)
	}
	<-g.entered
	g.release <- nil
	if err := <-beside; err != nil {
		t.Error(err)
	}
	view(t, db, func(tx *Tx) {
		if found, err := steps.Has(tx, K("given up")); found || err != nil {
			t.Errorf("the change set of a caller that gave up is there: %v, %v", found, err)
		}
	})
}

// push puts n requests into the queue.
func push(t *testing.T, q *queue, n int) {
	t.Helper()
	for range n {
		if _, err := q.push(newRequest(&Changes{})); err != nil {
			t.Fatal(err)
		}
	}
}

// gathering has a leader gather, and closes what it returns when it has.
func gathering(q *queue, now time.Time, limit int) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.gather(context.Background(), now, limit)
	}()
	return done
}

// soon waits for done, but not for ever.
func soon(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("the leader still waits")
	}
}

// waitWanting waits until the leader waits for others.
func waitWanting(t *testing.T, q *queue) {
	t.Helper()
	for range 300_000 {
		q.mu.Lock()
		want := q.want
		q.mu.Unlock()
		if want > 0 {
			return
		}
		time.Sleep(100 * time.Microsecond)
	}
	t.Fatal("the leader does not wait")
}
