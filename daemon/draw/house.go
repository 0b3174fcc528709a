package draw

import (
	"math"
	"slices"
	"time"

	"navd/daemon/area"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// HouseData is what a map of a kept house shows.
type HouseData struct {
	Title    string // one line, "house 7"
	Subtitle string // one line, "version 12, of 12 episodes"
	House    *house.House
	Names    map[int]string // names that users gave to places, by their numbers
	Now      time.Time      // the present, to compute how long ago things were seen
	Lives    house.Lives    // configured half-lives of things
	Detail   bool           // also draw the scans, and the chance and the error of each thing
}

// House draws what is known of a house as one SVG document, like [Map]: its places, the floor
// that was seen and its unexplored edges, the ways of robots, darker the more recent they
// are, and the things, hollow if they are uncertain. The frame is that of the house: +x is
// up.
func House(d HouseData) []byte {
	m := MapData{
		Title: d.Title, Subtitle: d.Subtitle, Graph: graphOf(d.House), Detail: d.Detail,
		Finds: d.House.Believe(d.Now, d.Lives, func(house.Thing) bool { return true }),
	}
	s := newSheet(m)
	for i, g := range s.graph.groups {
		s.graph.groups[i].called = d.Names[int(g.places[0].ID)]
	}
	s.now = d.Now
	s.tally = words.Count(len(d.House.Places), "place") + " · " + words.Count(len(d.House.Things), "thing")
	if d.Detail {
		s.tally += " · " + words.Count(len(d.House.Nodes), "point") + " · " + words.Count(len(d.House.Sites), "scan")
	}
	s.underlay()
	s.ground()
	s.halos()
	s.openEdges()
	s.walked(d)
	if d.Detail {
		s.bonds()
		s.scans(d)
	}
	s.docks(d.House.Docks)
	s.finds()
	s.signs()
	s.placeLabels()
	s.findNames()
	return s.finish()
}

// graphOf converts a house to a graph as maps need it. Its nodes become anchors.
func graphOf(h *house.House) *nav.Graph {
	g := &nav.Graph{Seen: seenIn(h)}
	for _, p := range h.Places {
		g.Places = append(g.Places, nav.PlaceNode{ID: ref.PlaceID(p.ID), Type: p.Type, Label: p.Label, Key: ref.PlaceID(p.ID), First: uncounted, Last: uncounted, Visits: p.Visits, Objects: p.Objects})
	}
	for _, n := range h.Nodes {
		place := 0
		if p, ok := h.Place(n.Place); ok {
			place = p.ID
		}
		g.Anchors = append(g.Anchors, nav.AnchorNode{ID: ref.AnchorID(n.ID), Place: ref.PlaceID(place), Pose: nav.Pose{X: n.X, Y: n.Y}, Seq: uncounted})
		for _, to := range n.Links {
			if to > n.ID {
				g.Edges = append(g.Edges, nav.Edge{From: ref.AnchorID(n.ID), To: ref.AnchorID(to)})
			}
		}
	}
	return g
}

// seenIn returns the floor of a house that ranges have shown, and its unexplored edges, around
// the middle of the house; nil without ranges.
func seenIn(h *house.House) *nav.SeenArea {
	var e extent
	for _, n := range h.Nodes {
		e.add(n.X, n.Y)
	}
	middle, ok := h.Nearest((e.lo.X+e.hi.X)/2, (e.lo.Y+e.hi.Y)/2)
	if !ok || !slices.ContainsFunc(h.Sites, func(s house.Site) bool { return len(s.Sweeps) > 0 }) {
		return nil
	}
	a, at := h.Kept().Floor(), area.Point{X: middle.X, Y: middle.Y}
	out := &nav.SeenArea{CellM: area.Cell}
	out.Floor, out.Walls = a.Runs(at, mostHouse)
	for _, o := range a.Ways(at).Edges() {
		edge := nav.OpenEdge{X: o.At.X, Y: o.At.Y, WidthM: o.WidthM}
		if o.Out != (area.Point{}) {
			edge.Heading = new(math.Atan2(o.Out.Y, o.Out.X) * 180 / math.Pi)
		}
		out.Edges = append(out.Edges, edge)
	}
	return out
}

// mostHouse is how far from the middle of a house its floor is drawn, metres.
const mostHouse = 100.0

// uncounted is the step of something without a step.
const uncounted = -1

// An age is a class of how long ago something was seen.
type age struct {
	most   time.Duration // 0: more than all others
	colour string
	entry  entry
}

var agesOf = [4]age{
	{24 * time.Hour, "#261e6e", entryToday}, {7 * 24 * time.Hour, "#4c53b8", entryWeek}, {30 * 24 * time.Hour, "#7482d2", entryMonth}, {0, "#a3aee4", entryLonger},
}

// ageOf gives the number of an age.
func ageOf(at, now time.Time) int {
	return slices.IndexFunc(agesOf[:], func(a age) bool { return a.most == 0 || now.Sub(at) < a.most })
}

// walked draws the ways of robots, coloured by how long ago they were there, with detail also
// the nodes.
func (s *sheet) walked(d HouseData) {
	last := map[ref.AnchorID]int{}
	for _, n := range d.House.Nodes {
		last[ref.AnchorID(n.ID)] = ageOf(n.Last, d.Now)
	}
	var ways, points [len(agesOf)]pen
	for _, l := range s.ties {
		a, b := s.anchors[l.a], s.anchors[l.b]
		k := max(last[a.id], last[b.id])
		ways[k].lines(a.at, b.at)
		s.crowd.fleeting = append(s.crowd.fleeting, b.at)
	}
	for i, o := range s.anchors {
		if s.stands[i] == i {
			points[last[o.id]].dot(o.at)
			s.legend.see(agesOf[last[o.id]].entry)
		}
	}
	for k := range slices.Backward(agesOf[:]) {
		s.stroke(&ways[k], paper, bowWidth+1.6)
		s.stroke(&ways[k], agesOf[k].colour, bowWidth)
		if s.data.Detail {
			s.stroke(&points[k], "#fff", 6.4)
			s.stroke(&points[k], agesOf[k].colour, 4.4)
		}
	}
}

// scans draws where robots looked around, by how long ago that was.
func (s *sheet) scans(d HouseData) {
	for _, o := range pick(d.House.Sites, mostMarks) {
		at, k := s.at(o.Pose), ageOf(o.At, d.Now)
		s.put(`<circle cx="%v" cy="%v" r="5.5" fill="#fff" stroke="%s" stroke-width="2.2"><title>scan %d, looked around %s, last %s ago</title></circle>`,
			px(at.x), px(at.y), agesOf[k].colour, o.ID, words.Count(o.Scans, "time"), since(o.At, d.Now))
		s.crowd.claim(around(at, 13, 13))
		s.legend.see(entryScan)
	}
}

// docks draws the starts that have a name.
func (s *sheet) docks(docks []house.Dock) {
	for _, o := range pick(docks, mostLabels) {
		at := s.at(o.Pose)
		s.put(`<path d="%s" fill="%s" stroke="#fff"><title>%v</title></path>`, arrowhead(at, o.Pose.Yaw, 9), ink, text(clip(o.Name, 1, 60)))
		s.crowd.claim(around(at, 20, 20))
		s.legend.see(entryDock)
		name := clip(o.Name, sizeTiny, 110)
		s.label(name, ink, at, nextTo(at, name, 10)...)
	}
}
