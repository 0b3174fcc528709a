package world

import "math"

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
			g.neighbours(n, func(to int, cost uint32) {
				if c := f[n] + cost; c < f[to] {
					f[to] = c
					next := &queue[c/costStraight%3]
					*next = append(*next, to)
				}
			})
			idle = 0
		}
		*now = (*now)[:0]
	}
	return f
}

// neighbours calls f for the up to eight free nodes beside n. A diagonal step
// needs both nodes beside it free. The outermost nodes are never free, so that
// no index leaves the grid.
func (g *grid) neighbours(n int, f func(to int, cost uint32)) {
	free := g.free
	east, west, north, south := free[n+1], free[n-1], free[n+g.cols], free[n-g.cols]
	if east && north && free[n+g.cols+1] {
		f(n+g.cols+1, costDiagonal)
	}
	if west && north && free[n+g.cols-1] {
		f(n+g.cols-1, costDiagonal)
	}
	if east && south && free[n-g.cols+1] {
		f(n-g.cols+1, costDiagonal)
	}
	if west && south && free[n-g.cols-1] {
		f(n-g.cols-1, costDiagonal)
	}
	if east {
		f(n+1, costStraight)
	}
	if west {
		f(n-1, costStraight)
	}
	if north {
		f(n+g.cols, costStraight)
	}
	if south {
		f(n-g.cols, costStraight)
	}
}

// descend gives the nodes from n down to a source, both included. Where two
// steps are equally good it takes the diagonal one.
func (g *grid) descend(f field, n int) []int {
	way := []int{n}
	for f[n] > 0 {
		next := -1
		g.neighbours(n, func(to int, cost uint32) {
			if next < 0 && f[to] != unreached && f[to]+cost == f[n] {
				next = to
			}
		})
		if next < 0 {
			return way
		}
		n = next
		way = append(way, n)
	}
	return way
}
