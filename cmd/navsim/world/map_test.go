package world

import (
	"math"
	"testing"

	"navd/daemon/fault"
	"pgregory.net/rapid"
)

func TestRoomAt(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name string
		p    Point
		want string
	}{
		{"kitchen", Point{2, 2}, "Kitchen"},
		{"living room", Point{5, 3.9}, "LivingRoom"},
		{"hallway across the open boundary", Point{5, 4.1}, "Hallway"},
		{"bedroom", Point{0.1, 6.9}, "Bedroom"},
		{"outside", Point{10, 2}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if r, ok := m.RoomAt(tt.p); ok {
				got = r.Type
			}
			equal(t, got, tt.want)
		})
	}
}

func TestFree(t *testing.T) {
	m := testMap(t)
	tests := []struct {
		name string
		p    Point
		want bool
	}{
		{"open floor", Point{5, 3}, true},
		{"touching a wall", Point{2.5, 0.18}, true},
		{"too near a wall", Point{2.5, 0.179}, false},
		{"on a rug", Point{6.5, 2.5}, true},
		{"under a high shelf", Point{3.7, 6.5}, true},
		{"before a painting", Point{0.19, 1.8}, true},
		{"in an open door", Point{4, 2}, true},
		{"touching a door post", Point{4, 2.32}, true},
		{"too near a door post", Point{4, 2.33}, false},
		{"before a closed door", Point{1.5, 3.9}, false},
		{"on the open boundary", Point{6, 4}, true},
		{"in a sofa", Point{8.4, 2.8}, false},
		{"touching a sofa", Point{8.4 - 0.45 - 0.18, 2.8}, true},
		{"outside", Point{-1, 2}, false},
		{"far outside", Point{1e5, -1e5}, false},
		{"not a number", Point{math.NaN(), 1}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			equal(t, m.Free(tt.p), tt.want)
		})
	}
}

// gap gives the distance from p to the nearest thing that blocks, the long way.
func gap(m *Map, p Point) float64 {
	near := math.Inf(1)
	for _, s := range m.Segments() {
		if s.Stops() {
			near = min(near, segmentDist(p, s.A, s.B))
		}
	}
	for i := range m.House().Objects {
		if o := &m.House().Objects[i]; o.Blocks() {
			near = min(near, o.Dist(p))
		}
	}
	return near
}

// The lattice only speeds Free up; it must never change the answer.
func TestFreeIsExact(t *testing.T) {
	m := testMap(t)
	rapid.Check(t, func(t *rapid.T) {
		p := Point{rapid.Float64Range(-1, 10).Draw(t, "x"), rapid.Float64Range(-1, 8).Draw(t, "z")}
		_, in := m.RoomAt(p)
		if got, want := m.Free(p), in && gap(m, p) >= Radius-tiny; got != want {
			t.Fatalf("at %v got %v, want %v", p, got, want)
		}
	})
}

func TestNewMapRefuses(t *testing.T) {
	tests := []struct {
		name   string
		change func(*House)
		field  string
	}{
		{"an invalid house", func(h *House) { h.Doors[2].Wall0 = "no" }, "doors[2].wall0"},
		{"a huge house", func(h *House) { h.Rooms[0].Floor[0].X = -300 }, "rooms"},
		{"a house without floor", func(h *House) {
			h.Objects = []Object{{Type: "Piano", Position: Vec{4, 0.5, 4}, Size: Vec{20, 1, 20}}}
		}, "objects"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := NewMap(edited(t, tt.change))
			refused(t, err, fault.Invalid, tt.field)
		})
	}
}

func TestHomeWithoutAgent(t *testing.T) {
	h := edited(t, func(h *House) { h.Metadata = Metadata{} })
	m := mapOf(t, h)
	equal(t, len(m.home), len(testMap(t).home))
}

func TestBounds(t *testing.T) {
	lo, hi := testMap(t).Bounds()
	equal(t, []Point{lo, hi}, []Point{{0, 0}, {9, 7}})
}

func BenchmarkNewMap(b *testing.B) {
	h := testMap(b).House()
	for b.Loop() {
		if _, err := NewMap(h); err != nil {
			b.Fatal(err)
		}
	}
}
