package world

import (
	"fmt"
	"math"
)

// outdoors is the room number of what lies around the house.
const outdoors = -1

// A floorplan is a sketch on a grid of uneven cells: the lines run where any
// block begins or ends, so that each cell belongs to one room.
type floorplan struct {
	types  []string
	xs, zs []int   // lines, dm
	cells  [][]int // room by column and row
	seams  []seam
}

// seam is a straight boundary between two rooms, or a room and the outdoors.
// It lies on the line z = at from x = lo to hi, or, upright, on x = at from
// z = lo to hi. Room a is on the lower side of the line, b on the upper; dm.
type seam struct {
	a, b       int
	upright    bool
	at, lo, hi int
	open       bool // no wall
}

// newFloorplan puts a sketch on its grid.
func newFloorplan(s *sketch) *floorplan {
	f := &floorplan{types: s.types}
	f.xs, f.zs = s.lines()
	for i := range len(f.xs) - 1 {
		f.cells = append(f.cells, make([]int, len(f.zs)-1))
		for j := range f.cells[i] {
			f.cells[i][j] = s.roomAt(f.xs[i], f.zs[j])
		}
	}
	f.seams = append(f.findSeams(true), f.findSeams(false)...)
	return f
}

// roomAt gives the room of the cell whose low corner is x, z.
func (s *sketch) roomAt(x, z int) int {
	for _, b := range s.blocks {
		if b.x0 <= x && x < b.x1 && b.z0 <= z && z < b.z1 {
			return b.room
		}
	}
	return outdoors
}

// at gives the room of a cell; cells off the grid are outdoors.
func (f *floorplan) at(i, j int) int {
	if i < 0 || j < 0 || i >= len(f.cells) || j >= len(f.cells[0]) {
		return outdoors
	}
	return f.cells[i][j]
}

// findSeams walks along every line of one direction and gathers the longest
// runs between the same two rooms.
func (f *floorplan) findSeams(upright bool) []seam {
	across, along := f.xs, f.zs
	sides := func(i, j int) (a, b int) { return f.at(i-1, j), f.at(i, j) }
	if !upright {
		across, along = f.zs, f.xs
		sides = func(i, j int) (a, b int) { return f.at(j, i-1), f.at(j, i) }
	}
	var list []seam
	for i := range across {
		for j := 0; j < len(along)-1; j++ {
			a, b := sides(i, j)
			if a == b {
				continue
			}
			run := seam{a: a, b: b, upright: upright, at: across[i], lo: along[j], hi: along[j+1]}
			if n := len(list) - 1; n >= 0 && list[n].continues(run) {
				list[n].hi = run.hi
				continue
			}
			list = append(list, run)
		}
	}
	return list
}

// continues reports whether next goes on where s ends.
func (s seam) continues(next seam) bool {
	return s.a == next.a && s.b == next.b && s.at == next.at && s.hi == next.lo
}

// length is in dm.
func (s seam) length() int { return s.hi - s.lo }

// point gives the place on the seam at a coordinate along it, in metres.
func (s seam) point(along float64) Point {
	at := float64(s.at) / 10
	if s.upright {
		return Point{at, along}
	}
	return Point{along, at}
}

// ends gives the seam's ends in metres in the order of the wall of one of its
// rooms: walking from the first to the second, the room is at the right hand.
func (s seam) ends(room int) (from, to Point) {
	lo, hi := s.point(float64(s.lo)/10), s.point(float64(s.hi)/10)
	if (room == s.a) != s.upright {
		return lo, hi
	}
	return hi, lo
}

// polygon gives a room's outline in metres, clockwise seen from above.
func (f *floorplan) polygon(room int) []Point {
	next := map[Point]Point{}
	var start Point
	for _, s := range f.seams {
		if s.a == room || s.b == room {
			from, to := s.ends(room)
			next[from], start = to, from
		}
	}
	outline := []Point{start}
	for p := next[start]; p != start; p = next[p] {
		outline = append(outline, p)
	}
	return corners(outline)
}

// corners drops the points of an outline that lie on a straight line.
func corners(outline []Point) []Point {
	var kept []Point
	for i, p := range outline {
		before, after := outline[(i+len(outline)-1)%len(outline)], outline[(i+1)%len(outline)]
		if (before.X == p.X) != (p.X == after.X) {
			kept = append(kept, p)
		}
	}
	return kept
}

// build writes rooms, walls and doors into the house. Height is that of the
// walls, in metres.
func (f *floorplan) build(h *House, links []link, height float64) {
	for r, t := range f.types {
		h.Rooms = append(h.Rooms, Room{ID: roomID(r), Type: t, Floor: f.polygon(r)})
	}
	for _, s := range f.seams {
		h.Walls = append(h.Walls, s.walls(height)...)
	}
	for i, l := range links {
		if !f.seams[l.seam].open {
			h.Doors = append(h.Doors, l.door(f.seams[l.seam], i))
		}
	}
}

// roomID is the id of a room; ProcTHOR numbers rooms from 2, 1 is outside.
func roomID(room int) string { return fmt.Sprintf("room|%d", room+2) }

// walls gives the two walls of a seam.
func (s seam) walls(height float64) []Wall {
	in, out := s.a, s.b
	if in == outdoors {
		in, out = s.b, s.a
	}
	inner := s.wall(in, height)
	if out != outdoors {
		return []Wall{inner, s.wall(out, height)}
	}
	outer, p := inner, inner.Polygon
	outer.ID, outer.Polygon = s.wallID(outdoors), []Vec{p[3], p[2], p[1], p[0]}
	return []Wall{inner, outer}
}

// wall gives the seam's wall on the side of one room.
func (s seam) wall(room int, height float64) Wall {
	a, b := s.ends(room)
	return Wall{
		ID: s.wallID(room), RoomID: roomID(room), Empty: s.open,
		Polygon: []Vec{{a.X, 0, a.Z}, {b.X, 0, b.Z}, {a.X, height, a.Z}, {b.X, height, b.Z}},
	}
}

// wallID is the id of the seam's wall on the side of a room, or outdoors.
func (s seam) wallID(room int) string {
	owner := "exterior"
	if room != outdoors {
		owner = fmt.Sprint(room + 2)
	}
	a, b := s.ends(s.a)
	return fmt.Sprintf("wall|%s|%.2f|%.2f|%.2f|%.2f", owner,
		math.Min(a.X, b.X), math.Min(a.Z, b.Z), math.Max(a.X, b.X), math.Max(a.Z, b.Z))
}
