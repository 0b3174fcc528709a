package world

import (
	"cmp"
	"math"
	"slices"
)

// draw paints the view of an aimed camera: walls column by column from the
// nearest on, floor and ceiling where no wall is, then furniture.
func (s *scene) draw(c *camera) {
	ranges := make([][2]int, len(s.panels))
	for i := range s.panels {
		p := &s.panels[i]
		if c.at.Sub(p.a).dot(p.inner) > 0 {
			ranges[i][0], ranges[i][1] = c.columns([]Point{p.a, p.b})
		}
	}
	home := s.decorAt(c.at)
	var hits []hit
	for col := range c.w {
		hits = s.cast(c, col, ranges, hits[:0])
		s.column(c, col, home, hits)
	}
	for i := range s.solids {
		s.solids[i].draw(c)
	}
}

// hit is where a column's ray meets a panel: the distance along the view's
// axis and the place along the panel, in metres.
type hit struct {
	panel       *panel
	dist, along float64
	sheer       float64 // how squarely the ray meets it, 0 to 1
}

// cast gathers the panels that the ray of a column meets, nearest first, as
// far as the first that hides everything behind it.
func (s *scene) cast(c *camera, col int, ranges [][2]int, hits []hit) []hit {
	ray := c.ray(col)
	for i := range s.panels {
		if col < ranges[i][0] || col >= ranges[i][1] {
			continue
		}
		p := &s.panels[i]
		den := -ray.dot(p.inner)
		if den <= 1e-9 {
			continue
		}
		dist := c.at.Sub(p.a).dot(p.inner) / den
		along := c.at.Add(ray.Scale(dist)).Sub(p.a).dot(unit(p.b.Sub(p.a)))
		if dist < 0.01 || along < -tiny || along > p.length+tiny {
			continue
		}
		hits = append(hits, hit{p, dist, along, den / math.Sqrt(ray.dot(ray))})
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Compare(a.dist, b.dist) })
	for i, h := range hits {
		if !h.panel.open && !h.panel.pierced(h.along) {
			return hits[:i+1]
		}
	}
	return hits
}

// pierced reports whether one sees through the panel at a place along it.
func (p *panel) pierced(along float64) bool {
	return slices.ContainsFunc(p.holes, func(h hole) bool { return !h.shut && along > h.lo && along < h.hi })
}

// farView is where floor without an end is cut off, in metres.
const farView = 60.0

// column paints walls, floor and ceiling of one column. The floor changes its
// look at every boundary between two rooms.
func (s *scene) column(c *camera, col int, home decor, hits []hit) {
	ray := c.ray(col)
	from, look := nearPlane, home
	for y, shade := range c.ceiling { // which walls then cover
		c.set(col, y, shade)
	}
	for _, h := range hits {
		c.ground(col, ray, [2]float64{from, h.dist}, look)
		c.wall(col, h)
		from = max(h.dist, nearPlane)
		look = s.decorAt(c.at.Add(ray.Scale(h.dist + joinSlack)))
	}
	if n := len(hits) - 1; n < 0 || hits[n].panel.open || hits[n].panel.pierced(hits[n].along) {
		c.ground(col, ray, [2]float64{from, farView}, look)
		c.upright(col, span{-farView, farView, farView, outsidePaint})
	}
}

// decorAt gives the look of the room at a place.
func (s *scene) decorAt(p Point) decor {
	for i := range s.rooms {
		if inside(p, s.rooms[i].Floor) {
			return decorOf(s.rooms[i].Type)
		}
	}
	return decorOf("")
}

// ground paints the floor of a column between two distances.
func (c *camera) ground(col int, ray Point, dists [2]float64, look decor) {
	c.plate(col, 0, dists, func(d float64) paint { return look.floorAt(c.at.Add(ray.Scale(d))).faded(d) })
}

// floorAt gives the floor's colour at a place: tiles, or boards.
func (l decor) floorAt(p Point) paint {
	if (int(math.Floor(p.X/l.tile))+int(math.Floor(p.Z/l.tile)))&1 == 0 {
		return l.floor
	}
	return l.joint
}

// Figures of walls and doors, in metres.
const (
	casing = 0.07 // wide frame around a door
	skirt  = 0.09 // high board along the foot of a wall
)

// wall paints what one column shows of a panel.
func (c *camera) wall(col int, h hit) {
	p := h.panel
	if p.open {
		return
	}
	look := p.room.wall.lit(0.78 + 0.22*h.sheer)
	paintTo := func(low, high float64, colour paint) { c.upright(col, span{low, high, h.dist, colour}) }
	for _, d := range p.holes {
		if h.along < d.lo-casing || h.along > d.hi+casing {
			continue
		}
		paintTo(d.high+casing, p.height, look)
		paintTo(d.high, d.high+casing, framePaint)
		switch {
		case h.along < d.lo || h.along > d.hi:
			paintTo(d.low, d.high, framePaint.lit(0.92))
		case d.shut:
			d.leaf(h.along, paintTo)
		}
		return
	}
	paintTo(0, skirt, skirtPaint)
	paintTo(skirt, p.height, look)
}

// leaf paints a closed door: two sunk panels, and a handle near one side.
func (d hole) leaf(along float64, paintTo func(low, high float64, colour paint)) {
	rim := min(along-d.lo, d.hi-along)
	paintTo(d.low, d.high, doorPaint)
	if rim > 0.15 {
		paintTo(d.low+0.15, d.low+0.85, panelPaint)
		paintTo(d.low+1.1, d.high-0.15, panelPaint)
	}
	if along-d.lo > 0.05 && along-d.lo < 0.14 {
		paintTo(d.low+0.98, d.low+1.02, steel)
	}
}

// draw paints a block: the side or two that face the camera, its top or its
// bottom.
func (s *shape) draw(c *camera) {
	lo, hi := c.columns(s.corners[:])
	v := c.at.Sub(s.at)
	ox, oz := v.dot(s.ax), v.dot(s.az)
	if math.Abs(ox) < s.hx+nearPlane && math.Abs(oz) < s.hz+nearPlane && s.high > c.eye-0.3 {
		return // the camera is inside
	}
	for col := lo; col < hi; col++ {
		ray := c.ray(col)
		in, out, side := s.through(Point{ox, oz}, Point{ray.dot(s.ax), ray.dot(s.az)})
		if out <= in || out < nearPlane {
			continue
		}
		if in >= nearPlane {
			c.upright(col, span{s.low, s.high, in, s.paint.lit(side)})
		}
		reach := [2]float64{max(in, nearPlane), out}
		switch {
		case s.high < c.eye:
			c.level(col, s.high, reach, s.paint.lit(1.06))
		case s.low > c.eye:
			c.level(col, s.low, reach, s.paint.lit(0.6))
		}
	}
}

// through gives where a ray from o in direction d, both in the block's axes,
// enters and leaves it, and how much light the side it enters gets.
func (s *shape) through(o, d Point) (in, out, light float64) {
	x0, x1 := slab(o.X, d.X, s.hx)
	z0, z1 := slab(o.Z, d.Z, s.hz)
	in, out, light = max(x0, z0), min(x1, z1), 0.95
	if x0 > z0 {
		light = 0.78
	}
	return in, out, light
}

// slab gives where a line o + t·d lies in [-half, half].
func slab(o, d, half float64) (in, out float64) {
	if math.Abs(d) < 1e-12 {
		if math.Abs(o) > half {
			return math.Inf(1), math.Inf(-1)
		}
		return math.Inf(-1), math.Inf(1)
	}
	a, b := (-half-o)/d, (half-o)/d
	return min(a, b), max(a, b)
}
