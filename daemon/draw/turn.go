package draw

import (
	"math"
	"slices"

	"navd/daemon/house"
	"navd/daemon/nav"
)

// upright gives the angle, degrees in -45..45, by which the longest wall is to
// be turned to stand upright or level; 0 where there is no wall.
func upright(maps ...MapData) float64 {
	longest, turn := 0.0, 0.0
	for _, m := range maps {
		for _, w := range m.Walls {
			dx, dy := w.B.X-w.A.X, w.B.Y-w.A.Y
			if d := math.Hypot(dx, dy); drawable(w.A.X, w.A.Y) && drawable(w.B.X, w.B.Y) && d > longest+1e-6 {
				longest, turn = d, -math.Remainder(math.Atan2(dy, dx)*180/math.Pi, 90)
			}
		}
	}
	return turn
}

// turned turns all of a map around the origin, degrees counter-clockwise, but for
// the cells of the seen area. The map it was made from stays as it is.
func turned(m MapData, deg float64) MapData {
	if deg == 0 {
		return m
	}
	point := func(p Point) Point { return rotated(p, deg) }
	pose := func(p nav.Pose) nav.Pose {
		at := point(Point{p.X, p.Y})
		p.X, p.Y, p.Yaw = at.X, at.Y, p.Yaw+deg
		return p
	}
	m.Path = each(m.Path, pose)
	m.Marks = each(m.Marks, func(k Mark) Mark { k.Pose = pose(k.Pose); return k })
	m.Floor = each(m.Floor, func(f Polygon) Polygon { f.Corners = each(f.Corners, point); return f })
	m.Walls = each(m.Walls, func(w Line) Line { return Line{point(w.A), point(w.B)} })
	m.Things = each(m.Things, func(t Thing) Thing { t.Corners = each(t.Corners, point); return t })
	m.Finds = each(m.Finds, func(b house.Believed) house.Believed {
		at := point(Point{b.X, b.Y})
		b.X, b.Y = at.X, at.Y
		return b
	})
	if m.Target != nil {
		m.Target = new(pose(*m.Target))
	}
	if m.Graph != nil {
		g := *m.Graph
		g.Anchors = each(g.Anchors, func(a nav.AnchorNode) nav.AnchorNode { a.Pose = pose(a.Pose); return a })
		g.Sites = each(g.Sites, func(s nav.Site) nav.Site {
			s.Pose = pose(s.Pose)
			s.Views = each(s.Views, func(v nav.SiteView) nav.SiteView { v.Heading = nav.NormDeg(v.Heading + deg); return v })
			return s
		})
		m.Graph = &g
	}
	return m
}

// rotated turns a point around the origin, degrees counter-clockwise.
func rotated(p Point, deg float64) Point {
	sin, cos := math.Sincos(deg * math.Pi / 180)
	return Point{p.X*cos - p.Y*sin, p.X*sin + p.Y*cos}
}

// each gives a copy of the items with something done to each.
func each[T any](items []T, do func(T) T) []T {
	items = slices.Clone(items)
	for i, item := range items {
		items[i] = do(item)
	}
	return items
}
