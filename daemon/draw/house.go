package draw

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

// HouseData is what a map of a kept house shows.
type HouseData struct {
	Title    string // one line, "house 7"
	Subtitle string // one line, "version 12, of 12 episodes"
	House    *house.House
	Now      time.Time   // when it is drawn: how long ago things were seen is counted from here
	Lives    house.Lives // half-lives of things that are not the built-in ones
}

// House draws what is kept of a house as one SVG document as [Map] does: its places, the
// ways that robots walked and the scans they made, darker the later that was, and the
// things that are believed to stand there, paler the less likely they do. The frame is
// that of the house: +x is up.
func House(d HouseData) []byte {
	m := MapData{Title: d.Title, Subtitle: d.Subtitle, Graph: graphOf(d.House)}
	graph := readied(m, 0)
	e := extentOf(m, graph)
	believed := d.House.Believe(d.Now, d.Lives, func(house.Thing) bool { return true })
	for _, b := range believed {
		r := math.Min(b.Spread, mostRing)
		e.addPoints(Point{b.X - r, b.Y - r}, Point{b.X + r, b.Y + r})
	}
	s := newSheetIn(e.fit(headHeight(m)), m, graph)
	s.tally = fmt.Sprintf("%s · %s · %s · %s", many(len(d.House.Places), "place"), many(len(d.House.Nodes), "node"),
		many(len(d.House.Sites), "scan"), many(len(d.House.Things), "thing"))
	s.underlay()
	s.halos()
	s.links()
	s.ages(d)
	s.scans(d)
	s.docks(d.House.Docks)
	s.believed(believed, d.Now)
	s.placeLabels()
	return s.finish()
}

// mostRing is how wide the ring around a thing is at most, metres.
const mostRing = 3.0

// graphOf gives a house as the graph that maps are drawn of: nodes are anchors.
func graphOf(h *house.House) *nav.Graph {
	g := &nav.Graph{}
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

// uncounted is the step of what has none.
const uncounted = -1

// An age is how long ago something was seen, in what people tell apart.
type age struct {
	most   time.Duration // 0: more than all others
	colour string
	entry  entry
}

var agesOf = [4]age{
	{24 * time.Hour, "#261e6e", entryToday}, {7 * 24 * time.Hour, "#4c53b8", entryWeek}, {30 * 24 * time.Hour, "#8c98dc", entryMonth}, {0, "#c3cbee", entryLonger},
}

// ageOf gives the number of an age.
func ageOf(at, now time.Time) int {
	for i, a := range agesOf {
		if a.most == 0 || now.Sub(at) < a.most {
			return i
		}
	}
	return len(agesOf) - 1
}

// ages draws the points that robots walked over, by how long ago that was.
func (s *sheet) ages(d HouseData) {
	last := map[ref.AnchorID]time.Time{}
	for _, n := range d.House.Nodes {
		last[ref.AnchorID(n.ID)] = n.Last
	}
	var pens [len(agesOf)]pen
	for i, o := range s.anchors {
		if s.stands[i] == i {
			k := ageOf(last[o.id], d.Now)
			pens[k].dot(o.at)
			s.legend.see(agesOf[k].entry)
		}
	}
	for k := range slices.Backward(agesOf[:]) {
		s.stroke(&pens[k], "#fff", 6.4)
		s.stroke(&pens[k], agesOf[k].colour, 4.4)
	}
}

// scans draws where robots looked around, by how long ago that was.
func (s *sheet) scans(d HouseData) {
	for _, o := range pick(d.House.Sites, mostMarks) {
		at, k := s.at(o.Pose), ageOf(o.At, d.Now)
		s.put(`<circle cx="%v" cy="%v" r="5.5" fill="#fff" stroke="%s" stroke-width="2.2"><title>scan %d, looked around %s, last %s ago</title></circle>`,
			px(at.x), px(at.y), agesOf[k].colour, o.ID, many(o.Scans, "time"), since(o.At, d.Now))
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
	}
}

// believed draws things, the surest first: a dot with its name where there is room, and
// a ring as wide as nobody knows better.
func (s *sheet) believed(all []house.Believed, now time.Time) {
	if len(all) > mostThings {
		all = all[:mostThings]
	}
	for _, b := range all {
		if !drawable(b.X, b.Y) {
			continue
		}
		at, strong := s.at(nav.Pose{X: b.X, Y: b.Y}), math.Max(0.25, b.Now)
		s.put(`<g opacity="%v"><title>%v, %.0f %%, seen %d times, last %s ago</title>`, px(strong), text(clip(string(b.Key), 1, 60)), 100*b.Now, b.Seen, since(b.Last, now))
		s.put(`<circle cx="%v" cy="%v" r="%v" fill="%s" fill-opacity="0.25" stroke="%s" stroke-dasharray="3 3"/>`,
			px(at.x), px(at.y), px(math.Max(4, math.Min(b.Spread, mostRing)*s.zoom)), soughtFill, soughtLine)
		s.put(`<path d="M%v l4 4l-4 4l-4 -4z" fill="%s" stroke="#fff"/></g>`, at.plus(0, -4), soughtLine)
		s.legend.see(entryThing)
		s.crowd.claim(around(at, 10, 10))
	}
	for _, b := range all[:min(len(all), mostLabels)] {
		at := s.at(nav.Pose{X: b.X, Y: b.Y})
		label := clip(fmt.Sprintf("%s %.0f %%", cmp.Or(string(b.Key), b.Label), 100*b.Now), sizeTiny, 150)
		w := width(label, sizeTiny) + 4
		if to, ok := s.crowd.best(at, []spot{at.plus(0, -13), at.plus(0, 15), at.plus(w/2+9, 0), at.plus(-w/2-9, 0)}, w, 13); ok {
			s.write(label, to.middle().plus(0, 3.5), style{size: sizeTiny, fill: ink, anchor: "middle", halo: true})
		}
	}
}

// since says how long ago a time was, in its largest unit.
func since(at, now time.Time) string {
	d := now.Sub(at)
	switch {
	case d >= 24*time.Hour:
		return many(int(d/(24*time.Hour)), "day")
	case d >= time.Hour:
		return many(int(d/time.Hour), "hour")
	}
	return many(max(0, int(d/time.Minute)), "minute")
}
