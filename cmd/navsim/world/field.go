package world

import (
	"iter"
	"math"
	"math/bits"
)

// Costs of one step between nodes. 577/408 is √2 to six digits, so that sums
// are whole numbers, equal paths cost exactly the same, and fields do not
// depend on the order in which nodes are visited.
const (
	costStraight = 408
	costDiagonal = 577
	costPerMetre = costStraight / nodePitch
	unreached    = math.MaxUint32
)

// field holds, per node, the cost of the cheapest way to the nearest of some
// source nodes in steps to the eight nodes around, unreached where none leads.
type field []uint32

// spread computes the field of the sources by Dijkstra's algorithm. Its queue
// is three buckets, used cyclically (Dial 1969, Dinitz 1978): a step never costs
// less than a bucket is wide, nor as much as two.
func (g *grid) spread(sources []int) field {
	f := make(field, len(g.free))
	for n := range f {
		f[n] = unreached
	}
	var queue [3][]int
	for _, n := range sources {
		f[n] = 0
	}
	queue[0] = append(queue[0], sources...)
	for level, idle := uint32(0), 0; idle < len(queue); level++ {
		now := &queue[level%3]
		idle++
		for i := 0; i < len(*now); i++ {
			n := (*now)[i]
			if f[n]/costStraight != level { // reached more cheaply before
				continue
			}
			for to, cost := range g.neighbours(n) {
				if c := f[n] + cost; c < f[to] {
					f[to] = c
					next := &queue[c/costStraight%3]
					*next = append(*next, to)
				}
			}
			idle = 0
		}
		*now = (*now)[:0]
	}
	return f
}

// step leads from a node to one beside it: how far the index goes, and the cost.
type step struct {
	by   int
	cost uint32
}

// link finds the steps that lead from each free node to free nodes. A diagonal step
// needs both nodes beside it free. The outermost nodes are never free, so that no index
// leaves the grid.
func (g *grid) link() {
	north := g.cols
	g.steps = [8]step{
		{north + 1, costDiagonal}, {north - 1, costDiagonal}, {1 - north, costDiagonal}, {-1 - north, costDiagonal},
		{1, costStraight}, {-1, costStraight}, {north, costStraight}, {-north, costStraight},
	}
	beside := [4]uint8{1<<4 | 1<<6, 1<<5 | 1<<6, 1<<4 | 1<<7, 1<<5 | 1<<7} // of the diagonal steps
	g.ways = make([]uint8, len(g.free))
	for n, free := range g.free {
		if !free {
			continue
		}
		for i := 7; i >= 0; i-- {
			if g.free[n+g.steps[i].by] && (i >= 4 || g.ways[n]&beside[i] == beside[i]) {
				g.ways[n] |= 1 << i
			}
		}
	}
}

// neighbours yields the up to eight nodes that one step leads to from n, diagonal ones
// first, with its cost.
func (g *grid) neighbours(n int) iter.Seq2[int, uint32] {
	return func(yield func(int, uint32) bool) {
		for left := g.ways[n]; left != 0; left &= left - 1 {
			if s := &g.steps[bits.TrailingZeros8(left)]; !yield(n+s.by, s.cost) {
				return
			}
		}
	}
}

// descend gives the nodes from n down to a source, both included. Where two
// steps are equally good it takes the diagonal one.
func (g *grid) descend(f field, n int) []int {
	way := []int{n}
	for f[n] > 0 {
		next := -1
		for to, cost := range g.neighbours(n) {
			if f[to] != unreached && f[to]+cost == f[n] {
				next = to
				break
			}
		}
		if next < 0 {
			return way
		}
		n = next
		way = append(way, n)
	}
	return way
}
