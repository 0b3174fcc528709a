package nav

import (
	"cmp"
	"math"
	"slices"
)

// minCell is the smallest side of a cell, metres: closer points are rarely
// apart by more than drift.
const minCell = 0.5

// cell is one square of a grid.
type cell struct{ x, y int64 }

// key packs a cell into one number, which hashes faster.
func (c cell) key() int64 { return c.x<<32 | c.y&math.MaxUint32 }

// cellOf unpacks a key.
func cellOf(key int64) cell { return cell{key >> 32, int64(int32(key))} }

// grid files points under square cells, so that a search near a point costs
// what lies near it and not what is stored.
type grid struct {
	size  float64          // side of a cell, metres
	cells map[int64][]spot // by cell key
}

// spot is one filed point.
type spot struct {
	x, y float64
	id   int
}

func newGrid(size float64) grid {
	return grid{size: math.Max(size, minCell), cells: map[int64][]spot{}}
}

func (g grid) cell(x, y float64) cell {
	return cell{int64(math.Floor(x / g.size)), int64(math.Floor(y / g.size))}
}

func (g grid) put(p Pose, id int) {
	c := g.cell(p.X, p.Y).key()
	g.cells[c] = append(g.cells[c], spot{p.X, p.Y, id})
}

// near calls fn for each point within r of p, cell by cell and in a cell in
// the order they were filed, until fn says to stop. A radius that spans more
// cells than there are costs what there is.
func (g grid) near(p Pose, r float64, fn func(id int, distance float64) bool) {
	r += eps
	lo, hi := g.cell(p.X-r, p.Y-r), g.cell(p.X+r, p.Y+r)
	if float64(hi.x-lo.x+1)*float64(hi.y-lo.y+1) > float64(len(g.cells))+64 {
		for _, c := range g.filled(lo, hi) {
			if !within(g.cells[c.key()], p, r, fn) {
				return
			}
		}
		return
	}
	for x := lo.x; x <= hi.x; x++ {
		for y := lo.y; y <= hi.y; y++ {
			if !within(g.cells[cell{x, y}.key()], p, r, fn) {
				return
			}
		}
	}
}

// within calls fn for the spots within r of p; false when fn said to stop.
func within(spots []spot, p Pose, r float64, fn func(id int, distance float64) bool) bool {
	for _, s := range spots {
		dx, dy := s.x-p.X, s.y-p.Y
		if d2 := dx*dx + dy*dy; d2 <= r*r && !fn(s.id, math.Sqrt(d2)) {
			return false
		}
	}
	return true
}

// filled gives the cells of a rectangle that hold something, in their order.
func (g grid) filled(lo, hi cell) []cell {
	var out []cell
	for key := range g.cells {
		c := cellOf(key)
		if c.x >= lo.x && c.x <= hi.x && c.y >= lo.y && c.y <= hi.y {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b cell) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y)) })
	return out
}
