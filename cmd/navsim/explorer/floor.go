package explorer

import (
	"math"
	"slices"

	"navd/cmd/navsim/world"
)

// Cell is the side of a cell, metres.
const Cell = 0.1

// spot names a cell by its column and row. Its middle is a point of the lattice on
// which the house has its ways.
type spot struct{ x, z int }

func spotOf(p world.Point) spot {
	return spot{int(math.Floor(p.X / Cell)), int(math.Floor(p.Z / Cell))}
}

func (s spot) middle() world.Point {
	return world.Point{X: (float64(s.x) + 0.5) * Cell, Z: (float64(s.z) + 0.5) * Cell}
}

func (s spot) beside(d spot) spot { return spot{s.x + d.x, s.z + d.z} }

// around are the cells around one, those that share a side first.
var around = [8]spot{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}

// sides is how many of the cells around share a side.
const sides = 4

// known is what is known of a cell; the zero value: nothing.
type known uint8

const (
	seen   known = 1 << iota
	free         // seen, and the robot can stand there
	guess        // a sight ended just before it: it is taken for a wall until it is seen
	bumped       // the robot drove against it
)

// floor has all cells that may ever be seen, which says nothing of any of them.
type floor struct {
	from       spot // the first
	cols, rows int
	cells      []known
}

// outside is how far beyond a house cells are kept, in cells: what lies behind an
// edge is looked for 2 m far.
const outside = 25

func newFloor(m *world.Map) floor {
	lo, hi := m.Bounds()
	a, b := spotOf(lo), spotOf(hi)
	f := floor{from: spot{a.x - outside, a.z - outside}}
	f.cols, f.rows = b.x-a.x+2*outside+1, b.z-a.z+2*outside+1
	f.cells = make([]known, f.cols*f.rows)
	return f
}

// index gives the place of a cell; false when it is not kept.
func (f *floor) index(s spot) (k int, ok bool) {
	x, z := s.x-f.from.x, s.z-f.from.z
	return z*f.cols + x, x >= 0 && z >= 0 && x < f.cols && z < f.rows
}

// spot gives the cell of a place.
func (f *floor) spot(k int) spot { return spot{f.from.x + k%f.cols, f.from.z + k/f.cols} }

// has tells whether any of these is known of a cell.
func (f *floor) has(s spot, what known) bool {
	k, ok := f.index(s)
	return ok && f.cells[k]&what != 0
}

// Ray is how far the robot sees at a yaw of the house: metres, at most
// [world.MaxSight], which means that nothing ends the sight.
type Ray struct{ Yaw, Metres float64 }

const (
	feet  = 0.3 // metres around the robot that it sees whatever the rays say, where no wall is between
	thick = 0.3 // metres behind where a sight ended that are taken for a wall
)

// See takes in a scan: at least three rays all around, as many degrees from each
// to the next, in the order of rising yaw. What lies on a ray is seen, and what
// lies between two: up to the line between their ends when these differ by at most
// 1 m, or lie on one wall as the end of a third ray says; else as far as the
// shorter goes.
func (e *Explorer) See(at world.Point, rays []Ray) {
	e.spots = append(e.spots, at)
	f := newFan(at, rays)
	reach := world.Point{X: f.far + thick, Z: f.far + thick}
	lo, hi := spotOf(at.Sub(reach)), spotOf(at.Add(reach))
	window := func(visit func(spot)) {
		for z := lo.z; z <= hi.z; z++ {
			for x := lo.x; x <= hi.x; x++ {
				visit(spot{x, z})
			}
		}
	}
	window(func(s spot) {
		p := s.middle()
		d := at.Dist(p)
		metres, hit := f.sight(at.Toward(p))
		switch {
		case d <= metres || d <= feet && (e.told || e.m.Sees(at, p)):
			e.look(s)
		case hit && d <= metres+thick:
			e.guess(s)
		}
	})
	for _, r := range rays {
		for d := 0.0; d < r.Metres; d += Cell / 2 {
			e.look(spotOf(at.Add(world.Heading(r.Yaw).Scale(d))))
		}
	}
	if e.told {
		window(e.settle)
	}
}

// settle tells by what was seen whether the robot can stand on a cell. It keeps off walls:
// with them .2 m away it found its goal the quickest.
func (e *Explorer) settle(s spot) {
	k, ok := e.floor.index(s)
	if !ok || e.floor.cells[k]&seen == 0 {
		return
	}
	e.floor.cells[k] |= free
	if slices.ContainsFunc(around[:], func(d spot) bool {
		return e.floor.has(s.beside(d), guess) || e.floor.has(s.beside(d).beside(d), guess)
	}) {
		e.floor.cells[k] &^= free
	}
}

// look has a cell seen.
func (e *Explorer) look(s spot) {
	k, ok := e.floor.index(s)
	if !ok || e.floor.cells[k]&seen != 0 {
		return
	}
	e.floor.cells[k] = seen
	if !e.told && e.m.Free(s.middle()) {
		e.floor.cells[k] |= free
	}
}

// guess takes a cell that was not seen for a wall.
func (e *Explorer) guess(s spot) {
	if k, ok := e.floor.index(s); ok && e.floor.cells[k]&seen == 0 {
		e.floor.cells[k] |= guess
	}
}
