package daemon

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"navd/config"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/journal"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/daemon/words"
	"navd/ipc"
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
	if kept := slices.Collect(maps.Keys(c.memories.live)); len(kept) > 2 || len(c.memories.used) != len(kept) {
		t.Errorf("memories of %v are kept", kept)
	}
	for _, id := range all {
		if _, err := d.Episodes.Delete(ctx, ipc.DeleteParams{Episode: id}); err != nil {
			t.Error(err)
		}
	}
	if c.memories.len() != 0 {
		t.Errorf("memories of deleted episodes: %v", c.memories.live)
	}
}

// The memory used longest ago goes. A call that holds one goes on with it.
func TestEvictsTheOldest(t *testing.T) {
	d := openDaemon(t, 2)
	c := d.core
	a, b := begin(t, d), begin(t, d)
	use := func(id string) {
		t.Helper()
		if err := c.memories.with(id, func(*live) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	use(a)
	third := begin(t, d)
	if kept := c.memories.live; kept[a] == nil || kept[b] != nil || kept[third] == nil {
		t.Errorf("kept: %v", kept)
	}
	err := c.memories.with(a, func(l *live) error {
		use(b)
		use(third)
		use(b)
		if c.memories.get(a) != nil || l.mem.Seq() != 0 {
			t.Error("the memory used longest ago was kept")
		}
		return nil
	})
	if err != nil || c.memories.len() != 2 {
		t.Errorf("%v, %d kept", err, c.memories.len())
	}
}

// A write that ends half way leaves no half-changed memory behind.
func TestHalfWayDropsTheMemory(t *testing.T) {
	bad := errors.New("half way")
	for _, tt := range []struct {
		name string
		how  func(w *write) error
	}{
		{"a panic", func(*write) error { panic(bad) }},
		{"an error after something was to be stored", func(w *write) error { w.tell(event.Event{Type: event.Stuck}); return bad }},
		{"nothing was committed", func(*write) error { return nil }},
		{"an answer that does not encode", func(w *write) error {
			w.tell(event.Event{Type: event.Stuck})
			return w.commit(context.Background(), func() {})
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := openDaemon(t, 4)
			id := begin(t, d)
			func() {
				defer func() { _ = recover() }()
				var err error
				w, err := d.core.begin(t.Context(), journal.Call{Method: "test", Key: "k"}, nil)
				if err != nil {
					t.Fatal(err)
				}
				defer w.end(&err)
				if err = w.hold(id); err != nil {
					t.Fatal(err)
				}
				if _, _, err = w.mem.Advance(nav.Step{Seq: 1, Action: nav.Forward}); err != nil {
					t.Fatal(err)
				}
				err = tt.how(w)
			}()
			if d.core.memories.len() != 0 {
				t.Error("the memory was kept")
			}
			in := &inbox{ctx: t.Context()}
			if _, err := d.Events.Subscribe(t.Context(), ipc.SubscribeParams{}, in); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Nav.Step(t.Context(), ipc.StepParams{Episode: id, Step: nav.Step{Seq: 1, Action: nav.TurnLeft}}); err != nil {
				t.Errorf("the step again: %v", err)
			}
			if r, err := d.Nav.Observe(t.Context(), ipc.ObserveParams{Episode: id, SceneType: "bedroom"}); err != nil || len(in.got) != len(r.Events) {
				t.Errorf("%d events, %+v, %v", len(in.got), r, err)
			}
		})
	}
}

// Of steps only those that change a place put it into the outbox, which their commits pay
// for.
func TestStepsAreIndexedWhenTheyChangeAPlace(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	due := func() uint64 {
		n, err := read(d.core, store.LastDue)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	last := due()
	for seq := 1; seq <= 40; seq++ {
		if _, err := d.Nav.Step(t.Context(), ipc.StepParams{Episode: id, Step: nav.Step{Seq: seq, Action: nav.Forward, Objects: []string{"cup"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if got := due(); got != last+1 {
		t.Errorf("40 steps with one cup put %d documents into the outbox", got-last)
	}
	if _, err := d.Nav.Observe(t.Context(), ipc.ObserveParams{Episode: id, SceneType: "kitchen", Description: "Cups everywhere."}); err != nil {
		t.Fatal(err)
	}
	if got := due(); got != last+2 {
		t.Errorf("they and a sample put %d documents into the outbox", got-last)
	}
}

// The times of places are those of the log, to the entry of their last step.
func TestPlaceTime(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	before := time.Now()
	if _, err := d.Nav.Observe(t.Context(), ipc.ObserveParams{Episode: id, SceneType: "kitchen", Description: "A telescope."}); err != nil {
		t.Fatal(err)
	}
	r, err := d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope", Time: &ipc.TimeSpan{Since: before.Add(-time.Hour)}})
	if err != nil || len(r.Hits) != 1 || r.Hits[0].Time.After(time.Now()) {
		t.Errorf("found %+v, %v", r, err)
	}
	r, err = d.Memory.Search(t.Context(), ipc.SearchParams{Query: "telescope", Time: &ipc.TimeSpan{Until: before.Add(-time.Hour)}})
	if err != nil || len(r.Hits) != 0 {
		t.Errorf("found %+v, %v", r, err)
	}
}

// TestCallsOfAnotherDay: when calls of models are not stored, they are taken off the count of
// their own day only.
func TestCallsOfAnotherDay(t *testing.T) {
	d := openDaemon(t, 1)
	s := &d.core.searches
	w := d.core.write()
	if err := w.countCalls(3, &reservation{}); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	s.day, s.calls = "2999-01-01", 0 // as the first call of another day has it
	s.mu.Unlock()
	failed := errors.New("not stored")
	w.end(&failed)
	if s.calls != 0 {
		t.Errorf("%d calls on the next day, want 0", s.calls)
	}
}

// TestCallsCountOnce: calls that were made count once against lats.daily_calls, also while
// their commit is under way, and not at all when it fails.
func TestCallsCountOnce(t *testing.T) {
	d := openDaemon(t, 1)
	cfg := *d.core.config()
	cfg.Lats.DailyCalls = 10
	d.core.cfg.Store(&cfg)
	s := &d.core.searches
	r, ok := s.reserve(6)
	if !ok {
		t.Fatal("6 of 10 calls are refused")
	}
	if _, ok := s.reserve(5); ok {
		t.Error("5 calls beside 6 reserved ones of 10")
	}
	w := d.core.write()
	if err := w.countCalls(4, r); err != nil { // two were not asked
		t.Fatal(err)
	}
	other, ok := s.reserve(6)
	if !ok {
		t.Error("6 calls beside 4 that were made of 10 are refused during the commit")
	}
	var err error
	if err = w.commit(t.Context(), nil); err != nil {
		t.Error(err)
	}
	w.end(&err)
	s.release(r)
	s.release(other)
	if s.calls != 4 || s.reserved != 0 {
		t.Errorf("%d calls, %d reserved", s.calls, s.reserved)
	}
}

// TestNoSearchIsNotedForAnEndedEpisode: nothing stays of an episode that ends while its robot
// circles, whichever comes first, its end or its search.
func TestNoSearchIsNotedForAnEndedEpisode(t *testing.T) {
	for _, searchFirst := range []bool{true, false} {
		d := openDaemon(t, 4)
		id, s := begin(t, d), &d.core.searches
		snapshot, _, err := s.snapshotNow(id)
		if err != nil {
			t.Fatal(err)
		}
		b := &beginning{done: make(chan struct{})}
		search := func() {
			s.noteBegun(id, b)
			s.beginNoted(id, b, snapshot, nil)
		}
		if searchFirst {
			search()
			if b.id == "" || s.begun[id] != b {
				t.Fatalf("the search of an open episode is %q", b.id)
			}
		}
		if _, err := d.Episodes.End(t.Context(), ipc.EndParams{Episode: id}); err != nil {
			t.Fatal(err)
		}
		if !searchFirst {
			search()
		}
		if len(s.begun) > 0 {
			t.Errorf("search first %t: noted for %v", searchFirst, slices.Collect(maps.Keys(s.begun)))
		}
	}
}

// TestWhereTexts: a question in Korean is answered in Korean. A spot beside an axis is at 0.0,
// not at -0.0.
func TestWhereTexts(t *testing.T) {
	now := time.Now()
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	way := &house.Way{Metres: 3.4, Rooms: []words.Key{"corridor", "kitchen"}}
	spot := func(x float64, seen int, last time.Time, chance float64) ipc.HouseSeen {
		return ipc.HouseSeen{HouseThing: ipc.HouseThing{X: x, Y: -1.26, Seen: seen, Last: last, Chance: chance}}
	}
	first, old, named := spot(-0.04, 2, now, 0.9), spot(3, 1, ago(50*time.Hour), 0.4), spot(1, 1, ago(3*time.Minute), 0.5)
	first.Way = way
	old.Room, old.Missed = "bedroom", 1
	named.Room, named.RoomName = "bedroom", "안나 방"
	for _, tt := range []struct{ name, got, want string }{
		{"axis", tellingOf("where is my sofa?").seen(ipc.HouseWhereResult{What: "sofa", Seen: []ipc.HouseSeen{spot(-0.04, 2, now, 0.9)}}, now, now),
			"The sofa was last seen less than a minute ago at x 0.0, y -1.3, 2 times: 90 % likely."},
		{"two spots", tellingOf("소파 어디 있어?").seen(ipc.HouseWhereResult{What: "sofa", Seen: []ipc.HouseSeen{first, old}}, now, now),
			"소파는 조금 전에 마지막으로 x 0.0, y -1.3에서 보았습니다(모두 2번). 지금 있을 가능성은 90 %입니다. 가는 길은 3.4 m이고 복도, 주방을 지납니다." +
				" 아니면 2일 전에 침실 x 3.0, y -1.3에서 보았습니다(모두 1번), 그 뒤 1번은 그 자리에 없었습니다. 지금 있을 가능성은 40 %입니다."},
		{"named room, seen later elsewhere", tellingOf("소파 어디 있어?").seen(ipc.HouseWhereResult{What: "sofa", Seen: []ipc.HouseSeen{named}}, now, now),
			"소파는 3분 전에 침실(안나 방) x 1.0, y -1.3에서 보았습니다(모두 1번). 지금 있을 가능성은 50 %입니다."},
		{"not seen", tellingOf("컵은 어디 있어?").notSeen(ipc.HouseWhereResult{House: "mill", What: "mug", Known: []words.Key{"sofa", "bed"}}),
			"mill에서 컵을 본 적이 없습니다. 가장 자주 본 것은 소파, 침대입니다."},
		{"said", tellingOf("소파 어디 있어?").said([]ipc.HouseSaid{{Entry: "m1", Text: "컵은 주방에 있어", At: ago(2 * time.Hour)}}, now), ` 2시간 전에 누군가 이렇게 말했습니다: "컵은 주방에 있어" (m1).`},
		{"room", tellingOf("소파 어디 있어?").room(ipc.RoomFound{RoomName: ipc.RoomName{Place: 3, Type: "kitchen"}, X: 1, Y: 2, Way: &house.Way{Metres: 1}}),
			"주방은 3번 장소이고 x 1.0, y 2.0에 있습니다. 가는 길은 1.0 m입니다."},
		{"room of unknown type", tellingOf("소파 어디 있어?").room(ipc.RoomFound{RoomName: ipc.RoomName{Place: 3, Name: "안나 방"}}), "안나 방은 3번 장소(알려지지 않은 방)이고 x 0.0, y 0.0에 있습니다."},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, tt.got, tt.want)
		}
	}
}

// TestSearchesInRAM: after many searches ran at once no more than mostSearches stay in RAM.
func TestSearchesInRAM(t *testing.T) {
	s := searches{}
	running := &working{}
	var all []*treeSearch
	add := func(n int, work *working) {
		for range n {
			one := &treeSearch{work: work}
			all = append(all, one)
			s.mu.Lock()
			s.keep(fmt.Sprint("s", len(all)), one)
			s.mu.Unlock()
		}
	}
	add(3*mostSearches, running)
	if len(s.live) != len(all) {
		t.Fatalf("%d of %d running searches are in RAM", len(s.live), len(all))
	}
	for _, one := range all {
		one.work = nil
	}
	add(1, nil)
	newest := all[len(all)-1]
	if len(s.live) != mostSearches || s.live[fmt.Sprint("s", len(all))] != newest || newest.gone || !all[0].gone {
		t.Errorf("%d searches are in RAM, want the newest %d", len(s.live), mostSearches)
	}
}

// TestSearchesGoWithTheirEpisode: nobody sees a search over the memory of a deleted episode,
// and no goroutine works on it, while the records of other episodes are still being removed.
func TestSearchesGoWithTheirEpisode(t *testing.T) {
	d := openDaemon(t, 4)
	id := begin(t, d)
	s, err := d.Lats.Open(t.Context(), ipc.LatsOpenParams{Question: "where?", Env: "memory", Episode: id})
	if err != nil {
		t.Fatal(err)
	}
	d.core.retention.sweeping <- struct{}{} // as of another episode, which has many records
	defer func() { <-d.core.retention.sweeping }()
	if _, err := d.Episodes.Delete(t.Context(), ipc.DeleteParams{Episode: id}); err != nil {
		t.Fatal(err)
	}
	if r, err := d.Lats.Tree(t.Context(), ipc.LatsTreeParams{Search: s.ID}); !fault.Is(err, fault.NotFound) {
		t.Errorf("the tree of a deleted episode: %+v, %v", r, err)
	}
	if len(d.core.searches.live) > 0 {
		t.Errorf("%d searches are in RAM", len(d.core.searches.live))
	}
}
