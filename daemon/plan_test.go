package daemon_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/ipc"
)

func TestPlanRefuses(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.EpisodeBegin, `{"goal":"bed"}`)
	h.do(ipc.EpisodeEnd, `{"episode":"e002"}`)
	before := h.memory("e001")
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(r refusal, field string) refusal { r.Field = field; return r }
	const labels = `"labels":[{"view":0}]`
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"nothing", `{"episode":"e001"}`, in(params, "labels")},
		{"empty lists", `{"episode":"e001","labels":[],"views":[]}`, in(params, "labels")},
		{"view out of range", `{"episode":"e001","labels":[{"view":12}]}`, in(params, "labels[0].view")},
		{"no view", `{"episode":"e001","labels":[{"free_m":2}]}`, in(params, "labels[0].view")},
		{"label twice", `{"episode":"e001","labels":[{"view":1},{"view":2},{"view":1}]}`, in(params, "labels")},
		{"label of a view not shown", `{"episode":"e001","shown_views":[3],"labels":[{"view":1}]}`, in(params, "labels")},
		{"picture of a view not shown", `{"episode":"e001","shown_views":[3],"views":[{"view":1,"image":{"path":"/a"}}]}`, in(params, "views")},
		{"picture twice", `{"episode":"e001","views":[{"view":1,"image":{"path":"/a"}},{"view":1,"image":{"path":"/a"}}]}`, in(params, "views")},
		{"shown twice", `{"episode":"e001","shown_views":[3,4,3],` + labels + `}`, in(params, "shown_views")},
		{"shown out of range", `{"episode":"e001","shown_views":[-1],` + labels + `}`, in(params, "shown_views[0]")},
		{"facing out of range", `{"episode":"e001","facing_view":12,` + labels + `}`, in(params, "facing_view")},
		{"negative floor", `{"episode":"e001","labels":[{"view":0,"free_m":-1}]}`, in(params, "labels[0].free_m")},
		{"ranges beyond the farthest", `{"episode":"e001",` + labels + `,"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[1,8.5]}]}`, in(params, "ranges[0].values[1]")},
		{"ranges that go round twice", `{"episode":"e001",` + labels + `,"ranges":[{"start_deg":0,"step_deg":181,"max_m":8,"values":[1,2,3]}]}`, in(params, "ranges[0].step_deg")},
		{"ranges without values", `{"episode":"e001",` + labels + `,"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[]}]}`, in(params, "ranges[0].values")},
		{"ranges of a view that there is not", `{"episode":"e001",` + labels + `,"ranges":[{"view":12,"start_deg":0,"step_deg":6,"max_m":8,"values":[1]}]}`, in(params, "ranges[0].view")},
		{"far too many ranges", `{"episode":"e001",` + labels + `,"ranges":[{"start_deg":0,"step_deg":0.1,"max_m":8,"values":[` + strings.Repeat("1,", 100_000) + `1]}]}`, in(params, "ranges[0].values")},
		{"no time", `{"episode":"e001","deadline_ms":0,` + labels + `}`, in(params, "deadline_ms")},
		{"unknown episode", `{"episode":"no",` + labels + `}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
		{"ended episode", `{"episode":"e002",` + labels + `}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.NavPlan, tt.params, tt.want) })
	}
	if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
		t.Errorf("a refused plan changed something:\n%s", diff)
	}
}

// record reads the newest plan record of an episode from its log.
func (h *house) record(id string) (p planner.Plan) {
	h.t.Helper()
	log := into[ipc.LogResult](h.t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["plan"]}`, id)))
	if len(log.Entries) == 0 {
		h.t.Fatal("no plan in the log")
	}
	return into[planner.Plan](h.t, log.Entries[len(log.Entries)-1].Data)
}

func TestPlanLocal(t *testing.T) {
	h := newHouse(t)
	h.begin()
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","facing_view":11,"labels":[
		{"view":0,"scene_type":"kitchen","free_m":2,"see_m":4},{"view":3,"scene_type":"living room","free_m":4,"see_m":6}]}`))
	reach := 3.0
	want := ipc.PlanResult{
		Plan: "e001.1", Angle: -90, AngleLabel: 90, View: 3, RangeM: &reach,
		Ways: []planner.Way{
			{Angle: -90, WayM: 3, Room: "living room", Score: 1, Why: got.Discovered.Why},
			{Angle: 0, WayM: 1.7, Room: "kitchen", Score: 0.202, Why: "kitchen, not yet tried, no usual place for the sofa"},
		},
		Turns: []nav.Action{nav.TurnRight, nav.TurnRight, nav.TurnRight, nav.TurnRight},
		Discovered: nav.Record{
			Idx: 1, Plan: 1, GoalSceneType: "living room", Why: got.Discovered.Why, Heading: -120, From: nav.Pose{},
		},
		Used: ipc.PlanUsed{Planner: "local", Used: got.Used.Used},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	p := h.record("e001")
	if p.ID != "e001.1" || p.N != 1 || p.Goal != "sofa" || p.Planner != "local" || p.Facing != 11 || len(p.Shown) != 12 || len(p.Labels) != 2 || p.Options != 12 {
		t.Errorf("record: %+v", p)
	}
	if diff := cmp.Diff(got.Discovered, p.Record); diff != "" {
		t.Errorf("record:\n%s", diff)
	}
	g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`))
	if len(g.Sites) != 1 || g.Sites[0].Chosen != 3 || len(g.Sites[0].Views) != 12 {
		t.Errorf("sites: %+v", g.Sites)
	}
}

// With ranges a plan goes to an open edge of the seen area, and says the way; after
// a start it goes on with what was seen.
func TestPlanRanges(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavObserve, `{"episode":"e001","scene_type":"kitchen"}`)
	var values []string
	for i := range 60 { // a room of 4 m with a door to the left
		if deg := 6 * i; deg >= 84 && deg <= 96 {
			values = append(values, "null")
		} else {
			values = append(values, "2")
		}
	}
	plan := func(extra string) ipc.PlanResult {
		h.t.Helper()
		return into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":0,"free_m":1.5,"see_m":2,"scene_type":"kitchen"},{"view":9,"free_m":5,"see_m":8,"scene_type":"corridor"}],
			"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[`+strings.Join(values, ",")+`]}]`+extra+`}`))
	}
	first := plan("")
	if first.View != 9 || len(first.Path) == 0 || first.RangeM == nil || *first.RangeM != first.Path[0].RangeM {
		t.Errorf("it does not go through the door: %+v", first)
	}
	p := h.record("e001")
	if p.Decision.Aim == nil || !strings.Contains(p.Decision.Why, "opening") {
		t.Errorf("the record does not say what for: %+v", p.Decision)
	}
	h.restart()
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":"stop"}`)
	second := plan("")
	if second.Path != nil {
		t.Errorf("after a leg that moved nothing it goes over free floor, not along %+v", second.Path)
	}
	h.do(ipc.EpisodeBegin, `{"goal":"sofa","use":{"without":["seen"]}}`)
	without := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e002","labels":[{"view":0,"free_m":1.5,"see_m":2}],"ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[`+strings.Join(values, ",")+`]}]}`))
	if without.Path != nil {
		t.Errorf("an episode that does not use the seen area goes along %+v", without.Path)
	}
}

func TestPlanSeesTheGoal(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":"stop"}`)
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":7,"objects":["Couch"]}],"shown_views":[7,8]}`))
	if !got.GoalFlag || !got.Stop || got.View != 7 || got.AngleLabel != 210 || got.Angle != 150 || len(got.Turns) != 5 || got.Turns[0] != nav.TurnLeft {
		t.Errorf("got %+v", got)
	}
	due := func() nav.Due {
		return into[nav.Stepped](t, h.do(ipc.NavStep, `{"episode":"e001","seq":2,"action":"stop"}`)).PlanDue
	}
	if d := due(); d.Due {
		t.Errorf("after a stop at the goal: %+v", d)
	}
	r := into[ipc.PlanResultResult](t, h.do(ipc.NavPlanResult, `{"plan":"e001.1","goal_flag_verified":false}`))
	if want := (ipc.PlanResultResult{Plan: "e001.1", PlanDue: nav.Due{Due: true, Reason: "stop_without_goal"}}); r != want {
		t.Errorf("got %+v, want %+v", r, want)
	}
	if p := h.record("e001"); p.Verified == nil || *p.Verified || !p.Decision.GoalFlag {
		t.Errorf("the record keeps not both: %+v", p)
	}
}

func TestPlanResult(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":2}]}`)
	h.do(ipc.NavPlanResult, `{"plan":"e001.1","executed_view":9}`)
	h.restart()
	g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`))
	if p := h.record("e001"); g.Sites[0].Chosen != 9 || !g.Sites[0].Views[9].Tried || p.Executed == nil || *p.Executed != 9 {
		t.Errorf("executed view: site %+v, record %+v", g.Sites[0], p)
	}
	h.do(ipc.NavPlanResult, `{"plan":"e001.1","executed":false}`)
	g = into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`))
	if p := h.record("e001"); g.Sites[0].Chosen != -1 || g.Sites[0].Views[9].Tried || *p.Executed != -1 {
		t.Errorf("not executed: site %+v, record %+v", g.Sites[0], p)
	}
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "plan"}
	missing := refusal{Code: -32002, Kind: fault.NotFound, Field: "plan"}
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"no dot", `{"plan":"e001"}`, params},
		{"no number", `{"plan":"e001.x"}`, params},
		{"number 0", `{"plan":"e001.0"}`, params},
		{"not made yet", `{"plan":"e001.2"}`, missing},
		{"unknown episode", `{"plan":"no.1"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
		{"view", `{"plan":"e001.1","executed_view":12}`, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: "executed_view"}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.NavPlanResult, tt.params, tt.want) })
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	h.refuse(ipc.NavPlanResult, `{"plan":"e001.1","executed":true}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"})
}

// An episode that does not use the context plans with what it sees alone; its
// context has the same members, empty.
func TestPlanWithoutContext(t *testing.T) {
	h := newHouse(t)
	h.do(ipc.EpisodeBegin, `{"goal":"sofa","use":{"context":false}}`)
	for seq := 1; seq <= 6; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":1}`, seq))
		got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":6,"free_m":3,"see_m":9}]}`))
		if got.Used.Frontiers != 0 {
			t.Errorf("seq %d: %d frontiers were weighed", seq, got.Used.Frontiers)
		}
	}
	raw := h.do(ipc.NavContext, `{"episode":"e001"}`)
	if strings.Contains(string(raw), "null") {
		t.Errorf("null for an empty list: %s", raw)
	}
	c := into[struct{ Context nav.Context }](t, raw).Context
	if diff := cmp.Diff(nav.Context{Goal: "sofa", Step: 6}, c, cmpopts.IgnoreFields(nav.Context{}, "SystemPrompt"), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// The same calls give the same bytes, records and events included.
func TestPlansRepeat(t *testing.T) {
	var all [2]string
	for i := range all {
		h := newHouse(t, func(o *daemon.Options) { o.Now = start }) // what works beside the calls reads a clock too
		h.begin()
		for n := range 12 {
			h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":%d}`, n+1, n%3+1))
			all[i] += string(h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":"e001","labels":[{"view":%d,"free_m":%d,"see_m":9},{"view":%d}]}`, n, n%5, (n+3)%12)))
		}
		all[i] += h.memory("e001")
	}
	if diff := cmp.Diff(all[0], all[1]); diff != "" {
		t.Error(diff)
	}
	if !json.Valid([]byte(all[0][:strings.Index(all[0], "}{")+1])) {
		t.Error("no JSON")
	}
}
