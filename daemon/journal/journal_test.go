package journal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// openJournal opens a journal in a directory of its own.
func openJournal(t *testing.T, path string) *Journal {
	t.Helper()
	j, err := Open(path, Options{Log: slog.New(slog.DiscardHandler), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func newJournal(t *testing.T) *Journal {
	t.Helper()
	j := openJournal(t, filepath.Join(t.TempDir(), "navd.db"))
	t.Cleanup(func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	})
	return j
}

// line adds line n of an episode to its log.
func (c *Change) line(n int) {
	c.Log(store.Entry{N: n, Seq: n, Kind: store.KindEvent, Event: &event.Event{Type: event.Plan, Seq: n}})
}

// logged reads which lines of an episode's log there are.
func logged(t *testing.T, j *Journal, id string) (numbers []int) {
	t.Helper()
	tail := j.Tail(id)
	err := j.View(func(tx *kv.Tx) error {
		for e, err := range store.Entries(tx, id, tail, 0, 0) {
			if err != nil {
				return err
			}
			numbers = append(numbers, e.N)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	return numbers
}

// What a change holds is stored together with its answer, or not at all.
func TestChange(t *testing.T) {
	call := Call{Method: "m", Key: "k", Params: 1}
	for _, tt := range []struct {
		name   string
		change func(*Change) error
		lines  []int
		answer string // that the same call gets; empty: it is made again
		then   int    // how often what is to be done then was done
	}{
		{"committed", func(c *Change) error { c.line(1); return c.Commit(t.Context(), "yes") }, []int{1}, "yes", 1},
		{"nothing but an answer", func(c *Change) error { return c.Commit(t.Context(), "no news") }, nil, "no news", 1},
		{"lines in the tail", func(c *Change) error { c.line(1); c.line(2); c.LeaveTail(); return c.Commit(t.Context(), "yes") }, []int{1, 2}, "yes", 1},
		{"ended without a commit", func(c *Change) error { c.line(1); return nil }, nil, "", 0},
		{"cancelled", func(c *Change) error {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			c.line(1)
			if err := c.Commit(ctx, "yes"); !errors.Is(err, context.Canceled) {
				return fmt.Errorf("cancelled: %w", err)
			}
			return nil
		}, nil, "", 0},
		{"an answer that does not encode", func(c *Change) error {
			c.line(1)
			if err := c.Commit(t.Context(), func() {}); err == nil {
				return errors.New("it was committed")
			}
			return nil
		}, nil, "", 0},
		{"behind one that failed", func(c *Change) error {
			var chain kv.Chain
			bad := c.j.New()
			episodes := 0
			bad.Follow(&chain, func() { episodes++ })
			store.PutEpisode(&bad.Changes, episode.Episode{ID: string(make([]byte, kv.MaxKeySize+1))})
			if bad.Commit(t.Context(), nil) == nil {
				return errors.New("what cannot be stored was committed")
			}
			c.line(1)
			c.Follow(&chain, func() { episodes++ })
			if c.Commit(t.Context(), "yes") == nil || episodes != 2 {
				return fmt.Errorf("it was committed, or the lock was released %d times", episodes)
			}
			return nil
		}, nil, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJournal(t)
			in := &inbox{ctx: t.Context()}
			j.Subscribe(in, func(event.Logged) bool { return true })
			store := func() { // an episode that the lines are of
				c := j.New()
				defer c.End()
				c.Hold("e")
				store.PutEpisode(&c.Changes, episode.Episode{ID: "e"})
				if err := c.Commit(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			}
			store()
			then := 0
			c, err := j.Begin(t.Context(), call, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.Hold("e")
			c.Then(func() { then++ })
			if err := tt.change(c); err != nil {
				t.Error(err)
			}
			c.End()
			if diff := cmp.Diff(tt.lines, logged(t, j, "e")); diff != "" || len(in.got) != len(tt.lines) || then != tt.then {
				t.Errorf("%d events, done %d times, lines %s", len(in.got), then, diff)
			}
			var answer string
			again, err := j.Begin(t.Context(), call, &answer)
			if err != nil || answer != tt.answer || (again == nil) != (tt.answer != "") {
				t.Errorf("the same call: %q, %v", answer, err)
			}
			if again != nil {
				again.End()
			}
			last := j.New() // the cursors of what failed hold up nobody
			last.Hold("other")
			last.line(1)
			if err := last.Commit(t.Context(), nil); err != nil || len(in.got) != len(tt.lines)+1 {
				t.Errorf("%v, events %v", err, in.got)
			}
			last.End()
		})
	}
}

// Lines that no chapter lists are found again, whether the journal was closed
// or not, and their cursors go on.
func TestTails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "navd.db")
	want := []int{}
	for n := 1; n <= 12; n++ {
		j := openJournal(t, path)
		c := j.New()
		c.Hold("e")
		if n == 1 {
			store.PutEpisode(&c.Changes, episode.Episode{ID: "e"})
		}
		c.line(n)
		if n%3 > 0 {
			c.LeaveTail()
		}
		if err := c.Commit(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		c.End()
		want = append(want, n)
		if diff := cmp.Diff(want, logged(t, j, "e")); diff != "" {
			t.Fatalf("after line %d: %s", n, diff)
		}
		if n%2 == 0 {
			if err := j.writeChapters(j.feed.settledTo()); err != nil || len(j.Tail("e").Cursors) > 0 {
				t.Errorf("after a round of chapters the tail is %v, %v", j.Tail("e"), err)
			}
		}
		if n%4 == 0 {
			err := j.db.Close() // as a crash leaves it
			if err != nil {
				t.Fatal(err)
			}
			j.work.Close()
			continue
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Nothing is kept of calls that are over: no key, no episode without a tail.
func TestNothingIsHeld(t *testing.T) {
	j := newJournal(t)
	var calls sync.WaitGroup
	for n := range 60 {
		calls.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if n%5 == 0 {
				cancel()
			}
			c, err := j.Begin(ctx, Call{Method: "m", Key: fmt.Sprint("k", n%3), Params: n % 6}, new(int))
			if err != nil && !fault.Is(err, fault.Conflict) && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			if c == nil {
				return
			}
			defer c.End()
			c.Hold(fmt.Sprint("e", n%4))
			if n%2 == 0 {
				_ = c.Commit(ctx, n)
			}
		})
	}
	calls.Wait()
	if len(j.keys) > 0 || len(j.episodes) > 0 {
		t.Errorf("%d keys, %d episodes are kept", len(j.keys), len(j.episodes))
	}
}

// What the daemon writes for itself is small, and says nothing about the next call.
func TestTrouble(t *testing.T) {
	type commit struct {
		err  error
		call bool
	}
	full, own := commit{syscall.EFBIG, true}, commit{syscall.EFBIG, false}
	for _, tt := range []struct {
		name    string
		commits []commit
		trouble bool
	}{
		{"no failure", []commit{{nil, true}, {nil, false}}, false},
		{"a call failed", []commit{full}, true},
		{"a call failed, the daemon wrote", []commit{full, {nil, false}}, true},
		{"a call failed, a call was stored", []commit{full, {nil, true}}, false},
		{"the daemon's own failed, and was stored", []commit{own, {nil, false}}, false},
		{"both failed, the daemon wrote", []commit{own, full, {nil, false}}, true},
		{"a change that is at fault itself", []commit{{kv.ErrTooLarge, true}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJournal(t)
			for _, c := range tt.commits {
				_ = j.note(c.err, c.call)
			}
			if got := j.Trouble(); (got != nil) != tt.trouble {
				t.Errorf("trouble %+v", got)
			}
		})
	}
}

// TestTailBesideAnotherHolder: what the last holder of an episode left in its tail stays
// there, though another holder lets the episode go at that moment.
func TestTailBesideAnotherHolder(t *testing.T) {
	j := newJournal(t)
	for n := range 20_000 {
		id := fmt.Sprint("e", n)
		first := j.Hold(id)
		var both sync.WaitGroup
		both.Go(func() {
			last := j.Hold(id)
			last.tail.Add(store.Entry{N: 1}, 1)
			last.Release()
		})
		both.Go(first.Release)
		both.Wait()
		if left := j.Tail(id); len(left.Cursors) != 1 {
			t.Fatalf("the tail of episode %d is %v", n, left)
		}
		last := j.Hold(id)
		last.tail = store.Chapter{}
		last.Release()
	}
	if len(j.episodes) > 0 {
		t.Errorf("%d episodes are kept", len(j.episodes))
	}
}
