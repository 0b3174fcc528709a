package area

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// Edge is an open edge: where the seen floor ends and no wall is known.
type Edge struct {
	At     Point   // on seen floor, in the middle of the edge
	Out    Point   // the direction of what was not seen, of length 1; 0 when that lies on all sides
	WidthM float64 // how long the edge is, metres
	WayM   float64 // to At over seen floor, metres
	Behind float64 // area not seen within 2 m that no wall separates from it, square metres
	Rooms  []Share // of the seen floor beside it
	Path   []Point // corners of the way, At the last
}

const (
	windowSide = 192 // cells: a search looks 24 m far in each direction
	border     = 9   // cells around the window of which is known what they are, but that no way reaches
	leastEdge  = 2   // cells of an edge that a robot fits through
	edgeReach  = 1.0 // how far apart the cells of one edge lie from its nearest, metres
	longSight  = 40  // cells of a straight part of a way at most
	behindIn   = 8   // how far around an edge Behind counts, cells: 2 m

	costStraight = 408 // whole numbers, and 577/408 is √2 to six digits
	costDiagonal = 577
	costWall     = 200 // in addition for a cell beside a wall, when ways keep off walls
)

// field is what a search knows about the cells of its window and the border around it, by
// rows.
type field struct {
	cost []int32 // of the way, in 1/408 of a cell; unreached where there is none
	cell []uint8 // what is known of it, free where it is open, looked where [Ways.Beyond] knows it, and from<<fromBit
}

// rowSide is how many cells a row of a field has.
const rowSide = windowSide + 2*border

// Bits of a cell of a field, besides what is known of it.
const (
	fromBit = 3 // from here three that say which of the cells around is before it on the way
	looked  = 1 << 6
	free    = 1 << 7
)

// kind tells cells of a field apart.
type kind struct{ bits, are uint8 }

// is tells whether a cell is of a kind.
func (f *field) is(k int, of kind) bool { return f.cell[k]&of.bits == of.are }

const unreached = math.MaxInt32

// Ways is how far it is from one spot to every cell around it over seen floor, up to 24 m
// away in x and in y. It is valid until the area changes or Ways is called again.
type Ways struct {
	area  *Area
	start spot
	edges []spot // open cells beside what was not seen, the nearest first
	all   []int  // the cells that a way reaches, as indices of the field, nearer ones first to within a cell
	way   []spot // room for a way
}

// Ways searches the seen floor from a point, by Dijkstra's algorithm over the eight cells
// around each, without cutting corners. The cell of the point itself need not be open.
func (a *Area) Ways(from Point) *Ways {
	w := &Ways{area: a, start: spotOf(from)}
	w.load()
	f := &a.field
	// Three buckets used in turn (Dial 1969): a step costs at least the width of a bucket,
	// and less than two.
	var queue [3][]int
	first, _ := w.index(w.start)
	f.cost[first] = 0
	queue[0] = append(queue[0], first)
	for level, idle := int32(0), 0; idle < len(queue); level++ {
		now := &queue[level%3]
		idle++
		for i := 0; i < len(*now); i++ {
			k := (*now)[i]
			cost := f.cost[k]
			if cost < 0 || cost/costStraight != level {
				continue // visited, or reached on a shorter way
			}
			idle = 0
			f.spread(k, a.shy, &queue)
			if f.isEdge(k) {
				w.edges = append(w.edges, w.spot(k))
			}
			f.cost[k] = ^cost // visited
			w.all = append(w.all, k)
		}
		*now = (*now)[:0]
	}
	for _, k := range w.all {
		f.cost[k] = ^f.cost[k]
	}
	f.bound(unreached)
	return w
}

// load copies the cells of the window and its border from the area.
func (w *Ways) load() {
	f := &w.area.field
	if f.cost == nil {
		*f = field{make([]int32, rowSide*rowSide), make([]uint8, rowSide*rowSide)}
	}
	for i := range f.cost {
		f.cost[i] = unreached
	}
	f.bound(^unreached) // as if they were visited
	clear(f.cell)
	w.over(w.area, func(row []uint8, known []cell) {
		for i, c := range known {
			if row[i] = c.known; open(c.known) {
				row[i] |= free
			}
		}
	})
}

// bound sets the cost of the cells around the window.
func (f *field) bound(cost int32) {
	const before, after = border - 1, border + windowSide
	for i := before; i <= after; i++ {
		for _, k := range [4]int{before*rowSide + i, after*rowSide + i, i*rowSide + before, i*rowSide + after} {
			f.cost[k] = cost
		}
	}
}

// over calls visit with parts of rows of the field, and with what an area knows of the same
// cells, where it knows anything.
func (w *Ways) over(a *Area, visit func(row []uint8, known []cell)) {
	lo := w.spot(0)
	hi := spot{lo.x + rowSide, lo.y + rowSide}
	for ty := lo.y >> tileBits; ty <= (hi.y-1)>>tileBits; ty++ {
		for tx := lo.x >> tileBits; tx <= (hi.x-1)>>tileBits; tx++ {
			t := a.tiles[spot{tx, ty}]
			if t == nil {
				continue
			}
			x0, x1 := max(lo.x, tx<<tileBits), min(hi.x, (tx+1)<<tileBits)
			for y := max(lo.y, ty<<tileBits); y < min(hi.y, (ty+1)<<tileBits); y++ {
				visit(w.area.field.cell[(y-lo.y)*rowSide+x0-lo.x:], t[(y&(tileSide-1))<<tileBits|x0&(tileSide-1):][:x1-x0])
			}
		}
	}
}

// spread offers the cells around a cell.
func (f *field) spread(k int, shy bool, queue *[3][]int) {
	for d, side := range around {
		to := k + side.y*rowSide + side.x
		if f.cell[to]&free == 0 || f.cost[to] < 0 {
			continue
		}
		next := f.cost[k] + costStraight
		if d%2 == 1 {
			if f.cell[k+side.x]&f.cell[k+side.y*rowSide]&free == 0 {
				continue
			}
			next = f.cost[k] + costDiagonal
		}
		if shy && f.besideWall(to) {
			next += costWall
		}
		if next < f.cost[to] {
			f.cost[to], f.cell[to] = next, f.cell[to]&^(7<<fromBit)|uint8(d)<<fromBit
			bucket := &queue[next/costStraight%3]
			*bucket = append(*bucket, to)
		}
	}
}

// beside tells whether is holds for a cell that shares a side with a cell.
func (f *field) beside(k int, is func(cell uint8) bool) bool {
	return is(f.cell[k+1]) || is(f.cell[k-1]) || is(f.cell[k+rowSide]) || is(f.cell[k-rowSide])
}

// besideWall tells whether a wall is beside a cell.
func (f *field) besideWall(k int) bool {
	return f.beside(k, func(c uint8) bool { return c&(wall|walked) == wall })
}

// isEdge tells whether a cell is part of an open edge: a cell beside it was not seen.
func (f *field) isEdge(k int) bool {
	return f.beside(k, func(c uint8) bool { return c&(seen|wall|walked) == 0 })
}

// index gives the index of a cell in the field; not ok outside the window.
func (w *Ways) index(s spot) (k int, ok bool) {
	x, y := s.x-w.start.x+windowSide/2, s.y-w.start.y+windowSide/2
	return (y+border)*rowSide + x + border, x >= 0 && y >= 0 && x < windowSide && y < windowSide
}

// spot gives the cell at an index of the field.
func (w *Ways) spot(k int) spot {
	return spot{w.start.x + k%rowSide - windowSide/2 - border, w.start.y + k/rowSide - windowSide/2 - border}
}

// Edges gives the open edges that the search reached, the nearest first. A long edge is
// split into parts of about 2 m.
func (w *Ways) Edges() (edges []Edge) {
	unseen := kind{bits: seen | wall | walked}
	for _, cells := range w.parts(w.edges) {
		if e, ok := w.edge(cells, unseen, 0); ok {
			edges = append(edges, e)
		}
	}
	return edges
}

// Beyond gives the edges where the floor that the search reached goes on into seen floor
// that none of the other areas has, the nearest first. Edges with less than n square
// metres of such floor behind are left out.
func (w *Ways) Beyond(least float64, others ...*Area) (edges []Edge) {
	f := &w.area.field
	for k := range f.cell {
		f.cell[k] &^= looked
	}
	for _, a := range others {
		w.over(a, func(row []uint8, known []cell) {
			for i, c := range known {
				if c.known != 0 {
					row[i] |= looked
				}
			}
		})
	}
	var rim []int
	for _, k := range w.all {
		if f.cell[k]&looked == 0 && f.beside(k, func(c uint8) bool { return c&looked != 0 }) {
			rim = append(rim, k)
		}
	}
	slices.SortFunc(rim, func(a, b int) int { return cmp.Or(cmp.Compare(f.cost[a], f.cost[b]), cmp.Compare(a, b)) })
	cells := make([]spot, len(rim))
	for i, k := range rim {
		cells[i] = w.spot(k)
	}
	fresh := kind{bits: free | looked, are: free}
	for _, part := range w.parts(cells) {
		if e, ok := w.edge(part, fresh, least); ok {
			edges = append(edges, e)
		}
	}
	return edges
}

// parts splits cells into connected parts of about 2 m, without those that are too small.
func (w *Ways) parts(edge []spot) (all [][]spot) {
	const loose, part = 1, 2
	mark := make([]uint8, rowSide*rowSide)
	for _, s := range edge {
		k, _ := w.index(s)
		mark[k] = loose
	}
	for _, first := range edge {
		k, _ := w.index(first)
		if mark[k] != loose {
			continue
		}
		cells := []spot{first}
		mark[k] = part
		for i := 0; i < len(cells); i++ {
			for _, d := range around {
				to := cells[i].beside(d)
				if k, _ := w.index(to); mark[k] == loose && to.middle().Distance(first.middle()) <= edgeReach {
					mark[k] = part
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

// edge describes the edge that some cells make; others are the cells behind it. It is false
// when these have less than n square metres.
func (w *Ways) edge(cells []spot, others kind, least float64) (e Edge, ok bool) {
	f, at := &w.area.field, middleOf(cells)
	k, _ := w.index(at)
	behind := f.behind(k, others)
	if behind < least {
		return e, false
	}
	var out Point
	for _, s := range cells {
		k, _ := w.index(s)
		for _, d := range sides {
			if f.is(k+d.y*rowSide+d.x, others) {
				out.X, out.Y = out.X+float64(d.x), out.Y+float64(d.y)
			}
		}
	}
	if l := math.Hypot(out.X, out.Y); l > 0 {
		out = Point{out.X / l, out.Y / l}
	} else {
		out = Point{}
	}
	return Edge{
		At: at.middle(), Out: out, WidthM: float64(len(cells)) * Cell, WayM: w.metres(k),
		Behind: behind, Rooms: w.area.roomsAround(at), Path: w.path(at),
	}, true
}

// middleOf gives the cell nearest to the middle of some cells, the first of equal ones.
func middleOf(cells []spot) spot {
	var centre Point
	for _, s := range cells {
		m := s.middle()
		centre.X, centre.Y = centre.X+m.X/float64(len(cells)), centre.Y+m.Y/float64(len(cells))
	}
	return slices.MinFunc(cells, func(a, b spot) int {
		d := a.middle().Distance(centre) - b.middle().Distance(centre)
		switch {
		case d < -1e-9:
			return -1
		case d > 1e-9:
			return 1
		}
		return 0
	})
}

// behind is the area of the other cells within behindIn of a cell that are connected to it,
// square metres.
func (f *field) behind(k int, others kind) (squareMetres float64) {
	const r, side = behindIn, 2*behindIn + 1
	var reached [side * side]bool
	var queue [side * side]spot // from the cell
	reached[r*side+r] = true
	n := 1
	for i := 0; i < n; i++ {
		for _, d := range sides {
			to := queue[i].beside(d)
			if to.x*to.x+to.y*to.y > r*r || reached[(to.y+r)*side+to.x+r] || !f.is(k+to.y*rowSide+to.x, others) {
				continue
			}
			reached[(to.y+r)*side+to.x+r] = true
			queue[n] = to
			n++
		}
	}
	return float64(n-1) * Cell * Cell
}

// path gives the corners of the way to a cell, the cell itself the last. It leaves out
// corners where the way can be straight over seen floor.
func (w *Ways) path(to spot) (corners []Point) {
	way := append(w.way[:0], to)
	for at := to; at != w.start; {
		k, _ := w.index(at)
		d := around[w.area.field.cell[k]>>fromBit&7]
		at = spot{at.x - d.x, at.y - d.y}
		way = append(way, at)
	}
	slices.Reverse(way)
	w.way = way
	for i := 0; i < len(way)-1; {
		j := min(len(way)-1, i+longSight)
		for j > i+1 && !w.clear(way[i], way[j]) {
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

// clear tells whether the straight line between two cells of a way lies on seen floor,
// with the cells on both sides where it goes through a corner.
func (w *Ways) clear(from, to spot) bool {
	f := &w.area.field
	k, _ := w.index(from)
	end, _ := w.index(to)
	for _, m := range line(to.x-from.x, to.y-from.y) {
		x, y := int(m.x), int(m.y)*rowSide
		k += x + y
		if f.cell[k]&free == 0 || w.area.shy && k != end && f.besideWall(k) ||
			x != 0 && y != 0 && f.cell[k-x]&f.cell[k-y]&free == 0 {
			return false
		}
	}
	return true
}

// lineSide is how many cells a straight line of a way may end in, in x and in y.
const lineSide = 2*longSight + 1

// move is a step from a cell to one of those around it.
type move struct{ x, y int8 }

// line gives the steps of the straight line between the middles of two cells, by where the
// second lies from the first, at most longSight cells in x and in y. The points of the line
// are tried four to a cell, as in along.
func line(dx, dy int) []move {
	t, k := lines(), (dy+longSight)*lineSide+dx+longSight
	return t.moves[t.first[k]:t.first[k+1]]
}

// lineTable has the steps of all lines, one after the other, and where each begins.
type lineTable struct {
	moves []move
	first [lineSide*lineSide + 1]int32
}

var lines = sync.OnceValue(func() *lineTable {
	t := &lineTable{moves: make([]move, 0, lineSide*lineSide*longSight)}
	for k := range lineSide * lineSide {
		dx, dy := k%lineSide-longSight, k/lineSide-longSight
		n, last := int(4*math.Hypot(float64(dx), float64(dy)))+1, spot{}
		for i := 1; i <= n; i++ {
			s := spot{floorDiv(2*i*dx+n, 2*n), floorDiv(2*i*dy+n, 2*n)}
			if s != last {
				t.moves = append(t.moves, move{int8(s.x - last.x), int8(s.y - last.y)})
			}
			last = s
		}
		t.first[k+1] = int32(len(t.moves))
	}
	return t
})

// floorDiv is a/b rounded down; b is positive.
func floorDiv(a, b int) int {
	if a < 0 {
		return -((b - 1 - a) / b)
	}
	return a / b
}

// Way is a way over seen floor.
type Way struct {
	End  Point   // where it ends: the middle of a cell
	WayM float64 // how long it is, metres
	Path []Point // its corners, End the last
}

func (w *Ways) metres(k int) float64 { return float64(w.area.field.cost[k]) * Cell / costStraight }
