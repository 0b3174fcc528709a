package world

import "math"

// A scene is a house made ready for drawing: walls as seen from the room they
// belong to, furniture as blocks.
type scene struct {
	rooms  []Room
	panels []panel
	solids []shape
}

// panel is one side of a wall. It is seen from its inner side only, the room's.
type panel struct {
	a, b   Point
	inner  Point // unit vector into the room
	length float64
	height float64
	open   bool // no wall, a boundary
	room   decor
	holes  []hole
}

// hole is a door in a panel, in metres from the panel's end a.
type hole struct {
	lo, hi, low, high float64
	shut              bool
}

// shape is an upright block, seen from above a rectangle of any yaw.
type shape struct {
	at, ax, az  Point // centre and unit axes
	hx, hz      float64
	low, high   float64
	paint       paint
	cornersList [4]Point
}

// newScene prepares a house.
func newScene(h *House) *scene {
	s := &scene{rooms: h.Rooms}
	for i := range h.Walls {
		if w := &h.Walls[i]; !w.exterior() {
			s.panels = append(s.panels, newPanel(w, h.Rooms))
		}
	}
	for i := range h.Doors {
		s.cutDoor(h, &h.Doors[i])
	}
	for o := range h.All() {
		s.solids = append(s.solids, shapesOf(o)...)
	}
	return s
}

// newPanel makes the panel of a wall. A wall whose room is unknown is seen
// from the side that lies in some room.
func newPanel(w *Wall, rooms []Room) panel {
	a, b, height := w.floorEnds()
	p := panel{a: a, b: b, length: a.Dist(b), height: height, open: w.Empty}
	side := unit(b.Sub(a))
	p.inner = Point{side.Z, -side.X}
	middle := a.Add(b).Scale(0.5)
	p.room = decorOf("")
	for _, r := range rooms {
		if r.ID != w.RoomID {
			continue
		}
		p.room = decorOf(r.Type)
		if !inside(middle.Add(p.inner.Scale(joinSlack)), r.Floor) && inside(middle.Sub(p.inner.Scale(joinSlack)), r.Floor) {
			p.inner = p.inner.Scale(-1)
		}
	}
	return p
}

// cutDoor makes the door's hole in every panel that it lies in.
func (s *scene) cutDoor(h *House, d *Door) {
	var a, b Point
	for i := range h.Walls {
		if w := &h.Walls[i]; w.ID == d.Wall0 {
			from, to, _ := w.floorEnds()
			along := unit(to.Sub(from))
			a, b = from.Add(along.Scale(d.Hole[0].X)), from.Add(along.Scale(d.Hole[1].X))
		}
	}
	low, high := min(d.Hole[0].Y, d.Hole[1].Y), max(d.Hole[0].Y, d.Hole[1].Y)
	for i := range s.panels {
		p := &s.panels[i]
		side := unit(p.b.Sub(p.a))
		if math.Abs(side.cross(a.Sub(p.a))) > joinSlack || math.Abs(side.cross(b.Sub(p.a))) > joinSlack {
			continue
		}
		lo, hi := side.dot(a.Sub(p.a)), side.dot(b.Sub(p.a))
		if lo > hi {
			lo, hi = hi, lo
		}
		if lo, hi = max(lo, 0), min(hi, p.length); hi-lo > joinSlack {
			p.holes = append(p.holes, hole{lo, hi, low, high, !d.Passable()})
		}
	}
}

// shapesOf gives the blocks of an object.
func shapesOf(o *Object) []shape {
	ax, az := o.axes()
	var list []shape
	bottom := o.Position.Y - o.Size.Y/2
	for _, p := range partsOf(o.Type) {
		at := o.Centre().Add(ax.Scale(o.Size.X * ((p.x0+p.x1)/2 - 0.5))).Add(az.Scale(o.Size.Z * ((p.z0+p.z1)/2 - 0.5)))
		s := shape{
			at: at, ax: ax, az: az, hx: o.Size.X * (p.x1 - p.x0) / 2, hz: o.Size.Z * (p.z1 - p.z0) / 2,
			low: bottom + o.Size.Y*p.y0, high: bottom + o.Size.Y*p.y1, paint: p.paint,
		}
		w, d := ax.Scale(s.hx), az.Scale(s.hz)
		s.cornersList = [4]Point{at.Sub(w).Sub(d), at.Add(w).Sub(d), at.Add(w).Add(d), at.Sub(w).Add(d)}
		list = append(list, s)
	}
	return list
}
