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

// Sought is a thing that is looked for where it was seen before.
type Sought struct {
	Where []Chance // the points where it may stand
	From  []Point  // from where it was seen
	Stood []Point  // from where it was looked for in vain: the next look is not from near these
}

const (
	standing  = 0.75 // the last part of a line of sight, where the thing itself may stand in the way, metres
	unseenM   = 8.0  // seeing all points where the thing may stand is worth this many metres of way
	elsewhere = 0.8  // a look from nearer than this to an earlier one shows the same, metres
	leastSee  = 0.3  // the least share of the points that a look has to show
	turnedBy  = 0.5  // a thing in furniture is looked at from within 60° of where it was seen from: the cosine of that
)

// look is a way of looking at a thing.
type look struct {
	far    float64 // from at most so far away, metres
	metre  float64 // a metre of the line of sight counts as this many metres of way
	unseen bool    // also over floor that nobody has seen
}

// Toward gives the way to a cell from which one sees a thing: a good share of the points
// where it may stand are in sight, see [Area.sights], and at most far metres away. It
// chooses the cell by that share, the length of the way, and what is left from its end to
// the points. When there is no such cell, it takes one that has a good share in sight over
// floor that nobody has seen, however far away, because no wall is known there. It is false
// when there is none either.
func (w *Ways) Toward(s Sought, far float64) (Way, bool) {
	where := w.area.gather(s)
	best, ok := w.lookout(where, s.Stood, look{far: far, metre: 1})
	if !ok {
		best, ok = w.lookout(where, s.Stood, look{far: math.Inf(1), metre: 1.5, unseen: true}) // a longer way: it is not known how it goes on
	}
	if !ok {
		return Way{}, false
	}
	k, _ := w.index(best)
	return Way{End: best.middle(), WayM: w.metres(k), Path: w.path(best)}, true
}

// part is the points of one cell where a thing may stand.
type part struct {
	Chance         // their mean, and the sum of their shares
	from   []Point // a cell that is not floor is looked at from the side of one of these; none: from any side
}

// faces tells whether a part can be looked at from a point: it lies on a side of from.
func (p *part) faces(at Point) bool {
	return p.from == nil || slices.ContainsFunc(p.from, func(o Point) bool {
		return (o.X-p.X)*(at.X-p.X)+(o.Y-p.Y)*(at.Y-p.Y) > turnedBy*o.Distance(p.Point)*at.Distance(p.Point)
	})
}

// gather joins the points of each cell to a part. It weighs a part by how many of the points
// from which the thing was seen have it in sight, because a part behind a wall cannot be
// where the thing stands. When no part is in sight, the shares stay as they are.
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

// within gives two corners of a box around all that is at most far metres from some part.
func within(parts []part, far float64) (lo, hi Point) {
	lo, hi = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range parts {
		lo, hi = Point{min(lo.X, p.X-far), min(lo.Y, p.Y-far)}, Point{max(hi.X, p.X+far), max(hi.Y, p.Y+far)}
	}
	return lo, hi
}

// lookout gives the cell from which a look at parts costs least: the way there, the rest to
// the parts, and unseenM for the share that it does not show. False when none shows enough.
func (w *Ways) lookout(parts []part, stood []Point, l look) (best spot, found bool) {
	type candidate struct {
		spot
		least float64 // a lower bound of its cost
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
// unseen set also over cells that nobody has seen. Within standing of the point, cells that
// are not floor may be in the way, if no floor follows them: a thing at a wall is not seen
// from behind the wall.
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
