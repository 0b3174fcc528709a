package world

import (
	"math"
	"slices"
	"sync"
	"testing"

	"navd/daemon/fault"
	"pgregory.net/rapid"
)

func goal(t testing.TB, m *Map, target string, instances ...string) *Goal {
	t.Helper()
	g, err := m.Goal(target, instances)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestGoalInstances(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name      string
		target    string
		instances []string
		want      []string
	}{
		{"all of a type", "Chair", nil, []string{"2|1", "4|0"}},
		{"one by id", "Chair", []string{"4|0"}, []string{"4|0"}},
		{"a thing on a table", "Apple", nil, []string{"small|1|1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, goal(t, m, tt.target, tt.instances...).Instances(), tt.want)
		})
	}
}

func TestGoalErrors(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name      string
		target    string
		instances []string
		field     string
	}{
		{"unknown type", "Piano", nil, "target"},
		{"unknown instance", "Chair", []string{"2|1", "9|9"}, "instances"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := m.Goal(tt.target, tt.instances)
			refused(t, err, fault.NotFound, tt.field)
		})
	}
}

func TestGoalReached(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name   string
		target string
		p      Point
		want   bool
	}{
		{"a metre from the edge", "Sofa", Point{8.4 - 0.45 - 1, 2.8}, true},
		{"a bit more", "Sofa", Point{8.4 - 0.45 - 1.01, 2.8}, false},
		{"through an open door", "DiningTable", Point{2.5, 2.5}, true},
		{"behind a wall", "Shelf", Point{4.2, 6.7}, false},
		{"behind a closed door", "Bed", Point{1.5, 3.7}, false},
		{"a painting on the wall", "Painting", Point{0.9, 1.8}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, goal(t, m, tt.target).Reached(tt.p), tt.want)
		})
	}
}

func TestGoalOfPicksOneInstance(t *testing.T) {
	m := testMap(t)
	chairs := goal(t, m, "Chair")
	from := Point{5, 1}
	if way, _, ok := chairs.Route(from); !ok || way[len(way)-1].Z > 3 {
		t.Errorf("nearest of any: got %v, %v, want one by the living room's chair", way, ok)
	}
	far, ok := chairs.Of("4|0")
	if !ok {
		t.Fatal("no goal of 4|0")
	}
	if way, _, ok := far.Route(from); !ok || way[len(way)-1].Z < 5 {
		t.Errorf("nearest of 4|0: got %v, %v, want one by the hallway's chair", way, ok)
	}
	if far.Distance(from) <= chairs.Distance(from) {
		t.Errorf("got %v m to the far one, %v m to the nearest", far.Distance(from), chairs.Distance(from))
	}
	if _, ok := chairs.Of("2|0"); ok {
		t.Error("the sofa is a chair")
	}
}

func TestGoalServesManyGoroutines(t *testing.T) {
	chairs := goal(t, testMap(t), "Chair")
	var wg sync.WaitGroup
	got := make([]float64, 8)
	for i := range got {
		wg.Go(func() {
			far, _ := chairs.Of("4|0")
			got[i] = far.Distance(Point{5, 1})
		})
	}
	wg.Wait()
	equal(t, slices.Min(got), slices.Max(got))
}

func TestGoalOutOfReach(t *testing.T) {
	m := shutMap(t)
	bed := goal(t, m, "Bed")
	if d := bed.Distance(Point{2.5, 1}); !math.IsInf(d, 1) {
		t.Errorf("got %v m, want +Inf", d)
	}
	equal(t, len(bed.Cells()), 0)
	equal(t, m.Targets(), []string{"Apple", "Chair", "DiningTable", "Fridge", "Painting", "Rug", "Sofa"})
}

func TestTargets(t *testing.T) {
	equal(t, testMap(t).Targets(), []string{
		"Apple", "Bed", "Chair", "DiningTable", "Fridge", "Painting", "Rug", "Shelf", "Sofa",
	})
}

// From everywhere the route is clear, ends on a success cell, and is as long
// as Distance says.
func TestGoalRoutes(t *testing.T) {
	m := testMap(t)
	goals := []*Goal{goal(t, m, "Bed"), goal(t, m, "Chair"), goal(t, m, "Apple")}
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(goals).Draw(t, "goal")
		p := m.grid.point(rapid.SampledFrom(m.home).Draw(t, "from"))
		path, metres, ok := g.Route(p)
		if !ok || !g.Reached(path[len(path)-1]) {
			t.Fatalf("from %v: got %v, %v", p, path, ok)
		}
		for i := 1; i < len(path); i++ {
			if !m.Clear(path[i-1], path[i]) {
				t.Fatalf("not clear from %v to %v", path[i-1], path[i])
			}
		}
		if g.Distance(p) != metres || g.Reached(p) != (metres == 0) {
			t.Fatalf("at %v: distance %v, route %v, reached %v", p, g.Distance(p), metres, g.Reached(p))
		}
	})
}

func BenchmarkGoal(b *testing.B) {
	m := testMap(b)
	for b.Loop() {
		goal(b, m, "Chair")
	}
}
