package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// subscribe subscribes with a client of its own, closed when the test ends.
func (h *house) subscribe(p ipc.SubscribeParams) (*client.Client, ipc.SubscribeResult) {
	h.t.Helper()
	c := h.dial()
	h.t.Cleanup(func() { c.Close() })
	r, err := ipc.EventsSubscribe.Call(context.Background(), c, p)
	if err != nil {
		h.t.Fatal(err)
	}
	return c, r
}

// take reads n events.
func take(t testing.TB, c *client.Client, n int) (out []ipc.Event) {
	t.Helper()
	for len(out) < n {
		select {
		case ev, ok := <-c.Events():
			if !ok {
				t.Fatalf("the connection ended after %d of %d events", len(out), n)
			}
			out = append(out, ev)
		case <-time.After(patience):
			t.Fatalf("got %d of %d events", len(out), n)
		}
	}
	return out
}

// types names the types of events, with the episode and seq.
func types(events []ipc.Event) (out []string) {
	for _, e := range events {
		out = append(out, fmt.Sprintf("%s %s %d", e.Type, e.Episode, e.Seq))
	}
	return out
}

func TestEvents(t *testing.T) {
	h := newHouse(t)
	h.begin()
	all, r := h.subscribe(ipc.SubscribeParams{})
	if r.Cursor != "4" { // begin, place created and entered, anchor
		t.Errorf("cursor %s", r.Cursor)
	}
	first, _ := h.subscribe(ipc.SubscribeParams{Episode: "e001"})
	plans, _ := h.subscribe(ipc.SubscribeParams{Types: []string{"plan", "scene_failed"}})
	whole, _ := h.subscribe(ipc.SubscribeParams{Since: "0"})
	part, _ := h.subscribe(ipc.SubscribeParams{Since: "2", Types: []string{"place_entered", "anchor_created"}})
	h.begin()
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1,"junction":true}`)
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":3}]}`)
	h.do(ipc.NavObserve, `{"episode":"e002","failed":"HTTP 500"}`)
	h.do(ipc.EpisodeEnd, `{"episode":"e001","reason":"stop"}`)
	begin := func(id string) []string {
		return []string{"episode_begin " + id + " 0", "place_created " + id + " 0", "place_entered " + id + " 0", "anchor_created " + id + " 0"}
	}
	own := []string{"anchor_created e001 1", "plan e001 1"}
	want := append(append(begin("e002"), own...), "scene_failed e002 0", "episode_end e001 1")
	got := take(t, all, len(want))
	if diff := cmp.Diff(want, types(got)); diff != "" {
		t.Errorf("all:\n%s", diff)
	}
	if rising(t, got); got[0].Cursor != "5" || got[0].Time.IsZero() {
		t.Errorf("the first event: %+v", got[0])
	}
	if data := into[event.Event](t, got[5].Data.(json.RawMessage)); data.Plan != "e001.1" || data.Type != event.Plan {
		t.Errorf("data of a plan: %+v", data)
	}
	for _, tt := range []struct {
		name string
		c    *client.Client
		want []string
	}{
		{"one episode", first, append(own, "episode_end e001 1")},
		{"two types", plans, []string{"plan e001 1", "scene_failed e002 0"}},
		{"from the beginning", whole, append(begin("e001"), want...)},
		{"from a cursor, by type", part, []string{
			"place_entered e001 0", "anchor_created e001 0", "place_entered e002 0", "anchor_created e002 0", "anchor_created e001 1",
		}},
	} {
		if diff := cmp.Diff(tt.want, types(take(t, tt.c, len(tt.want)))); diff != "" {
			t.Errorf("%s:\n%s", tt.name, diff)
		}
	}
	log := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, `{"episode":"e001","kinds":["event"]}`))
	if len(log.Entries) != 4+3 {
		t.Errorf("the log has %d events, want those that were told", len(log.Entries))
	}
}

func TestEventsAfterARestart(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.restart()
	c, r := h.subscribe(ipc.SubscribeParams{Since: "3"})
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	got := take(t, c, 2)
	if r.Cursor != "4" || got[0].Cursor != "4" || got[1].Cursor != "5" || got[1].Type != "episode_end" {
		t.Errorf("after cursor %s: %+v", r.Cursor, got)
	}
}

// A subscriber that knows later events than there are, as after a restore, is told so.
func TestSubscribeBeyond(t *testing.T) {
	h := newHouse(t)
	h.begin()
	_, r := h.subscribe(ipc.SubscribeParams{})
	for since, want := range map[string]bool{r.Cursor: false, r.Cursor + "0": true} {
		if _, r := h.subscribe(ipc.SubscribeParams{Since: since}); r.Missed != want {
			t.Errorf("since %s of %s: missed %t", since, r.Cursor, r.Missed)
		}
	}
}

func TestSubscribeRefuses(t *testing.T) {
	h := newHouse(t)
	h.begin()
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(field string) refusal { params.Field = field; return params }
	h.refuse(ipc.EventsSubscribe, `{"since":"x"}`, in("since"))
	h.refuse(ipc.EventsSubscribe, `{"since":"-1"}`, in("since"))
	h.refuse(ipc.EventsSubscribe, `{"types":["plan","party"]}`, in("types[1]"))
	if m := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)); m.Subscribers != 0 {
		t.Errorf("%d subscribers", m.Subscribers)
	}
	for _, typ := range event.Types() {
		h.subscribe(ipc.SubscribeParams{Types: []string{string(typ)}})
	}
	// A cursor of the future, even the last of all, is waited for, not wrapped.
	for _, since := range []string{"5", "18446744073709551615"} {
		c, _ := h.subscribe(ipc.SubscribeParams{Since: since})
		h.do(ipc.NavObserve, `{"episode":"e001","failed":"x"}`)
		if got := types(take(t, c, 1)); got[0] != "scene_failed e001 0" {
			t.Errorf("since %s: %v", since, got)
		}
	}
}

// Subscribers that join while eight episodes go on get every event once and in
// order: those stored before from the store, the others as they come.
func TestEventsUnderLoad(t *testing.T) {
	const episodes, steps, subscribers = 8, 20, 6
	h := newHouse(t)
	var writers sync.WaitGroup
	for range episodes {
		id := h.begin()
		c := h.dial()
		defer c.Close()
		writers.Go(func() {
			for seq := 1; seq <= steps; seq++ {
				params := fmt.Sprintf(`{"episode":%q,"seq":%d,"action":1,"junction":%v}`, id, seq, seq%2 == 1)
				if _, err := c.Raw(context.Background(), string(ipc.NavStep), json.RawMessage(params)); err != nil {
					t.Errorf("%s: %v", params, err)
				}
			}
		})
	}
	var joined []*client.Client
	for range subscribers {
		c, _ := h.subscribe(ipc.SubscribeParams{Since: "0"})
		joined = append(joined, c)
	}
	writers.Wait()
	last, _ := h.subscribe(ipc.SubscribeParams{Since: "0"})
	n := 0
	for e := range episodes {
		log := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":"e%03d","kinds":["event"]}`, e+1)))
		n += len(log.Entries)
	}
	if n <= 4*episodes || n > 256 { // a subscriber that is behind by more loses some
		t.Fatalf("%d events", n)
	}
	want := take(t, last, n)
	rising(t, want)
	for i, c := range joined {
		if diff := cmp.Diff(want, take(t, c, n)); diff != "" {
			t.Errorf("subscriber %d:\n%s", i, diff)
		}
	}
}

// rising checks that the cursors of events rise and that none was lost.
func rising(t *testing.T, events []ipc.Event) {
	t.Helper()
	last := uint64(0)
	for i, e := range events {
		n, err := strconv.ParseUint(e.Cursor, 10, 64)
		if err != nil || n <= last || e.Lost != 0 {
			t.Fatalf("event %d after cursor %d: %+v", i, last, e)
		}
		last = n
	}
}

// A subscriber that left is forgotten.
func TestSubscriberLeaves(t *testing.T) {
	h := newHouse(t)
	h.begin()
	count := func() int { return into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Subscribers }
	c, _ := h.subscribe(ipc.SubscribeParams{})
	if n := count(); n != 1 {
		t.Errorf("%d subscribers, want 1", n)
	}
	c.Close()
	for deadline := time.Now().Add(patience); count() != 0; { // the server sees the end on its own
		if time.Now().After(deadline) {
			t.Fatal("the subscriber is still there")
		}
	}
}
