package world

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestPath(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name     string
		from, to Point
		corners  int
		least    float64
		most     float64
	}{
		{"straight", Point{5, 0.5}, Point{5, 3}, 2, 2.5, 2.5},
		{"nowhere", Point{5, 0.5}, Point{5, 0.5}, 2, 0, 0},
		{"through the door", Point{2.5, 1}, Point{5, 3.5}, 4, 3.55, 3.75},
		{"all the way round to the bedroom", Point{2.5, 2}, Point{2.5, 5}, 6, 6.2, 6.5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path, metres, ok := m.Path(tt.from, tt.to)
			if !ok {
				t.Fatal("no path")
			}
			equal(t, []Point{path[0], path[len(path)-1]}, []Point{tt.from, tt.to})
			if metres < tt.least-tiny || metres > tt.most+tiny || len(path) > tt.corners {
				t.Errorf("got %v m over %v, want %v to %v m over at most %d points", metres, path, tt.least, tt.most, tt.corners)
			}
		})
	}
}

func TestPathRefuses(t *testing.T) {
	m := testMap(t)
	shut, err := NewMap(edited(t, func(h *House) {
		closed := false
		h.Doors[2].Openable = &closed
	}))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name     string
		m        *Map
		from, to Point
	}{
		{"from inside furniture", m, Point{0.4, 0.4}, Point{2.5, 1}},
		{"to the outside", m, Point{2.5, 1}, Point{12, 1}},
		{"to a room whose doors are shut", shut, Point{2.5, 1}, Point{2.5, 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if path, metres, ok := tt.m.Path(tt.from, tt.to); ok {
				t.Errorf("got %v m over %v, want none", metres, path)
			}
		})
	}
}

// Paths between any two places are clear, no shorter than the straight line,
// and nearly as long backwards.
func TestPathProperties(t *testing.T) {
	m := testMap(t)
	rapid.Check(t, func(t *rapid.T) {
		free := func(name string) Point {
			at := m.grid.point(rapid.SampledFrom(m.home).Draw(t, name))
			off := rapid.Float64Range(-0.05, 0.05)
			p := at.Add(Point{off.Draw(t, name+"x"), off.Draw(t, name+"z")})
			if !m.Free(p) {
				return at
			}
			return p
		}
		a, b := free("a"), free("b")
		path, metres, ok := m.Path(a, b)
		if !ok {
			t.Fatalf("no path from %v to %v", a, b)
		}
		if metres < a.Dist(b)-tiny || math.Abs(metres-length(path)) > tiny {
			t.Fatalf("%v m over %v, straight %v m", metres, path, a.Dist(b))
		}
		for i := 1; i < len(path); i++ {
			if !m.Clear(path[i-1], path[i]) {
				t.Fatalf("not clear from %v to %v", path[i-1], path[i])
			}
		}
		if _, back, ok := m.Path(b, a); !ok || back > metres*1.1+0.1 || metres > back*1.1+0.1 {
			t.Fatalf("%v m there, %v m back", metres, back)
		}
	})
}

func TestFieldIsConsistent(t *testing.T) {
	m := testMap(t)
	f := m.grid.spread(m.home[:1], -1)
	for _, n := range m.home {
		best := uint32(unreached)
		m.grid.neighbours(n, func(to int, cost uint32) { best = min(best, f[to]+cost) })
		if n == m.home[0] {
			best = 0
		}
		if f[n] != best {
			t.Fatalf("node %v: got cost %d, its neighbours say %d", m.grid.point(n), f[n], best)
		}
	}
}

func TestSpreadStopsAfterItsNode(t *testing.T) {
	m := testMap(t)
	whole := m.grid.spread(m.home[:1], -1)
	for _, n := range []int{m.home[0], m.home[len(m.home)/2], m.home[len(m.home)-1]} {
		equal(t, m.grid.spread(m.home[:1], n)[n], whole[n])
	}
}

func TestSnap(t *testing.T) {
	m := testMap(t)
	t.Run("a node is its own entry", func(t *testing.T) {
		equal(t, len(m.snap(Point{5.05, 3.05})), 1)
	})
	t.Run("never through a wall", func(t *testing.T) {
		for _, e := range m.snap(Point{3.82, 3.5}) {
			if at := m.grid.point(e.node); at.X > 4 {
				t.Errorf("entry at %v", at)
			}
		}
	})
	t.Run("from a blocked place to the nearest", func(t *testing.T) {
		equal(t, len(m.snap(Point{8.4 - 0.5, 2.8})), 1)
	})
	t.Run("nothing near", func(t *testing.T) {
		equal(t, len(m.snap(Point{20, 20})), 0)
	})
}

func BenchmarkPath(b *testing.B) {
	m := testMap(b)
	for b.Loop() {
		if _, _, ok := m.Path(Point{2.5, 2}, Point{2.5, 5}); !ok {
			b.Fatal("no path")
		}
	}
}
