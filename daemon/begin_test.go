package daemon_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
	"navd/ipc"
)

func TestBeginDefaults(t *testing.T) {
	h := newHouse(t)
	got := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa"}`))
	want := ipc.BeginResult{
		Episode: "e001", Place: nav.Where{ID: 1, Type: nav.Unknown, Key: 1}, Anchor: 1,
		PlanDue: nav.Due{Due: true, Reason: "episode_start"}, ScanDue: nav.Due{Due: true}, SceneDue: nav.Due{Due: true, Reason: "start"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	prompt := nav.Prompt{ID: "planner", Hash: reply.Hash(planner.BuiltIn())}
	ep := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e001"}`))
	if ep.Began.Before(start()) || ep.Began.After(start().Add(time.Minute)) || ep.Began.Location() != time.UTC {
		t.Errorf("began %v", ep.Began)
	}
	ep.Began = time.Time{}
	wantEp := episode.Episode{
		ID: "e001", Goal: "sofa", Run: "default", Frame: "odom", Condition: "C1", Space: "default", Use: episode.Use{Context: true, Grounding: true, Episodic: true, Knowledge: true, Search: true}, PoseSource: "dead_reckoning",
		Config: nav.DefaultConfig(), Prompt: prompt, Made: &episode.Made{Navd: daemon.Version}, Status: episode.Open,
	}
	if diff := cmp.Diff(wantEp, ep); diff != "" {
		t.Error(diff)
	}
}

func TestBeginKeepsWhatItIsTold(t *testing.T) {
	h := newHouse(t, func(o *daemon.Options) {
		o.Config.Planner.Chain, o.Config.Planner.DeadlineMS, o.Config.Lats.Mode = []string{"nearest"}, 777, "off"
		o.Config.Retention.LogDays = 3 // no robot decides by it
	})
	h.do(ipc.EpisodeBegin, `{"goal":"침대","name":"n","run":"r","scene_id":"s","frame":"map","instruction":"i","arm":"a","condition":"C2","space":"p",
		"use":{"context":false,"recent":true,"without":["visits"]},"seed":-7,"start_distance":3,"shortest_path_m":0,"pose_source":"odom",
		"config":{"forward_m":0.5,"turn_deg":10,"scene_every":7,"queue_size":2,"localize_radius_m":3,"stuck_window":4,
		"anchor_every":5,"dwell_steps":6,"stuck_rule":"site","plan_triggers":["stuck","ababa"],"planner_chain":["nearest"]}}`)
	got := into[episode.Episode](t, h.do(ipc.EpisodeGet, `{"episode":"e001"}`))
	seed, three, zero := int64(-7), 3.0, 0.0
	prompt := nav.Prompt{ID: "planner", Hash: reply.Hash(planner.BuiltIn())}
	want := episode.Episode{
		ID: "e001", Goal: "침대", Name: "n", Run: "r", SceneID: "s", Frame: "map", Instruction: "i", Arm: "a", Condition: "C2", Space: "p",
		Seed: &seed, StartDistance: &three, ShortestPathM: &zero, PoseSource: "odom", Prompt: prompt, Made: &episode.Made{Navd: daemon.Version, Settings: map[string]string{"planner.chain": `["nearest"]`, "planner.deadline_ms": "777", "lats.mode": `"off"`}}, Status: episode.Open, Began: got.Began,
		Use: episode.Use{Grounding: true, Episodic: true, Knowledge: true, Search: true, Recent: true, Without: []nav.Part{nav.PartVisits}}, Chain: []string{"nearest"},
		Config: nav.Config{
			ForwardM: 0.5, TurnDeg: 10, SceneEvery: 7, QueueSize: 2, LocalizeRadiusM: 3, StuckWindow: 4, AnchorEvery: 5,
			DwellSteps: 6, StuckRule: event.StuckSite, PlanTriggers: []nav.Trigger{nav.TriggerStuck, nav.TriggerABABA},
			ContextPlaces: 5, ContextAnchors: 8, OdomPose: true,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// In the file an empty chain is refused; in a call it is as if it were not given.
func TestBeginWithoutChain(t *testing.T) {
	h := newHouse(t)
	h.do(ipc.EpisodeBegin, `{"goal":"sofa","config":{"planner_chain":[]}}`)
	if r := into[ipc.PlanResult](t, h.do(ipc.NavPlan, somePlan)); r.Used.Planner != "local" {
		t.Errorf("planned by %q", r.Used.Planner)
	}
}

func TestBeginWithoutTriggers(t *testing.T) {
	h := newHouse(t)
	r := into[ipc.BeginResult](t, h.do(ipc.EpisodeBegin, `{"goal":"sofa","config":{"plan_triggers":[]}}`))
	if r.PlanDue.Due {
		t.Errorf("a plan is due: %v", r.PlanDue)
	}
	if raw := h.do(ipc.EpisodeGet, `{"episode":"e001"}`); !strings.Contains(string(raw), `"plan_triggers":[]`) {
		t.Errorf("got %s", raw)
	}
}

// What a setting may be is in TestOneRange; here is one of each kind.
func TestBeginRefuses(t *testing.T) {
	h := newHouse(t)
	config := func(member string) string { return fmt.Sprintf(`{"goal":"sofa","config":{%s}}`, member) }
	for _, tt := range []struct{ name, params, field string }{
		{"no goal", `{}`, "goal"},
		{"empty goal", `{"goal":""}`, "goal"},
		{"goal with a control character", `{"goal":"sofa\u001b[2J"}`, "goal"},
		{"long goal", fmt.Sprintf(`{"goal":%q}`, strings.Repeat("거", 201)), "goal"},
		{"unknown parameter", `{"goal":"a","goals":"b"}`, "goals"},
		{"negative shortest path", `{"goal":"a","shortest_path_m":-0.1}`, "shortest_path_m"},
		{"pose source", `{"goal":"a","pose_source":"gps"}`, "pose_source"},
		{"unknown use", `{"goal":"a","use":{"contexts":true}}`, "use.contexts"},
		{"forward 0", config(`"forward_m":0`), "config.forward_m"},
		{"trigger", config(`"plan_triggers":["stuck","bored"]`), "config.plan_triggers[1]"},
		{"recent beside the context", `{"goal":"a","use":{"recent":true}}`, "use.recent"},
		{"no such part", `{"goal":"a","use":{"without":["luck"]}}`, "use.without[0]"},
		{"no such planner", config(`"planner_chain":["gpt"]`), "config.planner_chain[0]"},
		{"a planner that is not set up", config(`"planner_chain":["genai","local"]`), "config.planner_chain[0]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h.in(t).refuse(ipc.EpisodeBegin, tt.params, refusal{Code: ipc.CodeParams, Kind: fault.Invalid, Field: tt.field})
		})
	}
	if r := into[ipc.EpisodeListResult](t, h.do(ipc.EpisodeList, `{}`)); len(r.Episodes) != 0 {
		t.Errorf("refused episodes are stored: %v", r.Episodes)
	}
}
