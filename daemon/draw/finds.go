package draw

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"navd/daemon/house"
	"navd/daemon/words"
)

// A find is drawn as certain if its chance and the error of its position allow it.
const (
	likely   = 0.5 // least chance
	nearby   = 1.0 // largest error, metres
	mostRing = 3.0 // largest radius of the ring around a find, metres
)

const findLine = "#7a5200"

func sure(b house.Believed) bool { return b.Now >= likely && b.Spread <= nearby }

// shown returns the finds on the map, the likeliest first; on one of two maps only those that
// are certain.
func (s *sheet) shown() (all []house.Believed) {
	for _, b := range s.data.Finds {
		if drawable(b.X, b.Y) && around(s.point(Point{b.X, b.Y}), 10, 10).within(s.area) && len(all) < mostMarks && (sure(b) || !s.half) {
			all = append(all, b)
		}
	}
	return all
}

// finds draws what was seen, with detail inside a ring as large as the error of its position.
func (s *sheet) finds() {
	for _, b := range s.shown() {
		at := s.point(Point{b.X, b.Y})
		s.put(`<g><title>%v</title>`, text(s.aboutFind(b)))
		if r := math.Min(b.Spread, mostRing) * s.zoom; s.data.Detail && r > 4 {
			s.put(`<circle cx="%v" cy="%v" r="%v" fill="none" stroke="%s" stroke-opacity="%v" stroke-dasharray="3 3"/>`,
				px(at.x), px(at.y), px(r), findLine, px(min(1, max(0.3, b.Now))))
		}
		s.findSign(at, sure(b))
		s.put(`</g>`)
		if sure(b) {
			s.legend.see(entryFind)
		} else {
			s.legend.see(entryUnsure)
		}
	}
}

// findSign is a diamond, filled for what is sure.
func (c *canvas) findSign(at spot, sure bool) {
	fill := paper
	if sure {
		fill = findLine
	}
	c.rimmed(fill, findLine, at.plus(0, -4.5), at.plus(4.5, 0), at.plus(0, 4.5), at.plus(-4.5, 0))
}

// nameOf is what a find is called.
func nameOf(b house.Believed) string { return oneLine(cmp.Or(string(b.Key), b.Label)) }

// findNames labels the finds where there is space, and returns those that it labelled. With
// detail a label has the chance of the find.
func (s *sheet) findNames() (named []house.Believed) {
	all := s.shown()
	for _, b := range all[:min(len(all), mostLabels)] {
		at, name, more := s.point(Point{b.X, b.Y}), nameOf(b), ""
		switch {
		case s.data.Detail:
			more = fmt.Sprintf(" %.0f %%", 100*b.Now)
		case !sure(b):
			more = "?"
		}
		name = clip(name, sizeTiny, 110) + more
		if s.label(name, ink, at, nextTo(at, name, 5)...) {
			named = append(named, b)
		}
	}
	return named
}

// aboutFind says what is known of a find, for the pointer.
func (s *sheet) aboutFind(b house.Believed) string {
	about := []string{clip(nameOf(b), 1, 60), fmt.Sprintf("%.0f %% likely", 100*b.Now), fmt.Sprintf("within %.1f m", b.Spread), "seen " + words.Count(b.Seen, "time")}
	if !s.now.IsZero() {
		about = append(about, "last "+since(b.Last, s.now)+" ago")
	}
	return strings.Join(about, ", ")
}

// since says how long ago a time was, in its largest unit.
func since(at, now time.Time) string {
	d := now.Sub(at)
	switch {
	case d >= 24*time.Hour:
		return words.Count(int(d/(24*time.Hour)), "day")
	case d >= time.Hour:
		return words.Count(int(d/time.Hour), "hour")
	}
	return words.Count(max(0, int(d/time.Minute)), "minute")
}
