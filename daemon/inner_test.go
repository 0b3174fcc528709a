package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// openDaemon opens a daemon without a socket.
func openDaemon(t *testing.T, live int) *Daemon {
	t.Helper()
	cfg := config.Default()
	cfg.DataDir, cfg.Durability, cfg.Nav.LiveEpisodes = t.TempDir(), "relaxed", live
	d, err := Open(Options{Config: cfg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

func begin(t *testing.T, d *Daemon) string {
	t.Helper()
	r, err := d.Episodes.Begin(t.Context(), ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		t.Fatal(err)
	}
	return r.Episode
}

func TestRisingIDs(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var r rising
	var ids []string
	for _, when := range []time.Time{at, at, at, at.Add(-time.Hour), at.Add(time.Millisecond), at.Add(time.Hour)} {
		for range 20 {
			ids = append(ids, r.next(when))
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Errorf("ids do not rise: %v", ids)
	}
	if last := ids[len(ids)-1]; len(last) != 16 || last[:9] != NewID(at.Add(time.Hour))[:9] {
		t.Errorf("%s does not tell its time", last)
	}
	r.after("not one of ours")
	r.after("e001")
	r.after("zzzzzzzzzzzzzzzz") // none can follow
	if next := r.next(at); len(next) != 16 || next <= ids[len(ids)-1] {
		t.Errorf("after foreign ids: %s", next)
	}
	stored := NewID(at.AddDate(1, 0, 0))
	r.after(stored)
	if next := r.next(at); next <= stored {
		t.Errorf("%s does not follow %s", next, stored)
	}
}

func TestAfterID(t *testing.T) {
	for _, tt := range []struct{ id, want string }{
		{"0000000000000000", "0000000000000001"},
		{"000000000000000z", "0000000000000010"},
		{"0zzzzzzzzzzzzzzz", "1000000000000000"},
		{"zzzzzzzzzzzzzzzz", ""},
		{"", ""},
		{"0", ""},
		{"UPPERCASEISNONE1", ""},
	} {
		if got := afterID(tt.id); got != tt.want {
			t.Errorf("afterID(%q) = %q, want %q", tt.id, got, tt.want)
		}
	}
}

// inbox is a subscriber that keeps what it is given.
type inbox struct {
	ctx context.Context
	mu  sync.Mutex
	got []string
}

func (b *inbox) Context() context.Context { return b.ctx }

func (b *inbox) Push(ev ipc.Event, _ bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, ev.Cursor+" "+ev.Episode)
	return true
}

func event(cursor uint64, episode string) numbered {
	return numbered{cursor, store.Event{Episode: episode}}
}

// Events come in the order of their cursors, however commits end; a commit that
// failed leaves a gap in the numbers, not in the line.
func TestHub(t *testing.T) {
	h := newHub(6)
	in := &inbox{ctx: t.Context()}
	sub := &subscription{want: func(store.Event) bool { return true }, to: in}
	if newest := h.join(sub); newest != 6 || h.newest() != 6 {
		t.Errorf("join gives %d", newest)
	}
	a, b, c, none := h.reserve(1), h.reserve(2), h.reserve(4), h.reserve(0)
	if a != 7 || b != 8 || c != 10 || none != 14 {
		t.Fatalf("reserved %d, %d, %d", a, b, c)
	}
	h.settle(none, 0, nil)
	h.settle(c, 4, []numbered{event(10, "c1"), event(12, "c2"), event(13, "c3")}) // 11 is no event
	h.settle(b, 2, nil)                                                           // failed
	late := &inbox{ctx: t.Context()}
	other := &subscription{want: func(ev store.Event) bool { return ev.Episode != "c2" }, to: late}
	if h.joinAt(other, 5) || !h.joinAt(other, 6) {
		t.Error("a subscriber joins when it has all events up to the last settled one, 6, and not before")
	}
	h.settle(a, 1, []numbered{event(7, "a")})
	if diff := cmp.Diff([]string{"7 a", "10 c1", "12 c2", "13 c3"}, in.got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"7 a", "10 c1", "13 c3"}, late.got); diff != "" {
		t.Error(diff)
	}
	h.settle(h.reserve(2), 2, nil) // failed: after a restart these numbers come again
	if settled, newest := h.settledTo(), h.newest(); settled != 15 || newest != 13 {
		t.Errorf("settled to %d, newest %d after a failure", settled, newest)
	}
	if len(h.settled) != 0 || len(h.widths) != 0 {
		t.Errorf("left over: %v, %v", h.settled, h.widths)
	}
	h.leave(sub)
	h.settle(h.reserve(1), 1, []numbered{event(16, "d")})
	if len(in.got) != 4 || len(late.got) != 4 {
		t.Errorf("after one left: %v, %v", in.got, late.got)
	}
}

// Nothing is kept of calls that are over: no unknown episode, no deleted one,
// no key, no hold.
func TestNothingIsLeftBehind(t *testing.T) {
	d := openDaemon(t, 2)
	ctx, c := t.Context(), d.core
	var all []string
	for range 5 {
		all = append(all, begin(t, d))
	}
	var calls sync.WaitGroup
	for n := range 40 {
		calls.Go(func() {
			id := all[n%5]
			_, _ = d.Nav.Step(ctx, ipc.StepParams{Episode: id, Step: nav.Step{Seq: n/5 + 1, Action: nav.Forward}, Key: fmt.Sprint("k", n%3)}) // some conflict
			_, _ = d.Nav.Graph(ctx, ipc.GraphParams{Episode: fmt.Sprint("unknown", n)})                                                       // none of them exists
			gone, cancel := context.WithCancel(ctx)
			cancel()
			if _, err := d.Episodes.Begin(gone, ipc.BeginParams{Goal: "x", Key: fmt.Sprint("gone", n)}); !fault.Is(err, fault.Cancelled) {
				t.Errorf("a call that is cancelled: %v", err)
			}
		})
	}
	calls.Wait()
	if len(c.live) > 2 || len(c.keys) != 0 {
		t.Errorf("%d memories, %d keys are kept", len(c.live), len(c.keys))
	}
	for id, l := range c.live {
		if l.refs != 0 || !l.loaded || !slices.Contains(all, id) {
			t.Errorf("%s: %d holders, loaded %v", id, l.refs, l.loaded)
		}
	}
	for _, id := range all {
		if _, err := d.Episodes.Delete(ctx, ipc.DeleteParams{Episode: id}); err != nil {
			t.Error(err)
		}
	}
	if len(c.live) != 0 {
		t.Errorf("memories of deleted episodes: %v", c.live)
	}
}

// The memory used longest ago goes, never one that is held.
func TestEvictsTheOldest(t *testing.T) {
	d := openDaemon(t, 2)
	c := d.core
	a, b := begin(t, d), begin(t, d)
	use := func(id string) {
		t.Helper()
		if err := c.with(id, func(*live) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	use(a)
	third := begin(t, d)
	if c.live[a] == nil || c.live[b] != nil || c.live[third] == nil {
		t.Errorf("kept: %v", c.live)
	}
	err := c.with(a, func(*live) error {
		use(b)
		use(third)
		use(b)
		if c.live[a] == nil {
			t.Error("an episode in use was dropped")
		}
		return nil
	})
	if err != nil || len(c.live) != 2 {
		t.Errorf("%v, %d kept", err, len(c.live))
	}
}

// A call that panics half way leaves no half-changed memory behind.
func TestPanicDropsTheMemory(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = d.core.with(id, func(l *live) error {
			if _, _, err := l.mem.Advance(nav.Step{Seq: 1, Action: nav.Forward}); err != nil {
				t.Error(err)
			}
			panic("half way")
		})
	}()
	if len(d.core.live) != 0 {
		t.Error("the memory was kept")
	}
	if _, err := d.Nav.Step(t.Context(), ipc.StepParams{Episode: id, Step: nav.Step{Seq: 1, Action: nav.TurnLeft}}); err != nil {
		t.Errorf("the step again: %v", err)
	}
}

// An error while a change set is collected fails the call as a whole, and the
// numbers of its events do not hold up those after.
func TestEditFails(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	bad := errors.New("does not encode")
	err := d.core.withOpen(id, func(l *live) error {
		ed := d.core.edit(l)
		_, delta, err := ed.observe(ipc.ObserveParams{SceneType: "kitchen"})
		if err != nil {
			return err
		}
		ed.note(nil)
		ed.note(bad)
		ed.note(errors.New("a later one"))
		return ed.commit(t.Context(), delta)
	})
	if !errors.Is(err, bad) {
		t.Errorf("got %v", err)
	}
	in := &inbox{ctx: t.Context()}
	if _, err := d.Events.Subscribe(t.Context(), ipc.SubscribeParams{}, in); err != nil {
		t.Fatal(err)
	}
	if r, err := d.Nav.Observe(t.Context(), ipc.ObserveParams{Episode: id, SceneType: "bedroom"}); err != nil || r.Transition != nav.TransitionNamed {
		t.Errorf("got %+v, %v", r, err)
	}
	if diff := cmp.Diff([]string{"8 " + id}, in.got); diff != "" {
		t.Error(diff)
	}
	var ch kv.Changes
	if err := (&core{db: d.core.db}).apply(t.Context(), &ch); err != nil {
		t.Errorf("an empty change set: %v", err)
	}
}

// The domain's defaults and those of the configuration are the same.
func TestDefaultsAgree(t *testing.T) {
	if diff := cmp.Diff(nav.DefaultConfig(), navConfig(config.Default().Nav)); diff != "" {
		t.Error(diff)
	}
}
