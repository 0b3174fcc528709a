package daemon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/model/modeltest"
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
	ranges := func(r string, more ...string) string {
		return `{` + strings.Join(append([]string{`"episode":"e001","ranges":[{` + r + `}]`}, more...), ",") + `}`
	}
	const fine = `"start_deg":-30,"step_deg":6,"max_m":8,"values":[2,2,2,2,2,2,2,2,2,2,2]`
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
		{"ranges below zero", ranges(`"start_deg":0,"step_deg":6,"max_m":8,"values":[1,-0.1]`), in(params, "ranges[0].values[1]")},
		{"ranges that are no number", ranges(`"start_deg":0,"step_deg":6,"max_m":8,"values":[1,"NaN"]`), in(params, "ranges[0].values[1]")},
		{"ranges beyond the farthest", ranges(`"start_deg":0,"step_deg":6,"max_m":8,"values":[8.5]`), in(params, "ranges[0].values[0]")},
		{"ranges with no farthest", ranges(`"start_deg":0,"step_deg":6,"max_m":0,"values":[0]`), in(params, "ranges[0].max_m")},
		{"ranges of another length", ranges(`"start_deg":0,"step_deg":6,"max_m":8,"values":[]`), in(params, "ranges[0].values")},
		{"ranges that go round more than once", ranges(`"start_deg":0,"step_deg":181,"max_m":8,"values":[1,2,3]`), in(params, "ranges[0].step_deg")},
		{"a step of more than a round", ranges(`"start_deg":0,"step_deg":361,"max_m":8,"values":[1,2]`), in(params, "ranges[0].step_deg")},
		{"far too many ranges", ranges(`"start_deg":0,"step_deg":0.001,"max_m":8,"values":[` + strings.Repeat("1,", 100_000) + `1]`), in(params, "ranges[0].values")},
		{"ranges of a view", ranges(`"view":3,"start_deg":0,"step_deg":6,"max_m":8,"values":[1]`), in(params, "ranges[0].view")},
		{"ranges of another step", ranges(`"start_deg":0,"step_deg":6,"max_m":8,"values":[1]`, `"step":1`), refusal{Code: -32001, Kind: fault.Invalid, Field: "step"}},
		{"ranges with a bad scene", ranges(fine, `"scene_type":"--"`), refusal{Code: -32001, Kind: fault.Invalid, Field: "scene_type"}},
		{"ranges with objects of no place", ranges(fine, `"objects":["cup"]`), in(params, "scene_type")},
		{"ranges with a picture that nobody reads", ranges(fine, `"image":{"base64":"aGk="}`), refusal{Code: -32001, Kind: fault.Invalid, Field: "image.base64"}},
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

// What a robot sees while it drives is in the seen area, also after a start and
// when the daemon was killed; the answer says whether it was kept.
func TestObserveRanges(t *testing.T) {
	h := newHouse(t)
	h.begin()
	look := func(metres, more string) ipc.ObserveResult {
		h.t.Helper()
		values := strings.TrimSuffix(strings.Repeat(metres+",", 27), ",")
		return into[ipc.ObserveResult](t, h.do(ipc.NavObserve, `{"episode":"e001","ranges":[{"start_deg":39,"step_deg":-3,"max_m":8,"values":[`+values+`]}]`+more+`}`))
	}
	seen := func() (string, int) {
		h.t.Helper()
		g := into[ipc.GraphResult](t, h.do(ipc.NavGraph, `{"episode":"e001","seen":true}`))
		n := 0
		if g.Seen != nil {
			for _, r := range g.Seen.Floor {
				n += r.N
			}
		}
		return h.memory("e001"), n
	}
	before, _ := seen()
	first := look("3", "")
	if first.RangesKept == nil || !*first.RangesKept || first.Transition != nav.TransitionNone || len(first.Events) > 0 || !first.SceneDue.Due {
		t.Errorf("the first: %+v", first)
	}
	after, floor := seen()
	if floor < 40 || after == before {
		t.Errorf("%d cells of floor", floor)
	}
	if again := look("3", ""); again.RangesKept == nil || *again.RangesKept {
		t.Errorf("the same again: %+v", again)
	}
	if same, _ := seen(); same != after {
		t.Errorf("what was not kept changed something:\n%s", cmp.Diff(after, same))
	}
	for seq := 1; seq <= 4; seq++ {
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":"move_forward"}`, seq))
	}
	named := look("4", `,"scene_type":"hall","step":4,"key":"once"`)
	if named.RangesKept == nil || !*named.RangesKept || named.Transition != nav.TransitionNamed {
		t.Errorf("with a sample: %+v", named)
	}
	if diff := cmp.Diff(named, look("4", `,"scene_type":"hall","step":4,"key":"once"`)); diff != "" {
		t.Errorf("the same call again:\n%s", diff)
	}
	if failed := look("5", `,"failed":"HTTP 503"`); failed.RangesKept == nil || *failed.RangesKept {
		t.Errorf("with a failed call, from the same spot: %+v", failed)
	}
	h.do(ipc.NavStep, `{"episode":"e001","seq":5,"action":"turn_left"}`)
	if asked := look("5", `,"ask":true`); asked.RangesKept == nil || !*asked.RangesKept || asked.SceneDue.Reason != "asked" {
		t.Errorf("with ask: %+v", asked)
	}
	plain := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, `{"episode":"e001","scene_type":"hall"}`))
	if plain.RangesKept != nil {
		t.Errorf("without ranges: %+v", plain)
	}
	want, more := seen()
	if more <= floor {
		t.Errorf("%d cells, then %d", floor, more)
	}
	h.restart()
	if got, _ := seen(); got != want {
		t.Errorf("after a start:\n%s", cmp.Diff(want, got))
	}
	h = h.crash()
	if got, _ := seen(); got != want {
		t.Errorf("after a crash:\n%s", cmp.Diff(want, got))
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	h.refuse(ipc.NavObserve, `{"episode":"e001","ranges":[{"start_deg":0,"step_deg":6,"max_m":8,"values":[1,1]}]}`,
		refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"})
}

// Ranges that come with a picture are taken when it comes, not when it was read.
func TestObserveRangesWithPicture(t *testing.T) {
	h := newHouse(t, withScene(modeltest.NewScript(sceneLine("kitchen"), sceneLine("hall"))))
	h.begin()
	const ranges = `,"ranges":[{"start_deg":-39,"step_deg":3,"max_m":8,"values":[2,2,2,2,2,2,2,2,2,2,2,2,2]}]`
	r := into[ipc.ObserveResult](t, h.do(ipc.NavObserve, observe(1, ranges+`,"wait":true`)))
	if r.RangesKept == nil || !*r.RangesKept || r.Place.Type != "kitchen" {
		t.Errorf("with wait: %+v", r)
	}
	r = into[ipc.ObserveResult](t, h.do(ipc.NavObserve, observe(2, ranges)))
	if r.RangesKept == nil || *r.RangesKept || r.Transition != nav.TransitionPending {
		t.Errorf("in the background: %+v", r)
	}
	h.refuse(ipc.NavObserve, observe(3, ranges+`,"step":9`), refusal{Code: -32001, Kind: fault.Invalid, Field: "step"})
}
