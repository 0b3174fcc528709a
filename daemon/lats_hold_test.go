package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/ipc"
	"navd/ipc/client"
	"navd/kv"
)

// held is a model that says when it is asked, and answers when it is let.
func held() (m mind, asked chan struct{}, calls *atomic.Int64, let func()) {
	asked, calls = make(chan struct{}, 1000), &atomic.Int64{}
	free := make(chan struct{})
	m = func(ctx context.Context, a reply.Ask) (string, error) {
		calls.Add(1)
		asked <- struct{}{}
		select {
		case <-free:
			return guessing(ctx, a)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	return m, asked, calls, func() { close(free) }
}

// TestLatsStepAlone: two steps of one search do not ask for the same, and what was asked
// is counted and stored also when the caller leaves.
func TestLatsStepAlone(t *testing.T) {
	m, asked, calls, let := held()
	h := newHouse(t, minds(m))
	h.opens("")
	leave, left := context.WithCancel(context.Background())
	c := h.dial()
	defer c.Close()
	var first sync.WaitGroup
	first.Go(func() {
		if _, err := ipc.LatsStep.Call(leave, c, ipc.LatsStepParams{Search: "s1"}); err == nil {
			t.Error("a caller who left has an answer")
		}
	})
	<-asked
	for _, m := range []fmt.Stringer{ipc.LatsStep, ipc.LatsPropose, ipc.LatsResume} {
		h.refuse(m, `{"search":"s1"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "search"})
	}
	left()
	first.Wait()
	let()
	h.until("its round is stored", func() bool {
		return into[think.Search](t, h.do(ipc.LatsStatus, `{"search":"s1"}`)).Rounds > 0 ||
			into[think.Search](t, h.do(ipc.LatsRun, `{"search":"s1","wait_ms":5000}`)).State == think.Ended
	})
	if s := h.runs("s1"); s.Spent.Calls > s.Budget.Calls || int(calls.Load()) != s.Spent.Calls {
		t.Errorf("%d calls were made, %+v of %+v", calls.Load(), s.Spent, s.Budget)
	}
	h.restart()
	h.tree("s1")
}

// TestLatsStepTwice: a step with a key that is sent again does no further round, also after
// a restart, and the key is not taken for another search.
func TestLatsStepTwice(t *testing.T) {
	h := newHouse(t)
	h.opens("")
	const first = `{"search":"s1","key":"a"}`
	want := h.do(ipc.LatsStep, first)
	if s := into[think.Search](t, want); s.Rounds != 1 {
		t.Errorf("%d rounds", s.Rounds)
	}
	same(t, "again", h.do(ipc.LatsStep, first), want)
	h.restart()
	same(t, "after a start", h.do(ipc.LatsStep, first), want)
	h.refuse(ipc.LatsStep, `{"search":"s2","key":"a"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "key"})
	if s := into[think.Search](t, h.do(ipc.LatsStep, `{"search":"s1","key":"b"}`)); s.Rounds != 2 {
		t.Errorf("%d rounds after two steps", s.Rounds)
	}
	h.refuse(ipc.LatsStep, `{"search":"s7","key":"c"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "search"})
	h.sound()
}

// TestLatsDeleteWhileItRuns: nothing comes back of a search that is deleted while it
// runs and others want it, nor of one whose episode is; the calls that it made count.
func TestLatsDeleteWhileItRuns(t *testing.T) {
	for _, c := range []struct {
		name   string
		delete func(h *house, s think.Search)
	}{
		{"search", func(h *house, s think.Search) { h.do(ipc.LatsDelete, fmt.Sprintf(`{"search":%q}`, s.ID)) }},
		{"episode", func(h *house, s think.Search) {
			h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, s.Episode))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, asked, calls, let := held()
			h := newHouse(t, minds(m, func(o *daemon.Options) { o.Config.Lats.DailyCalls = 5 }))
			s := h.opens("")
			h.do(ipc.LatsRun, `{"search":"s1"}`)
			<-asked
			var others sync.WaitGroup
			for range 8 {
				c := h.dial()
				defer c.Close()
				others.Go(func() {
					for range 20 {
						_, err := ipc.LatsRun.Call(context.Background(), c, ipc.LatsRunParams{Search: "s1"})
						if err != nil && !fault.Is(err, fault.NotFound) {
							t.Errorf("run: %v", err)
						}
					}
				})
			}
			c.delete(h, s)
			others.Wait()
			h.refuse(ipc.LatsRun, `{"search":"s1"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "search"})
			let()
			made := calls.Load()
			next := h.opens("")
			if next = h.runs(next.ID); made > 5 || calls.Load() > 5 || !strings.Contains(next.Error, "lats.daily_calls") {
				t.Errorf("%d calls on a day with 5, %d before it was deleted; the next: %+v", calls.Load(), made, next)
			}
			h.restart()
			h.refuse(ipc.LatsStatus, `{"search":"s1"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "search"})
			if all := into[ipc.LatsListResult](t, h.do(ipc.LatsList, `{}`)).Searches; len(all) != 1 {
				t.Errorf("listed: %+v", all)
			}
			h.sound()
		})
	}
}

// TestLatsCallersLeave: an answer is there or it is not, also after a restart, when its
// caller leaves while others answer tickets of the same search.
func TestLatsCallersLeave(t *testing.T) {
	h := newHouse(t)
	id, first := h.external(`,"budgets":{"calls":10000,"nodes":10000}`)
	h.do(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":%d,"samples":["Action: search[a]","Action: search[b]"]}`, id, first.ID))
	answer := func(ctx context.Context, c *client.Client, k lats.Ticket) {
		var err error
		switch k.Kind {
		case lats.Sample:
			_, err = ipc.LatsSamples.Call(ctx, c, ipc.LatsSamplesParams{Search: id, Ticket: k.ID, Samples: []string{fmt.Sprintf("Action: search[%d]", k.ID), "Action: search[x]"}})
		case lats.Observe:
			_, err = ipc.LatsObserve.Call(ctx, c, ipc.LatsObserveParams{Search: id, Ticket: k.ID, Observation: "seen"})
		default:
			half := 0.5
			_, err = ipc.LatsEvaluate.Call(ctx, c, ipc.LatsEvaluateParams{Search: id, Ticket: k.ID, Value: &half})
		}
		if err != nil && !errors.Is(err, context.Canceled) && !fault.Is(err, fault.Conflict) && !fault.Is(err, fault.Cancelled) {
			t.Errorf("ticket %d: %v", k.ID, err)
		}
	}
	for range 40 {
		var all sync.WaitGroup
		for _, k := range h.tickets(id) {
			ctx, leave := context.WithCancel(context.Background())
			c := h.dial()
			all.Go(func() {
				defer c.Close()
				answer(ctx, c, k)
			})
			all.Go(leave)
		}
		all.Wait()
	}
	for range 4 { // a call of a client that left may still be under way: its ticket is over once a round went by
		for _, k := range h.tickets(id) {
			answer(t.Context(), h.client, k)
		}
	}
	before := h.tree(id)
	h.restart()
	if after := h.tree(id); after != before {
		t.Errorf("after a restart\n%s\nbefore\n%s", after, before)
	}
}

// TestLatsManySearches: a search that somebody works on stays in RAM, however many
// others come.
func TestLatsManySearches(t *testing.T) {
	m, asked, _, let := held()
	h := newHouse(t, minds(m))
	h.opens(`,"budgets":{"calls":10}`)
	var step sync.WaitGroup
	c := h.dial()
	defer c.Close()
	step.Go(func() {
		if _, err := ipc.LatsStep.Call(context.Background(), c, ipc.LatsStepParams{Search: "s1"}); err != nil {
			t.Error(err)
		}
	})
	<-asked
	for range 80 {
		h.external("")
	}
	h.refuse(ipc.LatsStep, `{"search":"s1"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "search"})
	let()
	step.Wait()
	want := h.tree("s1")
	h.restart()
	if got := h.tree("s1"); got != want || !strings.Contains(got, "Simulate") {
		t.Errorf("after a restart\n%s\nbefore\n%s", got, want)
	}
}

// TestLatsOtherVersion: a search of another version of the rules is refused with what to
// do, is listed, and can be deleted, as can one whose record is damaged.
func TestLatsOtherVersion(t *testing.T) {
	h := newHouse(t)
	h.opens("")
	h.runs("s1")
	h.external("")
	h.stop()
	db, err := kv.Open(filepath.Join(h.opts.Config.DataDir, daemon.DBFile), kv.Options{Tables: store.Tables()})
	if err != nil {
		t.Fatal(err)
	}
	var c kv.Changes
	err = db.View(func(tx *kv.Tx) error {
		s, err := store.GetSearch(tx, "s1")
		if err != nil {
			return err
		}
		begins, err := store.GetSearchStart(tx, "s1")
		begins.Options.Version = 99
		s.State = think.Running // so that the start tries to go on with it
		store.PutSearchStart(&c, s, begins)
		return err
	})
	if err := errors.Join(err, db.Apply(t.Context(), &c), db.Close()); err != nil {
		t.Fatal(err)
	}
	h.open()
	for _, m := range []fmt.Stringer{ipc.LatsTree, ipc.LatsExport, ipc.LatsResult, ipc.LatsRun, ipc.LatsResume, ipc.LatsCancel} {
		e := h.refuse(m, `{"search":"s1"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "search"})
		if !strings.Contains(e.Message, "another version") || e.Data.Hint == "" {
			t.Errorf("%s: %v, hint %q", m, e, e.Data.Hint)
		}
	}
	if all := into[ipc.LatsListResult](t, h.do(ipc.LatsList, `{}`)).Searches; len(all) != 2 {
		t.Errorf("listed: %+v", all)
	}
	h.do(ipc.LatsDelete, `{"search":"s1"}`)
	damage(t, h, "searches")
	h.do(ipc.LatsDelete, `{"search":"s2"}`)
	h.restart()
	if all := into[ipc.LatsListResult](t, h.do(ipc.LatsList, `{}`)).Searches; len(all) != 0 {
		t.Errorf("listed: %+v", all)
	}
	h.sound()
}

// TestLatsDeadlineOfOthers: the time that a caller has its tickets counts, until the
// deadline, and a search is gone on with within a longer one only.
func TestLatsDeadlineOfOthers(t *testing.T) {
	h := newHouse(t) // each look at its clock is a millisecond
	id, first := h.external(`,"budgets":{"deadline_ms":20}`)
	h.until("its time is over", func() bool { return len(h.tickets(id)) == 0 })
	h.refuse(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":%d,"samples":["Action: search[a]"]}`, id, first.ID), refusal{Code: -32003, Kind: fault.Conflict, Field: "ticket"})
	s := into[think.Search](t, h.do(ipc.LatsResume, fmt.Sprintf(`{"search":%q}`, id)))
	if s.Stop != string(lats.Time) || s.Took < s.Budget.Deadline {
		t.Errorf("within the same deadline: %+v", s)
	}
	s = into[think.Search](t, h.do(ipc.LatsResume, fmt.Sprintf(`{"search":%q,"budgets":{"deadline_ms":60000}}`, id)))
	if open := h.tickets(id); s.State != think.Open || len(open) != 1 {
		t.Errorf("within a longer one: %+v, %+v", s, open)
	}
}

// stuck is an episode whose robot is stuck, and scanned before it was.
func (h *house) stuck(mode string) string {
	e := into[ipc.BeginResult](h.t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","config":{"stuck_window":6,"lats_mode":%q}}`, mode))).Episode
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"bathroom","free_m":1,"see_m":1},{"view":3,"scene_type":"living room","free_m":3,"see_m":5}]}`, e))
	for seq := 1; seq <= 12; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward","collided":true}`, e, seq))
	}
	return e
}

// replans makes the plan of a robot that is stuck.
func (h *house) replans(e string) ipc.PlanResult {
	return into[ipc.PlanResult](h.t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"deadline_ms":15000,"labels":[{"view":0,"scene_type":"bathroom","free_m":1,"see_m":1},{"view":3,"scene_type":"kitchen","free_m":1,"see_m":1},{"view":6,"scene_type":"living room","free_m":4,"see_m":8}]}`, e)))
}

// TestLatsBesideAPlan: a search that a plan does not wait for goes on beside it, and
// both are stored whole.
func TestLatsBesideAPlan(t *testing.T) {
	m, asked, _, let := held()
	h := newHouse(t, minds(m))
	e := h.stuck("advise")
	<-asked
	if p := h.replans(e); p.Used.Planner != "local" {
		t.Errorf("planned by %s", p.Used.Planner)
	}
	if s := into[think.Search](t, h.do(ipc.LatsStatus, `{"search":"s1"}`)); s.State != think.Running || s.Plan != 2 {
		t.Errorf("beside the plan: %+v", s)
	}
	let()
	if s := h.runs("s1"); s.Plan != 2 || s.Stop != string(lats.Calls) || s.Spent.Calls > 12 {
		t.Errorf("in the end: %+v", s)
	}
	want := h.tree("s1")
	h.restart()
	if got := h.tree("s1"); got != want {
		t.Errorf("after a restart\n%s\nbefore\n%s", got, want)
	}
	h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, e))
	h.refuse(ipc.LatsStatus, `{"search":"s1"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "search"})
	h.sound()
}

// TestLatsDecides: a plan waits for the search of a model, and goes where it says.
func TestLatsDecides(t *testing.T) {
	h := newHouse(t, minds(func(_ context.Context, a reply.Ask) (string, error) {
		if strings.Contains(a.System, "correctness score") {
			return "Thus the correctness score is 9", nil
		}
		return "Thought: the way is free\nAction: Finish[angle=180; goal_scene_type=living room; why=nobody looked there]", nil
	}))
	e := h.stuck("decide")
	h.until("it has begun", func() bool {
		return len(into[ipc.LatsListResult](t, h.do(ipc.LatsList, fmt.Sprintf(`{"episode":%q}`, e))).Searches) == 1
	})
	s := h.runs("s1")
	p := h.replans(e)
	if s.Stop != string(lats.Accepted) || p.Used.Planner != "lats" || p.View != 6 {
		t.Errorf("the search %+v\nbest %+v\nplanned by %s, view %d", s, s.Best, p.Used.Planner, p.View)
	}
}

// TestLatsEdges is what callers do at the edges of what is allowed.
func TestLatsEdges(t *testing.T) {
	h := newHouse(t)
	long := strings.Repeat("길", 18000)
	if s := h.opens(""); s.ID != "s1" {
		t.Fatalf("opened %+v", s)
	}
	s := into[think.Search](t, h.do(ipc.LatsOpen, fmt.Sprintf(`{"question":%q,"env":"memory","episode":"e001"}`, long+strings.Repeat("x", 2000))))
	if s = h.runs(s.ID); s.State != think.Ended || s.Best == nil {
		t.Errorf("the longest question: %+v", s)
	}
	h.refuse(ipc.LatsOpen, `{"question":"q","env":"memory","episode":"e001","actions":[{"name":"fly"}]}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "actions"})
	for range 2 { // a failure said twice is one
		h.do(ipc.LatsOutcome, fmt.Sprintf(`{"search":%q,"success":false,"note":"a wall"}`, s.ID))
	}
	for _, success := range []bool{false, true, true, false, true} { // the last counts
		h.do(ipc.LatsOutcome, fmt.Sprintf(`{"search":%q,"success":%t}`, s.ID, success))
		if kept := h.cases("lats"); len(kept) != 1 || (kept[0].Withdrawn != nil) != success {
			t.Errorf("success %t: %+v", success, kept)
		}
	}
	id, first := h.external(`,"budgets":{"calls":2}`)
	h.do(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":%d,"samples":["Action: finish[\u0007red\u001b[31m]","nothing to read"]}`, id, first.ID))
	h.do(ipc.LatsObserve, fmt.Sprintf(`{"search":%q,"ticket":%d,"observation":"\u0000\u001b[2J틀림","done":true}`, id, h.tickets(id)[0].ID))
	if s := into[think.Search](t, h.do(ipc.LatsStatus, fmt.Sprintf(`{"search":%q}`, id))); s.Stop != string(lats.Calls) || s.Spent.Calls != 2 {
		t.Errorf("a budget of 2 calls in an environment of others: %+v", s)
	}
	for _, format := range []string{"text", "dot"} {
		text := into[ipc.LatsTreeResult](t, h.do(ipc.LatsTree, fmt.Sprintf(`{"search":%q,"format":%q}`, id, format))).Text
		if strings.ContainsAny(text, "\x00\x07\x1b") || !strings.Contains(text, "틀림") {
			t.Errorf("%s: %q", format, text)
		}
	}
	var ids []int
	for cursor := ""; ; {
		r := into[ipc.LatsTreeResult](t, h.do(ipc.LatsTree, fmt.Sprintf(`{"search":"s2","limit":2,"cursor":%q}`, cursor)))
		for _, n := range r.Nodes {
			ids = append(ids, n.ID)
		}
		if cursor = r.Cursor; cursor == "" {
			break
		}
	}
	for i, id := range ids {
		if i != id {
			t.Fatalf("pages of a tree: %v", ids)
		}
	}
	if len(ids) != s.Nodes {
		t.Errorf("pages have %d nodes of %d", len(ids), s.Nodes)
	}
}

// TestLatsAfterAPlanThatFailed: the search for the next plan is still that when a plan is
// given up while a model is asked.
func TestLatsAfterAPlanThatFailed(t *testing.T) {
	free, planning, givenUp := make(chan struct{}), make(chan struct{}, 1000), make(chan struct{}, 1000)
	h := newHouse(t, minds(func(ctx context.Context, a reply.Ask) (string, error) {
		if a.Role == "planner" {
			planning <- struct{}{}
		}
		select {
		case <-free:
		case <-ctx.Done():
			givenUp <- struct{}{}
			return "", ctx.Err()
		}
		switch {
		case a.Role == "planner":
			return `{"goal_flag": false, "angle": 30, "discovered_context": {"goal_scene_type": "", "why": "I see a door"}}`, nil
		case strings.Contains(a.System, "correctness score"):
			return "Thus the correctness score is 9", nil
		}
		return "Thought: the way is free\nAction: Finish[angle=180; goal_scene_type=living room; why=nobody looked there]", nil
	}))
	e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","config":{"stuck_window":6,"lats_mode":"advise","planner_chain":["mind:m","local"]}}`)).Episode
	for seq := 1; seq <= 12; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward","collided":true}`, e, seq))
	}
	c := h.dial()
	defer c.Close()
	ctx, leave := context.WithCancel(t.Context())
	var plan sync.WaitGroup
	plan.Go(func() {
		params := fmt.Sprintf(`{"episode":%q,"deadline_ms":15000,"labels":[{"view":3,"scene_type":"kitchen","free_m":1,"see_m":1}]}`, e)
		if _, err := c.Raw(ctx, ipc.NavPlan.String(), json.RawMessage(params)); !errors.Is(err, context.Canceled) {
			t.Errorf("a plan whose caller left: %v", err)
		}
	})
	<-planning
	leave()
	plan.Wait()
	<-givenUp
	close(free)
	h.runs("s1")
	if p := h.replans(e); p.Used.Blocks["search"].In == nil {
		t.Errorf("the plan after it knows nothing of the search: %+v", p.Used)
	}
	if s := into[think.Search](t, h.do(ipc.LatsStatus, `{"search":"s1"}`)); s.Plan != 1 {
		t.Errorf("the search is for plan %d", s.Plan)
	}
}

// TestLatsAfterTheStoreFailed: a search that stopped because it could not be stored goes on
// when it is run again, and health is well then.
func TestLatsAfterTheStoreFailed(t *testing.T) {
	m, asked, _, let := held()
	h := newHouse(t, minds(m))
	s := h.opens("")
	h.do(ipc.LatsRun, `{"search":"s1"}`)
	<-asked
	room := func(mb int) {
		cfg := h.opts.Config
		cfg.Retention = config.Retention{DiskFreeMB: mb}
		h.daemon.Reconfigure(cfg)
	}
	room(1 << 20) // a TB, which is not free
	degraded := func() (what []string) {
		for _, d := range into[ipc.Health](t, h.do(ipc.NavdHealth, `{}`)).Degraded {
			what = append(what, d.What)
		}
		return what
	}
	if !slices.Contains(degraded(), "store") {
		t.Skip("a disk with a TB that is free")
	}
	let()
	h.until("it stops", func() bool { return slices.Contains(degraded(), "search") })
	room(0)
	if s = h.runs(s.ID); s.State != think.Ended {
		t.Errorf("run again: %+v", s)
	}
	if what := degraded(); len(what) > 0 {
		t.Errorf("degraded: %v", what)
	}
}
