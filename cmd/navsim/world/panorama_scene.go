package world

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
	at, ax, az Point // centre and unit axes
	hx, hz     float64
	low, high  float64
	paint      paint
	corners    [4]Point
}

// newScene prepares a house.
func newScene(h *House) *scene {
	s := &scene{rooms: h.Rooms}
	for i := range h.Walls {
		if w := &h.Walls[i]; !w.exterior() {
			s.panels = append(s.panels, newPanel(w, h.Rooms))
		}
	}
	for i, door := range doorSegments(h) {
		s.cutDoor(door, h.Doors[i].Hole)
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

// cutDoor makes a door's hole in every panel that it lies in.
func (s *scene) cutDoor(door Segment, corners []Vec) {
	low, high := min(corners[0].Y, corners[1].Y), max(corners[0].Y, corners[1].Y)
	for i := range s.panels {
		p := &s.panels[i]
		if lo, hi, ok := overlap(Segment{A: p.a, B: p.b}, door); ok && hi-lo > joinSlack {
			p.holes = append(p.holes, hole{lo, hi, low, high, door.Kind == Closed})
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
		s.corners = rectangle(at, ax.Scale(s.hx), az.Scale(s.hz))
		list = append(list, s)
	}
	return list
}
