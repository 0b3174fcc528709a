package nav_test

import (
	"encoding/json"
	"testing"

	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

func TestConfigDefaults(t *testing.T) {
	want := nav.Config{
		ForwardM: 0.25, TurnDeg: 30, SceneEvery: 20, QueueSize: 5, LocalizeRadiusM: 1.5, StuckWindow: 10, AnchorEvery: 2,
		DwellSteps: 3, StuckRule: "progress", PlanTriggers: []nav.Trigger{"episode_start", "stop_without_goal"},
		ContextPlaces: 5, ContextAnchors: 8,
	}
	diff(t, "defaults", nav.DefaultConfig(), want)
}

func TestIDs(t *testing.T) {
	type ids struct {
		P ref.PlaceID
		A ref.AnchorID
		S ref.SiteID
	}
	for text, want := range map[string]ids{
		`{"P":"1","A":"20","S":"3"}`: {1, 20, 3},
		`{"P":"","A":"","S":""}`:     {},
	} {
		var got ids
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is %+v, %v", text, got, err)
		}
		diff(t, "JSON", string(jsonOf(t, got)), text)
	}
	for _, bad := range []string{`{"P":"0"}`, `{"A":"-1"}`, `{"S":"x"}`, `{"P":"1.5"}`, `{"A":1}`, `{"A":"+5"}`, `{"S":"007"}`} {
		var got ids
		if err := json.Unmarshal([]byte(bad), &got); err == nil {
			t.Errorf("%s is %+v", bad, got)
		}
	}
}

func TestEventTypes(t *testing.T) {
	diff(t, "types", event.Types(), []event.Type{
		"place_created", "place_entered", "anchor_created", "stuck", "ababa", "plan", "fallback", "scene", "scene_failed",
		"episode_begin", "goal_changed", "episode_end", "feedback", "job", "aligned", "alignment_undone", "house_changed",
	})
}

func TestLookUps(t *testing.T) {
	r := runTrace(t, "see kitchen\nplan 0\nplan 0\nsee hall\ngo F*6")
	diff(t, "queued plans", r.mem.QueuedPlans(), []ref.SiteID{1, 2})
	if p, ok := r.mem.Place(2); !ok || p.First != 4 || p.Last != 6 {
		t.Errorf("place 2 is %+v, %v", p, ok)
	}
	for _, id := range []ref.PlaceID{0, 3, -1} {
		if p, ok := r.mem.Place(id); ok {
			t.Errorf("place %d is %+v", id, p)
		}
	}
}

func TestSince(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "go F!*10")
	base, _, _ := r.mem.Totals()
	diff(t, "nothing since", base.Since(base).Rules, map[string]int{"progress": 0, "literal": 0, "site": 0})
	r.do(0, "go F F S")
	now, _, _ := r.mem.Totals()
	got := now.Since(base)
	if got.Steps != 3 || got.Forwards != 2 || got.Blocked != 0 || got.PathM != 0.5 || got.Anchors != 1 || got.Stuck != 0 || got.NonScan != 3 {
		t.Errorf("%+v", got)
	}
}

func TestSitePattern(t *testing.T) {
	runTraces(t, []trace{
		{"A, B, A, B over sites merged at 1.5 m", `
			plan 0
			go F=4
			plan 0
			go F=3@180
			plan 0 → count.site_abab 0
			go F=3
			plan 0 → count.site_abab 1
			go F=4@180
			plan 0 → count.site_abab 1
			go F=9@90
			plan 0 → count.site_abab 1`},
		{"staying at one site is none", `
			plan 0
			plan 0
			plan 0
			plan 0 → count.site_abab 0`},
		{"one that is 2 m off is another site", `
			plan 0
			go F=4
			plan 0
			go F=2@180
			plan 0
			go F=2
			plan 0 → count.site_abab 0`},
	})
}
