package world

import (
	"math"
	"testing"
)

// emptyRoom is a living room of 5 by 4 m with a door in its west wall, from
// z = 1 to 2.
func emptyRoom(seed uint64) *furnisher {
	plan := newFloorplan(&sketch{types: []string{living, kitchen}, blocks: []block{{0, 0, 0, 50, 40}, {1, -30, 0, 0, 40}}})
	at := -1
	for i, s := range plan.seams {
		if s.a == 1 && s.b == 0 {
			at = i
		}
	}
	return newFurnisher(newDice(seed, 0), plan, []link{{a: 0, b: 1, seam: at, lo: 1, hi: 2}}, 0)
}

func TestNewFurnisher(t *testing.T) {
	f := emptyRoom(1)
	if math.Abs(f.area-20) > 1e-9 || len(f.edges) != 4 {
		t.Errorf("area %.2f m² and %d edges, want 20 and 4", f.area, len(f.edges))
	}
	if f.fits(box{Point{0.1, 1.2}, Point{0.5, 1.8}}) {
		t.Error("something fits in front of the door")
	}
	if !f.fits(box{Point{0.1, 2.3}, Point{0.5, 2.8}}) {
		t.Error("nothing fits beside the door")
	}
}

func TestEdgeSpotLooksIntoTheRoom(t *testing.T) {
	f := emptyRoom(1)
	size := Vec{X: 1, Y: 1, Z: 0.4}
	for _, e := range f.edges {
		s := e.spot(e.length()/2, size)
		if !f.within(s.box(size)) || !f.within(s.moved(1, 0).box(size)) || f.within(s.moved(-0.1, 0).box(size)) {
			t.Errorf("edge %v: spot %+v has its back not at the wall", e, s)
		}
		o := Object{Position: Vec{s.at.X, 0.5, s.at.Z}, Rotation: Vec{Y: s.yaw()}, Size: size}
		if got, want := footBox(&o), s.box(size).grown(-0.002); got.min.Dist(want.min) > 1e-9 || got.max.Dist(want.max) > 1e-9 {
			t.Errorf("edge %v: the object covers %v, its spot %v", e, got, want)
		}
	}
}

func TestSpotTurns(t *testing.T) {
	s := spot{at: Point{1, 1}, front: Point{0, 1}, side: Point{-1, 0}}
	for _, c := range []struct {
		name string
		got  spot
		yaw  float64
	}{{"as is", s, 0}, {"back", s.facingBack(), 180}, {"turned", s.turned(), 270}, {"turned twice", s.turned().turned(), 180}} {
		if c.got.yaw() != c.yaw {
			t.Errorf("%s: yaw %v, want %v", c.name, c.got.yaw(), c.yaw)
		}
	}
	if got := s.moved(2, 1).at; got != (Point{0, 3}) {
		t.Errorf("moved to %v, want {0 3}", got)
	}
}

func TestPutKeepsTheFrontFree(t *testing.T) {
	f := emptyRoom(2)
	k := kind{"Fridge", "Fridge", 0.7, 1.8, 0.7, 0.7}
	size := Vec{0.7, 1.8, 0.7}
	north := f.edges[0]
	for _, e := range f.edges {
		if e.from.Z == 4 && e.to.Z == 4 {
			north = e
		}
	}
	s := north.spot(2, size)
	if !f.put(k, size, s) {
		t.Fatal("the fridge does not fit in an empty room")
	}
	if f.fits(s.moved(0.8, 0).box(Vec{0.3, 1, 0.3})) {
		t.Error("something fits right before the fridge")
	}
	if !f.fits(s.moved(2, 0).box(Vec{0.3, 1, 0.3})) {
		t.Error("nothing fits 2 m before the fridge")
	}
	if f.put(k, size, s) {
		t.Error("two fridges in one place")
	}
	if got := f.depth(s); math.Abs(got-3.6) > 0.11 {
		t.Errorf("depth %.2f m from the fridge, want about 3.6", got)
	}
}

func TestLoungeLooksAtTheTelevision(t *testing.T) {
	for seed := range uint64(20) {
		f := emptyRoom(seed)
		if !f.lounge("Sofa") {
			t.Errorf("seed %d: no place for a sofa in 20 m²", seed)
			continue
		}
		var sofa, stand *Object
		for i := range f.objects {
			switch o := &f.objects[i]; o.Type {
			case "Sofa":
				sofa = o
			case "TVStand":
				stand = o
			}
		}
		if stand == nil || len(stand.Children) == 0 || stand.Children[0].Type != "Television" {
			t.Errorf("seed %d: no television on %+v", seed, stand)
			continue
		}
		if off := math.Abs(norm180(sofa.Centre().Toward(stand.Centre()) - sofa.Rotation.Y)); off > 5 && sofa.ID == "2|0" && stand.ID == "2|1" {
			t.Errorf("seed %d: the sofa looks %.0f° past the television", seed, off)
		}
	}
}

func TestDiningChairsLookAtTheTable(t *testing.T) {
	for seed := range uint64(20) {
		f := emptyRoom(seed)
		if !f.dining("DiningTable") {
			t.Errorf("seed %d: no place for a table in 20 m²", seed)
			continue
		}
		table, chairs := &f.objects[0], f.objects[1:]
		if len(chairs) == 0 {
			t.Errorf("seed %d: no chairs", seed)
		}
		for i := range chairs {
			ahead := chairs[i].Centre().Add(Heading(chairs[i].Rotation.Y).Scale(0.4))
			if table.Dist(ahead) > 0.01 {
				t.Errorf("seed %d: chair %d does not look at the table", seed, i)
			}
		}
	}
}

func TestSetsTakeBackWhatDoesNotFit(t *testing.T) {
	f := emptyRoom(3)
	f.kept = append(f.kept, boxOf(f.floor...)) // nothing may stand anywhere
	for name, ok := range map[string]bool{
		"lounge": f.lounge("Sofa"), "dining": f.dining("DiningTable"), "desk": f.atDesk("Desk"),
		"bed": f.sleeping("Double_Bed"), "counters": f.counters("CounterTop"), "watching": f.watching("Television"),
	} {
		if ok {
			t.Errorf("%s found a place", name)
		}
	}
	if len(f.objects) != 0 || len(f.solids) != 0 {
		t.Errorf("%d objects and %d solids are left, want none", len(f.objects), len(f.solids))
	}
}

func TestPaintingsStayOffDoors(t *testing.T) {
	for seed := range uint64(20) {
		f := emptyRoom(seed)
		for range 6 {
			f.hang("Painting")
		}
		for i := range f.objects {
			o := &f.objects[i]
			if o.Blocks() || o.Position.Y < 1.4 || o.Dist(Point{0, 1.5}) < 0.5 {
				t.Errorf("seed %d: painting at %+v", seed, o.Position)
			}
		}
	}
}

func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kinds {
		if seen[k.name] || k.w <= 0 || k.h <= 0 || k.d <= 0 || k.h > 2.2 {
			t.Errorf("kind %+v is there twice or has no size", k)
		}
		seen[k.name] = true
		if len(partsOf(kindOf(k.name).typ)) == 0 {
			t.Errorf("kind %s cannot be drawn", k.name)
		}
	}
	for _, s := range surfaces {
		for _, th := range s.things {
			if !seen[th.name] || th.chance <= 0 || th.chance > 1 {
				t.Errorf("%s carries %+v, want a known kind and a chance", s.typ, th)
			}
		}
	}
	for _, roomType := range []string{living, kitchen, bedroom, bathroom, hallway} {
		for _, w := range wishes(roomType) {
			if !seen[w.name] {
				t.Errorf("%s wishes an unknown %s", roomType, w.name)
			}
		}
		for _, name := range fillers(roomType) {
			if !seen[name] {
				t.Errorf("%s is filled with an unknown %s", roomType, name)
			}
		}
	}
	if got := kindOf("Gizmo"); got.typ != "Gizmo" || got.w != 0.3 {
		t.Errorf("an unknown kind is %+v, want a cube of 0.3 m", got)
	}
}

func TestThingsDoNotOverlap(t *testing.T) {
	for seed := range uint64(40) {
		f := emptyRoom(seed)
		o := Object{Type: "DiningTable", Position: Vec{2, 0.4, 2}, Rotation: Vec{Y: 90}, Size: Vec{1.4, 0.8, 0.8}}
		f.dress(&o)
		for i := range o.Children {
			for j := range i {
				a, b := &o.Children[i], &o.Children[j]
				if a.Dist(b.Centre()) == 0 || b.Dist(a.Centre()) == 0 {
					t.Errorf("seed %d: %s lies on %s", seed, a.Type, b.Type)
				}
			}
			if !overlaps(footBox(&o.Children[i]), footBox(&o)) || o.Children[i].Position.Y < 0.8 {
				t.Errorf("seed %d: %s is not on the table", seed, o.Children[i].Type)
			}
		}
	}
}

func TestSettleRefusesSealedRooms(t *testing.T) {
	h := Plan{}.Generate(3)
	at := h.Metadata.Agent.Position
	h.Objects = append(h.Objects, Object{ID: "wall of boxes", Type: "Box", Position: Vec{at.X, 0.5, at.Z}, Size: Vec{40, 1, 0.1}})
	if settle(newDice(1, 1), h) {
		t.Error("a house cut in two passes")
	}
	h = Plan{}.Generate(3)
	h.Objects = nil
	if settle(newDice(1, 1), h) {
		t.Error("a house without targets passes")
	}
}
