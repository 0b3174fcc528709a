package draw

import "math"

// haloRadius is how far a place reaches around its anchors, px.
func (s *sheet) haloRadius() float64 { return math.Max(0.5*s.zoom, 9) }

// halos draws each place as a soft area around its anchors and the links
// between them. Places of one revisit key are one area.
func (s *sheet) halos() {
	of := s.layers()
	pens := make([]pen, len(of))
	for i, d := range s.anchors {
		if s.stands[i] == i {
			pens[of[d.group]].dot(d.at)
		}
	}
	for _, l := range s.ties {
		if a, b := s.anchors[l.a], s.anchors[l.b]; a.group == b.group {
			pens[of[a.group]].lines(a.at, b.at)
		}
	}
	r := s.haloRadius()
	for i, g := range s.graph.groups {
		if pens[i].Len() == 0 {
			continue
		}
		s.put(`<g opacity="0.6"><title>%v</title>`, text(g.about()))
		s.stroke(&pens[i], g.tint.Line, 2*r+2.4)
		s.stroke(&pens[i], g.tint.Soft, 2*r)
		s.put(`</g>`)
	}
}

// layers says into which area a group goes: its own, or when there are very
// many, that of the first group of its colour.
func (s *sheet) layers() []int {
	of := make([]int, len(s.graph.groups))
	first := map[Tint]int{}
	for i, g := range s.graph.groups {
		of[i] = i
		if len(s.graph.groups) > mostHalos {
			if _, known := first[g.tint]; !known {
				first[g.tint] = i
			}
			of[i] = first[g.tint]
		}
	}
	return of
}
