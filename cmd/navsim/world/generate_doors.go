package world

import (
	"fmt"
	"slices"
	"sort"
)

// A link joins two rooms, or a room with the outdoors, at a seam: by a door,
// by a doorframe, or by leaving out the wall.
type link struct {
	a, b   int // rooms, b may be outdoors
	seam   int // index into the floorplan's seams
	lo, hi float64
	wide   bool
	frame  bool // no door leaf
}

// Door figures in metres: width of the two kinds, height, and how much wall
// stays on either side.
const (
	doorWidth  = 1.0
	doorDouble = 1.9
	doorHeight = 2.1
	doorJamb   = 0.2
)

// strange is the unease from which on a draft is thrown away.
const strange = 9

// unease says how odd it is to walk between two types of room; 0 is best.
func unease(a, b string) float64 {
	type pair struct {
		a, b string
		cost float64
	}
	for _, p := range []pair{
		{living, kitchen, 0}, {hallway, living, 0.5}, {hallway, bedroom, 1}, {hallway, bathroom, 1},
		{hallway, kitchen, 2}, {living, bedroom, 3}, {living, bathroom, 3.5}, {bedroom, bathroom, 5},
		{kitchen, bathroom, 6},
	} {
		if p.a == a && p.b == b || p.a == b && p.b == a {
			return p.cost
		}
	}
	return strange
}

// link chooses which rooms are joined and how. It fails when a room would only
// be reached in a strange way.
func (f *floorplan) link(d *dice) ([]link, bool) {
	options := f.options(d)
	group := make([]int, len(f.types))
	for r := range group {
		group[r] = r
	}
	var links []link
	for _, l := range options {
		from, to := group[l.a], group[l.b]
		cost := unease(f.types[l.a], f.types[l.b])
		if from == to && !(cost < 6 && d.chance(0.3)) || cost >= strange {
			continue
		}
		for r := range group {
			if group[r] == from {
				group[r] = to
			}
		}
		links = append(links, f.finish(d, l))
	}
	if slices.Max(group) != slices.Min(group) || !f.sharedBath(links) {
		return nil, false
	}
	entry, ok := f.entry(d)
	return append(links, entry), ok
}

// options gives, for each two rooms that touch, their longest seam wide enough
// for a door, the most usual pairs first.
func (f *floorplan) options(d *dice) []link {
	var list []link
	for i, s := range f.seams {
		if s.a == outdoors || s.b == outdoors || s.length() < 14 {
			continue
		}
		a, b := min(s.a, s.b), max(s.a, s.b)
		at := slices.IndexFunc(list, func(l link) bool { return l.a == a && l.b == b })
		if at < 0 {
			list = append(list, link{a: a, b: b, seam: i})
			continue
		}
		if f.seams[list[at].seam].length() < s.length() {
			list[at].seam = i
		}
	}
	d.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	sort.SliceStable(list, func(i, j int) bool {
		x, y := list[i], list[j]
		return unease(f.types[x.a], f.types[x.b]) < unease(f.types[y.a], f.types[y.b])
	})
	return list
}

// sharedBath reports whether guests reach a bathroom, if there is any, without
// crossing a bedroom.
func (f *floorplan) sharedBath(links []link) bool {
	return !slices.Contains(f.types, bathroom) || slices.ContainsFunc(links, func(l link) bool {
		a, b := f.types[l.a], f.types[l.b]
		return a == bathroom && b != bedroom || b == bathroom && a != bedroom
	})
}

// finish decides how the two rooms of a link are joined.
func (f *floorplan) finish(d *dice, l link) link {
	s := &f.seams[l.seam]
	a, b := f.types[l.a], f.types[l.b]
	public := a != bedroom && b != bedroom && a != bathroom && b != bathroom
	if a == living && b == kitchen && s.length() >= 24 && d.chance(0.5) {
		s.open = true
		l.lo, l.hi = float64(s.lo)/10, float64(s.hi)/10
		return l
	}
	l.frame = public && d.chance(0.4)
	l.wide = public && d.chance(0.7) || !public && a != bathroom && b != bathroom && d.chance(0.35)
	return l.placed(d, *s)
}

// placed chooses where on the seam the door is.
func (l link) placed(d *dice, s seam) link {
	lo, hi := float64(s.lo)/10+doorJamb, float64(s.hi)/10-doorJamb
	width := doorWidth
	if l.wide && hi-lo >= doorDouble {
		width = doorDouble
	}
	l.wide = width == doorDouble
	l.lo = round(d.span(lo, hi-width), 2)
	l.hi = round(l.lo+width, 2)
	return l
}

// entry is the front door, in the hallway if it has an outer wall.
func (f *floorplan) entry(d *dice) (link, bool) {
	for _, t := range []string{hallway, living, kitchen} {
		best := -1
		for i, s := range f.seams {
			room := max(s.a, s.b)
			if min(s.a, s.b) != outdoors || f.types[room] != t || s.length() < 14 {
				continue
			}
			if best < 0 || d.chance(0.5) {
				best = i
			}
		}
		if best >= 0 {
			s := f.seams[best]
			return link{a: max(s.a, s.b), b: outdoors, seam: best}.placed(d, s), true
		}
	}
	return link{}, false
}

// door writes the link as a door of the format.
func (l link) door(s seam, n int) Door {
	from, _ := s.ends(l.a)
	lo, hi := s.point(l.lo).Dist(from), s.point(l.hi).Dist(from)
	if lo > hi {
		lo, hi = hi, lo
	}
	out := Door{
		ID: fmt.Sprintf("door|%d|%d", min(l.a, l.b)+2, max(l.a, l.b)+2), Room0: roomID(l.a), Room1: roomID(l.b),
		Wall0: s.wallID(l.a), Wall1: s.wallID(l.b), AssetID: l.asset(n),
		Hole: []Vec{{X: round(lo, 3)}, {X: round(hi, 3), Y: doorHeight}},
	}
	if l.b == outdoors {
		out.Room1 = out.Room0
	}
	if l.frame {
		return out
	}
	openable, openness := l.b != outdoors, 0.0
	if openable {
		openness = 1
	}
	out.Openable, out.Openness = &openable, &openness
	return out
}

// asset names the look of the door the way the format does.
func (l link) asset(n int) string {
	name := "Doorway"
	if l.frame {
		name = "Doorframe"
	}
	if l.wide {
		name += "_Double"
	}
	return fmt.Sprintf("%s_%d", name, n%10+1)
}
