package store_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/store"
	"navd/kv"
)

// open opens a store in a file, closed when the test ends.
func open(t testing.TB, path string) *kv.DB {
	t.Helper()
	db, err := kv.Open(path, kv.Options{Tables: store.Tables()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func newStore(t testing.TB) *kv.DB { return open(t, filepath.Join(t.TempDir(), "navd.db")) }

func apply(t testing.TB, db *kv.DB, fill func(*kv.Changes)) {
	t.Helper()
	var c kv.Changes
	fill(&c)
	if err := db.Apply(t.Context(), &c); err != nil {
		t.Fatal(err)
	}
}

func view(t testing.TB, db *kv.DB, fn func(*kv.Tx) error) {
	t.Helper()
	if err := db.View(fn); err != nil {
		t.Fatal(err)
	}
}

// at is a time as it comes back from the store.
func at(n int) time.Time { return time.Date(2026, 1, 2, 3, 4, n, 5000, time.UTC) }

func lastCursor(t testing.TB, db *kv.DB) (cursor uint64) {
	t.Helper()
	view(t, db, func(tx *kv.Tx) (err error) {
		cursor, err = store.LastCursor(tx)
		return err
	})
	return cursor
}

// lived puts an episode that did a little of everything, and gives its memory.
func lived(t testing.TB, db *kv.DB, id string) (episode.Episode, *nav.Memory) {
	t.Helper()
	e := episode.Episode{ID: id, Goal: "sofa", Config: nav.DefaultConfig(), Status: episode.Open, Began: at(1)}
	m, events, d := nav.New(id, e.Goal, e.Config)
	logged := 0
	put := func(d nav.Delta, entries ...store.Entry) {
		cursor := lastCursor(t, db)
		apply(t, db, func(c *kv.Changes) {
			var ch store.Chapter
			for _, en := range entries {
				logged++
				cursor++
				en.Episode, en.N, en.Time, en.Seq = id, logged, at(logged), m.Seq()
				store.PutEntry(c, cursor, en)
				ch.Add(en, cursor)
			}
			store.PutChapter(c, id, ch)
			store.PutDelta(c, id, d, logged)
		})
	}
	apply(t, db, func(c *kv.Changes) { store.PutEpisode(c, e) })
	put(d, store.Entry{Kind: store.KindEvent, Event: &events[0]})
	for seq := 1; seq <= 30; seq++ {
		st := nav.Step{Seq: seq, Action: []nav.Action{nav.Forward, nav.Forward, nav.TurnLeft}[seq%3], Objects: []string{"cup"}}
		a, d, err := m.Advance(st)
		if err != nil {
			t.Fatal(err)
		}
		put(d, store.Entry{Kind: store.KindStep, Step: store.NewStep(st, a, nil)})
		if seq%6 != 0 {
			continue
		}
		_, _, d, err = m.Observe(nav.Sample{Step: seq, Label: []string{"kitchen", "hall"}[seq/12%2]})
		if err != nil {
			t.Fatal(err)
		}
		put(d)
		_, d = m.Watch([]nav.Ranges{{StepDeg: 30, MaxM: 8, Values: make([]*float64, 12)}})
		put(d)
		floor := 2.5
		_, _, d = m.Decide(m.Survey([]int{0, 3}, 0, []nav.Glimpse{{View: 3, FreeM: &floor}}), nav.Choice{View: 3, Angle: -90})
		put(d, store.Entry{Kind: store.KindPlan, Plan: m.Plans()})
		apply(t, db, func(c *kv.Changes) { store.PutPlan(c, id, planner.Plan{N: m.Plans(), Goal: "sofa"}) })
	}
	return e, m
}

func TestMemoryComesBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "navd.db")
	db := open(t, path)
	e, want := lived(t, db, "b")
	lived(t, db, "a") // neighbours in every table
	lived(t, db, "b\x00")
	lived(t, db, "b1")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	view(t, open(t, path), func(tx *kv.Tx) error {
		gotEp, err := store.GetEpisode(tx, "b")
		if err != nil {
			return err
		}
		if diff := cmp.Diff(e, gotEp); diff != "" {
			t.Errorf("episode:\n%s", diff)
		}
		got, err := store.GetMemory(tx, gotEp, store.Chapter{})
		if err != nil {
			return err
		}
		if got.Logged != 1+30+5 {
			t.Errorf("%d entries logged", got.Logged)
		}
		if diff := cmp.Diff(want.Graph(), got.Graph()); diff != "" {
			t.Errorf("graph:\n%s", diff)
		}
		if diff := cmp.Diff(want.State(), got.State()); diff != "" {
			t.Errorf("state:\n%s", diff)
		}
		return nil
	})
}

func TestLog(t *testing.T) {
	db := newStore(t)
	_, m := lived(t, db, "b")
	lived(t, db, "a")
	lived(t, db, "c")
	view(t, db, func(tx *kv.Tx) error {
		n := 0
		for e, err := range store.Entries(tx, "b", store.Chapter{}, 0, 0) {
			if n++; err != nil || e.N != n {
				t.Fatalf("entry %d: %+v, %v", n, e, err)
			}
		}
		for e, err := range store.Entries(tx, "b", store.Chapter{}, 30, 35) {
			if err != nil || e.N != 36 {
				t.Errorf("after the last but one: %+v, %v", e, err)
			}
		}
		for range store.Entries(tx, "b", store.Chapter{}, 30, 36) {
			t.Error("an entry after the last")
		}
		s, ok, err := store.GetStep(tx, "b", store.Chapter{}, 30)
		if err != nil || !ok || s.Step.Step.Seq != 30 || s.Step.Answer.Pose != m.Pose() {
			t.Errorf("step 30: %+v, %v, %v", s, ok, err)
		}
		for _, seq := range []int{0, 31} { // an event stands at 0
			if s, ok, err := store.GetStep(tx, "b", store.Chapter{}, seq); ok || err != nil {
				t.Errorf("step %d: %+v, %v", seq, s, err)
			}
		}
		if p, err := store.GetPlan(tx, "b", 5); err != nil || p.N != 5 {
			t.Errorf("plan 5: %+v, %v", p, err)
		}
		if _, err := store.GetPlan(tx, "b", 6); !fault.Is(err, fault.NotFound) {
			t.Errorf("plan 6: %v", err)
		}
		return nil
	})
}

func TestEpisodes(t *testing.T) {
	db := newStore(t)
	last := func(want string) {
		t.Helper()
		view(t, db, func(tx *kv.Tx) error {
			if id, err := store.LastEpisode(tx); id != want || err != nil {
				t.Errorf("the newest is %q, %v, want %q", id, err, want)
			}
			return nil
		})
	}
	last("")
	apply(t, db, func(c *kv.Changes) {
		for _, id := range []string{"b", "a", "c", "aa"} {
			store.PutEpisode(c, episode.Episode{ID: id})
		}
	})
	last("c")
	for before, want := range map[string]string{"": "c b aa a", "b": "aa a", "ab": "aa a", "a": ""} {
		view(t, db, func(tx *kv.Tx) error {
			var ids []string
			for e, err := range store.Episodes(tx, before) {
				if err != nil {
					return err
				}
				ids = append(ids, e.ID)
			}
			if got := strings.Join(ids, " "); got != want {
				t.Errorf("before %q: %q, want %q", before, got, want)
			}
			return nil
		})
	}
	view(t, db, func(tx *kv.Tx) error {
		if _, err := store.GetEpisode(tx, "no"); !fault.Is(err, fault.NotFound) || fault.As(err).Field != "episode" {
			t.Errorf("got %v", err)
		}
		return nil
	})
}

// The log of all gives events and other lines by their cursors.
func TestLines(t *testing.T) {
	db := newStore(t)
	if n := lastCursor(t, db); n != 0 {
		t.Errorf("last of none: %d", n)
	}
	apply(t, db, func(c *kv.Changes) {
		for _, n := range []uint64{1, 2, 255, 256, 1 << 40} {
			e := store.Entry{Episode: "e", N: 1, Kind: store.KindEvent, Time: at(1), Event: &event.Event{Type: event.Plan, Seq: int(n)}}
			if n == 255 {
				e.Kind, e.Event = store.KindPlan, nil
			}
			store.PutEntry(c, n, e)
		}
	})
	if n := lastCursor(t, db); n != 1<<40 {
		t.Errorf("last: %d", n)
	}
	view(t, db, func(tx *kv.Tx) error {
		var got []uint64
		err := store.LinesAfter(tx, 1, func(n uint64, e *event.Logged, _ bool) bool {
			got = append(got, n)
			if (e == nil) != (n == 255) || e != nil && (e.Event.Seq != int(n) || e.Time != at(1) || e.Episode != "e") {
				t.Errorf("line %d: %+v", n, e)
			}
			return n < 256
		})
		if diff := cmp.Diff([]uint64{2, 255, 256}, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		return nil
	})
}

func TestAnswers(t *testing.T) {
	db := newStore(t)
	want := store.Answer{Method: "nav.step", Content: "c", Result: json.RawMessage(`{"a":1}`), Time: at(2)}
	apply(t, db, func(c *kv.Changes) { store.PutAnswer(c, "key", want) })
	view(t, db, func(tx *kv.Tx) error {
		got, ok, err := store.GetAnswer(tx, "key")
		if diff := cmp.Diff(want, got); diff != "" || !ok || err != nil {
			t.Errorf("%v, %v\n%s", ok, err, diff)
		}
		if _, ok, err := store.GetAnswer(tx, "ke"); ok || err != nil {
			t.Errorf("no such key: %v, %v", ok, err)
		}
		return nil
	})
}

func TestDeleteEpisode(t *testing.T) {
	db := newStore(t)
	lived(t, db, "b")
	var before map[string]int
	view(t, db, func(tx *kv.Tx) (err error) { before, err = store.Counts(tx); return err })
	lived(t, db, "a")
	lived(t, db, "b\x00")
	apply(t, db, func(c *kv.Changes) { putPicture(c, "a"); putPicture(c, "b\x00") })
	before["log_entries"] += 2 // each has one event, which stays
	removed := 0
	for _, id := range []string{"a", "b\x00"} {
		apply(t, db, func(c *kv.Changes) {
			view(t, db, func(tx *kv.Tx) (err error) {
				removed, err = store.DeleteEpisode(tx, c, id, store.Chapter{})
				return err
			})
		})
		view(t, db, func(tx *kv.Tx) error {
			if n, err := store.DeleteEpisode(tx, new(kv.Changes), id, store.Chapter{}); !fault.Is(err, fault.NotFound) || n != 0 {
				t.Errorf("again, with pieces left: %d, %v", n, err)
			}
			left, err := store.Deletions(tx)
			if diff := cmp.Diff([]string{id}, left); diff != "" || err != nil {
				t.Errorf("left %v: %s", err, diff)
			}
			return nil
		})
		pieces := 0
		for last := false; !last; pieces++ {
			apply(t, db, func(c *kv.Changes) {
				view(t, db, func(tx *kv.Tx) (err error) {
					last, err = store.DeletePiece(tx, c, id, 3)
					return err
				})
				if c.Len() > 3+3+1+1 { // three lines, three chapters, what is left of the last, and the mark of the log
					t.Errorf("a piece has %d changes", c.Len())
				}
			})
		}
		if pieces < 3 {
			t.Errorf("%d pieces", pieces)
		}
	}
	view(t, db, func(tx *kv.Tx) error {
		after, err := store.Counts(tx)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("counts:\n%s", diff)
		}
		sum := 1 + 5 + 2 - 3 // with the state and the vistas, which Counts leaves out, the picture and its record, and without three events
		for _, n := range before {
			sum += n
		}
		if removed != sum {
			t.Errorf("%d records removed, want %d", removed, sum)
		}
		var c kv.Changes
		if n, err := store.DeleteEpisode(tx, &c, "a", store.Chapter{}); !fault.Is(err, fault.NotFound) || n != 0 || c.Len() != 0 {
			t.Errorf("again: %d, %v", n, err)
		}
		return nil
	})
}
