package world

import (
	"fmt"
	"slices"
)

// A furnisher fills one room. It remembers what stands where, and where
// nothing may stand.
type furnisher struct {
	d       *dice
	room    int
	floor   []Point
	area    float64 // m²
	edges   []edge
	doors   []box      // floor in front of doors and open boundaries
	kept    []box      // floor in front of furniture
	solids  []standing // what stands
	hung    []box      // what hangs
	objects []Object
	small   int // things on furniture so far
}

// standing is the footprint of a piece of furniture and its height in metres.
type standing struct {
	box
	high float64
}

// edge is a side of the room; walking from one end to the other the room is at
// the right hand.
type edge struct{ from, to Point }

// A wish is a piece or a set of furniture that a room may have, given enough
// floor.
type wish struct {
	place  func(*furnisher, string) bool
	name   string
	chance float64
	area   float64 // least area of the room, m²
}

// furnish fills a room. It fails when something the room cannot do without
// finds no place.
func furnish(d *dice, plan *floorplan, links []link, room int) ([]Object, bool) {
	f := newFurnisher(d, plan, links, room)
	for _, w := range wishes(plan.types[room]) {
		if f.area < w.area || !d.chance(w.chance) {
			continue
		}
		if !w.place(f, w.name) && w.chance == 1 {
			return nil, false
		}
	}
	f.fill(plan.types[room])
	for range d.between(1, 2+int(f.area/12)) {
		f.hang("Painting")
	}
	for i := range f.objects {
		f.dress(&f.objects[i])
	}
	return f.objects, true
}

// newFurnisher measures an empty room.
func newFurnisher(d *dice, plan *floorplan, links []link, room int) *furnisher {
	f := &furnisher{d: d, room: room, floor: plan.polygon(room)}
	for i, p := range f.floor {
		q := f.floor[(i+1)%len(f.floor)]
		f.edges = append(f.edges, edge{p, q})
		f.area += p.cross(q) / -2
	}
	for _, l := range links {
		s := plan.seams[l.seam]
		a, b, deep := s.point(l.lo), s.point(l.hi), 0.8
		if s.open {
			deep = 0.5
		}
		f.doors = append(f.doors, boxOf(a, b).grown(0.1), strip(a, b, deep))
	}
	return f
}

// strip is the floor on both sides of a line, n metres deep.
func strip(a, b Point, deep float64) box {
	s := boxOf(a, b)
	if a.X == b.X {
		return box{Point{s.min.X - deep, s.min.Z}, Point{s.max.X + deep, s.max.Z}}
	}
	return box{Point{s.min.X, s.min.Z - deep}, Point{s.max.X, s.max.Z + deep}}
}

// wishes lists, in the order of placing, what a type of room has. A chance of
// 1 means that the room cannot do without.
func wishes(roomType string) []wish {
	switch roomType {
	case living:
		return []wish{
			{(*furnisher).lounge, "Sofa", 1, 0},
			{(*furnisher).dining, "DiningTable", 0.75, 24},
			{(*furnisher).byWall, "ShelvingUnit", 0.7, 0},
			{(*furnisher).inCorner, "HousePlant", 0.75, 0},
			{(*furnisher).inCorner, "FloorLamp", 0.6, 0},
			{(*furnisher).byWall, "Dresser", 0.35, 24},
			{(*furnisher).inCorner, "DogBed", 0.25, 0},
			{(*furnisher).inCorner, "ArmChair", 0.5, 22},
			{(*furnisher).atDesk, "Desk", 0.3, 28},
			{(*furnisher).byWall, "SideTable", 0.4, 0},
		}
	case kitchen:
		return []wish{
			{(*furnisher).counters, "CounterTop", 1, 0},
			{(*furnisher).dining, "Kitchen_Table", 0.85, 0},
			{(*furnisher).inCorner, "GarbageCan", 0.8, 0},
			{(*furnisher).byWall, "CounterTop", 0.5, 15},
			{(*furnisher).inCorner, "HousePlant", 0.4, 0},
			{(*furnisher).byWall, "ShelvingUnit", 0.35, 0},
			{(*furnisher).byWall, "Stool", 0.35, 0},
		}
	case bedroom:
		return []wish{
			{(*furnisher).sleeping, "Double_Bed", 1, 0},
			{(*furnisher).byWall, "Dresser", 0.9, 0},
			{(*furnisher).atDesk, "Desk", 0.6, 11},
			{(*furnisher).watching, "Small_TV", 0.3, 13},
			{(*furnisher).inCorner, "ArmChair", 0.35, 13},
			{(*furnisher).byWall, "ShelvingUnit", 0.35, 0},
			{(*furnisher).inCorner, "FloorLamp", 0.35, 0},
			{(*furnisher).inCorner, "HousePlant", 0.35, 0},
			{(*furnisher).byWall, "GarbageCan", 0.3, 0},
			{(*furnisher).inCorner, "LaundryHamper", 0.25, 0},
			{(*furnisher).inCorner, "BaseballBat", 0.35, 0},
			{(*furnisher).inCorner, "Box", 0.25, 0},
			{(*furnisher).byWall, "BasketBall", 0.25, 0},
		}
	case bathroom:
		return []wish{
			{(*furnisher).byWall, "Toilet", 1, 0},
			{(*furnisher).byWall, "Sink", 1, 0},
			{(*furnisher).inCorner, "Bathtub", 0.8, 6},
			{(*furnisher).inCorner, "GarbageCan", 0.6, 0},
			{(*furnisher).byWall, "WashingMachine", 0.35, 7},
			{(*furnisher).inCorner, "LaundryHamper", 0.35, 0},
			{(*furnisher).inCorner, "Plunger", 0.5, 0},
		}
	}
	return []wish{
		{(*furnisher).byWall, "SideTable", 0.6, 0},
		{(*furnisher).inCorner, "HousePlant", 0.5, 0},
		{(*furnisher).byWall, "ShelvingUnit", 0.3, 10},
	}
}

// fillers lists what is added to a room that looks empty.
func fillers(roomType string) []string {
	switch roomType {
	case living:
		return []string{"ShelvingUnit", "ArmChair", "Dresser", "Loveseat", "SideTable"}
	case kitchen:
		return []string{"CounterTop", "ShelvingUnit", "Stool"}
	case bedroom:
		return []string{"Dresser", "ArmChair", "ShelvingUnit", "Box", "Chair"}
	case bathroom:
		return []string{"LaundryHamper", "ShelvingUnit", "HousePlant", "SideTable"}
	}
	return nil
}

// usualCover is the share of a furnished room's floor that furniture covers.
const usualCover = 0.2

// fill adds furniture along the walls until the room does not look empty.
func (f *furnisher) fill(roomType string) {
	list := fillers(roomType)
	for _, i := range f.d.Perm(len(list)) {
		if f.cover() < usualCover*f.area && !f.has(list[i]) {
			f.byWall(list[i])
		}
	}
}

// has reports whether a piece of a model stands in the room.
func (f *furnisher) has(name string) bool {
	return slices.ContainsFunc(f.objects, func(o Object) bool { return o.AssetID == name })
}

// cover is the floor that furniture stands on, m².
func (f *furnisher) cover() float64 {
	total := 0.0
	for _, s := range f.solids {
		total += (s.max.X - s.min.X) * (s.max.Z - s.min.Z)
	}
	return total
}

// add makes an object that stands or hangs at a place. The Y of at is the
// height of its bottom in metres.
func (f *furnisher) add(k kind, size, at Vec, yaw float64) {
	f.objects = append(f.objects, Object{
		ID: fmt.Sprintf("%d|%d", f.room+2, len(f.objects)), AssetID: k.name, Type: k.typ,
		Position: Vec{round(at.X, 3), round(at.Y+size.Y/2, 4), round(at.Z, 3)},
		Rotation: Vec{Y: yaw},
		Size:     size,
	})
}
