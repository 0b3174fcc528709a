package explorer

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
)

// inBedrooms is what an explorer knows of a goal that stands in bedrooms.
func inBedrooms(room string) float64 {
	return map[string]float64{"bedroom": 0.9, "living room": 0.3}[room]
}

// rays gives what a robot sees from a spot in n directions.
func rays(m *world.Map, at world.Point, n int) (all []Ray) {
	for i := range n {
		yaw := float64(i) * 360 / float64(n)
		metres, _ := m.Ray(at, yaw, world.MaxSight)
		all = append(all, Ray{yaw, metres})
	}
	return all
}

// mapOf gives the map of a house.
func mapOf(t testing.TB, h *world.House) *world.Map {
	t.Helper()
	m, err := world.NewMap(h)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// generated gives a generated house after a change, and a spot in it.
func generated(t testing.TB, seed uint64, change func(*world.House)) (*world.Map, world.Point) {
	t.Helper()
	h := world.Plan{}.Generate(seed)
	if change != nil {
		change(h)
	}
	return mapOf(t, h), mapOf(t, world.Plan{}.Generate(seed)).RandomStart(rand.New(rand.NewPCG(seed, 1))).Point()
}

// explore looks around and follows ways, n legs at most, until no edge is
// open. It gives the ways and where the robot then stands.
func explore(e *Explorer, at world.Point, n, legs int) (ways []Way, end world.Point) {
	e.See(at, rays(e.m, at, n))
	for range legs {
		w, ok := e.Next(at)
		if !ok || w.Behind == 0 {
			break
		}
		ways = append(ways, w)
		at = w.Corners[len(w.Corners)-1]
		e.See(at, rays(e.m, at, n))
	}
	return ways, at
}

// TestExplores has explorers see nearly all floor that a robot can reach, over
// floor that they had seen before.
func TestExplores(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	for _, tt := range []struct {
		name  string
		worth func(string) float64
		rays  int
	}{
		{"nearest edge, few rays", nil, 12},
		{"nearest edge, many rays", nil, 60},
		{"best edge, few rays", inBedrooms, 12},
		{"best edge, many rays", inBedrooms, 60},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range uint64(2) {
				m, at := generated(t, seed, nil)
				e := New(m, tt.worth)
				e.See(at, rays(m, at, tt.rays))
				legs := 0
				for ; legs < 100; legs++ {
					w, ok := e.Next(at)
					if !ok || w.Behind == 0 {
						break
					}
					if where := strays(e, at, w); where != "" {
						t.Fatalf("house %d, leg %d: %s", seed, legs, where)
					}
					at = w.Corners[len(w.Corners)-1]
					e.See(at, rays(m, at, tt.rays))
				}
				if got := coverage(e); got < 0.95 || legs == 100 {
					t.Errorf("house %d: %.0f %% of the floor seen after %d legs", seed, 100*got, legs)
				}
			}
		})
	}
}

// strays says where a way leaves the floor that was seen, empty: nowhere.
func strays(e *Explorer, from world.Point, w Way) string {
	left, first := legMetres+1e-9, from
	for i, c := range w.Corners {
		if left -= from.Dist(c); left < 0 {
			return fmt.Sprintf("the way is %.2f m too long", -left)
		}
		near := i == 0 && first.Dist(c) < 4*Cell // to a cell that the robot can go straight to
		if w := (&ways{floor: &e.floor, start: first}); !w.clear(from, c) && !near {
			return fmt.Sprintf("the way from %v to %v was not seen", from, c)
		}
		from = c
	}
	return ""
}

// coverage is the share of the floor where the robot can live that was seen.
func coverage(e *Explorer) float64 {
	all, known := 0, 0
	for i := range e.m.House().Rooms {
		for _, p := range e.m.CellsIn(&e.m.House().Rooms[i]) {
			all++
			if e.floor.has(spotOf(p), seen) {
				known++
			}
		}
	}
	return float64(known) / float64(all)
}

// TestUnseen takes the furniture away that no explorer has come to see yet: it must
// decide the same.
func TestUnseen(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	const legs = 4
	for _, worth := range []func(string) float64{nil, inBedrooms} {
		taken := 0
		for seed := range uint64(2) {
			m, at := generated(t, seed, nil)
			e := New(m, worth)
			want, _ := explore(e, at, 12, legs)
			bare, _ := generated(t, seed, func(h *world.House) {
				before := len(h.Objects)
				h.Objects = slices.DeleteFunc(h.Objects, func(o world.Object) bool { return !felt(e, &o) })
				taken += before - len(h.Objects)
			})
			got, _ := explore(New(bare, worth), at, 12, legs)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("house %d: what it has not seen moves it, -with furniture +without:\n%s", seed, diff)
			}
		}
		if taken < 8 {
			t.Errorf("only %d objects were out of sight", taken)
		}
	}
}

// felt reports whether an object keeps the robot off a cell that was seen.
func felt(e *Explorer, o *world.Object) bool {
	for k, c := range e.floor.cells {
		if c&seen != 0 && o.Dist(e.floor.spot(k).middle()) < world.Radius+Cell {
			return true
		}
	}
	return false
}

// TestSame has an explorer decide the same whenever it sees the same.
func TestSame(t *testing.T) {
	m, at := generated(t, 3, nil)
	first, end := explore(New(m, inBedrooms), at, 12, 20)
	again, endAgain := explore(New(m, inBedrooms), at, 12, 20)
	if diff := cmp.Diff(first, again); diff != "" || end != endAgain || len(first) == 0 {
		t.Errorf("%d legs; -first +again:\n%s", len(first), diff)
	}
}

// TestTold has an explorer that is told nothing of the house decide the same where
// nothing stands, and by the rooms that it hears of.
func TestTold(t *testing.T) {
	m, at := generated(t, 3, nil)
	empty, _ := generated(t, 3, func(h *world.House) { h.Objects = nil })
	hears := func(room string) func(world.Point) string { return func(world.Point) string { return room } }
	legs, _ := explore(Told(m, hears("bedroom"), inBedrooms), at, 60, 20)
	same, _ := explore(Told(empty, hears("bedroom"), inBedrooms), at, 60, 20)
	if diff := cmp.Diff(legs, same); diff != "" || len(legs) == 0 || legs[0].Room != "bedroom" {
		t.Fatalf("%d legs; -furnished +empty:\n%s", len(legs), diff)
	}
	for _, w := range legs {
		for _, c := range w.Corners {
			for _, r := range rays(m, c, 60) {
				if r.Metres < Cell {
					t.Errorf("%v is %.2f m from a wall", c, r.Metres)
				}
			}
		}
	}
}

// TestAgain has an explorer that has seen everything look around where it has not
// yet, on and on.
func TestAgain(t *testing.T) {
	m, at := generated(t, 2, nil)
	e := New(m, nil)
	_, at = explore(e, at, 60, 100)
	for leg := range 25 {
		w, ok := e.Next(at)
		if !ok || w.Behind != 0 || w.Metres < apart/2 {
			t.Fatalf("leg %d: %+v, %v", leg, w, ok)
		}
		at = w.Corners[len(w.Corners)-1]
		e.See(at, rays(m, at, 60))
	}
}

// TestStuck has an explorer go for another edge when legs do not bring it away.
func TestStuck(t *testing.T) {
	m, at := generated(t, 3, nil)
	e := New(m, nil)
	e.See(at, rays(m, at, 12))
	var aims []world.Point
	for range 3 {
		if _, ok := e.Next(at); !ok {
			t.Fatal("it knows no way")
		}
		aims = append(aims, e.leg.to)
	}
	if aims[0].Dist(aims[1]) < sameEdge || aims[0].Dist(aims[2]) < sameEdge {
		t.Errorf("it goes on trying: %v", aims)
	}
}

// TestScore weighs edges by room, by what lies behind, by the way, and by legs in
// vain.
func TestScore(t *testing.T) {
	houses, err := world.LoadFile("../world/testdata/four_rooms.json")
	if err != nil {
		t.Fatal(err)
	}
	m := mapOf(t, houses[0])
	bedroom, hall, living := spotOf(world.Point{X: 2, Z: 5.5}), spotOf(world.Point{X: 6, Z: 6}), spotOf(world.Point{X: 6, Z: 2})
	vain := bedroom.middle()
	for _, tt := range []struct {
		name  string
		worth func(string) float64
		edge  edge
		vain  []world.Point
		want  float64
	}{
		{"the best room", inBedrooms, edge{bedroom, 2, 5}, nil, 1.05 / 33},
		{"a room for little", inBedrooms, edge{living, 2, 5}, nil, 0.45 / 33},
		{"a hallway leads on", inBedrooms, edge{hall, 2, 5}, nil, 0.45 / 33},
		{"farther away", inBedrooms, edge{bedroom, 7, 5}, nil, 1.05 / 63},
		{"little behind it", inBedrooms, edge{bedroom, 2, 1}, nil, 0.42 / 33},
		{"nothing behind it", inBedrooms, edge{bedroom, 2, 0.2}, nil, 0},
		{"in vain once", inBedrooms, edge{bedroom, 2, 5}, []world.Point{vain}, 0.315 / 33},
		{"in vain twice", inBedrooms, edge{bedroom, 2, 5}, []world.Point{vain, vain}, 0.0945 / 33},
		{"another in vain", inBedrooms, edge{living, 2, 5}, []world.Point{vain}, 0.45 / 33},
		{"the nearest, in any room", nil, edge{living, 2, 1}, nil, 1.0 / 33},
		{"the nearest, in vain", nil, edge{bedroom, 2, 1}, []world.Point{vain}, 1e-3 / 33},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := New(m, tt.worth)
			e.vain = tt.vain
			if got := e.score(tt.edge); math.Abs(got-tt.want) > 1e-12 {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// TestSight looks between two rays of four that are 90° apart, from 0° on.
func TestSight(t *testing.T) {
	for _, tt := range []struct {
		name   string
		metres [4]float64
		yaw    float64
		want   float64
		wall   bool
	}{
		{"on a ray", [4]float64{2, 2, 2, 2}, 90, 2, true},
		{"on the line between two ends", [4]float64{2, 2, 2, 2}, 45, math.Sqrt2, true},
		{"between the last and the first", [4]float64{2, 2, 2, 2}, 315, math.Sqrt2, true},
		{"as far as the shorter", [4]float64{4, 2, 2, 2}, 80, 2, true},
		{"and beside the longer an opening", [4]float64{4, 2, 2, 2}, 10, 2, false},
		{"the shorter is the first", [4]float64{2, 4, 2, 2}, 10, 2, true},
		{"nothing ends the sight", [4]float64{8, 8, 8, 8}, 45, 8 / math.Sqrt2, false},
		{"a ray of no length", [4]float64{0, 0.5, 2, 2}, 45, 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var rays []Ray
			for i, d := range tt.metres {
				rays = append(rays, Ray{float64(90 * i), d})
			}
			f := newFan(world.Point{X: 1, Z: 1}, rays)
			got, wall := f.sight(tt.yaw)
			if math.Abs(got-tt.want) > 1e-9 || wall != tt.wall {
				t.Errorf("%v m, wall %v; want %v m, wall %v", got, wall, tt.want, tt.wall)
			}
		})
	}
}

// TestSightAlongWall sees a wall 1 m to the east as one, though the rays that meet
// it are ever longer.
func TestSightAlongWall(t *testing.T) {
	var rays []Ray
	for i := range 12 {
		yaw := float64(30 * i)
		metres := 1.0
		if x := world.Heading(yaw).X; x > 0.4 {
			metres = 1 / x
		}
		rays = append(rays, Ray{yaw, metres})
	}
	rays[1].Metres, rays[0].Metres = 6, 8 // a far way to the north, not the wall
	rays[5].Metres = 3.4                  // through a door in it
	f := newFan(world.Point{}, rays)
	want := []bool{false, false, true, true, false, false}
	if diff := cmp.Diff(want, f.joins[:6]); diff != "" {
		t.Errorf("rays that end at the wall of the next, -want +got:\n%s", diff)
	}
}

// TestCut ends ways after some metres.
func TestCut(t *testing.T) {
	at := func(x, z float64) world.Point { return world.Point{X: x, Z: z} }
	for _, tt := range []struct {
		name   string
		way    []world.Point
		metres float64
		want   []world.Point
	}{
		{"short enough", []world.Point{at(1, 0), at(1, 1)}, 3, []world.Point{at(1, 0), at(1, 1)}},
		{"just as long", []world.Point{at(1, 0), at(1, 2)}, 3, []world.Point{at(1, 0), at(1, 2)}},
		{"in its second part", []world.Point{at(1, 0), at(1, 4)}, 3, []world.Point{at(1, 0), at(1, 2)}},
		{"in its first", []world.Point{at(4, 0), at(4, 4)}, 3, []world.Point{at(3, 0)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, cut(world.Point{}, tt.way, tt.metres)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
