package world

import (
	"math"
	"testing"
)

func TestAim(t *testing.T) {
	m, shut := testMap(t), shutMap(t)
	tests := []struct {
		name        string
		m           *Map
		from, to    Point
		least, most float64
	}{
		{"straight", m, Point{5, 0.5}, Point{5, 3}, 2.5, 2.5},
		{"nowhere", m, Point{5, 0.5}, Point{5, 0.5}, 0, 0},
		{"through the door", m, Point{2.5, 1}, Point{5, 3.5}, 3.55, 4.1},
		{"all the way round to the bedroom", m, Point{2.5, 2}, Point{2.5, 5}, 6.2, 7.1},
		{"to a room whose doors are shut", shut, Point{2.5, 1}, Point{2.5, 5}, math.Inf(1), math.Inf(1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			aim, ok := tt.m.Aim(tt.to)
			if !ok {
				t.Fatal("no aim")
			}
			if metres := aim.Distance(tt.from); metres < tt.least-tiny || metres > tt.most+tiny {
				t.Errorf("got %v m, want %v to %v", metres, tt.least, tt.most)
			}
		})
	}
	if _, ok := m.Aim(Point{12, 1}); ok {
		t.Error("one can stand outside")
	}
}

func TestFieldIsConsistent(t *testing.T) {
	m := testMap(t)
	f := m.grid.spread(m.home[:1])
	for _, n := range m.home {
		best := uint32(unreached)
		for to, cost := range m.grid.neighbours(n) {
			best = min(best, f[to]+cost)
		}
		if n == m.home[0] {
			best = 0
		}
		if f[n] != best {
			t.Fatalf("node %v: got cost %d, its neighbours say %d", m.grid.point(n), f[n], best)
		}
	}
}

// TestCheapest asks for the farthest entry, so that none nearer hides one that is not to be.
func TestCheapest(t *testing.T) {
	m := testMap(t)
	farthest := func(p Point) (at Point, least float64) {
		e, least := m.cheapest(p, func(e entry) float64 { return -e.metres })
		return m.grid.point(e.node), least
	}
	t.Run("a node is its own entry", func(t *testing.T) {
		at, _ := farthest(Point{5.05, 3.05})
		equal(t, at, Point{5.05, 3.05})
	})
	t.Run("never around a corner", func(t *testing.T) {
		lo, hi := m.Bounds()
		for x := lo.X; x < hi.X; x += 0.07 {
			for z := lo.Z; z < hi.Z; z += 0.07 {
				p := Point{x, z}
				if at, least := farthest(p); m.Free(p) && !math.IsInf(least, 1) && !m.Clear(p, at) {
					t.Fatalf("entry at %v from %v", at, p)
				}
			}
		}
	})
	t.Run("from a blocked place to the nearest", func(t *testing.T) {
		p := Point{8.4 - 0.5, 2.8}
		at, _ := farthest(p)
		n, ok := m.snap(p)
		equal(t, ok, true)
		equal(t, at, m.grid.point(n))
	})
	t.Run("nothing near", func(t *testing.T) {
		_, ok := m.snap(Point{20, 20})
		equal(t, ok, false)
	})
}
