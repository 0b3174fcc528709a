package kv

import (
	"testing"
	"time"
)

// A leader waits for callers that are about to come back, and for nobody else.
func TestGather(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	const took, minute, soon = time.Minute, time.Minute, time.Millisecond
	tests := []struct {
		name     string
		callers  int           // of the last commit
		since    time.Duration // it ended
		waiting  int           // the leader with them
		patience time.Duration
		limit    int
		come     int // while the leader waits
		group    int // that it takes
		spare    int // rounds without a wait from then on
	}{
		{name: "alone", callers: 1, waiting: 1, patience: minute, limit: 256, group: 1},
		{name: "the first commit", waiting: 1, patience: minute, limit: 256, group: 1},
		{name: "even groups", callers: 32, waiting: 32, patience: minute, limit: 256, group: 32},
		{name: "one after all others", callers: 63, waiting: 1, patience: minute, limit: 256, come: 31, group: 32},
		{name: "the first of three to come back", callers: 3, waiting: 1, patience: minute, limit: 256, come: 1, group: 2},
		{name: "no more than fit", callers: 63, waiting: 1, patience: minute, limit: 8, come: 7, group: 8},
		{name: "the last commit is long ago", callers: 63, since: took, waiting: 1, patience: minute, limit: 256, group: 1},
		{name: "they do not come", callers: 63, waiting: 1, patience: soon, limit: 256, group: 1, spare: 2},
		{name: "too few come", callers: 63, waiting: 31, patience: soon, limit: 256, group: 31, spare: 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := newQueue()
			q.patience = tt.patience
			q.last = round{callers: tt.callers, ended: at, took: took}
			push(t, q, tt.waiting)
			done := make(chan struct{})
			go func() {
				defer close(done)
				q.gather(at.Add(tt.since), tt.limit)
			}()
			if tt.come > 0 {
				waitWanting(q)
				push(t, q, tt.come)
			}
			<-done
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
		q.last.callers, q.last.ended, q.last.took = 8, at, time.Minute
		push(t, q, 1)
		before := q.last.missed
		spare := q.last.spare
		q.gather(at, 256)
		q.take(256)
		q.pass()
		if spare > 0 {
			without++
			continue
		}
		if q.last.missed < before {
			t.Fatalf("missed went from %d to %d", before, q.last.missed)
		}
		waits = append(waits, without)
		without = 0
	}
	for i, want := range []int{0, 2, 4, 8, 16, 32, 64, 64, 64} {
		if waits[i] != want {
			t.Fatalf("rounds without a wait %v", waits)
		}
	}
	q.patience, q.last.spare = time.Minute, 0
	push(t, q, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.gather(at, 256)
	}()
	waitWanting(q)
	push(t, q, 3)
	<-done
	if q.last.missed != 0 {
		t.Errorf("callers came in time, and missed is still %d", q.last.missed)
	}
}

func push(t *testing.T, q *queue, n int) {
	t.Helper()
	for range n {
		if _, err := q.push(newRequest(&Changes{})); err != nil {
			t.Fatal(err)
		}
	}
}

// waitWanting waits until the leader waits for others.
func waitWanting(q *queue) {
	for {
		q.mu.Lock()
		want := q.want
		q.mu.Unlock()
		if want > 0 {
			return
		}
		time.Sleep(10 * time.Microsecond)
	}
}
