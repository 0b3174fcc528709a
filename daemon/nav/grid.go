package nav

import "math"

// cell is one square of a grid.
type cell struct{ x, y int32 }

// grid files points under square cells, so that a search near a point costs
// what lies near it and not what is stored.
type grid struct {
	size  float64 // side of a cell, metres
	cells map[cell][]spot
}

// spot is one filed point.
type spot struct {
	x, y float64
	id   int
}

func newGrid(size float64) grid { return grid{size: size, cells: map[cell][]spot{}} }

func (g grid) cell(x, y float64) cell {
	return cell{int32(math.Floor(x / g.size)), int32(math.Floor(y / g.size))}
}

func (g grid) put(p Pose, id int) {
	c := g.cell(p.X, p.Y)
	g.cells[c] = append(g.cells[c], spot{p.X, p.Y, id})
}

// near calls fn for each point within r of p, cell by cell and in a cell in
// the order they were filed, until fn says to stop.
func (g grid) near(p Pose, r float64, fn func(id int, distance float64) bool) {
	lo, hi := g.cell(p.X-r, p.Y-r), g.cell(p.X+r, p.Y+r)
	for x := lo.x; x <= hi.x; x++ {
		for y := lo.y; y <= hi.y; y++ {
			for _, s := range g.cells[cell{x, y}] {
				if d := math.Hypot(s.x-p.X, s.y-p.Y); d <= r && !fn(s.id, d) {
					return
				}
			}
		}
	}
}
