package draw

import (
	"slices"
	"sort"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// An index is a graph prepared for drawing: it leaves out what has no valid position, and
// groups places by their revisit key. It also accepts an inconsistent graph.
type index struct {
	anchors []nav.AnchorNode
	edges   []nav.Edge
	sites   []nav.Site
	groups  []group // by lowest place id
	seen    seen
	groupOf map[ref.PlaceID]int // position in groups
}

// A group is all places of one revisit key.
type group struct {
	kind   words.Key
	tint   Tint
	places []nav.PlaceNode // by id
	called string          // name that users gave to it; empty: none
}

// readied returns the index of a map's graph, with its seen area, which is turned only when it
// is drawn.
func readied(m MapData) *index {
	x := indexOf(m.Graph)
	if m.Graph != nil {
		x.seen = seenOf(m.Graph.Seen, m.Turn)
	}
	return x
}

func indexOf(g *nav.Graph) *index {
	x := &index{groupOf: map[ref.PlaceID]int{}}
	if g == nil {
		return x
	}
	byKey := map[ref.PlaceID]int{}
	for _, p := range sortedPlaces(g) {
		at, known := byKey[p.Key]
		if !known {
			at = len(x.groups)
			byKey[p.Key] = at
			x.groups = append(x.groups, group{kind: p.Type, tint: Palette(p.Type)})
		}
		x.groups[at].places = append(x.groups[at].places, p)
		x.groupOf[p.ID] = at
	}
	for _, a := range g.Anchors {
		if _, known := x.groupOf[a.Place]; known && drawable(a.Pose.X, a.Pose.Y) {
			x.anchors = append(x.anchors, a)
		}
	}
	for _, s := range g.Sites {
		if !s.NoScan && drawable(s.Pose.X, s.Pose.Y) {
			x.sites = append(x.sites, s)
		}
	}
	x.edges = g.Edges
	return x
}

// sortedPlaces gives the places by id, with one of unknown type for each place
// that an anchor names and the graph lacks.
func sortedPlaces(g *nav.Graph) []nav.PlaceNode {
	places := slices.Clone(g.Places)
	named := map[ref.PlaceID]bool{}
	for i, p := range places {
		named[p.ID] = true
		if p.Key == 0 {
			places[i].Key = p.ID
		}
	}
	for _, a := range g.Anchors {
		if !named[a.Place] {
			named[a.Place] = true
			places = append(places, nav.PlaceNode{ID: a.Place, Type: nav.Unknown, Key: a.Place})
		}
	}
	sort.SliceStable(places, func(i, j int) bool { return places[i].ID < places[j].ID })
	return places
}

// name is what the places of a group are called.
func (g group) name() string {
	if g.called != "" {
		return g.called
	}
	return g.kind.OrUnknown()
}

// visits is how often the places were entered.
func (g group) visits() int {
	n := len(g.places)
	for _, p := range g.places {
		n = max(n, p.Visits)
	}
	return n
}
