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

// trailParts is in how many shades the path is drawn.
const trailParts = 24

// trail draws the path, pale where it is old, with arrows along the way.
func (s *sheet) trail() {
	track := corners(s.track(), mostKnees)
	if len(track) < 2 {
		return
	}
	s.legend.see(entryPath)
	s.crowd.fleeting = append(s.crowd.fleeting, pick(track, 1500)...)
	var all pen
	for i, p := range track {
		extend(&all, p, i == 0)
	}
	s.put(`<g opacity="0.75">`)
	s.stroke(&all, "#fff", 4.5)
	s.put(`</g>`)
	for part := range trailParts {
		from, to := part*(len(track)-1)/trailParts, (part+1)*(len(track)-1)/trailParts
		var p pen
		for i := from; i <= to && from < to; i++ {
			extend(&p, track[i], i == from)
		}
		s.stroke(&p, fade(float64(part)/(trailParts-1)), 1.8)
	}
	s.arrows(track)
}

func extend(p *pen, to spot, first bool) {
	if first {
		p.move(to)
		return
	}
	p.line(to)
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
	for _, p := range s.data.Path {
		return p, drawable(p.X, p.Y)
	}
	return nav.Pose{}, false
}

// Arrows stand this far apart along the path, px, at most so many of them.
const (
	arrowGap   = 85.0
	mostArrows = 250
)

// arrows draws the direction of the path.
func (s *sheet) arrows(track []spot) {
	total := 0.0
	for i := 1; i < len(track); i++ {
		total += track[i].distance(track[i-1])
	}
	gap := math.Max(arrowGap, total/mostArrows)
	walked, next := 0.0, gap/2
	for i := 1; i < len(track); i++ {
		a, b := track[i-1], track[i]
		d := a.distance(b)
		if walked += d; walked < next {
			continue
		}
		next = walked + gap
		s.arrow(spot{(a.x + b.x) / 2, (a.y + b.y) / 2}, math.Atan2(a.x-b.x, a.y-b.y)*180/math.Pi, fade(walked/total))
	}
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
