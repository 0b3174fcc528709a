package daemon_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/reply"
	"navd/ipc"
)

// chained has searches ask a chain of providers that are all the same model, and counts its
// calls.
func chained(m mind, chain ...string) (change func(*daemon.Options), calls *atomic.Int64) {
	calls = &atomic.Int64{}
	counts := mind(func(ctx context.Context, a reply.Ask) (string, error) { calls.Add(1); return m(ctx, a) })
	return minds(counts, func(o *daemon.Options) {
		o.Config.Lats.Chain = chain
		for _, name := range chain {
			o.Models[name] = counts
		}
		delete(o.Models, "local")
	}), calls
}

// gone is a model whose server is away.
func gone(context.Context, reply.Ask) (string, error) {
	return "", fault.New(fault.Unavailable, "gone")
}

// TestLatsDailyCallsOfADeadModel: calls that navd held back do not count for the day, and
// navd itself answers when the day's calls are used up.
func TestLatsDailyCallsOfADeadModel(t *testing.T) {
	for _, c := range []struct {
		name  string
		mind  mind
		daily int
		calls int64 // at most
	}{
		{"dead", gone, 30, 5},     // then the breaker holds calls back
		{"alive", guessing, 7, 7}, // then the day is over
	} {
		t.Run(c.name, func(t *testing.T) {
			change, calls := chained(c.mind, "mind", "local")
			h := newHouse(t, change, func(o *daemon.Options) { o.Config.Lats.DailyCalls = c.daily })
			for i := range 9 {
				s := h.opens("")
				if s = h.runs(s.ID); s.Stop != string(lats.Accepted) || calls.Load() > c.calls {
					t.Fatalf("search %d after %d calls: %+v", i, calls.Load(), s)
				}
			}
			told := strings.Contains(string(h.do(ipc.NavdHealth, `{}`)), "the 7 calls that searches may make on a day are used up; until 00:00 UTC")
			if told != (c.daily == 7) {
				t.Errorf("health tells of it: %v", told)
			}
		})
	}
}

// TestLatsLocalIsNoCall: what navd itself answers in place of a model takes no calls of the
// budget, so that a robot that circles gets its answer, also after a restart.
func TestLatsLocalIsNoCall(t *testing.T) {
	change, calls := chained(gone, "mind", "local")
	h := newHouse(t, change)
	e := h.stuck("decide")
	h.until("its search has begun", func() bool {
		return len(into[ipc.LatsListResult](t, h.do(ipc.LatsList, fmt.Sprintf(`{"episode":%q}`, e))).Searches) == 1
	})
	s := h.runs("s1")
	if s.Stop != string(lats.Accepted) || int64(s.Spent.Calls) != calls.Load() || s.Budget.Calls != 12 {
		t.Errorf("%d calls: %+v", calls.Load(), s)
	}
	if p := h.replans(e); p.Used.Planner != "lats" {
		t.Errorf("planned by %s", p.Used.Planner)
	}
	for _, calls := range []string{"1", "5"} { // as many as the model takes, or fewer
		s := h.opens(`,"budgets":{"calls":` + calls + `}`)
		h.do(ipc.LatsStep, fmt.Sprintf(`{"search":%q}`, s.ID))
		h.restart()
		if s = h.runs(s.ID); s.Stop != string(lats.Accepted) || s.Spent.Calls > s.Budget.Calls {
			t.Errorf("with %s calls: %+v", calls, s)
		}
	}
	before := h.tree("s1")
	h.restart()
	if after := h.tree("s1"); after != before {
		t.Errorf("after a restart\n%s\nbefore\n%s", after, before)
	}
}

// TestLatsChainGoesOn: a model that is dead, or talks without a step, passes a search on to
// the next entry of the chain, however many of them there are.
func TestLatsChainGoesOn(t *testing.T) {
	talks := func(context.Context, reply.Ask) (string, error) { return "I would rather not.", nil }
	for _, c := range []struct {
		name  string
		mind  mind
		chain []string
		stop  lats.Reason
		says  string
	}{
		{"one talks", talks, []string{"a", "local"}, lats.Accepted, `no answer of a can be read, the first is "I would rather not."`},
		{"three talk", talks, []string{"a", "b", "c", "local"}, lats.Accepted, "no answer of c can be read"},
		{"none is left", talks, []string{"a", "b"}, lats.NoValidAction, "no answer of a can be read"},
		{"three are dead", gone, []string{"a", "b", "c", "local"}, lats.Accepted, "gone"},
		{"all are dead", gone, []string{"a", "b", "c"}, lats.Offline, "gone"},
	} {
		t.Run(c.name, func(t *testing.T) {
			change, calls := chained(c.mind, c.chain...)
			h := newHouse(t, change)
			h.opens("")
			s := h.runs("s1")
			if s.Stop != string(c.stop) || !strings.HasPrefix(s.Error, c.says) || int64(s.Spent.Calls) != calls.Load() {
				t.Errorf("%d calls: %+v", calls.Load(), s)
			}
			before := h.tree("s1")
			h.restart()
			if after := h.tree("s1"); after != before {
				t.Errorf("after a restart\n%s\nbefore\n%s", after, before)
			}
		})
	}
}

// TestLatsIDs: the id of a deleted search is not given again, also after a restart.
func TestLatsIDs(t *testing.T) {
	h := newHouse(t)
	h.external("")
	for i, remove := range []struct {
		method fmt.Stringer
		params string
	}{{ipc.LatsDelete, `{"search":"s2"}`}, {ipc.EpisodeDelete, `{"episode":"e002"}`}, {ipc.LatsDelete, `{"search":"s4"}`}} {
		s := h.opens("")
		if want := fmt.Sprintf("s%d", i+2); s.ID != want {
			t.Errorf("the id is %s, want %s", s.ID, want)
		}
		h.do(remove.method, remove.params)
		h.restart()
	}
	h.sound()
}

// TestLatsLeavesPlacesForPlans: searches whose model hangs do not take its last places,
// so that robots get their plans from the model.
func TestLatsLeavesPlacesForPlans(t *testing.T) {
	var searching atomic.Int64
	h := newHouse(t, minds(func(ctx context.Context, a reply.Ask) (string, error) {
		if a.Role == "planner" {
			return `{"goal_flag": false, "angle": 30, "discovered_context": {"goal_scene_type": "", "why": "I see a door"}}`, nil
		}
		searching.Add(1)
		<-ctx.Done()
		return "", ctx.Err()
	}, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Models.MaxConcurrent = []string{"mind:m", "local"}, 4
	}))
	for range 2 { // of four workers each
		s := h.opens(`,"budgets":{"calls":20}`)
		h.do(ipc.LatsRun, fmt.Sprintf(`{"search":%q,"wait_ms":0}`, s.ID))
	}
	h.until("the searches have their places", func() bool { return searching.Load() == 3 })
	if p := h.replans(h.looksFor("sofa")); p.Used.Planner != "mind:m" {
		t.Errorf("planned by %s: %+v", p.Used.Planner, p.Used)
	}
}

// TestLatsRightAfterTheStep: a plan that follows at once on the step that raised a loop
// rule waits until its search has begun, so that equal runs get equal plans; a repeat of
// the step begins no other search.
func TestLatsRightAfterTheStep(t *testing.T) {
	h := newHouse(t, minds(guessing))
	for i := range 20 {
		e := h.stuck("decide")
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":6,"action":"forward","collided":true}`, e))
		p := h.replans(e)
		all := into[ipc.LatsListResult](t, h.do(ipc.LatsList, fmt.Sprintf(`{"episode":%q}`, e))).Searches
		if len(all) != 1 || all[0].Plan != 2 || all[0].AtStep != 6 {
			t.Fatalf("episode %d, planned by %s: %+v", i+1, p.Used.Planner, all)
		}
	}
}

// TestLatsBeyondItsBudget: when the budgets of a search have no room for another call of a
// model, navd itself goes on if the chain ends in it, also after a restart.
func TestLatsBeyondItsBudget(t *testing.T) {
	for _, c := range []struct {
		name    string
		chain   []string
		budgets string
		calls   int // of the model
		stop    lats.Reason
	}{
		{"one call", []string{"mind:m", "local"}, `{"calls":1}`, 1, lats.Accepted},
		{"a cost below one call", []string{"mind:m", "local"}, `{"cost":0.0001}`, 0, lats.Accepted},
		{"no tokens", []string{"mind:m", "local"}, `{"tokens_in":1}`, 0, lats.Accepted},
		{"one call, and nobody else", []string{"mind:m"}, `{"calls":1}`, 1, lats.Calls},
		{"a cost below one call, and nobody else", []string{"mind:m"}, `{"cost":0.0001}`, 0, lats.Cost},
	} {
		t.Run(c.name, func(t *testing.T) {
			change, calls := chained(guessing, c.chain...)
			h := newHouse(t, change, func(o *daemon.Options) { o.Config.Models.Prices = []string{"m 1 1"} })
			s := h.opens(`,"budgets":` + c.budgets)
			s = h.runs(s.ID)
			if s.Stop != string(c.stop) || int(calls.Load()) != c.calls || s.Spent.Calls != c.calls {
				t.Errorf("%d calls: %+v", calls.Load(), s)
			}
			before := h.tree(s.ID)
			h.restart()
			if after := h.tree(s.ID); after != before {
				t.Errorf("after a restart\n%s\nbefore\n%s", after, before)
			}
		})
	}
}
