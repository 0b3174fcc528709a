package area

import (
	"cmp"
	"math"
	"slices"
)

// Chance is how likely something stands at a point.
type Chance struct {
	Point
	Share float64 // 0..1
}

// Sought is something that is looked for where it was seen before.
type Sought struct {
	Where []Chance // the points where it may stand
	From  []Point  // from where it was seen
	Stood []Point  // from where it was looked for in vain: no look is from near these again
}

const (
	standing  = 0.75 // what is looked at stands in the last part of the line of sight, metres
	unseenM   = 8.0  // metres of way that it is worth to see all of where it may stand rather than nothing
	elsewhere = 0.8  // a look from nearer than that shows the same, metres
	leastSee  = 0.3  // a look that shows less of that is none
	turnedBy  = 0.5  // cosine of the angle to where it was seen from, 60°, from within which it is looked at in furniture
)

// look is how one looks at something.
type look struct {
	far    float64 // from at most so far, metres
	metre  float64 // of the line of sight counts as so many of way
	unseen bool    // over floor, too, that nobody has seen
}

// Toward gives the way to where one sees something: to a cell that has a good share of
// the points where it may stand in sight, see [Area.sights], at most so far away. The way
// and what is left from its end to the points are weighed against the share. Where there
// is no such cell it leads to one that has a good share in sight over floor that nobody
// has seen, however far, since no wall is known there. False when there is none either.
func (w *Ways) Toward(s Sought, far float64) (Way, bool) {
	where := w.area.gather(s)
	best, ok := w.lookout(where, s.Stood, look{far: far, metre: 1})
	if !ok {
		best, ok = w.lookout(where, s.Stood, look{far: math.Inf(1), metre: 1.5, unseen: true}) // nobody knows how it goes on
	}
	if !ok {
		return Way{}, false
	}
	k, _ := w.index(best)
	return Way{End: best.middle(), WayM: w.metres(k), Path: w.path(best)}, true
}

// part is where something may stand, as far as it lies in one cell.
type part struct {
	Chance         // its middle
	from   []Point // where the cell is no floor, what stands there is looked at from the side of one of these; none: from any
}

// faces tells whether a point lies on a side from which the part is looked at.
func (p *part) faces(at Point) bool {
	return p.from == nil || slices.ContainsFunc(p.from, func(o Point) bool {
		return (o.X-p.X)*(at.X-p.X)+(o.Y-p.Y)*(at.Y-p.Y) > turnedBy*o.Distance(p.Point)*at.Distance(p.Point)
	})
}

// gather takes the points of each cell together, and weighs them by how many of those
// from which the thing was seen have them in sight: it stands on this side of a wall. All
// weigh the same when none has any in sight.
func (a *Area) gather(s Sought) (parts []part) {
	at := map[spot]int{}
	for _, p := range s.Where {
		i, known := at[spotOf(p.Point)]
		if !known {
			i = len(parts)
			at[spotOf(p.Point)], parts = i, append(parts, part{})
		}
		c := &parts[i]
		c.X, c.Y, c.Share = c.X+p.Share*p.X, c.Y+p.Share*p.Y, c.Share+p.Share
	}
	for i := range parts {
		p := &parts[i]
		p.X, p.Y = p.X/p.Share, p.Y/p.Share
	}
	var inSight []part
	sum := 0.0
	for _, p := range parts {
		from := slices.DeleteFunc(slices.Clone(s.From), func(o Point) bool { return !a.sights(spotOf(o), p.Point, false) })
		if len(from) == 0 {
			continue
		}
		if !a.open(spotOf(p.Point)) {
			p.from = from
		}
		p.Share *= float64(len(from))
		inSight, sum = append(inSight, p), sum+p.Share
	}
	if inSight == nil {
		return parts
	}
	for i := range inSight {
		inSight[i].Share /= sum
	}
	return inSight
}

// within gives two corners around all that is at most so far from any of some parts.
func within(parts []part, far float64) (lo, hi Point) {
	lo, hi = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range parts {
		lo, hi = Point{min(lo.X, p.X-far), min(lo.Y, p.Y-far)}, Point{max(hi.X, p.X+far), max(hi.Y, p.Y+far)}
	}
	return lo, hi
}

// lookout gives the cell from which a look at points costs least: the way there, what is
// left to the points, and what it does not show of them. False when none shows enough.
func (w *Ways) lookout(parts []part, stood []Point, l look) (best spot, found bool) {
	type candidate struct {
		spot
		least float64 // it costs no less
	}
	var all []candidate
	lo, hi := within(parts, l.far)
	for k, cost := range w.area.field.cost {
		if cost == unreached {
			continue
		}
		s := w.spot(k)
		at := s.middle()
		if at.X < lo.X || at.Y < lo.Y || at.X > hi.X || at.Y > hi.Y || slices.ContainsFunc(stood, func(p Point) bool { return p.Distance(at) < elsewhere }) {
			continue
		}
		near, least := 0.0, w.metres(k)
		for _, p := range parts {
			d := at.Distance(p.Point)
			if d <= l.far {
				near += p.Share
				least += p.Share * min(unseenM, l.metre*d)
			} else {
				least += p.Share * unseenM
			}
		}
		if near >= leastSee {
			all = append(all, candidate{s, least})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.least, b.least) })
	least := math.Inf(1)
	for _, c := range all {
		if c.least >= least {
			break
		}
		k, _ := w.index(c.spot)
		seen, metres := 0.0, w.metres(k)
		for _, p := range parts {
			if d := c.middle().Distance(p.Point); d <= l.far && p.faces(c.middle()) && w.area.sights(c.spot, p.Point, l.unseen) {
				seen += p.Share
				metres += p.Share * l.metre * d
			}
		}
		if metres += unseenM * (1 - seen); seen >= leastSee && metres < least-1e-9 {
			best, least, found = c.spot, metres, true
		}
	}
	return best, found
}

// sights tells whether one sees a point from a cell: over floor that was seen, or with
// unseen set also over what nobody has seen. In the last part something may stand in the
// way, but no floor lies behind it: what stands at a wall is not seen from behind that.
func (a *Area) sights(from spot, to Point, unseen bool) bool {
	ended := false
	return along(from.middle(), to, func(s spot) bool {
		switch {
		case s == from || a.open(s):
			return !ended
		case unseen && !ended && a.known(s) == 0:
			return true
		}
		ended = true
		return s.middle().Distance(to) <= standing
	})
}
