package area

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"navd/cmd/golden"
)

// house is walls as lines.
type house [][2]Point

// look casts rays from a point, every 360/n degrees.
func (h house) look(at Point, n int) (rays []Ray) {
	for i := range n {
		heading := 360 / float64(n) * float64(i)
		r := Ray{Heading: heading, Metres: 8}
		end := at.reach(8, heading)
		for _, w := range h {
			if t, ok := crossing(at, end, w[0], w[1]); ok && 8*t < r.Metres {
				r.Metres, r.Hit = 8*t, true
			}
		}
		rays = append(rays, r)
	}
	return rays
}

// crossing gives where on the way from a to b the line c, d lies, 0..1.
func crossing(a, b, c, d Point) (t float64, ok bool) {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, d.X-c.X, d.Y-c.Y
	cross := ux*vy - uy*vx
	if math.Abs(cross) < 1e-12 {
		return 0, false
	}
	t = ((c.X-a.X)*vy - (c.Y-a.Y)*vx) / cross
	s := ((c.X-a.X)*uy - (c.Y-a.Y)*ux) / cross
	return t, t >= 0 && t <= 1 && s >= 0 && s <= 1
}

// The walls of a room of 4 m by 4 m, with a door of 1 m on the left, behind
// which lies another room.
func twoRooms() house {
	return house{
		{{-2, -2}, {2, -2}}, {{2, -2}, {2, 6}}, {{2, 6}, {-2, 6}}, {{-2, 6}, {-2, -2}},
		{{-2, 2}, {-0.5, 2}}, {{0.5, 2}, {2, 2}},
	}
}

// See what some scans have seen, as pictures.
func TestSee(t *testing.T) {
	box := house{{{-1, -1}, {1, -1}}, {{1, -1}, {1, 1}}, {{1, 1}, {-1, 1}}, {{-1, 1}, {-1, -1}}}
	back := func(h float64) bool { return h > 90 && h < 270 }
	var pictures strings.Builder
	for _, tt := range []struct {
		name   string
		house  house
		scans  []Point
		rays   int
		unseen func(heading float64) bool
	}{
		{name: "A closed room has no open edge.", house: box, scans: []Point{{}}, rays: 60},
		{name: "Nobody looked to the back.", house: box, scans: []Point{{}}, rays: 60, unseen: back},
		{name: "Through a door one sees a part of the next room: open edges on both sides.", house: twoRooms(), scans: []Point{{0.1, 0.1}}, rays: 60},
		{name: "From the door one sees all of it: none is left.", house: twoRooms(), scans: []Point{{0.1, 0.1}, {0.1, 2.1}}, rays: 60},
		{name: "Twelve rays see less of the door.", house: twoRooms(), scans: []Point{{0.1, 0.1}}, rays: 12},
		{name: "Where nothing is hit it is open.", house: house{{{-2, -3}, {-2, 3}}}, scans: []Point{{}}, rays: 36},
	} {
		a := New()
		for i, at := range tt.scans {
			rays := tt.house.look(at, tt.rays)
			if tt.unseen != nil {
				rays = slices.DeleteFunc(rays, func(r Ray) bool { return tt.unseen(r.Heading) })
			}
			a.See(Scan{At: at, Rays: rays})
			if i > 0 {
				a.Walk(tt.scans[i-1], at)
			}
		}
		fmt.Fprintf(&pictures, "%s\n\n%s\n", tt.name, a.draw(tt.scans[len(tt.scans)-1]))
	}
	golden.File(t, "testdata/see.txt", pictures.String())
}

// views are what twelve views show of two rooms, by where their longest ray ends.
func (h house) views(at Point, rays []Ray) (views []View) {
	for i := range 12 {
		v := View{Heading: 30 * float64(i)}
		best := Ray{}
		for _, r := range rays {
			if turned(r.Heading, v.Heading) < viewHalf-1 && r.Metres > best.Metres {
				best = r
			}
		}
		v.Room = "bedroom"
		if at.reach(best.Metres-0.05, best.Heading).Y > 2 {
			v.Room = "kitchen"
		}
		views = append(views, v)
	}
	return views
}

// The floor belongs to the room that the views say of it: on both sides of a door
// to another one, although a view names only what its longest ray ends in.
func TestRooms(t *testing.T) {
	h, at := twoRooms(), Point{0.1, 0.1}
	rays := h.look(at, 60)
	for _, tt := range []struct {
		name string
		own  string
		spot Point
		room string
	}{
		{"where the robot stands", "bedroom", Point{0.1, 0.1}, "bedroom"},
		{"in the corner beside the door", "bedroom", Point{1.5, 1.5}, "bedroom"},
		{"before the door", "bedroom", Point{0.1, 1.6}, "bedroom"},
		{"behind the door", "bedroom", Point{0.1, 3}, "kitchen"},
		{"at the far end of what is seen", "bedroom", Point{0.1, 5.5}, "kitchen"},
		{"nobody named the robot's room", "", Point{0.1, 0.1}, "bedroom"},
		{"the robot's room was misnamed", "bathroom", Point{1.5, -1.5}, "bedroom"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := New()
			a.See(Scan{At: at, Rays: rays, Own: tt.own, Views: h.views(at, rays)})
			shares := a.roomsAround(spotOf(tt.spot))
			if len(shares) == 0 || shares[0].Room != tt.room || shares[0].Share < 0.6 {
				t.Errorf("it belongs to %+v", shares)
			}
		})
	}
}

// One wrong view is outvoted by later ones.
func TestVotes(t *testing.T) {
	h, at := twoRooms(), Point{0.1, 0.1}
	rays := h.look(at, 60)
	a := New()
	for i := range 4 {
		views := h.views(at, rays)
		if i == 0 {
			for k := range views {
				views[k].Room = "bathroom"
			}
		}
		a.See(Scan{At: at, Rays: rays, Views: views})
	}
	if shares := a.roomsAround(spotOf(Point{0.1, 3})); shares[0].Room != "kitchen" || shares[0].Share < 0.6 {
		t.Errorf("behind the door: %+v", shares)
	}
	c := cell{}
	for range 1000 {
		c.vote(3, sure)
		c.vote(4, unsure)
	}
	if c.room[0] != 3 || c.votes[0] <= c.votes[1] {
		t.Errorf("a cell with many votes: %+v", c)
	}
}

// The way to an edge goes over seen floor, round corners, and is as long as it
// should be.
func TestEdges(t *testing.T) {
	a := New()
	h := twoRooms()
	a.See(Scan{At: Point{0.1, 0.1}, Rays: h.look(Point{0.1, 0.1}, 360)})
	a.See(Scan{At: Point{0.1, 3}, Rays: slices.DeleteFunc(h.look(Point{0.1, 3}, 360), func(r Ray) bool { return r.Heading < 60 })})
	edges := a.Ways(Point{1.6, -1.6}).Edges()
	if len(edges) == 0 {
		t.Fatalf("no edge:\n%s", a.draw(Point{1.6, -1.6}))
	}
	for _, e := range edges {
		straight, way, at := e.At.Distance(Point{1.6, -1.6}), 0.0, Point{1.6, -1.6}
		for _, c := range e.Path {
			way, at = way+at.Distance(c), c
		}
		if e.At.Y > 2.2 && len(e.Path) < 2 || at != e.At {
			t.Errorf("the way to %v is %v", e.At, e.Path)
		}
		if way < straight-1e-9 || e.WayM < straight-2*Cell || e.WayM > 1.1*way+Cell {
			t.Errorf("to %v it is %.2f m straight, %.2f m by its corners and %.2f m over cells", e.At, straight, way, e.WayM)
		}
		if e.WidthM < leastEdge*Cell || e.Behind <= 0 || e.Behind > math.Pi*behindIn*behindIn*Cell*Cell+1 {
			t.Errorf("%+v", e)
		}
	}
}

// Whatever rays come: nothing breaks, the same calls give the same edges, in
// whatever order the rays are, and each edge can be reached over open floor.
func TestAnyRays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		metres := rapid.OneOf(rapid.Float64Range(0, 12), rapid.SampledFrom([]float64{0, 0.01, 2, 8, 1000}))
		var scans []Scan
		for range rapid.IntRange(1, 4).Draw(t, "scans") {
			s := Scan{At: Point{rapid.Float64Range(-5, 5).Draw(t, "x"), rapid.Float64Range(-5, 5).Draw(t, "y")}, Own: rapid.SampledFrom([]string{"", "hall", "침실"}).Draw(t, "own")}
			for range rapid.IntRange(0, 40).Draw(t, "rays") {
				s.Rays = append(s.Rays, Ray{rapid.Float64Range(-720, 720).Draw(t, "heading"), metres.Draw(t, "metres"), rapid.Bool().Draw(t, "hit")})
			}
			for range rapid.IntRange(0, 12).Draw(t, "views") {
				s.Views = append(s.Views, View{rapid.Float64Range(-360, 360).Draw(t, "heading"), rapid.SampledFrom([]string{"", "hall", "kitchen"}).Draw(t, "room")})
			}
			scans = append(scans, s)
		}
		edges := func(order func([]Ray)) []Edge {
			a := New()
			for i, s := range scans {
				s.Rays = slices.Clone(s.Rays)
				order(s.Rays)
				a.See(s)
				if i > 0 {
					a.Walk(scans[i-1].At, s.At)
				}
			}
			w := a.Ways(scans[len(scans)-1].At)
			all := w.Edges()
			for _, e := range all {
				if !a.open(spotOf(e.At)) && spotOf(e.At) != w.start || e.Path[len(e.Path)-1] != e.At || math.IsNaN(e.WayM+e.Behind+e.Out.X) {
					t.Fatalf("%+v", e)
				}
				at := w.start
				for _, c := range e.Path {
					if at != w.start && !onFloor(a, at, spotOf(c)) && math.Abs(c.X-at.middle().X)+math.Abs(c.Y-at.middle().Y) > 2*Cell {
						t.Fatalf("the way of %+v leaves the seen floor before %v", e, c)
					}
					at = spotOf(c)
				}
			}
			return all
		}
		once := edges(func([]Ray) {})
		if again := edges(slices.Reverse[[]Ray]); !reflect.DeepEqual(once, again) {
			t.Fatalf("%+v, then %+v", once, again)
		}
	})
}

// onFloor tells by the area, cell by cell, what [Ways.clear] tells by its field.
func onFloor(a *Area, from, to spot) bool {
	last := from
	return along(from.middle(), to.middle(), func(s spot) bool {
		corner := s.x != last.x && s.y != last.y
		ok := a.open(s) && (!corner || a.open(spot{s.x, last.y}) && a.open(spot{last.x, s.y}))
		last = s
		return ok || s == from
	})
}

// The heading by polynomial is off by less than roughDeg, in all directions.
func TestRoughHeading(t *testing.T) {
	for k := range 100_000 {
		deg := float64(k) * 0.0036
		sin, cos := math.Sincos(deg * math.Pi / 180)
		if got := roughHeading(3*cos, 3*sin); math.Abs(got-deg) > 0.7*roughDeg && math.Abs(got-deg-360) > 0.7*roughDeg {
			t.Fatalf("%g° came out as %g°", deg, got)
		}
	}
}

// What a scan sees of a cell does not depend on whether the rough heading decides it.
func TestSeesRoughly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := Point{rapid.Float64Range(-1, 1).Draw(t, "x"), rapid.Float64Range(-1, 1).Draw(t, "y")}
		var rays []Ray
		for range rapid.IntRange(2, 80).Draw(t, "rays") {
			rays = append(rays, Ray{rapid.Float64Range(0, 360).Draw(t, "heading"), rapid.Float64Range(0, 9).Draw(t, "metres"), rapid.Bool().Draw(t, "hit")})
		}
		f := newFan(at, rays)
		exact := *f
		exact.parts = slices.Clone(f.parts)
		for i := range exact.parts {
			exact.parts[i].clear, exact.parts[i].dark = 0, math.Inf(1) // nothing is decided by the sector
			if !exact.parts[i].looked() {
				exact.parts[i].dark = 0
			}
		}
		for x := -40; x <= 40; x++ {
			for y := -40; y <= 40; y++ {
				p := spot{x, y}.middle()
				floor, wall := f.sees(p)
				if wantFloor, wantWall := exact.sees(p); floor != wantFloor || wall != wantWall {
					t.Fatalf("%v: floor %v, wall %v, want %v, %v", p, floor, wall, wantFloor, wantWall)
				}
			}
		}
	})
}

// A straight line goes from cell to cell beside it, ends where it should, and stays near.
func TestLines(t *testing.T) {
	for dx := -longSight; dx <= longSight; dx++ {
		for dy := -longSight; dy <= longSight; dy++ {
			var at spot
			for _, m := range line(dx, dy) {
				at = at.beside(spot{int(m.x), int(m.y)})
				off := math.Abs(float64(at.x*dy-at.y*dx)) / math.Hypot(float64(dx), float64(dy))
				if m.x < -1 || m.x > 1 || m.y < -1 || m.y > 1 || off > 0.75 {
					t.Fatalf("to %d,%d: %v, now at %v", dx, dy, m, at)
				}
			}
			if at != (spot{dx, dy}) {
				t.Fatalf("to %d,%d: ends at %v", dx, dy, at)
			}
		}
	}
}

func BenchmarkSee(b *testing.B) {
	h := twoRooms()
	for _, n := range []int{12, 60, 360} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rays := h.look(Point{0.1, 0.1}, n)
			views := h.views(Point{0.1, 0.1}, rays)
			a := New()
			for b.Loop() {
				a.See(Scan{At: Point{0.1, 0.1}, Rays: rays, Own: "bedroom", Views: views})
			}
		})
	}
}

// BenchmarkEdges searches a hall of 40 m by 40 m that was seen from everywhere.
func BenchmarkEdges(b *testing.B) {
	a := New()
	for x := -20.0; x <= 20; x += 5 {
		for y := -20.0; y <= 20; y += 5 {
			a.See(Scan{At: Point{x, y}, Rays: house{}.look(Point{x, y}, 60)})
		}
	}
	b.ReportMetric(float64(len(a.tiles)*tileSide*tileSide*5), "B")
	for b.Loop() {
		a.Ways(Point{}).Edges()
	}
}

// A scan that is taken back leaves the area as it was, also where it was not known.
func TestTakeBack(t *testing.T) {
	around := func(at Point, metres float64) Scan {
		s := Scan{At: at, Own: "hall"}
		for i := range 60 {
			s.Rays = append(s.Rays, Ray{Heading: float64(6 * i), Metres: metres, Hit: i%7 > 0})
		}
		return s
	}
	for _, at := range []Point{{X: 1, Y: 1}, {X: 6, Y: -3}, {X: -40, Y: 40}} {
		a, same := New(), New()
		for _, m := range []*Area{a, same} {
			m.See(around(Point{X: 1, Y: 1}, 3))
			m.Walk(Point{X: 1, Y: 1}, Point{X: 3, Y: 1})
		}
		p := a.Patch(at)
		a.See(around(at, 30))
		a.Restore(p)
		for _, m := range []*Area{a, same} {
			m.Walk(Point{X: 3, Y: 1}, Point{X: 3, Y: 2})
		}
		from := Point{X: 1, Y: 1}
		if got, want := a.Ways(from).Edges(), same.Ways(from).Edges(); len(want) == 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("a scan at %v is not taken back: %+v, want %+v", at, got, want)
		}
	}
}

// A search ends where its window does, on every side.
func TestWaysEnd(t *testing.T) {
	a := New()
	a.Walk(Point{-60, 0}, Point{60, 0})
	a.Walk(Point{0, -60}, Point{0, 60})
	w := a.Ways(Point{0.1, 0.1})
	if len(w.edges) != 2*windowSide-2 {
		t.Errorf("%d cells, want those of two ways across the window but for the middle", len(w.edges))
	}
	for _, s := range w.edges {
		if _, ok := w.index(s); !ok {
			t.Errorf("it came to %v", s)
		}
	}
}
