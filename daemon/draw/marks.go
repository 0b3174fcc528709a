package draw

import (
	"fmt"
	"slices"
	"strconv"
)

// settle finds room for a sign of w by h px at home or near by, and claims it: in the
// room of home, else in another one of the house. A sign that finds none stays at home.
func (c *crowd) settle(home spot, w, h, r float64) spot {
	for _, anyRoom := range []bool{false, true} {
		for _, p := range ring(home, 1.1*r, 1.6*r, 2.2*r, 3*r, 4.2*r) {
			if b := around(p, w, h); c.free(b) && !c.outside(b) && (anyRoom || !c.abroad(home, p)) {
				c.claim(b)
				return p
			}
		}
	}
	c.claim(around(home, w, h))
	return home
}

// Colours of the marks.
const (
	navy   = "#1f1b5e"
	purple = "#8250df"
	amber  = "#d4820a"
	gold   = "#f2b705"
	pink   = "#d6247e"
)

// events draws the marks, with start and end first.
func (s *sheet) events() {
	for _, m := range pick(s.marks(), mostMarks) {
		home := s.at(m.Pose)
		at := s.crowd.settle(home, 17, 17, 17)
		s.lead(home, at)
		s.put(`<g><title>%v</title>`, text(m.about()))
		if m.Kind == MarkGoal {
			s.sight(home, m)
		}
		s.glyph(m.Kind, at, m.Pose.Yaw)
		s.put(`</g>`)
		s.legend.see(entryOf(m.Kind))
		if m.Seq != 0 {
			seq := strconv.Itoa(m.Seq)
			s.label(seq, ink, at, nextTo(at, seq, 8)...)
		}
	}
}

// marks gives those that can be drawn, with start and end where they are not
// given.
func (s *sheet) marks() []Mark {
	var out []Mark
	given := func(k MarkKind) bool {
		return slices.ContainsFunc(s.data.Marks, func(m Mark) bool { return m.Kind == k })
	}
	if p, ok := s.start(); ok && !given(MarkStart) {
		out = append(out, Mark{Kind: MarkStart, Pose: p})
	}
	if n := len(s.data.Path); n > 0 && !given(MarkEnd) && !given(MarkFound) {
		out = append(out, Mark{Kind: MarkEnd, Pose: s.data.Path[n-1]})
	}
	return slices.DeleteFunc(append(out, s.data.Marks...), func(m Mark) bool { return !drawable(m.Pose.X, m.Pose.Y) })
}

// sightLong is how long the line to a goal is whose distance nobody measured, px.
const sightLong = 40.0

// sight draws in which direction, and how far away when that is known, a goal was seen.
func (s *sheet) sight(from spot, m Mark) {
	long := sightLong
	if m.Far > 0 && m.Far < farthest {
		long = m.Far * s.zoom
	}
	tip := from.toward(m.Pose.Yaw, long)
	for ; long > 1 && !s.area.holds(tip); long *= 0.8 {
		tip = from.toward(m.Pose.Yaw, long)
	}
	s.put(`<path d="M%vL%v" stroke="%s" stroke-width="1.8" stroke-dasharray="5 3"/>`, from, tip, findLine)
	s.arrow(tip, m.Pose.Yaw, findLine)
	s.crowd.alight(from, tip)
}

func (m Mark) about() string {
	out := clip(string(m.Kind), 1, 30)
	if m.Seq > 0 {
		out += fmt.Sprintf(" at step %d", m.Seq)
	}
	if m.Note != "" {
		out += ": " + clip(m.Note, 1, 120)
	}
	return out
}

// targets marks where the goal really is: as told, or what is sought where the house
// shows it.
func (s *sheet) targets() {
	var at []spot
	if t := s.data.Target; t != nil {
		at = s.points([]Point{{t.X, t.Y}})
	} else {
		for _, t := range pick(s.data.Things, mostThings) {
			if corners := pick(s.points(t.Corners), mostSides); t.Sought && len(corners) > 2 {
				at = append(at, bounds(corners).middle())
			}
		}
	}
	for _, p := range at {
		s.bullseye(p)
		s.crowd.claim(around(p, 22, 22))
		s.legend.see(entryTarget)
	}
}

func (c *canvas) bullseye(at spot) {
	c.put(`<g fill="none" stroke="%s"><circle cx="%v" cy="%v" r="9.5" stroke="#fff" stroke-width="5"/><circle cx="%v" cy="%v" r="9.5" stroke-width="2.2"/></g>`,
		pink, px(at.x), px(at.y), px(at.x), px(at.y))
	c.disc(at, 3.6, pink, "#fff")
}

// glyph draws the sign of a kind of mark, 16 px wide.
func (c *canvas) glyph(k MarkKind, at spot, yaw float64) {
	switch k {
	case MarkStart:
		c.disc(at, 7.5, good, "#fff")
		c.put(`<path d="%s" fill="#fff"/>`, arrowhead(at, yaw, 5))
	case MarkEnd:
		c.disc(at, 8, "#fff", navy)
		c.put(`<path d="%s" fill="%s"/>`, arrowhead(at, yaw, 6), navy)
	case MarkStuck:
		c.rimmed(bad, paper, polygon(at, 8, 8, 22.5)...)
		c.put(`<path d="M%vh7" stroke="#fff" stroke-width="2.4"/>`, at.plus(-3.5, 0))
	case MarkABABA:
		c.disc(at, 8, purple, "#fff")
		c.put(`<path d="M%vh8l-2.5 -2.5M%vh-8l2.5 2.5" stroke="#fff" stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`,
			at.plus(-4, -1.8), at.plus(4, 1.8))
	case MarkFallback:
		c.rimmed(amber, paper, polygon(at.plus(0, 1.5), 3, 9, 0)...)
		c.put(`<path d="M%vv4M%vv0" stroke="#fff" stroke-width="2" stroke-linecap="round"/>`, at.plus(0, -1.5), at.plus(0, 5.2))
	case MarkGoal:
		c.rimmed(paper, findLine, star(at, 8.5, 3.8)...)
	case MarkFound:
		c.disc(at, 9.5, paper, findLine)
		c.rimmed(gold, findLine, star(at, 8, 3.6)...)
	default:
		c.disc(at, 5, inkSoft, "#fff")
	}
}

// polygon gives the corners of a regular one, the first turned by deg from up.
func polygon(at spot, n int, r, deg float64) []spot {
	out := make([]spot, n)
	for i := range out {
		out[i] = at.toward(deg+360*float64(i)/float64(n), r)
	}
	return out
}

func star(at spot, outer, inner float64) []spot {
	var out []spot
	for i := range 5 {
		out = append(out, at.toward(72*float64(i), outer), at.toward(72*float64(i)+36, inner))
	}
	return out
}

// markEntries are the lines of the legend about marks.
var markEntries = [...]struct {
	kind  MarkKind
	entry entry
}{
	{MarkStart, entryStart}, {MarkEnd, entryEnd}, {MarkFound, entryFound}, {MarkGoal, entryGoal},
	{MarkStuck, entryStuck}, {MarkABABA, entryABABA}, {MarkFallback, entryFallback}, {"", entryOther},
}

// entryOf is the line of the legend about a kind of mark.
func entryOf(k MarkKind) entry {
	for _, m := range markEntries {
		if m.kind == k {
			return m.entry
		}
	}
	return entryOther
}
