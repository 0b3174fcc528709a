package draw

import (
	"math"
	"slices"
)

// A box is a rectangle of the sheet, px.
type box struct{ left, top, right, bottom float64 }

func around(p spot, w, h float64) box { return box{p.x - w/2, p.y - h/2, p.x + w/2, p.y + h/2} }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

func (b box) holds(p spot) bool {
	return p.x >= b.left && p.x <= b.right && p.y >= b.top && p.y <= b.bottom
}

func (b box) within(o box) bool {
	return b.left >= o.left && b.right <= o.right && b.top >= o.top && b.bottom <= o.bottom
}

// rim gives spots around the box, the corners first and at most 6 px apart: a wall may jut
// into it between two corners.
func (b box) rim() []spot {
	around := []spot{{b.left, b.top}, {b.right, b.top}, {b.right, b.bottom}, {b.left, b.bottom}}
	for i, from := range around[:4] {
		to := around[(i+1)%4]
		n := math.Ceil(from.distance(to) / 6)
		for k := 1.0; k < n; k++ {
			around = append(around, spot{from.x + k/n*(to.x-from.x), from.y + k/n*(to.y-from.y)})
		}
	}
	return around
}

func (b box) middle() spot { return spot{(b.left + b.right) / 2, (b.top + b.bottom) / 2} }

// A crowd is what already stands on the map: labels go where it is not.
type crowd struct {
	area     box
	rooms    [][]spot // corners of each
	solid    []box    // marks, sites, labels: never written over
	fleeting []spot   // along the path and walls: better not written over
}

func (c *crowd) claim(b box) { c.solid = append(c.solid, b) }

// free tells whether nothing solid stands in the box and it lies on the map.
func (c *crowd) free(b box) bool { return b.within(c.area) && !slices.ContainsFunc(c.solid, b.meets) }

// abroad tells whether the spots lie apart: not all in the room of home or, when home is in
// none, not all in one room. Where no rooms are known they do not.
func (c *crowd) abroad(home spot, ps ...spot) bool {
	rooms := c.rooms
	if i := slices.IndexFunc(rooms, func(corners []spot) bool { return contains(corners, home) }); i >= 0 {
		rooms = rooms[i : i+1]
	}
	return len(rooms) > 0 && !slices.ContainsFunc(rooms, func(corners []spot) bool {
		return !slices.ContainsFunc(ps, func(p spot) bool { return !contains(corners, p) })
	})
}

// outside tells whether a box reaches out of the house, as far as rooms are known.
func (c *crowd) outside(b box) bool {
	return len(c.rooms) > 0 && slices.ContainsFunc(b.rim(), func(p spot) bool {
		return !slices.ContainsFunc(c.rooms, func(corners []spot) bool { return contains(corners, p) })
	})
}

// alight notes a line as written over unwillingly.
func (c *crowd) alight(a, b spot) {
	steps := math.Min(math.Ceil(a.distance(b)/18), 60)
	for i := range int(steps) + 1 {
		t := float64(i) / math.Max(steps, 1)
		c.fleeting = append(c.fleeting, spot{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)})
	}
}

// cost is what a label in b would write over.
func (c *crowd) cost(b box) float64 {
	n := 0.0
	for _, p := range c.fleeting {
		if b.holds(p) {
			n += 5
		}
	}
	return n
}

// best claims, of the free boxes of this size around the wanted spots, the one
// that hides least and lies nearest to home. None reaches out of the room of home.
func (c *crowd) best(home spot, wanted []spot, w, h float64) (found box, ok bool) {
	least := math.Inf(1)
	for _, p := range wanted {
		b := around(p, w, h)
		if !c.free(b) || c.abroad(home, b.rim()...) {
			continue
		}
		if cost := c.cost(b) + p.distance(home)/15; cost < least-1e-9 {
			found, least, ok = b, cost, true
		}
	}
	if ok {
		c.claim(found)
	}
	return found, ok
}

// label writes a small text at the best of the wanted spots, nothing where there is no
// room. None reaches out of the room of home.
func (s *sheet) label(name, fill string, home spot, wanted ...spot) bool {
	b, ok := s.crowd.best(home, wanted, width(name, sizeTiny)+4, 13)
	if ok {
		s.write(name, b.middle().plus(0, 4), style{size: sizeTiny, fill: fill, anchor: "middle", halo: true})
	}
	return ok
}

// nextTo gives the spots for a small text beside a sign of this radius, px.
func nextTo(sign spot, name string, r float64) []spot {
	d := r + 3 + width(name, sizeTiny)/2
	return []spot{sign.plus(d, 0), sign.plus(-d, 0), sign.plus(0, -r-8), sign.plus(0, r+8)}
}

// ring gives spots around the middle, at these radii, 30° apart, from above
// and clockwise; the middle itself first.
func ring(middle spot, radii ...float64) []spot {
	out := []spot{middle}
	for _, r := range radii {
		for i := range 12 {
			out = append(out, middle.toward(-30*float64(i), r))
		}
	}
	return out
}
