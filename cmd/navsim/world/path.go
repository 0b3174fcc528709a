package world

import "math"

// downhill gives the way from p to a source of the field, node by node; nil when none
// leads there.
func (m *Map) downhill(f field, p Point) []Point {
	best, least := m.cheapest(p, func(e entry) float64 {
		if f[e.node] == unreached {
			return math.Inf(1)
		}
		return e.metres*costPerMetre + float64(f[e.node])
	})
	if math.IsInf(least, 1) {
		return nil
	}
	way := []Point{p}
	for _, n := range m.grid.descend(f, best.node) {
		if at := m.grid.point(n); at != p {
			way = append(way, at)
		}
	}
	return way
}

// pull drops corners that a straight clear line makes needless, from the start
// on and always as many as possible.
func (m *Map) pull(path []Point) []Point {
	kept := path[:1:1]
	for at := 0; at < len(path)-1; {
		next := len(path) - 1
		for next > at+1 && !m.Clear(path[at], path[next]) {
			next--
		}
		kept = append(kept, path[next])
		at = next
	}
	return kept
}

// length gives the length of a path in metres.
func length(path []Point) float64 {
	sum := 0.0
	for i := 1; i < len(path); i++ {
		sum += path[i-1].Dist(path[i])
	}
	return sum
}

// entry is a node through which a point joins the grid.
type entry struct {
	node   int
	metres float64
}

// snapRange is how far to each side of a point, in metres, entries are sought.
const snapRange = 3 * nodePitch

// cheapest gives the entry at p that costs least, the nearest of equals, and its cost;
// +Inf where there is none. Entries are the nodes near p that the robot's disc reaches
// straight from p. Where p is a node that is the only one; where p is not free it is the
// nearest free one. A cost of +Inf says that no way leads on from there.
func (m *Map) cheapest(p Point, cost func(entry) float64) (best entry, least float64) {
	var space [64]entry
	near, first := space[:0], entry{metres: math.Inf(1)}
	for n := range m.grid.nodesIn(boxOf(p).grown(snapRange)) {
		e := entry{n, p.Dist(m.grid.point(n))}
		if near = append(near, e); e.metres < first.metres {
			first = e
		}
	}
	least = math.Inf(1)
	if len(near) == 0 {
		return first, least
	}
	if first.metres < tiny || !m.Free(p) {
		return first, cost(first)
	}
	for _, e := range near {
		c := cost(e)
		if (c < least || c == least && e.metres < best.metres) && !math.IsInf(c, 1) && m.Clear(p, m.grid.point(e.node)) {
			best, least = e, c
		}
	}
	return best, least
}

// snap gives the nearest entry at p; false where there is none.
func (m *Map) snap(p Point) (node int, ok bool) {
	e, metres := m.cheapest(p, func(e entry) float64 { return e.metres })
	return e.node, !math.IsInf(metres, 1)
}
