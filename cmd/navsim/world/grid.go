package world

import (
	"iter"
	"math"
)

// The floor is sampled on a lattice of points k·0.05 m. Every second point in
// both directions, at 0.05 + k·0.1 m, is a node on which paths run; the points
// between only make clearances finer.
const (
	pitch     = 0.05
	nodePitch = 0.1
	// cellSlack is the farthest, in metres, that a point lies from its nearest
	// lattice point: half the diagonal of a cell, and a bit for rounding.
	cellSlack = 0.0355
	// farClear caps stored clearances, in metres.
	farClear = 1.0
)

// grid holds, per lattice point, the distance to the nearest thing that blocks,
// in metres, at most farClear; 0 outside the house.
type grid struct {
	ox, oz int // lattice index of the first column and row
	nx, nz int // columns and rows, both odd
	clear  []float32
	// Nodes: those lattice points with odd index in both directions.
	cols, rows int
	free       []bool
	ways       []uint8 // per node, bit i for each of steps that leads to a free node
	steps      [8]step
}

// newGrid samples the distance to the blockers inside the rooms. The first node is the first
// lattice point, one node outside the bounds.
func newGrid(rooms []Room, blockers []blocker, b box) grid {
	first := func(v float64) int { return 2*int(math.Floor(v/nodePitch)) - 1 }
	g := grid{ox: first(b.min.X), oz: first(b.min.Z)}
	g.cols = int(math.Ceil((b.max.X-float64(g.ox)*pitch)/nodePitch)) + 2
	g.rows = int(math.Ceil((b.max.Z-float64(g.oz)*pitch)/nodePitch)) + 2
	g.nx, g.nz = 2*g.cols-1, 2*g.rows-1
	g.clear = make([]float32, g.nx*g.nz)
	g.floor(rooms)
	for i := range blockers {
		g.stamp(&blockers[i])
	}
	g.free = make([]bool, g.cols*g.rows)
	for n := range g.free {
		g.free[n] = g.clear[g.lattice(n)] >= Radius-tiny
	}
	g.link()
	return g
}

// floor marks every lattice point in a room as far from everything.
func (g *grid) floor(rooms []Room) {
	for i := range rooms {
		var cuts []float64
		g.visit(boxOf(rooms[i].Floor...), func(line []float32, first int, z float64) {
			cuts = cutsAt(cuts[:0], z, rooms[i].Floor)
			for j := range line {
				if line[j] == 0 && odd(float64(first+j)*pitch, cuts) {
					line[j] = farClear
				}
			}
		})
	}
}

// stamp lowers the clearance around a blocker. A root is taken only where it lowers one.
func (g *grid) stamp(s *blocker) {
	g.visit(s.box().grown(farClear), func(line []float32, first int, z float64) {
		for j, far := range line {
			if square := s.square(Point{float64(first+j) * pitch, z}); square < float64(far)*float64(far) {
				line[j] = float32(math.Sqrt(square))
			}
		}
	})
}

// visit calls f for every line of lattice points in the box: their clearances, the
// lattice index of the first along x, and where they lie along z.
func (g *grid) visit(b box, f func(line []float32, first int, z float64)) {
	x0 := max(int(math.Floor(b.min.X/pitch))-g.ox, 0)
	x1 := min(int(math.Ceil(b.max.X/pitch))-g.ox, g.nx-1)
	z0 := max(int(math.Floor(b.min.Z/pitch))-g.oz, 0)
	z1 := min(int(math.Ceil(b.max.Z/pitch))-g.oz, g.nz-1)
	for z := z0; z <= z1 && x0 <= x1; z++ {
		f(g.clear[z*g.nx+x0:z*g.nx+x1+1], x0+g.ox, float64(z+g.oz)*pitch)
	}
}

// clearance gives the stored distance at the lattice point nearest to p; the
// true one differs by at most cellSlack, or is larger where it is capped.
func (g *grid) clearance(p Point) float64 {
	x := math.Round(p.X/pitch) - float64(g.ox)
	z := math.Round(p.Z/pitch) - float64(g.oz)
	if !(x >= 0 && z >= 0 && x < float64(g.nx) && z < float64(g.nz)) { // also NaN
		return 0
	}
	return float64(g.clear[int(z)*g.nx+int(x)])
}

// lattice gives the index of node n among the lattice points.
func (g *grid) lattice(n int) int {
	return n/g.cols*2*g.nx + n%g.cols*2
}

// point gives where node n lies.
func (g *grid) point(n int) Point {
	return Point{
		roundCM(float64(n%g.cols*2+g.ox) * pitch),
		roundCM(float64(n/g.cols*2+g.oz) * pitch),
	}
}

// roundCM makes a coordinate the number nearest to whole centimetres, so that
// a node's coordinates equal those written in a file.
func roundCM(v float64) float64 { return math.Round(v*100) / 100 }

// node gives the node nearest to p, which may lie off the grid.
func (g *grid) node(p Point) (col, row int) {
	col = int(math.Round((p.X - float64(g.ox)*pitch) / nodePitch))
	row = int(math.Round((p.Z - float64(g.oz)*pitch) / nodePitch))
	return col, row
}

// nodesIn yields the free nodes in and just around a box.
func (g *grid) nodesIn(b box) iter.Seq[int] {
	c0, r0 := g.node(b.min)
	c1, r1 := g.node(b.max)
	return func(yield func(int) bool) {
		for row := r0; row <= r1; row++ {
			for col := c0; col <= c1; col++ {
				if n, ok := g.at(col, row); ok && !yield(n) {
					return
				}
			}
		}
	}
}

// at gives the index of a node and whether it is on the grid and free.
func (g *grid) at(col, row int) (int, bool) {
	if col < 0 || row < 0 || col >= g.cols || row >= g.rows {
		return 0, false
	}
	n := row*g.cols + col
	return n, g.free[n]
}
