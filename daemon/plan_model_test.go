package daemon_test

import (
	"math"
	"strings"
	"testing"

	"navd/daemon/nav"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

// TestPlanModels goes through what models do: who decides in the end, after how
// many attempts, and why the others were not used.
func TestPlanModels(t *testing.T) {
	t.Parallel()
	away := fault.New(fault.Unavailable, "away")
	line := func(text string) modeltest.Line { return modeltest.Line{Text: text} }
	for _, tt := range []struct {
		name     string
		chain    []string
		a, b     []modeltest.Line
		planner  string
		view     int
		attempts int
		reason   string // contained in the reasons
	}{
		{"good", []string{"a", "local"}, []modeltest.Line{line(decision(-90))}, nil, "a", 3, 1, ""},
		{"good in prose", []string{"a", "local"}, []modeltest.Line{line("I think:\n```json\n" + decision(60) + "\n```")}, nil, "a", 10, 1, ""},
		{"python", []string{"a"}, []modeltest.Line{line(`{'goal_flag': False, 'angle': 30, 'discovered_context': {'goal_scene_type': 'x', 'why': 'y'}}`)}, nil, "a", 11, 1, ""},
		{"prose, then good", []string{"a", "local"}, []modeltest.Line{line("I do not know."), line(decision(0))}, nil, "a", 0, 2, "a: "},
		{"prose twice", []string{"a", "local"}, []modeltest.Line{line("no"), line("no")}, nil, "local", 5, 2, "a: "},
		{"wrong type", []string{"a", "local"}, []modeltest.Line{line(strings.ReplaceAll(decision(7), "7", `"7"`)), line(decision(0))}, nil, "a", 0, 2, "angle"},
		{"NaN", []string{"a", "local"}, []modeltest.Line{line(strings.ReplaceAll(decision(7), "7", "NaN")), line(decision(0))}, nil, "a", 0, 2, "angle"},
		{"out of range", []string{"a", "local"}, []modeltest.Line{line(decision(181)), line(decision(0))}, nil, "a", 0, 2, "angle"},
		{"two that differ", []string{"a", "local"}, []modeltest.Line{line(decision(1) + decision(2)), line(decision(0))}, nil, "a", 0, 2, "a: "},
		{"panic", []string{"a", "local"}, []modeltest.Line{{Panic: true}}, nil, "local", 5, 1, "panicked"},
		{"denied", []string{"a", "local"}, []modeltest.Line{{Err: fault.New(fault.Denied, "no key")}}, nil, "local", 5, 1, "no key"},
		{"unavailable, then good", []string{"a", "local"}, []modeltest.Line{{Err: away}, {Err: away}, line(decision(0))}, nil, "a", 0, 3, "away"},
		{"unavailable for good", []string{"a", "local"}, []modeltest.Line{{Err: away}, {Err: away}, {Err: away}}, nil, "local", 5, 3, "away"},
		{"next of the chain", []string{"a", "b", "local"}, []modeltest.Line{{Err: fault.New(fault.Exhausted, "no money")}}, []modeltest.Line{line(decision(-30))}, "b", 1, 2, "no money"},
		{"all fail", []string{"a", "b"}, []modeltest.Line{{Panic: true}}, []modeltest.Line{{Panic: true}}, "fallback", 0, 2, "b: "},
		{"not configured", []string{"c", "local"}, nil, nil, "local", 5, 1, "no model named"},
		{"huge", []string{"a", "local"}, []modeltest.Line{line(strings.Repeat("x", 64<<20))}, nil, "local", 5, 1, "67108864 bytes"},
		{"no chain", nil, nil, nil, "fallback", 0, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a, b := modeltest.NewScript(tt.a...), modeltest.NewScript(tt.b...)
			h := newHouse(t, withModels(tt.chain, map[string]model.Model{"a": a, "b": b}))
			h.begin()
			got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":5,"free_m":3,"see_m":9,"scene_type":"living room"}]}`))
			if got.Used.Planner != tt.planner || got.View != tt.view || got.Attempts != tt.attempts || got.Cost.Calls != tt.attempts {
				t.Errorf("got planner %s, view %d, %d attempts, want %s, %d, %d", got.Used.Planner, got.View, got.Attempts, tt.planner, tt.view, tt.attempts)
			}
			if all := strings.Join(got.Used.Reasons, "; "); !strings.Contains(all, tt.reason) {
				t.Errorf("got reasons %q, want %q in them", all, tt.reason)
			}
			byModel := 0
			if tt.planner == "a" || tt.planner == "b" {
				byModel = 1
			}
			defer func() {
				if m := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics; m.ModelPlans == nil || *m.ModelPlans != byModel {
					t.Errorf("plans by models %v, want %d", m.ModelPlans, byModel)
				}
			}()
			fallback := tt.planner == "fallback"
			if p := h.record("e001"); got.Fallback != fallback || (p.Fallback != "") != fallback || len(p.Attempts) != tt.attempts {
				t.Errorf("fallback %v, record %+v", got.Fallback, p)
			}
			if fallback && (got.Discovered.GoalSceneType != "corridor" || got.Discovered.Why != "fallback" || got.GoalFlag || got.Angle != 0) {
				t.Errorf("fallback: %+v", got)
			}
			h.sound()
		})
	}
}

// What a model is asked, what it costs, and what of it is kept.
func TestPlanModelRecord(t *testing.T) {
	script := modeltest.NewScript(
		modeltest.Line{Text: "prose", Usage: reply.Usage{TokensIn: 10, TokensOut: 1, Cost: 0.5}},
		modeltest.Line{Text: decision(-100), Usage: reply.Usage{TokensIn: 12, TokensOut: 3, Cost: 0.25}},
	)
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}))
	h.begin()
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","shown_views":[0,2,3,9],"labels":[{"view":2,"objects":["door"]}]}`))
	if diff := cmp.Diff(planner.Cost{Calls: 2, TokensIn: 22, TokensOut: 4, Cost: 0.75}, got.Cost); diff != "" {
		t.Error(diff)
	}
	if got.Angle != -100 || got.View != 3 || got.AngleLabel != 90 {
		t.Errorf("got %+v", got)
	}
	asked := script.Asked()
	if len(asked) != 2 || asked[0].Role != "planner" || asked[0].Schema != planner.SchemaIn(nav.Wording{}) ||
		!strings.Contains(asked[0].Prompt, "Views shown: 0, 2, 3, 9.") || !strings.Contains(asked[0].Prompt, "objects: door") ||
		!strings.Contains(asked[1].Prompt, "could not be used") {
		t.Errorf("asked %+v", asked)
	}
	p := h.record("e001")
	if len(p.Attempts) != 2 || p.Attempts[0].Raw != "prose" || p.Attempts[0].Reason == "" || p.Attempts[1].Raw != decision(-100) || p.Attempts[1].Reason != "" {
		t.Errorf("attempts %+v", p.Attempts)
	}
	if p.Used.PromptHash != reply.Hash(asked[0].System+"\n"+asked[0].Prompt) || p.Used.ContextHash == "" || p.Used.SystemPrompt.ID != "planner" {
		t.Errorf("used %+v", p.Used)
	}
	m := into[ipc.Metrics](t, h.do(ipc.NavdMetrics, `{}`)).Models
	calls := ipc.ModelCalls{Calls: 2, TokensIn: 22, TokensOut: 4, Cost: 0.75}
	want := ipc.ModelMetrics{
		ModelCalls: calls, Providers: map[string]ipc.ModelCalls{"m": calls},
		Today: ipc.ModelDay{Day: "2026-01-02", Calls: 2, TokensIn: 22, TokensOut: 4, Cost: 0.75},
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("metrics (-want +got):\n%s", diff)
	}
}

// The metrics of an episode tell what the plans for its last goal took of
// models, those of before a restart too.
func TestEndTellsWhatModelsTook(t *testing.T) {
	line := func(text string, cost float64) modeltest.Line {
		return modeltest.Line{Text: text, Usage: reply.Usage{Cost: cost}}
	}
	script := modeltest.NewScript(line(decision(0), 16), line("prose", 0.5), line(decision(30), 0.25), line(decision(60), 0.125))
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}))
	h.begin()
	const plan = `{"episode":"e001","labels":[{"view":2}]}`
	h.do(ipc.NavPlan, plan)
	h.do(ipc.EpisodeGoal, `{"episode":"e001","goal":"bed"}`)
	h.do(ipc.NavPlan, plan)
	took := h.record("e001").Attempts[0].Usage.Took + h.record("e001").Attempts[1].Usage.Took
	h.restart()
	h.do(ipc.NavPlan, plan)
	took += h.record("e001").Attempts[0].Usage.Took
	m := into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)).Metrics
	mean := took.Seconds() / 3 // summed in another order, the last digit may differ
	if m.Plans != 2 || m.ModelCalls != 3 || m.Cost != 0.875 || math.Abs(m.ModelTimeS-mean) > 1e-9 || took <= 0 {
		t.Errorf("%d calls, %v s each, cost %v; all took %v: %+v", m.ModelCalls, m.ModelTimeS, m.Cost, took, m)
	}
	h.begin()
	m = into[ipc.EndResult](t, h.do(ipc.EpisodeEnd, `{"episode":"e002"}`)).Metrics
	if m.ModelCalls != 0 || m.ModelTimeS != 0 || m.Cost != 0 {
		t.Errorf("an episode without plans: %+v", m)
	}
}

// A daemon that stops does not wait for a model that hangs: the plan is made without it.
func TestPlanWhenTheDaemonStops(t *testing.T) {
	for _, tt := range []struct {
		planner string
		chain   []string
	}{{"local", []string{"m", "local"}}, {"fallback", []string{"m"}}} {
		hang := newGate()
		h := newHouse(t, withModels(tt.chain, map[string]model.Model{"m": hang}), func(o *daemon.Options) { o.Config.Planner.DeadlineMS = 3_600_000 })
		h.begin()
		answer := make(chan ipc.PlanResult)
		go func() {
			answer <- into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":1}]}`))
		}()
		<-hang.asked
		h.daemon.Leave()
		if got := <-answer; got.Used.Planner != tt.planner || len(got.Used.Reasons) != 1 || !strings.Contains(got.Used.Reasons[0], "cancelled") {
			t.Errorf("chain %v: %+v", tt.chain, got.Used)
		}
	}
}

// The answer comes while the model still hangs, from the next in the chain.
func TestPlanDeadline(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, deadline, planner string
		chain                   []string
	}{
		{"of the call, to local", `,"deadline_ms":50`, "local", []string{"m", "local"}},
		{"of the call, to the fallback", `,"deadline_ms":50`, "fallback", []string{"m"}},
		{"of the configuration", ``, "local", []string{"m", "local"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := modeltest.NewScript(modeltest.Line{Hang: true})
			h := newHouse(t, withModels(tt.chain, map[string]model.Model{"m": script}),
				func(o *daemon.Options) { o.Config.Planner.DeadlineMS = 100 })
			h.begin()
			got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":1}]`+tt.deadline+`}`))
			if got.Used.Planner != tt.planner || got.Attempts != 1 || !strings.Contains(got.Used.Reasons[0], "deadline") {
				t.Errorf("got %+v", got)
			}
			script.Release() // only now: nothing waited for it
		})
	}
}
