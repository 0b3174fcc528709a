package draw

import (
	"fmt"
	"math"

	"navd/daemon/nav"
)

// early and late are the ends of the path's colours, as red, green and blue.
var early, late = [3]float64{147, 160, 240}, [3]float64{38, 30, 110}

// fade gives the colour of a moment of the path, 0 at its start and 1 at its end.
func fade(t float64) string {
	var c [3]int
	for i := range c {
		c[i] = int(math.Round(early[i] + t*(late[i]-early[i])))
	}
	return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
}

// track is the path on the sheet, from where the episode began.
func (s *sheet) track() []spot {
	var out []spot
	if start, ok := s.start(); ok && len(s.data.Path) > 0 {
		out = append(out, s.at(start))
	}
	for _, p := range s.data.Path {
		if drawable(p.X, p.Y) {
			out = append(out, s.at(p))
		}
	}
	return out
}

// start is where the episode began: at its first anchor, else where its first
// step ended.
func (s *sheet) start() (nav.Pose, bool) {
	for _, a := range s.graph.anchors {
		if a.Seq == 0 {
			return a.Pose, true
		}
	}
	if len(s.data.Path) == 0 {
		return nav.Pose{}, false
	}
	first := s.data.Path[0]
	return first, drawable(first.X, first.Y)
}

// arrow draws an arrowhead that points along a heading.
func (s *sheet) arrow(at spot, heading float64, colour string) {
	s.put(`<path d="%s" fill="%s" stroke="#fff" stroke-width="0.8"/>`, arrowhead(at, heading, 5.5), colour)
}

// arrowhead is path data of an arrowhead around a spot.
func arrowhead(at spot, heading, r float64) string {
	var p pen
	p.loop(at.toward(heading, r), at.toward(heading+142, r), at.toward(heading+180, r/3), at.toward(heading-142, r))
	return p.String()
}
