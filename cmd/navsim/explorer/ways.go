package explorer

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"navd/cmd/navsim/world"
)

// ways are the shortest ways from one point over seen floor, in steps to the eight
// neighbours of a cell, without cutting corners.
type ways struct {
	*floor
	start   world.Point
	cost    []float64 // metres, by index; +Inf where no way leads
	from    []int     // the cell before, by index; -1: it is one of the first
	reached []spot    // the nearest first
}

const none = -1

// ways computes the ways from a point. They begin at the cells around it to which the
// robot can go straight or, if it does not know, at those that it saw.
func (e *Explorer) ways(at world.Point) *ways {
	f := &e.floor
	w := &ways{floor: f, start: at, cost: make([]float64, len(f.cells)), from: make([]int, len(f.cells))}
	for k := range w.cost {
		w.cost[k] = math.Inf(1)
	}
	var q queue
	offer := func(s spot, from int, metres float64, on known) {
		if k, ok := f.index(s); ok && f.cells[k]&on != 0 && metres < w.cost[k]-1e-9 {
			w.cost[k], w.from[k] = metres, from
			heap.Push(&q, mark{k, metres})
		}
	}
	middle := spotOf(at)
	for z := -2; z <= 2; z++ {
		for x := -2; x <= 2; x++ {
			switch s := middle.beside(spot{x, z}); {
			case e.told:
				offer(s, none, at.Dist(s.middle()), seen)
			case e.m.Clear(at, s.middle()):
				offer(s, none, at.Dist(s.middle()), free)
			}
		}
	}
	for len(q) > 0 {
		top := heap.Pop(&q).(mark)
		if top.metres > w.cost[top.cell] {
			continue // it was reached by a shorter way
		}
		s := f.spot(top.cell)
		w.reached = append(w.reached, s)
		for i, d := range around {
			switch to := s.beside(d); {
			case i < sides:
				offer(to, top.cell, top.metres+Cell, free)
			case f.has(spot{to.x, s.z}, free) && f.has(spot{s.x, to.z}, free):
				offer(to, top.cell, top.metres+Cell*math.Sqrt2, free)
			}
		}
	}
	return w
}

// metres returns how far away a reached cell is.
func (w *ways) metres(s spot) float64 {
	k, _ := w.index(s)
	return w.cost[k]
}

// corners returns the way to a reached cell: points that can be reached straight from one
// to the next over free cells, ending with the cell itself.
func (w *ways) corners(to spot) (corners []world.Point) {
	var way []world.Point
	for k, _ := w.index(to); k != none; k = w.from[k] {
		way = append(way, w.spot(k).middle())
	}
	slices.Reverse(way)
	for at, i := w.start, 0; i < len(way); i++ {
		j := len(way) - 1
		for j > i && !w.clear(at, way[j]) {
			j--
		}
		corners = append(corners, way[j])
		at, i = way[j], j
	}
	return corners
}

// clear reports whether the straight line between two points crosses only free cells. The
// cell where the robot stands always counts as free.
func (w *ways) clear(a, b world.Point) bool {
	cuts := append(crossings(a.X, b.X), crossings(a.Z, b.Z)...)
	cuts = append(cuts, 0, 1)
	slices.Sort(cuts)
	home, way := spotOf(w.start), b.Sub(a)
	for i, cut := range cuts[1:] {
		if cut-cuts[i] < 1e-9 {
			continue // it goes through the corner of a cell
		}
		if s := spotOf(a.Add(way.Scale((cuts[i] + cut) / 2))); s != home && !w.has(s, free) {
			return false
		}
	}
	return true
}

// crossings returns where cells begin between two coordinates, as shares of the way from a
// to b.
func crossings(a, b float64) (shares []float64) {
	for k := math.Ceil(min(a, b) / Cell); k*Cell < max(a, b); k++ {
		shares = append(shares, (k*Cell-a)/(b-a))
	}
	return shares
}

// edge is an open edge: free floor next to unseen cells.
type edge struct {
	at     spot    // its middle
	metres float64 // length of the way to it
	behind float64 // unseen area within 2 m, square metres
}

const (
	leastCells = 2   // least cells of an edge
	part       = 1.0 // most metres from the nearest cell of an edge to its others
	within     = 20  // cells around an edge in which to look for unseen area
)

// edges returns the open edges, the nearest first; a long one is split. With guesses, an
// assumed wall counts as seen.
func (w *ways) edges(guesses bool) (all []edge) {
	shut := seen
	if guesses {
		shut |= guess
	}
	open := map[spot]bool{}
	for _, s := range w.reached {
		open[s] = slices.ContainsFunc(around[:sides], func(d spot) bool { return !w.has(s.beside(d), shut) })
	}
	for _, first := range w.reached {
		if !open[first] {
			continue
		}
		open[first] = false
		cells := []spot{first}
		for i := 0; i < len(cells); i++ {
			for _, d := range around {
				if to := cells[i].beside(d); open[to] && to.middle().Dist(first.middle()) <= part {
					open[to] = false
					cells = append(cells, to)
				}
			}
		}
		if len(cells) >= leastCells {
			at := middleOf(cells)
			all = append(all, edge{at, w.metres(at), w.behind(at, shut)})
		}
	}
	return all
}

// middleOf returns the cell nearest to the middle of cells; the first of equals.
func middleOf(cells []spot) spot {
	var middle world.Point
	for _, s := range cells {
		middle = middle.Add(s.middle().Scale(1 / float64(len(cells))))
	}
	off := func(s spot) float64 { return math.Round(s.middle().Dist(middle)*1e6) / 1e6 }
	return slices.MinFunc(cells, func(a, b spot) int { return cmp.Compare(off(a), off(b)) })
}

// behind returns the unseen area around a cell that can be reached from it without
// crossing a cell of the kinds in shut.
func (w *ways) behind(at spot, shut known) (squareMetres float64) {
	var done [2*within + 1][2*within + 1]bool
	done[within][within] = true
	queue := []spot{at}
	for i := 0; i < len(queue); i++ {
		for _, d := range around[:sides] {
			to := queue[i].beside(d)
			x, z := to.x-at.x, to.z-at.z
			if x*x+z*z > within*within || done[z+within][x+within] || w.has(to, shut) {
				continue
			}
			done[z+within][x+within] = true
			queue = append(queue, to)
		}
	}
	return float64(len(queue)-1) * Cell * Cell
}

// mark is a cell, and the length of a way to it.
type mark struct {
	cell   int
	metres float64
}

// queue is a heap of marks, the nearest first, then by cell. It implements
// [heap.Interface].
type queue []mark

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(mark)) }
func (q queue) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(q[i].metres, q[j].metres), cmp.Compare(q[i].cell, q[j].cell)) < 0
}

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
