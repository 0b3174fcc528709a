package draw

import (
	"fmt"
	"math"
	"slices"

	"navd/daemon/area"
	"navd/daemon/nav"
)

// Colours of the seen area. That of what nobody looked behind is neither the blue nor the
// orange of what a way brought, and grey to eyes that see no green.
const (
	seenFill = "#cfe3f5"
	seenLine = "#5b7f9f"
	openLine = "#00796b"
)

// nearEdge is how far squares of an open edge lie from its middle at most, metres.
const nearEdge = 1.3

// seen is the seen area of a map, ready to be drawn.
type seen struct {
	cell  float64 // side of a square, metres
	turn  float64 // by how much the map was turned, degrees
	edges []nav.OpenEdge
	floor [][]square // outlines
	walls [][]square
	open  [][]square // parts of the floor's outline that are open edges
}

// seenOf outlines the seen area. Squares are joined, four to one, until the
// outlines are short enough.
func seenOf(a *nav.SeenArea, turn float64) seen {
	if a == nil || !(a.CellM > 0 && a.CellM < farthest) {
		return seen{}
	}
	s := seen{cell: a.CellM, turn: turn}
	for _, e := range a.Edges {
		if drawable(e.X, e.Y) && len(s.edges) < mostMarks {
			s.edges = append(s.edges, e)
		}
	}
	grounds := map[square]ground{}
	s.lay(grounds, a.Walls, seenWall)
	s.lay(grounds, a.Floor, seenFloor)
	for !s.outline(grounds) {
		grounds = coarser(grounds)
		s.cell *= 2
	}
	return s
}

// lay puts runs of cells down, as far as they can be drawn.
func (s *seen) lay(grounds map[square]ground, runs []area.CellRun, what ground) {
	far := min(farthest/s.cell, 1e15)
	for _, r := range runs {
		if math.Abs(float64(r.X)) > far || math.Abs(float64(r.Y)) > far {
			continue
		}
		for i := range max(0, min(r.N, mostCells-len(grounds))) {
			grounds[square{r.X + i, r.Y}] = what
		}
	}
}

// coarser joins squares two by two; floor is floor, also beside a wall.
func coarser(grounds map[square]ground) map[square]ground {
	out := map[square]ground{}
	for s, g := range grounds {
		to := square{s.x >> 1, s.y >> 1}
		if out[to] != seenFloor {
			out[to] = g
		}
	}
	return out
}

func bends(lines [][]square) (n int) {
	for _, l := range lines {
		n += len(l)
	}
	return n
}

// outline finds the outlines of floor and walls, and which parts of that of the
// floor are open edges. It is false when they are too long.
func (s *seen) outline(grounds map[square]ground) bool {
	var floor, walls, open []side
	marked := s.marked(grounds)
	for at, g := range grounds {
		sides, beyond := sidesOf(at)
		for i, side := range sides {
			switch there := grounds[beyond[i]]; {
			case g == seenWall && there != seenWall:
				walls = append(walls, side)
			case g == seenFloor && there != seenFloor:
				floor = append(floor, side)
				if there == 0 && marked[at] {
					open = append(open, side)
				}
			}
		}
	}
	if len(grounds) > 1 && len(floor)+len(walls) > mostRims {
		return false
	}
	s.floor, s.walls, s.open = chains(floor), chains(walls), chains(open)
	return len(grounds) <= 1 || bends(s.floor)+bends(s.walls)+bends(s.open) <= mostBends
}

// marked finds the squares of the open edges: from the middle of each over what
// lies beside squares that nobody saw, one square touching the next.
func (s *seen) marked(grounds map[square]ground) map[square]bool {
	out := map[square]bool{}
	for _, e := range s.edges {
		first := square{int(math.Floor(e.X / s.cell)), int(math.Floor(e.Y / s.cell))}
		near := map[square]bool{first: true}
		for queue := []square{first}; len(queue) > 0; queue = queue[1:] {
			out[queue[0]] = true
			for i := range 9 {
				at := square{queue[0].x + i%3 - 1, queue[0].y + i/3 - 1}
				away := math.Hypot(float64(at.x-first.x), float64(at.y-first.y)) * s.cell
				if !near[at] && away <= nearEdge && endsOpen(grounds, at) {
					near[at] = true
					queue = append(queue, at)
				}
			}
		}
	}
	return out
}

// endsOpen tells whether a square is floor beside one that nobody saw.
func endsOpen(grounds map[square]ground, at square) bool {
	_, beyond := sidesOf(at)
	return grounds[at] == seenFloor && slices.ContainsFunc(beyond[:], func(b square) bool { return grounds[b] == 0 })
}

// corner brings a corner of a square onto the map.
func (s *seen) corner(c square) Point {
	return rotated(Point{float64(c.x) * s.cell, float64(c.y) * s.cell}, s.turn)
}

// addTo widens what a map shows by the outlines.
func (s *seen) addTo(e *extent) {
	for _, l := range slices.Concat(s.floor, s.walls) {
		for _, c := range l {
			e.addPoints(s.corner(c))
		}
	}
}

// ground draws the floor that was seen, and with detail where sights ended.
func (s *sheet) ground() {
	patch := func(lines [][]square, fill string, opacity float64, e entry) {
		if len(lines) > 0 {
			s.put(`<path d="%s" fill="%s" fill-opacity="%g" fill-rule="evenodd"><title>%v</title></path>`,
				s.outlines(lines, true).String(), fill, opacity, text(entryNames[e]))
			s.legend.see(e)
		}
	}
	patch(s.graph.seen.floor, seenFill, 0.6, entrySeen)
	if s.data.Detail {
		patch(s.graph.seen.walls, seenLine, 0.55, entryWall)
	}
}

// outlines draws lines through corners of squares.
func (s *sheet) outlines(lines [][]square, closed bool) *pen {
	p := &pen{}
	for _, l := range lines {
		spots := make([]spot, len(l))
		for i, c := range l {
			spots[i] = s.point(s.graph.seen.corner(c))
		}
		if closed {
			p.loop(spots[:len(spots)-1]...)
		} else {
			p.lines(spots...)
		}
	}
	return p
}

// An opening is where nobody looked behind.
type opening struct {
	at      spot
	heading float64 // NaN: on no side
	about   string
}

// openings gives the open edges of the seen area, the nearest to the robot first; without
// such an area, on a map of its own, the untried views of scans with floor to walk on, the
// newest first.
func (s *sheet) openings() (all []opening) {
	for _, e := range s.graph.seen.edges {
		heading := math.NaN()
		if e.Heading != nil {
			heading = *e.Heading + s.graph.seen.turn
		}
		all = append(all, opening{s.point(rotated(Point{e.X, e.Y}, s.graph.seen.turn)), heading, aboutEdge(e)})
	}
	if len(s.graph.seen.floor) > 0 || s.half || s.data.Detail { // with detail the views are there
		return all
	}
	for _, site := range slices.Backward(s.graph.sites) {
		for _, v := range site.Views {
			if petalOf(v) == petalOpen && v.Known && !v.Covered && v.FreeM >= nearby && len(all) < mostMarks {
				all = append(all, opening{s.at(site.Pose).toward(v.Heading, 22), v.Heading, fmt.Sprintf("nobody went this way, %.1f m", v.FreeM)})
			}
		}
	}
	return all
}

// openEdges draws an arrow to where nobody has looked, and with detail the edge of the
// seen floor there.
func (s *sheet) openEdges() {
	if s.data.Detail {
		p := s.outlines(s.graph.seen.open, false)
		s.stroke(p, paper, 5.5)
		s.stroke(p, openLine, 2.6)
	}
	size := math.Min(1, math.Max(0.75, s.zoom/50))
	var drawn []spot
	for _, o := range s.openings() {
		if slices.ContainsFunc(drawn, func(d spot) bool { return d.distance(o.at) < 13*size }) {
			continue
		}
		drawn = append(drawn, o.at)
		s.put(`<g><title>%v</title>`, text(o.about))
		s.openArrow(o.at, o.heading, size)
		s.put(`</g>`)
		s.crowd.claim(around(o.at, 16*size, 16*size))
		s.legend.see(entryEdge)
	}
}

// openArrow draws the sign of an open edge: a hollow arrow head, or a diamond when nobody
// has looked to any side. Size 1 is the usual one.
func (c *canvas) openArrow(at spot, heading, size float64) {
	if math.IsNaN(heading) {
		c.rimmed(paper, openLine, at.plus(0, -7*size), at.plus(7*size, 0), at.plus(0, 7*size), at.plus(-7*size, 0))
		return
	}
	c.rimmed(paper, openLine, at.toward(heading, 12*size), at.toward(heading+115, 8*size), at.toward(heading-115, 8*size))
}

// aboutEdge says what an open edge is, for the pointer.
func aboutEdge(e nav.OpenEdge) string {
	s := fmt.Sprintf("opening that nobody looked behind, %.1f m wide", e.WidthM)
	if e.WayM > 0 {
		s += fmt.Sprintf(", %.1f m away", e.WayM)
	}
	if len(e.Rooms) > 0 {
		s += fmt.Sprintf(", beside it %s (%.0f %%)", e.Rooms[0].Type, 100*e.Rooms[0].Share)
	}
	if e.Tried > 0 {
		s += fmt.Sprintf(", tried %d times", e.Tried)
	}
	return s
}
