package world

import (
	"cmp"
	"slices"
)

// downhill gives the way from p to a source of the field, node by node, by the
// best of the entries; nil when none leads there.
func (m *Map) downhill(f field, p Point, entries []entry) []Point {
	best, least := -1, 0.0
	for _, e := range entries {
		if f[e.node] == unreached {
			continue
		}
		if cost := e.metres*costPerMetre + float64(f[e.node]); best < 0 || cost < least {
			best, least = e.node, cost
		}
	}
	if best < 0 {
		return nil
	}
	way := []Point{p}
	for _, n := range m.grid.descend(f, best) {
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

// snap gives the nodes near p that the robot's disc reaches straight from p,
// nearest first. Where p is a node that is the only one; where p is not free
// it is the nearest free one.
func (m *Map) snap(p Point) []entry {
	near := m.nodesAround(p)
	if len(near) > 0 && (near[0].metres < tiny || !m.Free(p)) {
		return near[:1]
	}
	return slices.DeleteFunc(near, func(e entry) bool {
		return !m.Clear(p, m.grid.point(e.node))
	})
}

// nodesAround gives the free nodes within snapRange of p, nearest first.
func (m *Map) nodesAround(p Point) []entry {
	var near []entry
	for n := range m.grid.nodesIn(boxOf(p).grown(snapRange)) {
		near = append(near, entry{n, p.Dist(m.grid.point(n))})
	}
	slices.SortFunc(near, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.metres, b.metres), cmp.Compare(a.node, b.node))
	})
	return near
}
