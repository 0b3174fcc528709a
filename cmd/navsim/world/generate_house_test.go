package world

import "testing"

// checkRooms samples the floor: no place is in two rooms, and no room is of an
// unknown type or an unusual size.
func checkRooms(t *testing.T, h *House, p Plan) {
	t.Helper()
	b := h.bounds()
	for x := b.min.X + 0.05; x < b.max.X; x += 0.1 {
		for z := b.min.Z + 0.05; z < b.max.Z; z += 0.1 {
			var in []string
			for _, r := range h.Rooms {
				if inside(Point{x, z}, r.Floor) {
					in = append(in, r.ID)
				}
			}
			if len(in) > 1 {
				t.Fatalf("(%.2f, %.2f) is in %v", x, z, in)
			}
		}
	}
	for _, r := range h.Rooms {
		most := habitOf(r.Type).most
		if p.Large {
			most *= mostLarge * mostLarge
		}
		if area := areaOf(r.Floor); area < 3 || area > most {
			t.Errorf("%s %s has %.1f m², want 3 to %.0f", r.ID, r.Type, area, most)
		}
	}
}

// areaOf gives the area of a polygon of any winding, m².
func areaOf(polygon []Point) float64 {
	sum := 0.0
	for i, p := range polygon {
		sum += p.cross(polygon[(i+1)%len(polygon)]) / 2
	}
	return max(sum, -sum)
}

// checkWalls holds that every line is walled from both sides, by two walls of
// opposite order, and that the walls of a room add up to its outline.
func checkWalls(t *testing.T, h *House) {
	t.Helper()
	type line struct{ a, b Point }
	sides := map[line]int{}
	around := map[string]float64{}
	for i := range h.Walls {
		w := &h.Walls[i]
		a, b, height := w.floorEnds()
		if a == b || height < 2 {
			t.Errorf("%s: from %v to %v, %.2f m high", w.ID, a, b, height)
		}
		if !w.exterior() {
			around[w.RoomID] += a.Dist(b)
		}
		sides[line{a, b}]++
	}
	for l, n := range sides {
		if n != 1 || sides[line{l.b, l.a}] != 1 {
			t.Errorf("line %v: %d walls this way and %d that way, want 1 and 1", l, n, sides[line{l.b, l.a}])
		}
	}
	for _, r := range h.Rooms {
		want := length(append(r.Floor, r.Floor[0]))
		if got := around[r.ID]; got < want-1e-6 || got > want+1e-6 {
			t.Errorf("%s: walls of %.2f m, outline of %.2f m", r.ID, got, want)
		}
	}
}

// checkDoors holds that every door lies in its walls, and that one leads out.
func checkDoors(t *testing.T, h *House) {
	t.Helper()
	walls := map[string]*Wall{}
	for i := range h.Walls {
		walls[h.Walls[i].ID] = &h.Walls[i]
	}
	outside := 0
	for _, d := range h.Doors {
		w0, w1 := walls[d.Wall0], walls[d.Wall1]
		if w0 == nil || w1 == nil {
			t.Errorf("%s: walls %q and %q, want both known", d.ID, d.Wall0, d.Wall1)
			continue
		}
		a, b, height := w0.floorEnds()
		lo, hi, top := d.Hole[0].X, d.Hole[1].X, d.Hole[1].Y
		if lo < doorJamb-0.01 || hi > a.Dist(b)-doorJamb+0.01 || hi-lo < 0.95 || top >= height {
			t.Errorf("%s: hole %v in a wall of %.2f by %.2f m", d.ID, d.Hole, a.Dist(b), height)
		}
		if d.Room0 == d.Room1 {
			outside++
		}
		if d.Passable() != (d.Room0 != d.Room1) {
			t.Errorf("%s: passable %v", d.ID, d.Passable())
		}
		if w0.RoomID != d.Room0 || !w1.exterior() && w1.RoomID != d.Room1 {
			t.Errorf("%s: walls of %s and %s", d.ID, w0.RoomID, w1.RoomID)
		}
	}
	if outside != 1 {
		t.Errorf("%d doors lead out, want 1", outside)
	}
}

// checkFurniture holds that no two pieces stand in one another, none stands in
// a wall or in a doorway, and small things rest on something.
func checkFurniture(t *testing.T, h *House) {
	t.Helper()
	for i := range h.Objects {
		o := &h.Objects[i]
		b := footBox(o)
		for j := range h.Objects[:i] {
			p := &h.Objects[j]
			if o.Blocks() && p.Blocks() && overlaps(b, footBox(p)) {
				t.Errorf("%s %s stands in %s %s", o.Type, o.ID, p.Type, p.ID)
			}
		}
		for _, w := range h.Walls {
			a, c, _ := w.floorEnds()
			if overlaps(b, boxOf(a, c)) {
				t.Errorf("%s %s stands in %s", o.Type, o.ID, w.ID)
			}
		}
		for _, s := range doorSegments(h) {
			if o.Blocks() && overlaps(b, strip(s.A, s.B, 0.7)) {
				t.Errorf("%s %s stands in front of %s", o.Type, o.ID, s.ID)
			}
		}
		checkChildren(t, o)
	}
}

func checkChildren(t *testing.T, o *Object) {
	t.Helper()
	for i := range o.Children {
		c := &o.Children[i]
		bottom, top := c.Position.Y-c.Size.Y/2, o.Position.Y+o.Size.Y/2
		if bottom < 0.1 || bottom > top+0.001 {
			t.Errorf("%s on %s: its bottom is at %.2f m, the piece ends at %.2f m", c.Type, o.Type, bottom, top)
		}
		if o.Dist(c.Centre()) > 0 {
			t.Errorf("%s on %s: centre %v is off it", c.Type, o.Type, c.Centre())
		}
	}
}

// footBox gives the box around a footprint, without the millimetre that
// rounding may add.
func footBox(o *Object) box {
	f := o.Footprint()
	return boxOf(f[:]...).grown(-0.002)
}

func checkIDs(t *testing.T, h *House) {
	t.Helper()
	seen := map[string]bool{}
	check := func(id string) {
		if id == "" || seen[id] {
			t.Errorf("id %q is empty or there twice", id)
		}
		seen[id] = true
	}
	for _, r := range h.Rooms {
		check(r.ID)
	}
	for _, w := range h.Walls {
		check(w.ID)
	}
	for _, d := range h.Doors {
		check(d.ID)
	}
	for o := range h.All() {
		check(o.ID)
		if o.Type == "" || o.AssetID == "" {
			t.Errorf("%s: type %q, asset %q", o.ID, o.Type, o.AssetID)
		}
	}
}

// checkLivable holds that the start is free, that a path leads from it into
// every room, and that there is enough to look for.
func checkLivable(t *testing.T, h *House) {
	t.Helper()
	m := mapOf(t, h)
	at := h.Metadata.Agent
	from := Point{at.Position.X, at.Position.Z}
	if !m.Free(from) || at.Position.Y != agentHeight || at.Rotation.Y < 0 || at.Rotation.Y >= 360 {
		t.Errorf("start %+v is not a free pose", at)
	}
	walk, ok := m.walkable()
	if !ok {
		t.Fatal("a room has too little reachable floor")
	}
	for r, places := range walk {
		to := places[len(places)/2]
		if aim, ok := m.Aim(to); !ok || aim.Distance(from) > 60 {
			t.Errorf("%s %s: no way, or one of more than 60 m", h.Rooms[r].ID, h.Rooms[r].Type)
		}
	}
	if n := h.targets(); n < 5 {
		t.Errorf("%d target types, want at least 5", n)
	}
}
