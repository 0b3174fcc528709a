package daemon_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/lats"
	"navd/daemon/model"
	"navd/daemon/nav"
	"navd/daemon/reply"
	"navd/daemon/think"
	"navd/ipc"
)

// mind is a model that is a function.
type mind func(ctx context.Context, a reply.Ask) (string, error)

func (m mind) Ask(ctx context.Context, a reply.Ask) (string, reply.Usage, error) {
	text, err := m(ctx, a)
	return text, reply.Usage{TokensIn: 100, TokensOut: 20}, err
}

// guessing goes along an angle that follows from its prompt, and scores by it too: the
// same question gets the same answer.
func guessing(_ context.Context, a reply.Ask) (string, error) {
	h := fnv.New64a()
	h.Write([]byte(a.Prompt))
	n := h.Sum64()
	if strings.Contains(a.System, "correctness score") {
		return fmt.Sprintf("Thus the correctness score is %d", 1+n%10), nil
	}
	return fmt.Sprintf("Thought: perhaps\nAction: Simulate[%d]", int(n%12)*30-150), nil
}

// minds has a model propose and judge in searches.
func minds(m mind, change ...func(*daemon.Options)) func(*daemon.Options) {
	return func(o *daemon.Options) {
		o.Config.Lats.Chain, o.Models = []string{"mind:m"}, map[string]model.Model{"mind": m}
		for _, c := range change {
			c(o)
		}
	}
}

// walked is an episode whose robot looked at three views and went along one.
func (h *house) walked() string {
	e := h.looksFor("sofa")
	h.do(ipc.NavObserve, fmt.Sprintf(`{"episode":%q,"scene_type":"corridor","description":"A long corridor","objects":["lamp"]}`, e))
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"kitchen","free_m":3,"see_m":4},{"view":3,"scene_type":"living room","free_m":3,"see_m":5},{"view":9,"scene_type":"bathroom","free_m":2,"see_m":3}]}`, e))
	for seq := 1; seq <= 8; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward"}`, e, seq))
	}
	return e
}

// opens opens a search over the memory of a new episode.
func (h *house) opens(more string) think.Search {
	return into[think.Search](h.t, h.do(ipc.LatsOpen, fmt.Sprintf(`{"question":"where is the sofa?","env":"memory","episode":%q%s}`, h.walked(), more)))
}

// runs runs a search to its end.
func (h *house) runs(id string) (s think.Search) {
	h.t.Helper()
	for s.State != think.Ended {
		s = into[think.Search](h.t, h.do(ipc.LatsRun, fmt.Sprintf(`{"search":%q,"wait_ms":5000}`, id)))
	}
	return s
}

// tree is the tree of a search as text.
func (h *house) tree(id string) string {
	return into[ipc.LatsTreeResult](h.t, h.do(ipc.LatsTree, fmt.Sprintf(`{"search":%q,"format":"text"}`, id))).Text
}

// TestLatsOverTheMemory: a search without models finds a way that was not gone, and is
// the same after a restart.
func TestLatsOverTheMemory(t *testing.T) {
	h := newHouse(t)
	s := h.opens("")
	if s.ID != "s1" || s.State != think.Open || s.AtStep != 8 {
		t.Fatalf("opened: %+v", s)
	}
	s = h.runs("s1")
	if s.Stop != string(lats.Accepted) || !s.Best.Verified || s.Best.Answer.Angle == nil || s.Spent.Calls != 0 {
		t.Errorf("ended: %+v, best %+v", s, s.Best)
	}
	before := h.tree("s1")
	h.restart()
	if after := h.tree("s1"); after != before {
		t.Errorf("after a restart the tree is another one\n%s\n%s", before, after)
	}
	r := into[ipc.LatsResultResult](t, h.do(ipc.LatsResult, `{"search":"s1"}`))
	if diff := cmp.Diff(s, r.Search); diff != "" || len(r.Path) < 2 || r.Path[len(r.Path)-1].ID != s.Best.Node {
		t.Errorf("after a restart: %s\n%+v", diff, r.Path)
	}
}

// TestLatsWorkers: however many calls run at a time, and while two searches run at
// once, the tree is the same.
func TestLatsWorkers(t *testing.T) {
	t.Parallel()
	trees := map[string]bool{}
	for _, workers := range []int{1, 2, 8} {
		slow := func(ctx context.Context, a reply.Ask) (string, error) {
			time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
			return guessing(ctx, a)
		}
		h := newHouse(t, minds(slow, func(o *daemon.Options) { o.Config.Lats.Workers = workers }))
		h.opens(`,"budgets":{"calls":80}`)
		h.opens(`,"budgets":{"calls":80}`)
		h.do(ipc.LatsRun, `{"search":"s1"}`)
		h.do(ipc.LatsRun, `{"search":"s2"}`)
		for _, id := range []string{"s1", "s2"} {
			if s := h.runs(id); s.Spent.Calls > 80 || s.Stop != string(lats.Calls) || s.Nodes < 5 {
				t.Errorf("%d workers: %+v", workers, s)
			}
			trees[h.tree(id)] = true
		}
	}
	if len(trees) != 1 {
		t.Errorf("%d trees of one question", len(trees))
	}
}

// TestLatsModels: whatever a model does, no budget is exceeded by a single call, and
// the search ends with its best answer.
func TestLatsModels(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	hang := func(ctx context.Context, _ reply.Ask) (string, error) { <-ctx.Done(); return "", ctx.Err() }
	for _, c := range []struct {
		name, budgets string
		mind          mind
		stop          lats.Reason
		answer        bool
	}{
		{"hangs", `"deadline_ms":50`, hang, lats.Time, false},
		{"is dead", `"calls":60`, func(context.Context, reply.Ask) (string, error) { return "", fault.New(fault.Unavailable, "gone") }, lats.Offline, false},
		{"panics", `"calls":60`, func(context.Context, reply.Ask) (string, error) { panic("lost") }, lats.Offline, false},
		{"talks", `"calls":60`, func(context.Context, reply.Ask) (string, error) { return "I would rather not.", nil }, lats.NoValidAction, false},
		{"invents actions", `"calls":23`, func(context.Context, reply.Ask) (string, error) { return "Action: Fly[home]", nil }, "", false},
		{"gives no scores", `"calls":23`, func(ctx context.Context, a reply.Ask) (string, error) {
			if strings.Contains(a.System, "correctness score") {
				return "hard to say", nil
			}
			return guessing(ctx, a)
		}, lats.Calls, true},
		{"one call", `"calls":1`, guessing, lats.Calls, true},
		{"little money", `"cost":0.06`, guessing, lats.Cost, true},
		{"few tokens in", `"tokens_in":3000`, guessing, lats.Tokens, true},
		{"few tokens out", `"tokens_out":500`, guessing, lats.Tokens, true},
		{"few nodes", `"nodes":3`, guessing, lats.NodesUsed, true},
		{"fails now and then", `"calls":40`, func(ctx context.Context, a reply.Ask) (string, error) {
			if asked.Add(1)%7 == 0 { // never twice in a row, after which it is asked no more
				return "", fault.New(fault.Timeout, "slow")
			}
			return guessing(ctx, a)
		}, lats.Calls, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var calls atomic.Int64
			h := newHouse(t, minds(func(ctx context.Context, a reply.Ask) (string, error) { calls.Add(1); return c.mind(ctx, a) }, func(o *daemon.Options) {
				o.Config.Models.Prices = []string{"m 10 50"}
			}))
			s := h.opens(`,"budgets":{` + c.budgets + `}`)
			s = h.runs(s.ID)
			if c.stop != "" && s.Stop != string(c.stop) {
				t.Errorf("it ended as %s (%s), want %s", s.Stop, s.Error, c.stop)
			}
			b := s.Budget
			if s.Spent.Calls > b.Calls || int(calls.Load()) > s.Spent.Calls || b.Cost > 0 && s.Spent.Cost > b.Cost ||
				b.TokensIn > 0 && s.Spent.TokensIn > b.TokensIn || b.TokensOut > 0 && s.Spent.TokensOut > b.TokensOut || s.Nodes > b.Nodes {
				t.Errorf("spent %+v of %+v in %d calls", s.Spent, b, calls.Load())
			}
			if got := s.Best != nil && s.Best.Answer != nil; got != c.answer || got && s.Best.Verified {
				t.Errorf("best %+v", s.Best)
			}
		})
	}
}

// TestLatsCancel: cancel gives up the call that runs, keeps what there is, and the
// search can be gone on with.
func TestLatsCancel(t *testing.T) {
	asked, free := make(chan struct{}, 100), make(chan struct{})
	h := newHouse(t, minds(func(ctx context.Context, a reply.Ask) (string, error) {
		asked <- struct{}{}
		select {
		case <-free:
			return guessing(ctx, a)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}))
	h.opens(`,"budgets":{"calls":30}`)
	h.do(ipc.LatsRun, `{"search":"s1"}`)
	<-asked
	s := into[think.Search](t, h.do(ipc.LatsCancel, `{"search":"s1"}`))
	if s.Stop != string(lats.Cancelled) || s.State != think.Ended {
		t.Errorf("cancelled: %+v", s)
	}
	if again := into[think.Search](t, h.do(ipc.LatsCancel, `{"search":"s1"}`)); again.Stop != string(lats.Cancelled) {
		t.Errorf("cancelled twice: %+v", again)
	}
	close(free)
	h.do(ipc.LatsResume, `{"search":"s1"}`)
	if s = h.runs("s1"); s.Stop != string(lats.Calls) || s.Nodes < 3 {
		t.Errorf("gone on with: %+v", s)
	}
	h.refuse(ipc.LatsRun, `{"search":"s9"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "search"})
	h.do(ipc.LatsDelete, `{"search":"s1"}`)
	h.refuse(ipc.LatsStatus, `{"search":"s1"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "search"})
	h.sound()
}

// TestLatsDailyCalls: no call is made that the day has no room for, also after a
// restart.
func TestLatsDailyCalls(t *testing.T) {
	h := newHouse(t, minds(guessing, func(o *daemon.Options) { o.Config.Lats.DailyCalls = 13 }))
	h.opens("")
	first := h.runs("s1")
	h.restart()
	h.opens("")
	second := h.runs("s2")
	if first.Spent.Calls > 13 || first.Spent.Calls+second.Spent.Calls > 13 || second.Stop != string(lats.Calls) || !strings.Contains(second.Error, "lats.daily_calls") {
		t.Errorf("first %+v, second %+v", first, second)
	}
}

// external opens a search over an environment of the test, and gives its open ticket.
func (h *house) external(more string) (id string, t lats.Ticket) {
	h.t.Helper()
	id = into[think.Search](h.t, h.do(ipc.LatsOpen, `{"question":"what colour?","env":"external","n":2,"actions":[{"name":"search"},{"name":"finish","terminal":true}]`+more+`}`)).ID
	return id, h.tickets(id)[0]
}

func (h *house) tickets(id string) []lats.Ticket {
	h.t.Helper()
	return into[ipc.LatsProposeResult](h.t, h.do(ipc.LatsPropose, fmt.Sprintf(`{"search":%q}`, id))).Tickets
}

// TestLatsTickets: an environment of others is asked by tickets; an answer that comes
// twice, too late or for another kind is refused and changes nothing; all that was
// answered outlives a crash.
func TestLatsTickets(t *testing.T) {
	h := newHouse(t)
	id, first := h.external("")
	if first.ID != 1 || first.Kind != lats.Sample || first.N != 2 || !strings.Contains(first.Prompt.Text, "what colour?") {
		t.Fatalf("first ticket: %+v", first)
	}
	conflict := refusal{Code: -32003, Kind: fault.Conflict, Field: "ticket"}
	samples := `"samples":["Thought: look\nAction: search[a [b]: c]","Thought 1: guess\nAction 1: finish[red: [dark] one]"]`
	h.refuse(ipc.LatsEvaluate, fmt.Sprintf(`{"search":%q,"ticket":1,"value":0.5}`, id), conflict)
	h.refuse(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":2,%s}`, id, samples), conflict)
	h.refuse(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":1,"samples":["a","b","c"]}`, id), refusal{Code: -32001, Kind: fault.Invalid, Field: "texts"})
	h.do(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":1,%s,"key":"k"}`, id, samples))
	h.do(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":1,%s,"key":"k"}`, id, samples)) // the same again
	h.refuse(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":1,%s}`, id, samples), conflict)
	open := h.tickets(id)
	if len(open) != 2 || open[0].Action.Param != "a [b]: c" || open[1].Action.Param != "red: [dark] one" || open[0].StateID != 0 {
		t.Fatalf("to be observed: %+v", open)
	}
	h.do(ipc.LatsObserve, fmt.Sprintf(`{"search":%q,"ticket":%d,"observation":"wrong","done":true,"info":{"em":0}}`, id, open[1].ID))
	h = h.crash()
	left := h.tickets(id)
	if diff := cmp.Diff(open[:1], left); diff != "" {
		t.Errorf("after a crash: %s", diff)
	}
	h.do(ipc.LatsObserve, fmt.Sprintf(`{"search":%q,"ticket":%d,"observation":"a page","state":{"page":"a"}}`, id, left[0].ID))
	h.refuse(ipc.LatsObserve, fmt.Sprintf(`{"search":%q,"ticket":%d,"reward":1}`, id, left[0].ID), conflict)
	value := h.tickets(id)[0]
	h.do(ipc.LatsEvaluate, fmt.Sprintf(`{"search":%q,"ticket":%d,"text":"good.\nThus the correctness score is 8"}`, id, value.ID))
	next := h.tickets(id)[0]
	if next.Kind != lats.Sample || next.StateID == 0 && next.Node != 0 || !strings.Contains(next.Prompt.System+next.Prompt.Text, "red: [dark] one") {
		t.Errorf("the failure is not in the next prompt: %+v", next)
	}
	h.do(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":%d,"samples":["Action: finish[blue]"]}`, id, next.ID))
	h.do(ipc.LatsObserve, fmt.Sprintf(`{"search":%q,"ticket":%d,"observation":"right","reward":1,"done":true}`, id, h.tickets(id)[0].ID))
	s := into[ipc.LatsProposeResult](t, h.do(ipc.LatsPropose, fmt.Sprintf(`{"search":%q}`, id)))
	if len(s.Tickets) != 0 || s.Search.Stop != string(lats.Solved) || s.Search.Best.Action != "finish[blue]" {
		t.Errorf("in the end: %+v", s)
	}
	h.refuse(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":%d,"samples":[]}`, id, next.ID), conflict)
	h.refuse(ipc.LatsResume, fmt.Sprintf(`{"search":%q}`, id), refusal{Code: -32003, Kind: fault.Conflict})
	h.refuse(ipc.LatsRun, fmt.Sprintf(`{"search":%q}`, id), refusal{Code: -32003, Kind: fault.Conflict, Field: "search"})
	h.sound()
}

// TestLatsRefuses is what lats.open refuses.
func TestLatsRefuses(t *testing.T) {
	h := newHouse(t)
	for _, c := range []struct{ name, params, field string }{
		{"no calls", `{"question":"q","env":"external","budgets":{"calls":0}}`, "budgets.calls"},
		{"no nodes", `{"question":"q","env":"external","budgets":{"nodes":0}}`, "budgets.nodes"},
		{"no depth", `{"question":"q","env":"external","budgets":{"depth":0}}`, "budgets.depth"},
		{"no time", `{"question":"q","env":"external","budgets":{"deadline_ms":0}}`, "budgets.deadline_ms"},
		{"no money", `{"question":"q","env":"external","budgets":{"cost":0}}`, "budgets.cost"},
		{"no question", `{"question":"","env":"external"}`, "question"},
		{"no episode", `{"question":"q","env":"memory"}`, "episode"},
		{"an episode of others", `{"question":"q","env":"external","episode":"e001"}`, "episode"},
		{"an action of two words", `{"question":"q","env":"external","actions":[{"name":"go on"}]}`, "actions.name"},
		{"an action twice", `{"question":"q","env":"external","actions":[{"name":"go"},{"name":"go"}]}`, "actions.name"},
		{"a model that is not there", `{"question":"q","env":"external","chain":["nobody"]}`, "chain"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h.in(t).refuse(ipc.LatsOpen, c.params, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: c.field})
		})
	}
	h.refuse(ipc.LatsOpen, `{"question":"q","env":"memory","episode":"none"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"})
	if all := into[ipc.LatsListResult](t, h.do(ipc.LatsList, `{}`)); len(all.Searches) != 0 {
		t.Errorf("a refused call left %+v", all)
	}
}

// TestLatsPlans: what a search has to do with the plan of a robot that circles, by mode,
// with a model and without.
func TestLatsPlans(t *testing.T) {
	for _, c := range []struct {
		name, mode string
		change     []func(*daemon.Options)
		planner    string
		used       bool
	}{
		{"off", "off", nil, "local", false},
		{"advise", "advise", nil, "local", true},
		{"decide", "decide", nil, "lats", true},
		{"a model that is dead", "decide", []func(*daemon.Options){minds(func(context.Context, reply.Ask) (string, error) { return "", errors.New("gone") })}, "local", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHouse(t, c.change...)
			e := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":"sofa","config":{"stuck_window":6,"lats_mode":%q}}`, c.mode))).Episode
			h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"bathroom","free_m":1,"see_m":1},{"view":3,"scene_type":"living room","free_m":3,"see_m":5}]}`, e))
			stuck := false
			for seq := 1; seq <= 12; seq++ {
				r := into[nav.Stepped](t, h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward","collided":true}`, e, seq)))
				stuck = stuck || r.Loop.Stuck
			}
			if !stuck {
				t.Fatal("the robot is not stuck")
			}
			p := into[ipc.PlanResult](t, h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"bathroom","free_m":1,"see_m":1},{"view":3,"scene_type":"kitchen","free_m":1,"see_m":1},{"view":6,"scene_type":"living room","free_m":4,"see_m":8}]}`, e)))
			block, used := p.Used.Blocks["search"]
			if p.Used.Planner != c.planner || used != c.used || used && block.Claims != 1 {
				t.Errorf("planned by %s with %+v", p.Used.Planner, p.Used.Blocks)
			}
			all := into[ipc.LatsListResult](t, h.do(ipc.LatsList, fmt.Sprintf(`{"episode":%q}`, e))).Searches
			if c.used && (len(all) != 1 || all[0].Plan != 2 || !all[0].Auto) {
				t.Errorf("searches: %+v", all)
			}
			h.do(ipc.EpisodeDelete, fmt.Sprintf(`{"episode":%q}`, e))
			h.sound()
		})
	}
}

// TestLatsFailures: answers that failed become records beside those that advise plans,
// and the same three times is offered to whoever makes knowledge.
func TestLatsFailures(t *testing.T) {
	h := newHouse(t)
	for range 3 {
		id, first := h.external(`,"budgets":{"calls":2}`)
		h.do(ipc.LatsSamples, fmt.Sprintf(`{"search":%q,"ticket":%d,"samples":["Action: finish[red]"]}`, id, first.ID))
		h.do(ipc.LatsObserve, fmt.Sprintf(`{"search":%q,"ticket":%d,"observation":"wrong","done":true}`, id, h.tickets(id)[0].ID))
		if open := h.tickets(id); len(open) > 0 {
			h.do(ipc.LatsCancel, fmt.Sprintf(`{"search":%q}`, id))
		}
	}
	if kept := h.cases("lats"); len(kept) != 3 || !strings.Contains(string(kept[0].Entry), "finish[red]") {
		t.Errorf("records: %+v", kept)
	}
	if kept := h.cases(""); len(kept) != 0 {
		t.Errorf("records that advise plans: %+v", kept)
	}
	h.until("it is offered", func() bool {
		all := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{}`)).Proposals
		return len(all) == 1 && all[0].Author == "lats" && strings.Contains(all[0].Body.Render(), "finish[red]") && all[0].Kind == knowledge.Memory
	})
}

const killLatsEnv = "NAVD_TEST_KILL_LATS" // data directory of the child

// TestKillLats kills a daemon in the middle of a search: after the restart it goes on by
// itself, to the same tree as without.
func TestKillLats(t *testing.T) {
	slow := func(ctx context.Context, a reply.Ask) (string, error) {
		time.Sleep(time.Millisecond)
		return guessing(ctx, a)
	}
	at := func(dir string) func(*daemon.Options) {
		return minds(slow, func(o *daemon.Options) { o.Config.DataDir, o.Config.Durability = dir, "sync" })
	}
	if dir := os.Getenv(killLatsEnv); dir != "" {
		h := newHouse(t, at(dir))
		h.opens(`,"budgets":{"calls":150}`)
		h.do(ipc.LatsRun, `{"search":"s1"}`)
		for {
			s := into[think.Search](t, h.do(ipc.LatsStatus, `{"search":"s1"}`))
			fmt.Println("calls", s.Spent.Calls)
			time.Sleep(time.Millisecond) // as long as a call
		}
	}
	t.Parallel()
	whole := newHouse(t, minds(slow))
	whole.opens(`,"budgets":{"calls":150}`)
	whole.runs("s1")
	want := whole.tree("s1")
	for round := range 2 {
		dir := filepath.Join(t.TempDir(), "data")
		cmd, lines := startChild(t, "TestKillLats", killLatsEnv+"="+dir)
		for reached := 0; lines.Scan() && reached < 20+60*round; {
			_, _ = fmt.Sscanf(lines.Text(), "calls %d", &reached)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		h := newHouse(t, at(dir))
		h.until("it has ended", func() bool {
			return into[think.Search](t, h.do(ipc.LatsStatus, `{"search":"s1"}`)).State == think.Ended
		})
		if diff := cmp.Diff(want, h.tree("s1")); diff != "" {
			t.Errorf("round %d: %s", round, diff)
		}
		h.sound()
	}
}

// TestLatsExport: an export has the shape that other programs know.
func TestLatsExport(t *testing.T) {
	h := newHouse(t)
	h.opens("")
	h.runs("s1")
	var r struct {
		Tree struct {
			Nodes []struct{ State map[string]json.RawMessage }
		}
	}
	if err := json.Unmarshal(h.do(ipc.LatsExport, `{"search":"s1"}`), &r); err != nil {
		t.Fatal(err)
	}
	for _, n := range r.Tree.Nodes {
		var three struct{ Thought, Action, Observation *string }
		raw, _ := json.Marshal(n.State)
		if err := json.Unmarshal(raw, &three); err != nil || len(n.State) != 3 || three.Thought == nil || three.Action == nil || three.Observation == nil {
			t.Errorf("state %s: %v", raw, err)
		}
	}
}

// until waits until something is so that happens in the background.
func (h *house) until(what string, is func() bool) {
	h.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			h.t.Fatalf("waited in vain: %s", what)
		}
	}
}
