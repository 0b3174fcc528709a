package explorer

import (
	"math"
	"slices"

	"navd/cmd/navsim/world"
)

// Cell is the side of a cell, metres.
const Cell = 0.1

// spot names a cell by its column and row. Its middle is a point of the grid on which the
// house computes ways.
type spot struct{ x, z int }

func spotOf(p world.Point) spot {
	return spot{int(math.Floor(p.X / Cell)), int(math.Floor(p.Z / Cell))}
}

func (s spot) middle() world.Point {
	return world.Point{X: (float64(s.x) + 0.5) * Cell, Z: (float64(s.z) + 0.5) * Cell}
}

func (s spot) beside(d spot) spot { return spot{s.x + d.x, s.z + d.z} }

// around are the neighbours of a cell, those that share a side with it first.
var around = [8]spot{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}

// sides is how many of the neighbours share a side.
const sides = 4

// known is what is known of a cell. The zero value is nothing.
type known uint8

const (
	seen  known = 1 << iota
	free        // seen, and the robot can stand there
	guess       // a line of sight ended just before it: assumed to be a wall until it is seen
)

// floor has all cells in and around a house.
type floor struct {
	from       spot // the first cell
	cols, rows int
	cells      []known
}

// outside is how many cells are kept beyond a house on each side: unseen area counts up to
// 2 m behind an edge.
const outside = 25

func newFloor(m *world.Map) floor {
	lo, hi := m.Bounds()
	a, b := spotOf(lo), spotOf(hi)
	f := floor{from: spot{a.x - outside, a.z - outside}}
	f.cols, f.rows = b.x-a.x+2*outside+1, b.z-a.z+2*outside+1
	f.cells = make([]known, f.cols*f.rows)
	return f
}

// index returns the index of a cell; false when it is not kept.
func (f *floor) index(s spot) (k int, ok bool) {
	x, z := s.x-f.from.x, s.z-f.from.z
	return z*f.cols + x, x >= 0 && z >= 0 && x < f.cols && z < f.rows
}

// spot returns the cell with an index.
func (f *floor) spot(k int) spot { return spot{f.from.x + k%f.cols, f.from.z + k/f.cols} }

// has reports whether any of these is known of a cell.
func (f *floor) has(s spot, what known) bool {
	k, ok := f.index(s)
	return ok && f.cells[k]&what != 0
}

// Ray is how far the robot sees at a yaw in the house. [world.MaxSight] metres mean that
// nothing ended the sight.
type Ray struct{ Yaw, Metres float64 }

const (
	feet  = 0.3 // the robot sees this many metres around itself whatever the rays say, unless a wall is between
	thick = 0.3 // this many metres behind where a line of sight ended are assumed to be wall
)

// See adds a scan: at least three rays all around, with equal angles between them, in the
// order of rising yaw. What lies on a ray is seen, and so is what lies between two rays:
// up to the line between their ends if their lengths differ by at most 1 m, or if the end
// of a third ray shows that both are on one wall; otherwise only as far as the shorter ray
// goes.
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

// look marks a cell as seen.
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

// guess marks an unseen cell as assumed wall.
func (e *Explorer) guess(s spot) {
	if k, ok := e.floor.index(s); ok && e.floor.cells[k]&seen == 0 {
		e.floor.cells[k] |= guess
	}
}
