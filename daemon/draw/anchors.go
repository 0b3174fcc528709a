package draw

import (
	"math"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

// A dot is an anchor on the sheet.
type dot struct {
	id    ref.AnchorID
	at    spot
	group int
}

// dotsOf places the anchors on the sheet.
func dotsOf(x *index, f frame) []dot {
	dots := make([]dot, 0, len(x.anchors))
	for _, a := range x.anchors {
		dots = append(dots, dot{a.ID, f.at(a.Pose), x.groupOf[a.Place]})
	}
	return dots
}

// A link joins two dots, by their positions.
type link struct{ a, b int }

// linked gives the walked links between the dots that stand for the anchors,
// each once.
func linked(edges []nav.Edge, dots []dot, stands []int) []link {
	at := make(map[ref.AnchorID]int, len(dots))
	for i, d := range dots {
		at[d.id] = stands[i]
	}
	seen := map[link]bool{}
	var out []link
	for _, e := range edges {
		a, known := at[e.From]
		b, too := at[e.To]
		l := link{min(a, b), max(a, b)}
		if known && too && a != b && !seen[l] {
			seen[l] = true
			out = append(out, l)
		}
	}
	return pick(out, mostLinks)
}

// links draws the walked links, where there is no path or with detail, and with detail
// what ties the places of a key.
func (s *sheet) links() {
	if !s.data.Detail && len(s.data.Path) > 0 {
		return
	}
	var p pen
	for _, l := range s.ties {
		p.lines(s.anchors[l.a].at, s.anchors[l.b].at)
		if len(s.data.Path) == 0 {
			s.crowd.fleeting = append(s.crowd.fleeting, s.anchors[l.b].at)
		}
	}
	s.stroke(&p, inkFaint, 1)
	if s.data.Detail {
		s.bonds()
	}
}

// bonds draws a dashed line between the places of one revisit key, each to the
// nearest of those entered before it.
func (s *sheet) bonds() {
	of := standing(s, mostEnds, func(i int) ref.PlaceID { return s.graph.anchors[i].Place })
	for _, g := range s.graph.groups[:min(len(s.graph.groups), mostHalos)] {
		var p pen
		var before []spot
		for _, place := range pick(g.places, mostBonds) {
			if a, b := closest(before, of[place.ID]); a.distance(b) > 16 {
				p.lines(a, b)
			}
			before = append(before, of[place.ID]...)
		}
		if p.Len() > 0 {
			s.legend.see(entryTie)
			s.put(`<path d="%s" stroke="%s" stroke-width="1.8" fill="none" stroke-dasharray="4 3"/>`, p.String(), g.tint.Line)
		}
	}
}

// standing gives the anchors that stand, at most n of each place or group.
func standing[K comparable](s *sheet, most int, of func(i int) K) map[K][]spot {
	out := map[K][]spot{}
	for i, a := range s.anchors {
		if s.stands[i] == i {
			out[of(i)] = append(out[of(i)], a.at)
		}
	}
	for k := range out {
		out[k] = pick(out[k], most)
	}
	return out
}

// Most places of a key that are tied together, and anchors tried for each.
const (
	mostBonds = 24
	mostEnds  = 24
)

// closest gives the nearest pair of two sets, the same spot twice when one is
// empty.
func closest(as, bs []spot) (a, b spot) {
	least := math.Inf(1)
	for _, p := range as {
		for _, q := range bs {
			if d := p.distance(q); d < least {
				a, b, least = p, q, d
			}
		}
	}
	return a, b
}

// dots draws the anchors, with detail.
func (s *sheet) dots() {
	if !s.data.Detail {
		return
	}
	pens := map[Tint]*pen{}
	var order []Tint
	for i, d := range s.anchors {
		if s.stands[i] != i {
			continue
		}
		t := s.graph.groups[d.group].tint
		if pens[t] == nil {
			pens[t] = &pen{}
			order = append(order, t)
		}
		pens[t].dot(d.at)
		s.legend.see(entryAnchor)
	}
	for _, t := range order {
		s.stroke(pens[t], "#fff", 6.4)
		s.stroke(pens[t], t.Line, 4.4)
	}
}
