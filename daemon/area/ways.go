package area

import (
	"cmp"
	"math"
	"slices"
)

// Edge is an open edge: where the seen floor ends and no wall is known.
type Edge struct {
	At     Point   // on seen floor, in the middle of the edge
	Out    Point   // the direction of what was not seen, of length 1; 0 when that lies on all sides
	WidthM float64 // how long the edge is, metres
	WayM   float64 // to At over seen floor, metres
	Behind float64 // what was not seen within 2 m, square metres, as far as no wall is between
	Rooms  []Share // of the seen floor beside it
	Path   []Point // corners of the way, At the last
}

const (
	windowSide = 192 // cells: a search looks 24 m far in each direction
	leastEdge  = 2   // cells of an edge that a robot fits through
	edgeReach  = 1.0 // how far apart the cells of one edge lie from its nearest, metres
	longSight  = 40  // cells of a way that are gone straight at most
	behindIn   = 2.0 // metres around an edge

	costStraight = 408 // 577/408 is √2 to six digits, and sums are whole numbers
	costDiagonal = 577
	costWall     = 200 // more, where the way keeps off walls
)

// field is what a search knows of the cells of its window.
type field struct {
	cost []int32 // of the way, in 1/408 of a cell; unreached where there is none
	from []uint8 // which of the cells around is before it on the way
}

const unreached = math.MaxInt32

// Ways is how far it is from one spot to every cell around it over seen floor, at
// most 24 m away as the crow flies. It counts until the area changes or is asked
// again.
type Ways struct {
	area  *Area
	start spot
	edges []spot // open cells beside what was not seen, the nearest first
}

// Ways searches the seen floor from a spot, by Dijkstra's algorithm over the eight
// cells around each, without cutting corners. The robot may always leave the cell
// that it stands in.
func (a *Area) Ways(from Point) *Ways {
	w := &Ways{area: a, start: spotOf(from)}
	if a.field.cost == nil {
		a.field = field{make([]int32, windowSide*windowSide), make([]uint8, windowSide*windowSide)}
	}
	cost := a.field.cost
	for i := range cost {
		cost[i] = unreached
	}
	// Three buckets used in turn (Dial 1969): a step never costs less than a
	// bucket is wide, nor as much as two.
	var queue [3][]spot
	w.reach(w.start, 0, 0)
	queue[0] = append(queue[0], w.start)
	for level, idle := int32(0), 0; idle < len(queue); level++ {
		now := &queue[level%3]
		idle++
		for i := 0; i < len(*now); i++ {
			s := (*now)[i]
			k, _ := w.index(s)
			if cost[k] < 0 || cost[k]/costStraight != level {
				continue // it was visited, or was reached on a shorter way
			}
			idle = 0
			w.spread(s, cost[k], &queue)
			if w.isEdge(s) {
				w.edges = append(w.edges, s)
			}
			cost[k] = ^cost[k] // visited
		}
		*now = (*now)[:0]
	}
	for i, c := range cost {
		if c < 0 {
			cost[i] = ^c
		}
	}
	return w
}

// spread offers the cells around one.
func (w *Ways) spread(s spot, cost int32, queue *[3][]spot) {
	for d, side := range around {
		to := s.beside(side)
		if !w.area.open(to) {
			continue
		}
		next := cost + costStraight
		if d%2 == 1 {
			if !w.area.open(spot{to.x, s.y}) || !w.area.open(spot{s.x, to.y}) {
				continue
			}
			next = cost + costDiagonal
		}
		if w.area.shy && w.area.besideWall(to) {
			next += costWall
		}
		if w.reach(to, next, uint8(d)) {
			bucket := &queue[next/costStraight%3]
			*bucket = append(*bucket, to)
		}
	}
}

// reach takes a way to a cell, if it is shorter than the one before.
func (w *Ways) reach(s spot, cost int32, from uint8) bool {
	k, ok := w.index(s)
	f := &w.area.field
	if !ok || f.cost[k] < 0 || cost >= f.cost[k] {
		return false
	}
	f.cost[k], f.from[k] = cost, from
	return true
}

// index gives the place of a cell in the window.
func (w *Ways) index(s spot) (k int, ok bool) {
	x, y := s.x-w.start.x+windowSide/2, s.y-w.start.y+windowSide/2
	return y*windowSide + x, x >= 0 && y >= 0 && x < windowSide && y < windowSide
}

// isEdge tells whether a cell is part of an open edge: a side of it was not seen.
func (w *Ways) isEdge(s spot) bool {
	return slices.ContainsFunc(sides[:], func(d spot) bool { return w.area.known(s.beside(d)) == 0 })
}

// Edges gives the open edges that the search came to, the nearest first. A long
// edge comes in parts of about 2 m.
func (w *Ways) Edges() (edges []Edge) {
	unseen := func(s spot) bool { return w.area.known(s) == 0 }
	for _, cells := range parts(w.edges) {
		edges = append(edges, w.edge(cells, unseen))
	}
	return edges
}

// Beyond gives where the floor that the search came to goes on into what other areas do
// not have, the nearest first: floor that was seen, and not by who made the others.
func (w *Ways) Beyond(looked ...*Area) (edges []Edge) {
	known := func(s spot) bool { return slices.ContainsFunc(looked, func(a *Area) bool { return a.known(s) != 0 }) }
	fresh := func(s spot) bool { return w.area.open(s) && !known(s) }
	var border []spot
	for k, cost := range w.area.field.cost {
		s := spot{w.start.x + k%windowSide - windowSide/2, w.start.y + k/windowSide - windowSide/2}
		if cost != unreached && fresh(s) && slices.ContainsFunc(sides[:], func(d spot) bool { return known(s.beside(d)) }) {
			border = append(border, s)
		}
	}
	slices.SortStableFunc(border, func(a, b spot) int {
		i, _ := w.index(a)
		k, _ := w.index(b)
		return cmp.Compare(w.area.field.cost[i], w.area.field.cost[k])
	})
	for _, cells := range parts(border) {
		edges = append(edges, w.edge(cells, fresh))
	}
	return edges
}

// parts gives cells that lie together, in parts of about 2 m.
func parts(edge []spot) (all [][]spot) {
	const loose, part = 1, 2
	mark := make(map[spot]uint8, len(edge))
	for _, s := range edge {
		mark[s] = loose
	}
	for _, first := range edge {
		if mark[first] != loose {
			continue
		}
		cells := []spot{first}
		mark[first] = part
		for i := 0; i < len(cells); i++ {
			for _, d := range around {
				to := cells[i].beside(d)
				if mark[to] == loose && to.middle().Distance(first.middle()) <= edgeReach {
					mark[to] = part
					cells = append(cells, to)
				}
			}
		}
		if len(cells) >= leastEdge {
			all = append(all, cells)
		}
	}
	return all
}

// edge describes the edge of some cells, behind which lie others.
func (w *Ways) edge(cells []spot, others func(spot) bool) Edge {
	var centre, out Point
	for _, s := range cells {
		m := s.middle()
		centre.X, centre.Y = centre.X+m.X/float64(len(cells)), centre.Y+m.Y/float64(len(cells))
		for _, d := range sides {
			if others(s.beside(d)) {
				out.X, out.Y = out.X+float64(d.x), out.Y+float64(d.y)
			}
		}
	}
	at := slices.MinFunc(cells, func(a, b spot) int {
		d := a.middle().Distance(centre) - b.middle().Distance(centre)
		switch {
		case d < -1e-9:
			return -1
		case d > 1e-9:
			return 1
		}
		return 0
	})
	if l := math.Hypot(out.X, out.Y); l > 0 {
		out = Point{out.X / l, out.Y / l}
	} else {
		out = Point{}
	}
	k, _ := w.index(at)
	return Edge{
		At: at.middle(), Out: out, WidthM: float64(len(cells)) * Cell, WayM: w.metres(k),
		Behind: behind2m(at, others), Rooms: w.area.roomsAround(at), Path: w.path(at),
	}
}

// behind2m is how much of the others lies around a cell.
func behind2m(at spot, others func(spot) bool) (squareMetres float64) {
	const r = int(behindIn / Cell)
	var reached [2*r + 1][2*r + 1]bool
	reached[r][r] = true
	queue := []spot{at}
	for i := 0; i < len(queue); i++ {
		for _, d := range sides {
			to := queue[i].beside(d)
			x, y := to.x-at.x, to.y-at.y
			if x*x+y*y > r*r || reached[y+r][x+r] || !others(to) {
				continue
			}
			reached[y+r][x+r] = true
			queue = append(queue, to)
		}
	}
	return float64(len(queue)-1) * Cell * Cell
}

// path gives the corners of the way to a cell, as few as lie in sight of one
// another over seen floor, the cell itself the last.
func (w *Ways) path(to spot) (corners []Point) {
	way := []spot{to}
	for at := to; at != w.start; {
		k, _ := w.index(at)
		d := around[w.area.field.from[k]]
		at = spot{at.x - d.x, at.y - d.y}
		way = append(way, at)
	}
	slices.Reverse(way)
	for i := 0; i < len(way)-1; {
		j := min(len(way)-1, i+longSight)
		for j > i+1 && !w.area.clear(way[i], way[j]) {
			j--
		}
		corners = append(corners, way[j].middle())
		i = j
	}
	if corners == nil {
		corners = []Point{to.middle()}
	}
	return corners
}

// Way is a way over seen floor.
type Way struct {
	End  Point   // where it ends: the middle of a cell
	WayM float64 // how long it is, metres
	Path []Point // its corners, End the last
}

func (w *Ways) metres(k int) float64 { return float64(w.area.field.cost[k]) * Cell / costStraight }
