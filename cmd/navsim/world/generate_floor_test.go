package world

import (
	"slices"
	"testing"
)

// threeBlocks is an L-shaped living room around a kitchen, with a bathroom on
// top; decimetres:
//
//	60 +------+------+
//	   | bath |living|
//	40 +------+      |
//	   | kitchen     |   the kitchen is 30 deep, the living room
//	   ...               has the right part and the strip below
func threeBlocks() *sketch {
	return &sketch{
		types: []string{living, kitchen, bathroom},
		blocks: []block{
			{0, 40, 0, 80, 60}, {0, 0, 0, 40, 10}, {1, 0, 10, 40, 40}, {2, 0, 40, 40, 60},
		},
	}
}

func TestSeams(t *testing.T) {
	got := newFloorplan(threeBlocks()).seams
	want := []seam{
		{a: -1, b: 0, upright: true, at: 0, lo: 0, hi: 10},
		{a: -1, b: 1, upright: true, at: 0, lo: 10, hi: 40},
		{a: -1, b: 2, upright: true, at: 0, lo: 40, hi: 60},
		{a: 1, b: 0, upright: true, at: 40, lo: 10, hi: 40},
		{a: 2, b: 0, upright: true, at: 40, lo: 40, hi: 60},
		{a: 0, b: -1, upright: true, at: 80, lo: 0, hi: 60},
		{a: -1, b: 0, at: 0, lo: 0, hi: 80},
		{a: 0, b: 1, at: 10, lo: 0, hi: 40},
		{a: 1, b: 2, at: 40, lo: 0, hi: 40},
		{a: 2, b: -1, at: 60, lo: 0, hi: 40},
		{a: 0, b: -1, at: 60, lo: 40, hi: 80},
	}
	if !slices.Equal(got, want) {
		t.Errorf("seams\n got %v\nwant %v", got, want)
	}
}

func TestPolygonOfL(t *testing.T) {
	got := newFloorplan(threeBlocks()).polygon(0)
	want := []Point{{8, 6}, {8, 0}, {0, 0}, {0, 1}, {4, 1}, {4, 6}}
	for i := range got { // any corner may come first
		if slices.Equal(append(slices.Clone(got[i:]), got[:i]...), want) {
			return
		}
	}
	t.Errorf("polygon %v, want %v clockwise", got, want)
}

func TestSeamEndsHaveTheRoomAtTheRight(t *testing.T) {
	plan := newFloorplan(threeBlocks())
	for _, s := range plan.seams {
		for _, room := range []int{s.a, s.b} {
			if room == outdoors {
				continue
			}
			from, to := s.ends(room)
			side := unit(to.Sub(from))
			right := from.Add(to).Scale(0.5).Add(Point{side.Z, -side.X}.Scale(0.1))
			if !inside(right, plan.polygon(room)) {
				t.Errorf("seam %+v: the right-hand side %v is not in room %d", s, right, room)
			}
		}
	}
}

func TestSeamWalls(t *testing.T) {
	inner := seam{a: 0, b: 1, at: 10, lo: 0, hi: 40, open: true}
	outer := seam{a: outdoors, b: 1, upright: true, at: 0, lo: 10, hi: 40}
	got := append(inner.walls(2.5), outer.walls(2.5)...)
	equal(t, got, []Wall{
		{ID: "wall|2|0.00|1.00|4.00|1.00", RoomID: "room|2", Empty: true, Polygon: []Vec{{0, 0, 1}, {4, 0, 1}, {0, 2.5, 1}, {4, 2.5, 1}}},
		{ID: "wall|3|0.00|1.00|4.00|1.00", RoomID: "room|3", Empty: true, Polygon: []Vec{{4, 0, 1}, {0, 0, 1}, {4, 2.5, 1}, {0, 2.5, 1}}},
		{ID: "wall|3|0.00|1.00|0.00|4.00", RoomID: "room|3", Polygon: []Vec{{0, 0, 1}, {0, 0, 4}, {0, 2.5, 1}, {0, 2.5, 4}}},
		{ID: "wall|exterior|0.00|1.00|0.00|4.00", RoomID: "room|3", Polygon: []Vec{{0, 2.5, 4}, {0, 2.5, 1}, {0, 0, 4}, {0, 0, 1}}},
	})
}

// TestDoorMeasuresAlongItsWall places a door from 1 to 2 m on a line: seen from
// a wall that runs the other way, it lies elsewhere.
func TestDoorMeasuresAlongItsWall(t *testing.T) {
	level := seam{a: 0, b: 1, at: 10, lo: 0, hi: 40}
	for _, c := range []struct {
		name   string
		l      link
		lo, hi float64
	}{
		{"wall0 runs up", link{a: 0, b: 1, lo: 1, hi: 2}, 1, 2},
		{"wall0 runs down", link{a: 1, b: 0, lo: 1, hi: 2}, 2, 3},
	} {
		d := c.l.door(level, 0)
		equal(t, d.Hole, []Vec{{X: c.lo}, {X: c.hi, Y: doorHeight}})
		if !d.Passable() || d.ID != "door|2|3" {
			t.Errorf("%s: %+v, want an open door|2|3", c.name, d)
		}
	}
}

func TestDoorKinds(t *testing.T) {
	s := seam{a: 0, b: 1, at: 10, lo: 0, hi: 40}
	out := link{a: 0, b: outdoors, lo: 1, hi: 2}.door(s, 11)
	if out.Passable() || out.ID != "door|1|2" || out.Room0 != out.Room1 || out.AssetID != "Doorway_2" {
		t.Errorf("front door %+v", out)
	}
	frame := link{a: 0, b: 1, lo: 1, hi: 2.9, wide: true, frame: true}.door(s, 0)
	if frame.Openable != nil || frame.Openness != nil || frame.AssetID != "Doorframe_Double_1" || !frame.Passable() {
		t.Errorf("doorframe %+v", frame)
	}
}

func TestUneaseIsSymmetric(t *testing.T) {
	types := []string{living, kitchen, bedroom, bathroom, hallway}
	for _, a := range types {
		for _, b := range types {
			if unease(a, b) != unease(b, a) {
				t.Errorf("unease(%s, %s) = %v, the other way %v", a, b, unease(a, b), unease(b, a))
			}
		}
	}
	if unease(bedroom, bedroom) < strange || unease(kitchen, bedroom) < strange {
		t.Error("a bedroom behind a bedroom or a kitchen must be strange")
	}
}

func TestLinkRefuses(t *testing.T) {
	for name, s := range map[string]*sketch{
		"bedroom behind a bedroom": {
			types:  []string{living, bedroom, bedroom},
			blocks: []block{{0, 0, 0, 40, 40}, {1, 40, 0, 80, 40}, {2, 80, 0, 120, 40}},
		},
		"only bathroom behind a bedroom": {
			types:  []string{living, bedroom, bathroom},
			blocks: []block{{0, 0, 0, 40, 40}, {1, 40, 0, 80, 40}, {2, 80, 0, 120, 40}},
		},
		"seam too short for a door": {
			types:  []string{living, bedroom},
			blocks: []block{{0, 0, 0, 40, 40}, {1, 40, 30, 80, 70}},
		},
	} {
		if links, ok := newFloorplan(s).link(newDice(1, 1)); ok {
			t.Errorf("%s: linked by %+v", name, links)
		}
	}
}

func TestStripShares(t *testing.T) {
	s := &sketch{types: []string{living, kitchen, bathroom}, want: []int{2000, 1000, 500}}
	if !s.strip([]int{0, 1, 2}, block{0, 0, 5, 100, 45}) {
		t.Fatal("the strip is wide enough")
	}
	want := []block{{0, 0, 5, 52, 45}, {1, 52, 5, 80, 45}, {2, 80, 5, 100, 45}}
	if !slices.Equal(s.blocks, want) {
		t.Errorf("blocks %v, want %v", s.blocks, want)
	}
	if s.strip([]int{0, 1, 2}, block{0, 0, 5, 60, 45}) {
		t.Error("three rooms fit on 6 m, want too narrow")
	}
}

func TestTurnKeepsAreas(t *testing.T) {
	for try := range uint64(8) {
		s := threeBlocks()
		want := s.blocks[0].area()
		s.turn(newDice(5, try))
		lo := s.blocks[0]
		for _, b := range s.blocks {
			if b.x1 <= b.x0 || b.z1 <= b.z0 {
				t.Errorf("try %d: block %v is inside out", try, b)
			}
			lo.x0, lo.z0 = min(lo.x0, b.x0), min(lo.z0, b.z0)
		}
		if lo.x0 != 0 || lo.z0 != 0 || s.blocks[0].area() != want {
			t.Errorf("try %d: lowest corner %d %d, area %d, want 0 0 %d", try, lo.x0, lo.z0, s.blocks[0].area(), want)
		}
	}
}

func TestRoomTypes(t *testing.T) {
	for n := minRooms; n <= maxRooms; n++ {
		for try := range uint64(20) {
			types := roomTypes(newDice(1, try), n)
			if len(types) != n || types[0] != living {
				t.Errorf("%d rooms: %v", n, types)
			}
			if at := slices.Index(types, hallway); n >= 6 && at != n-1 || n < 5 && at >= 0 {
				t.Errorf("%d rooms: hallway at %d in %v", n, at, types)
			}
		}
	}
}
