package world

import "slices"

// spot is a place for a box: its centre, and the unit vectors in which its
// front looks and its left-hand side lies along the wall.
type spot struct{ at, front, side Point }

// yaw is the yaw of an object at the spot, in degrees.
func (s spot) yaw() float64 { return Point{}.Toward(s.front) }

// moved gives the spot shifted, in metres, to the front and to the side.
func (s spot) moved(front, side float64) spot {
	s.at = s.at.Add(s.front.Scale(front)).Add(s.side.Scale(side))
	return s
}

// facingBack gives the spot turned by half a turn.
func (s spot) facingBack() spot {
	return spot{s.at, s.front.Scale(-1), s.side.Scale(-1)}
}

// turned gives the spot turned by a quarter turn.
func (s spot) turned() spot { return spot{s.at, s.side, s.front.Scale(-1)} }

// box gives the floor under a box of a size at the spot.
func (s spot) box(size Vec) box {
	half := s.front.Scale(size.Z / 2).Add(s.side.Scale(size.X / 2))
	return boxOf(s.at.Add(half), s.at.Sub(half))
}

// length is in metres.
func (e edge) length() float64 { return e.from.Dist(e.to) }

// spot gives the place of a box of a size whose back is at the wall, its
// middle n metres from the first end.
func (e edge) spot(along float64, size Vec) spot {
	side := unit(e.to.Sub(e.from))
	s := spot{e.from, Point{side.Z, -side.X}, side}
	return s.moved(size.Z/2+backGap, along)
}

const (
	backGap  = 0.02 // between furniture and the wall behind it, m
	sideGap  = 0.06 // between pieces side by side, m
	attempts = 24   // places tried for one piece
)

// anyEdge draws a side of the room, long ones more often.
func (f *furnisher) anyEdge() edge {
	total := 0.0
	for _, e := range f.edges {
		total += e.length()
	}
	at := f.d.span(0, total)
	for _, e := range f.edges {
		if at -= e.length(); at < 0 {
			return e
		}
	}
	return f.edges[0]
}

// byWall puts a piece with its back to a wall.
func (f *furnisher) byWall(name string) bool {
	_, ok := f.search(kindOf(name), func(e edge, size Vec) float64 {
		return round(f.d.span(size.X/2, max(e.length()-size.X/2, size.X/2)), 2)
	})
	return ok
}

// inCorner puts a piece with its back to a wall at one of the wall's ends.
func (f *furnisher) inCorner(name string) bool {
	_, ok := f.search(kindOf(name), func(e edge, size Vec) float64 {
		if f.d.chance(0.5) {
			return size.X/2 + backGap
		}
		return e.length() - size.X/2 - backGap
	})
	return ok || f.byWall(name)
}

// search tries places along the walls, chosen by where, until a piece fits.
func (f *furnisher) search(k kind, where func(edge, Vec) float64) (spot, bool) {
	size := k.size(f.d)
	for range attempts {
		e := f.anyEdge()
		if e.length() < size.X+2*backGap {
			continue
		}
		if s := e.spot(where(e, size), size); f.put(k, size, s) {
			return s, true
		}
	}
	return spot{}, false
}

// put places a piece at a spot if it fits there.
func (f *furnisher) put(k kind, size Vec, s spot) bool {
	b := s.box(size)
	if !f.fits(b) {
		return false
	}
	if k.front > 0 {
		ahead := s.moved((size.Z+k.front)/2, 0).box(Vec{X: size.X, Z: k.front})
		if !f.within(ahead) || f.blocked(ahead) {
			return false
		}
		f.kept = append(f.kept, ahead)
	}
	f.solids = append(f.solids, standing{b, size.Y})
	f.add(k, size, Vec{X: s.at.X, Z: s.at.Z}, s.yaw())
	return true
}

// fits reports whether furniture may stand on b: in the room, beside other
// furniture, out of the way.
func (f *furnisher) fits(b box) bool {
	return f.within(b) && !f.blocked(b.grown(sideGap-backGap)) &&
		!anyOverlaps(b, f.doors) && !anyOverlaps(b, f.kept)
}

// blocked reports whether furniture stands on b.
func (f *furnisher) blocked(b box) bool {
	return slices.ContainsFunc(f.solids, func(s standing) bool { return overlaps(b, s.box) })
}

// within reports whether b lies in the room.
func (f *furnisher) within(b box) bool {
	middle := Point{(b.min.X + b.max.X) / 2, (b.min.Z + b.max.Z) / 2}
	return inside(middle, f.floor) &&
		!slices.ContainsFunc(f.edges, func(e edge) bool { return overlaps(b, boxOf(e.from, e.to)) })
}

// overlaps reports whether two boxes share more than a border.
func overlaps(a, b box) bool {
	return a.min.X < b.max.X-tiny && b.min.X < a.max.X-tiny &&
		a.min.Z < b.max.Z-tiny && b.min.Z < a.max.Z-tiny
}

// anyOverlaps reports whether b shares floor with any of the list.
func anyOverlaps(b box, list []box) bool {
	return slices.ContainsFunc(list, func(k box) bool { return overlaps(b, k) })
}

// depth gives how far the room goes on in front of a spot, in metres.
func (f *furnisher) depth(s spot) float64 {
	const step = 0.1
	far := 0.0
	for far < 12 && inside(s.moved(far+step, 0).at, f.floor) {
		far += step
	}
	return far
}

// hang puts a thing on a wall at the height of the eyes, not over doors, other
// things or tall furniture.
func (f *furnisher) hang(name string) {
	k := kindOf(name)
	size := k.size(f.d)
	size.X = round(size.X*f.d.span(0.6, 1.3), 3)
	for range attempts {
		e := f.anyEdge()
		if e.length() < size.X+0.3 {
			continue
		}
		s := e.spot(f.d.span(size.X/2+0.1, e.length()-size.X/2-0.1), size)
		s = s.moved(0.005-backGap, 0)
		if b := s.box(size); f.bareWall(b) {
			f.hung = append(f.hung, b.grown(0.15))
			f.add(k, size, Vec{s.at.X, round(f.d.span(1.25, 1.45), 2), s.at.Z}, s.yaw())
			return
		}
	}
}

// bareWall reports whether something may hang over b.
func (f *furnisher) bareWall(b box) bool {
	tall := func(s standing) bool { return s.high > 1.1 && overlaps(b, s.grown(0.1)) }
	return !anyOverlaps(b, f.doors) && !anyOverlaps(b, f.hung) && !slices.ContainsFunc(f.solids, tall)
}
