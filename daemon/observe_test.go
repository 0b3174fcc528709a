package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

// TestObserve walks through every transition; steps are taken before a sample.
func TestObserve(t *testing.T) {
	h := newHouse(t)
	h.begin()
	seq := 0
	for _, tt := range []struct {
		name, params string
		steps        int
		transition   nav.Transition
		place        nav.Where
		candidate    string
		events       []event.Type
		due          string
	}{
		{"unknown names nothing", `"scene_type":"unknown"`, 0, nav.TransitionNone,
			nav.Where{ID: 1, Type: "unknown", Key: 1}, "", []event.Type{"scene"}, ""},
		{"the first names the start place", `"scene_type":"LivingRoom","objects":["tv"],"description":"One. Two. Three."`, 0, nav.TransitionNamed,
			nav.Where{ID: 1, Type: "living room", Label: "LivingRoom", Key: 1}, "", []event.Type{"scene"}, ""},
		{"same type", `"scene_type":"거실"`, 2, nav.TransitionNone,
			nav.Where{ID: 1, Type: "living room", Label: "LivingRoom", Key: 1}, "", []event.Type{"scene"}, ""},
		{"another type", `"scene_type":"kitchen"`, 1, nav.TransitionCandidate,
			nav.Where{ID: 1, Type: "living room", Label: "LivingRoom", Key: 1}, "kitchen", []event.Type{"scene"}, ""},
		{"a third replaces it", `"scene_type":"hallway"`, 1, nav.TransitionCandidate,
			nav.Where{ID: 1, Type: "living room", Label: "LivingRoom", Key: 1}, "corridor", []event.Type{"scene"}, ""},
		{"late adds objects", `"scene_type":"kitchen","step":2,"objects":["cup"]`, 0, nav.TransitionLate,
			nav.Where{ID: 1, Type: "living room", Label: "LivingRoom", Key: 1}, "corridor", []event.Type{"scene"}, ""},
		{"confirmed", `"scene_type":"corridor","description":"Narrow."`, 3, nav.TransitionConfirmed,
			nav.Where{ID: 2, Type: "corridor", Label: "corridor", Key: 2}, "",
			[]event.Type{"scene", "place_created", "place_entered", "anchor_created"}, ""},
		{"failed", `"failed":"HTTP 503"`, 0, nav.TransitionNone,
			nav.Where{ID: 2, Type: "corridor", Label: "corridor", Key: 2}, "", []event.Type{"scene_failed"}, ""},
		{"asked", `"ask":true`, 0, nav.TransitionNone,
			nav.Where{ID: 2, Type: "corridor", Label: "corridor", Key: 2}, "", nil, "asked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := h.in(t)
			for range tt.steps {
				seq++
				h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":"turn_left"}`, seq))
			}
			got := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, `{"episode":"e001",`+tt.params+`}`))
			var types []event.Type
			for _, e := range got.Events {
				types = append(types, e.Type)
			}
			candidate := ""
			if got.Candidate != nil {
				candidate = string(got.Candidate.Type)
			}
			if got.Transition != tt.transition || got.Place != tt.place || candidate != tt.candidate || got.SceneDue.Reason != tt.due {
				t.Errorf("got %+v", got)
			}
			if diff := cmp.Diff(tt.events, types); diff != "" {
				t.Error(diff)
			}
		})
	}
	g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001"}`))
	if diff := cmp.Diff([]string{"cup", "tv"}, g.Places[0].Objects); diff != "" || g.Places[0].Description != "One. Two." {
		t.Errorf("place 1: %+v\n%s", g.Places[0], diff)
	}
}

func TestObserveRefuses(t *testing.T) {
	h := newHouse(t)
	h.begin()
	h.do(ipc.EpisodeBegin, `{"goal":"bed"}`)
	h.do(ipc.EpisodeEnd, `{"episode":"e002"}`)
	before := h.memory("e001")
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(r refusal, field string) refusal { r.Field = field; return r }
	for _, tt := range []struct {
		name, params string
		want         refusal
	}{
		{"nothing", `{"episode":"e001"}`, in(params, "scene_type")},
		{"objects alone", `{"episode":"e001","objects":["cup"]}`, in(params, "scene_type")},
		{"empty type", `{"episode":"e001","scene_type":""}`, in(params, "scene_type")},
		{"a type without letters", `{"episode":"e001","scene_type":"--"}`, refusal{Code: -32001, Kind: fault.Invalid, Field: "scene_type"}},
		{"failed with a scene", `{"episode":"e001","scene_type":"kitchen","failed":"no"}`, in(params, "failed")},
		{"step to come", `{"episode":"e001","scene_type":"kitchen","step":1}`, refusal{Code: -32001, Kind: fault.Invalid, Field: "step"}},
		{"step before all", `{"episode":"e001","scene_type":"kitchen","step":-1}`, in(params, "step")},
		{"too long", fmt.Sprintf(`{"episode":"e001","scene_type":%q}`, strings.Repeat("a", 201)), in(params, "scene_type")},
		{"unknown episode", `{"episode":"no","scene_type":"kitchen"}`, refusal{Code: -32002, Kind: fault.NotFound, Field: "episode"}},
		{"ended episode", `{"episode":"e002","scene_type":"kitchen"}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"}},
		{"ended episode, ask", `{"episode":"e002","ask":true}`, refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"}},
	} {
		t.Run(tt.name, func(t *testing.T) { h.in(t).refuse(ipc.NavObserve, tt.params, tt.want) })
	}
	if diff := cmp.Diff(before, h.memory("e001")); diff != "" {
		t.Errorf("a refused sample changed something:\n%s", diff)
	}
}
