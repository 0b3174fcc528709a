package episode_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"navd/daemon/episode"
	"navd/daemon/nav"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSPL(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tc := range []struct {
		name             string
		success          bool
		shortest, walked float64
		want             float64
	}{
		{"the shortest path", true, 5, 5, 1},
		{"twice as long", true, 5, 10, 0.5},
		{"shorter than the shortest counts as it", true, 5, 4, 1},
		{"not walked at all", true, 5, 0, 1},
		{"no success", false, 5, 5, 0},
		{"at the goal from the start", true, 0, 0, 1},
		{"at the goal from the start, after a walk", true, 0, 3, 1},
		{"at the goal from the start, not noticed", false, 0, 0, 0},
		{"no way to the goal", true, inf, 5, 0},
		{"a walk without end", true, 5, inf, 0},
		{"both", true, inf, inf, 0},
		{"no number", true, nan, 5, 0},
		{"no number walked", true, 5, nan, 0},
		{"negative", true, -1, 5, 0},
		{"negative walked", true, 5, -1, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := episode.SPL(tc.success, tc.shortest, tc.walked); got != tc.want {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}

func TestSoftSPL(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tc := range []struct {
		name                       string
		distance, shortest, walked float64
		want                       float64
	}{
		{"arrived by the shortest path", 0, 5, 5, 1},
		{"half way", 2.5, 5, 2.5, 0.5},
		{"half way by a detour", 2.5, 5, 10, 0.25},
		{"no nearer", 5, 5, 1, 0},
		{"farther away", 9, 5, 4, 0},
		{"at the goal from the start", 0, 0, 0, 1},
		{"away from a goal that was here", 2, 0, 2, 0},
		{"no way to the goal", 2, inf, 5, 0},
		{"lost", inf, 5, 5, 0},
		{"a walk without end", 0, 5, inf, 0},
		{"no number", nan, 5, 5, 0},
		{"negative", -1, 5, 5, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := episode.SoftSPL(tc.distance, tc.shortest, tc.walked); got != tc.want {
				t.Errorf("%v, want %v", got, tc.want)
			}
		})
	}
}

// TestAlwaysAShare gives both figures any numbers.
func TestAlwaysAShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, l, p := rapid.Float64().Draw(t, "d"), rapid.Float64().Draw(t, "l"), rapid.Float64().Draw(t, "p")
		for _, v := range []float64{episode.SPL(rapid.Bool().Draw(t, "s"), l, p), episode.SoftSPL(d, l, p)} {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("%v", v)
			}
		}
	})
}

// walk takes steps in the phase "policy": F forward, B blocked forward, L left,
// S stop; s a scan turn, P a plan.
func walk(t *testing.T, m *nav.Memory, actions string) {
	t.Helper()
	for _, a := range actions {
		st := nav.Step{Seq: m.Seq() + 1, Phase: nav.PhasePolicy}
		switch a {
		case 'P':
			m.Decide(m.Survey([]int{0}, 0, nil), nav.Choice{})
			continue
		case 'F', 'B':
			st.Action, st.Collided = nav.Forward, a == 'B'
		case 'L':
			st.Action = nav.TurnLeft
		case 'S':
			st.Action = nav.Stop
		case 's':
			st.Action, st.Phase = nav.TurnRight, nav.PhaseScan
		}
		if _, _, err := m.Advance(st); err != nil {
			t.Fatal(err)
		}
	}
}

func newMemory() (*nav.Memory, episode.Episode) {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	return m, episode.Episode{ID: "ep", Config: m.Config()}
}

func TestMeasure(t *testing.T) {
	m, e := newMemory()
	e.ShortestPathM = new(2.0)
	walk(t, m, strings.Repeat("s", 11)+"P"+strings.Repeat("F", 8)+"S"+strings.Repeat("B", 10)+"P"+strings.Repeat("F", 12)+"S")
	got := episode.Measure(e, episode.End{Success: new(true), DistanceToGoal: new(0.5), Reason: "stop"}, m, episode.Calls{Plans: 1, N: 4, Seconds: 6, Scenes: 3, Cost: 0.25})
	want := episode.Metrics{
		Success: new(true), SPL: new(0.4), SoftSPL: new(0.75 * 0.4), DistanceToGoal: new(0.5),
		Steps: 43, Forwards: 30, Blocked: 10, PathM: 5, Plans: 2, ModelPlans: new(1), ModelCalls: 4, ModelTimeS: 1.5, SceneCalls: new(3), Cost: 0.25, Places: 1, DistinctPlaces: 1, Anchors: 11,
		Stuck: 1, Rules: map[string]int{"progress": 1, "literal": 1, "site": 1},
		UniquePlaceRatio: 0.1, ScanShare: 11.0 / 43, EscapeRate: new(0.0),
	}
	got.WastedShare = 0 // depends on how old anchors are; its parts are tested with the memory
	if d := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// Metrics that were stored before scene calls were counted apart still read, and
// tell none.
func TestMetricsWithoutSceneCalls(t *testing.T) {
	var m episode.Metrics
	if err := json.Unmarshal([]byte(`{"steps":4,"model_calls":9,"scene_samples":2}`), &m); err != nil {
		t.Fatal(err)
	}
	got := figuresOf(episode.Episode{Status: episode.Ended, Metrics: &m})
	if n, ok := got["scene_calls"]; ok || got["model_calls"] != 9 {
		t.Errorf("%v scene calls, %v model calls", n, got["model_calls"])
	}
	m.SceneCalls = new(0)
	if b, err := json.Marshal(m); err != nil || !strings.Contains(string(b), `"scene_calls":0,`) {
		t.Errorf("none is not unknown: %s, %v", b, err)
	}
}

func TestMeasureTrustsTheController(t *testing.T) {
	m, e := newMemory()
	walk(t, m, "FF")
	e.ShortestPathM = new(5.0)
	got := episode.Measure(e, episode.End{Success: new(true), PathM: new(10.0), Steps: new(99)}, m, episode.Calls{})
	if got.PathM != 10 || got.Steps != 99 || *got.SPL != 0.5 {
		t.Errorf("path %v, steps %v, SPL %v", got.PathM, got.Steps, *got.SPL)
	}
}

func TestMeasureLeavesOutWhatNobodyTold(t *testing.T) {
	for _, tc := range []struct {
		name      string
		shortest  *float64
		end       episode.End
		spl, soft bool
	}{
		{"nothing", nil, episode.End{}, false, false},
		{"no shortest path", nil, episode.End{Success: new(true), DistanceToGoal: new(0.0)}, false, false},
		{"no success", new(5.0), episode.End{DistanceToGoal: new(0.0)}, false, true},
		{"no distance", new(5.0), episode.End{Success: new(false)}, true, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, e := newMemory()
			e.ShortestPathM = tc.shortest
			got := episode.Measure(e, tc.end, m, episode.Calls{})
			if (got.SPL != nil) != tc.spl || (got.SoftSPL != nil) != tc.soft || got.EscapeRate != nil {
				t.Errorf("%+v", got)
			}
			if b, err := json.Marshal(got); err != nil || strings.Contains(string(b), "null") {
				t.Errorf("%s, %v", b, err)
			}
		})
	}
}

func TestMeasureOfTheLastGoal(t *testing.T) {
	m, e := newMemory()
	walk(t, m, "FFFFBBBBBBBBBBPS")
	base, _, _ := m.Totals()
	m.SetGoal("lamp")
	e.GoalBase = &base
	walk(t, m, "PFFS")
	got := episode.Measure(e, episode.End{}, m, episode.Calls{})
	if got.Steps != 3 || got.Forwards != 2 || got.Blocked != 0 || got.Plans != 1 || got.PathM != 0.5 || got.Stuck != 0 {
		t.Errorf("%+v", got)
	}
}

func TestRevisitRatio(t *testing.T) {
	m, e := newMemory()
	for _, label := range []string{"kitchen", "hall", "kitchen"} {
		if _, _, _, err := m.Observe(nav.Sample{Step: m.Seq(), Label: label}); err != nil {
			t.Fatal(err)
		}
		walk(t, m, "BBBB")
	}
	got := episode.Measure(e, episode.End{}, m, episode.Calls{})
	if got.Places != 3 || got.DistinctPlaces != 2 || math.Abs(got.RevisitRatio-1.0/3) > 1e-9 {
		t.Errorf("%d entries, %d keys, revisit ratio %v", got.Places, got.DistinctPlaces, got.RevisitRatio)
	}
}
