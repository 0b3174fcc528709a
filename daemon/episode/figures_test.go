package episode_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"navd/daemon/episode"

	"github.com/google/go-cmp/cmp"
)

// full is an ended episode that has every figure, each another one.
func full() episode.Episode {
	return episode.Episode{ID: "e1", Status: episode.Ended, Metrics: &episode.Metrics{
		Success: new(true), SPL: new(0.5), SoftSPL: new(0.25), DistanceToGoal: new(0.75),
		Steps: 40, Plans: 3, PathM: 8.5, Fallbacks: 1, ModelCalls: 5, ModelTimeS: 1.5, ModelPlans: new(2), SceneCalls: new(7), Cost: 0.125, SceneSamples: 9,
		ABABA: 2, Stuck: 4, SiteABAB: 6, RevisitRatio: 0.1, UniquePlaceRatio: 0.2, WastedShare: 0.3, ScanShare: 0.4,
		EscapeRate: new(0.6), LeftStart: new(50),
	}}
}

// figuresOf gives every figure that an episode has.
func figuresOf(e episode.Episode) map[string]float64 {
	out := map[string]float64{}
	for _, f := range episode.Figures() {
		if v, ok := f.Of(e); ok {
			out[f.Name] = v
		}
	}
	return out
}

func TestFigures(t *testing.T) {
	want := map[string]float64{
		"sr": 1, "spl": 0.5, "soft_spl": 0.25, "distance_to_goal": 0.75, "steps": 40, "plans": 3, "path_m": 8.5, "fallbacks": 1,
		"model_plans": 2, "model_calls": 5, "scene_calls": 7, "cost": 0.125, "ababa": 2, "stuck": 4, "site_abab": 6, "revisit_ratio": 0.1, "unique_place_ratio": 0.2,
		"wasted_step_share": 0.3, "scan_step_share": 0.4, "escape_rate": 0.6, "escaped_start": 1,
	}
	if diff := cmp.Diff(want, figuresOf(full())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFiguresThatAreNot(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(*episode.Episode)
		lacks  string
	}{
		{"nobody told of success", func(e *episode.Episode) { e.Metrics.Success = nil }, "sr"},
		{"no shortest path", func(e *episode.Episode) { e.Metrics.SPL, e.Metrics.SoftSPL = nil, nil }, "spl soft_spl"},
		{"no distance", func(e *episode.Episode) { e.Metrics.DistanceToGoal = nil }, "distance_to_goal"},
		{"no way to the goal", func(e *episode.Episode) { e.Metrics.DistanceToGoal = new(math.Inf(1)) }, "distance_to_goal"},
		{"no number", func(e *episode.Episode) { e.Metrics.Cost = math.NaN() }, "cost"},
		{"never in a trap", func(e *episode.Episode) { e.Metrics.EscapeRate = nil }, "escape_rate"},
		{"a record from before they were counted apart", func(e *episode.Episode) { e.Metrics.ModelPlans, e.Metrics.SceneCalls = nil, nil }, "model_plans scene_calls"},
		{"no scene was sampled", func(e *episode.Episode) { e.Metrics.SceneSamples = 0 }, "ababa revisit_ratio unique_place_ratio escape_rate escaped_start"},
		{"no scene was read", func(e *episode.Episode) { e.Metrics.SceneSamples, e.Metrics.SceneFailures = 0, 3 }, "ababa revisit_ratio unique_place_ratio escape_rate escaped_start"},
		{"a file that does not tell of scenes", func(e *episode.Episode) {
			e.Metrics.SceneSamples, e.Metrics.Unknown = 0, []string{"scene_samples"}
		}, ""},
		{"a file without them", func(e *episode.Episode) { e.Metrics.Unknown = []string{"stuck", "steps", "anchors"} }, "steps stuck"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := full()
			tc.change(&e)
			got := figuresOf(e)
			var lacks []string
			for _, f := range episode.Figures() {
				if _, ok := got[f.Name]; !ok {
					lacks = append(lacks, f.Name)
				}
			}
			if got := strings.Join(lacks, " "); got != tc.lacks {
				t.Errorf("it lacks %q, want %q", got, tc.lacks)
			}
		})
	}
	open, bare := full(), full()
	open.Status, bare.Metrics = episode.Open, nil
	if got := figuresOf(open); len(got) > 0 {
		t.Errorf("an open episode has %v", got)
	}
	if got := figuresOf(bare); len(got) > 0 {
		t.Errorf("an episode without metrics has %v", got)
	}
}

// TestKnows goes through every member of the metrics: without scenes those are
// not known that need the types of places, and no others.
func TestKnows(t *testing.T) {
	sampled, blind := episode.Metrics{SceneSamples: 1}, episode.Metrics{}
	if earlier := (&episode.Metrics{PlaceSamples: 1}); !earlier.Knows("places") {
		t.Error("places that were sampled for an earlier goal are not known")
	}
	var lost []string
	for i, typ := 0, reflect.TypeFor[episode.Metrics](); i < typ.NumField(); i++ {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		if !sampled.Knows(name) {
			t.Errorf("%s is not known with scenes", name)
		}
		if !blind.Knows(name) {
			lost = append(lost, name)
		}
	}
	want := []string{
		"places", "distinct_places", "ababa", "ababa_literal", "revisit_ratio", "unique_place_ratio", "escape_rate", "left_start",
	}
	if diff := cmp.Diff(want, lost); diff != "" {
		t.Errorf("not known without scenes, -want +got:\n%s", diff)
	}
}

// A failure is a success rate of 0, not nothing.
func TestFailureCounts(t *testing.T) {
	e := full()
	e.Metrics.Success = new(false)
	if v, ok := episode.Figures()[0].Of(e); !ok || v != 0 {
		t.Errorf("%v, %v", v, ok)
	}
}

// TestFiguresAreStated holds every figure to a unit, a meaning and a direction,
// and its name to the member of Metrics.
func TestFiguresAreStated(t *testing.T) {
	members := map[string]bool{"sr": true, "escaped_start": true} // shares that follow from a member
	for i, typ := 0, reflect.TypeFor[episode.Metrics](); i < typ.NumField(); i++ {
		name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
		members[name] = true
	}
	seen := map[string]bool{}
	for _, f := range episode.Figures() {
		if seen[f.Name] || !members[f.Name] || f.Unit == "" || f.Doc == "" || f.Better < -1 || f.Better > 1 {
			t.Errorf("%+v", f)
		}
		seen[f.Name] = true
	}
}

// What a file did not tell is no part of the record.
func TestUnknownStaysOutOfJSON(t *testing.T) {
	b, err := json.Marshal(episode.Metrics{Unknown: []string{"stuck"}})
	if err != nil || strings.Contains(strings.ToLower(string(b)), "unknown") {
		t.Errorf("%s, %v", b, err)
	}
}
