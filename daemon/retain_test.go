package daemon

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// aging is a daemon whose clock a test moves by days.
type aging struct {
	*Daemon
	t    *testing.T
	opts Options
	days atomic.Int64
}

func newAging(t *testing.T, r config.Retention) *aging {
	t.Helper()
	a := &aging{t: t}
	begin := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	a.opts = Options{Config: config.Default(), Now: func() time.Time { return begin.AddDate(0, 0, int(a.days.Load())) }}
	a.opts.Config.DataDir, a.opts.Config.Durability, a.opts.Config.Retention = t.TempDir(), "relaxed", r
	a.opts.Config.Grounding.Generation = "manual" // no job is at work beside the tests
	a.open()
	t.Cleanup(func() { a.Close() })
	return a
}

func (a *aging) open() {
	a.t.Helper()
	var err error
	if a.Daemon, err = Open(a.opts); err != nil {
		a.t.Fatal(err)
	}
}

// retain does what is due, and sees that the store is sound after it.
func (a *aging) retain() {
	a.t.Helper()
	if err := a.core.retention.all(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
	if r, err := a.Navd.Check(a.t.Context(), ipc.None{}); err != nil || len(r.Problems) > 0 {
		a.t.Errorf("%v, %v", r.Problems, err)
	}
}

// search is an episode with a number of steps and a feedback; ended or not.
func (a *aging) search(steps int, ended bool) (id string) {
	a.t.Helper()
	id = begin(a.t, a.Daemon)
	p := ipc.StepsParams{Episode: id, Steps: make([]nav.Step, steps)}
	for i := range p.Steps {
		p.Steps[i] = nav.Step{Seq: i + 1, Action: nav.Forward}
	}
	if _, err := a.Nav.Steps(a.t.Context(), p); err != nil {
		a.t.Fatal(err)
	}
	if _, err := a.Feedback.Add(a.t.Context(), ipc.FeedbackParams{Episode: id, Text: "the sofa is in the living room"}); err != nil {
		a.t.Fatal(err)
	}
	if ended {
		if _, err := a.Episodes.End(a.t.Context(), ipc.EndParams{Episode: id}); err != nil {
			a.t.Fatal(err)
		}
	}
	return id
}

func (a *aging) log(id string) ipc.LogResult {
	a.t.Helper()
	r, err := a.Episodes.Log(a.t.Context(), ipc.LogParams{Episode: id, Limit: 1000})
	if err != nil {
		a.t.Fatal(err)
	}
	return r
}

// rest is what retention never takes: all but the log of an episode.
func (a *aging) rest(id string) string {
	a.t.Helper()
	var all strings.Builder
	show := func(v any, err error) {
		a.t.Helper()
		if err != nil {
			a.t.Fatal(err)
		}
		raw, _ := json.Marshal(v)
		fmt.Fprintf(&all, "%s\n", raw)
	}
	show(a.Episodes.Get(a.t.Context(), ipc.EpisodeParams{Episode: id}))
	show(a.Nav.Graph(a.t.Context(), ipc.GraphParams{Episode: id}))
	show(a.Grounding.List(a.t.Context(), ipc.GroundingListParams{}))
	info, err := a.Navd.Info(a.t.Context(), ipc.None{})
	if err != nil {
		a.t.Fatal(err)
	}
	delete(info.Counts, "log_entries")
	show(info.Counts, nil)
	return all.String()
}

// The log of an episode goes some time after its end, in pieces that a stop may come
// between; everything else of it stays. Its events go later, and who asks for them is
// told.
func TestRetainLogs(t *testing.T) {
	for _, cut := range []bool{false, true} {
		t.Run(fmt.Sprint("stopped between: ", cut), func(t *testing.T) {
			a := newAging(t, config.Retention{LogDays: 10, EventsDays: 20})
			old, open := a.search(300, true), a.search(5, false)
			a.days.Store(5)
			young := a.search(5, true)
			before, youngLog, openLog := a.rest(old), a.log(young), a.log(open)
			a.days.Store(11)
			if cut {
				if more, err := a.core.retention.piece(t.Context(), func(tx *kv.Tx, c *kv.Changes) (bool, error) {
					last, err := store.AgeLog(tx, c, old, 50)
					return !last, err
				}); err != nil || !more {
					t.Fatalf("one piece: %v, more %v", err, more)
				}
				a.Close()
				a.open()
			}
			a.retain()
			if got := a.log(old); !got.Removed || len(got.Entries) > 0 {
				t.Errorf("removed %v, with %d entries left", got.Removed, len(got.Entries))
			}
			if diff := cmp.Diff(youngLog, a.log(young)); diff != "" {
				t.Errorf("the log of an episode that ended lately:\n%s", diff)
			}
			if diff := cmp.Diff(openLog, a.log(open)); diff != "" {
				t.Errorf("the log of an open episode:\n%s", diff)
			}
			a.Close()
			a.open()
			if diff := cmp.Diff(before, a.rest(old)); diff != "" {
				t.Errorf("the rest of the episode:\n%s", diff)
			}
			if _, err := a.Nav.Step(t.Context(), ipc.StepParams{Episode: old, Step: nav.Step{Seq: 300, Action: nav.Forward}}); !fault.Is(err, fault.Conflict) {
				t.Errorf("a step that is sent again: %v", err)
			}

			told := a.events(old)
			if told == 0 {
				t.Error("its events are gone with its log")
			}
			a.days.Store(21)
			a.retain()
			if left := a.events(old); left != 0 {
				t.Errorf("%d of %d events are left", left, told)
			}
			if left := a.events(open); left == 0 {
				t.Error("the events of an open episode are its log")
			}
			if removed, err := read(a.core, store.EventsRemoved); err != nil || removed == 0 {
				t.Errorf("nobody is told: %d, %v", removed, err)
			}
			if _, err := a.Episodes.Delete(t.Context(), ipc.DeleteParams{Episode: old}); err != nil {
				t.Error(err)
			}
		})
	}
}

// events counts the stored events of an episode.
func (a *aging) events(id string) (n int) {
	a.t.Helper()
	if err := a.core.view(func(tx *kv.Tx) error {
		return store.LinesAfter(tx, 0, func(_ uint64, ev *event.Logged, read bool) bool {
			if read && ev != nil && ev.Episode == id {
				n++
			}
			return true
		})
	}); err != nil {
		a.t.Fatal(err)
	}
	return n
}

// Logs that take too much go in the order in which their episodes ended.
func TestRetainLogsBySize(t *testing.T) {
	a := newAging(t, config.Retention{LogMB: 1})
	var ids []string
	for day := range 4 {
		a.days.Store(int64(day))
		ids = append(ids, a.search(700, true)) // some 0.5 MB
	}
	a.retain()
	var left []bool
	for _, id := range ids {
		left = append(left, !a.log(id).Removed)
	}
	if left[0] || !left[3] {
		t.Errorf("logs left: %v", left)
	}
	for i := 1; i < len(left); i++ {
		if left[i-1] && !left[i] {
			t.Errorf("a newer one went before an older one: %v", left)
		}
	}
}

// The answer of a key is given for a while, and then the key is as new.
func TestRetainKeys(t *testing.T) {
	a := newAging(t, config.Retention{KeysDays: 30})
	ask := func(key string) string {
		t.Helper()
		r, err := a.Episodes.Begin(t.Context(), ipc.BeginParams{Goal: "sofa", Key: key})
		if err != nil {
			t.Fatal(err)
		}
		return r.Episode
	}
	old := ask("old")
	a.days.Store(29)
	young := ask("young")
	a.retain()
	if got := ask("old"); got != old {
		t.Errorf("after 29 days %s, was %s", got, old)
	}
	a.days.Store(31)
	a.retain()
	if got := ask("young"); got != young {
		t.Errorf("after two days %s, was %s", got, young)
	}
	if got := ask("old"); got == old {
		t.Error("after 31 days the key has its answer still")
	}
}

// Answers that take too much go from the oldest on, but none of the last hour.
func TestRetainKeysBySize(t *testing.T) {
	a := newAging(t, config.Retention{KeysMB: 1})
	put := func(key string, n int) {
		t.Helper()
		for i := range n {
			change := a.core.journal.New()
			store.PutAnswer(&change.Changes, fmt.Sprint(key, i), store.Answer{Result: json.RawMessage(`"` + strings.Repeat("x", 100<<10) + `"`), Time: a.core.now()})
			if err := change.Commit(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	has := func(key string) (found bool) {
		t.Helper()
		if err := a.core.view(func(tx *kv.Tx) (err error) { _, found, err = store.GetAnswer(tx, key); return err }); err != nil {
			t.Fatal(err)
		}
		return found
	}
	put("first", 4)
	a.days.Store(1)
	put("second", 4)
	a.days.Store(2)
	put("third", 4)
	a.retain()
	if has("first0") || !has("second0") || !has("third3") {
		t.Errorf("1.2 MB: first %v, second %v, third %v", has("first0"), has("second0"), has("third3"))
	}
	put("much", 20)
	a.retain()
	if has("third0") && !has("much0") || !has("much19") {
		t.Error("an answer that was given just now is gone")
	}
	if has("second0") {
		t.Error("an old one stays")
	}
}

// Versions of a house that no episode began with, and that have no name, go; the others
// are read as they were.
func TestRetainVersions(t *testing.T) {
	a := newAging(t, config.Retention{})
	stay := func() string {
		t.Helper()
		r, err := a.Episodes.Begin(t.Context(), ipc.BeginParams{Goal: "bed", House: &ipc.BeginHouse{ID: "mill", Start: &ipc.HouseStart{Pose: &nav.Pose{}}}})
		if err == nil {
			_, err = a.Nav.Steps(t.Context(), ipc.StepsParams{Episode: r.Episode, Steps: []nav.Step{{Seq: 1, Action: nav.Forward}, {Seq: 2, Action: nav.Forward}}})
		}
		if err == nil {
			_, err = a.Episodes.End(t.Context(), ipc.EndParams{Episode: r.Episode})
		}
		if err != nil {
			t.Fatal(err)
		}
		return r.Episode
	}
	// kept tells which of the first versions can be read.
	kept := func() (all []int) {
		t.Helper()
		a.retain()
		for v := 1; v <= 6; v++ {
			switch r, err := a.Houses.Get(t.Context(), ipc.HouseGetParams{HouseParams: ipc.HouseParams{House: "mill", Version: v}}); {
			case err == nil && r.Version == v:
				all = append(all, v)
			case !fault.Is(err, fault.NotFound):
				t.Errorf("version %d: %d, %v", v, r.Version, err)
			}
		}
		return all
	}
	var ids []string
	for range 5 {
		ids = append(ids, stay())
		if len(ids) == 3 {
			if _, err := a.Houses.Snapshot(t.Context(), ipc.HouseSnapshotParams{House: "mill", Name: "three"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(id string) {
		t.Helper()
		if _, err := a.Episodes.Delete(t.Context(), ipc.DeleteParams{Episode: id}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name string
		do   func()
		want []int
	}{
		{"all are needed", func() {}, []int{1, 2, 3, 4, 5}},
		{"the first episodes are deleted", func() { remove(ids[0]); remove(ids[1]) }, []int{2, 3, 4, 5}},
		{"of the others the last one stays", func() { remove(ids[2]); remove(ids[3]) }, []int{3, 4, 5}},
		{"the name is forgotten", func() {
			if _, err := a.Houses.Snapshot(t.Context(), ipc.HouseSnapshotParams{House: "mill", Name: "three", Delete: true}); err != nil {
				t.Fatal(err)
			}
		}, []int{4, 5}},
		{"no episode is left", func() { remove(ids[4]) }, []int{5}},
	} {
		tt.do()
		if got := kept(); !cmp.Equal(tt.want, got) {
			t.Errorf("%s: versions %v, want %v", tt.name, got, tt.want)
		}
	}
}
