package draw

import (
	"math"
	"slices"
	"strings"

	"navd/daemon/house"
)

const (
	soughtFill = "#fff3c4"
	soughtLine = "#c99700"
)

// underlay draws the house as it really is, or a grid where none is given.
func (s *sheet) underlay() {
	if len(s.data.Floor)+len(s.data.Walls) == 0 {
		s.grid()
	} else {
		s.legend.see(entryTruth)
	}
	var floor, walls pen
	for _, f := range pick(s.data.Floor, mostFloors) {
		floor.loop(pick(s.points(f.Corners), mostSides)...)
	}
	s.put(`<path d="%s" fill="%s" stroke="#e6e3db"/>`, floor.String(), floorFill)
	for _, t := range pick(s.data.Things, mostThings) {
		s.thing(t)
	}
	for _, w := range pick(s.data.Walls, mostWalls) {
		if ends := s.points([]Point{w.A, w.B}); len(ends) == 2 {
			walls.lines(ends...)
			if len(s.data.Walls) <= 300 {
				s.crowd.alight(ends[0], ends[1])
			}
		}
	}
	s.stroke(&walls, wallLine, 2.4)
	if s.empty() {
		s.write("nothing has been recorded yet", s.area.middle(), style{size: sizeText, fill: inkSoft, anchor: "middle"})
	}
}

func (s *sheet) empty() bool {
	d := s.data
	return len(s.graph.anchors)+len(s.graph.sites)+len(d.Path)+len(d.Marks)+len(d.Floor)+len(d.Walls)+len(d.Things) == 0
}

// grid draws pale lines a round length apart.
func (s *sheet) grid() {
	step := s.roundLength(150) * s.zoom
	var p pen
	for x := s.area.left + math.Mod(s.x0-s.area.left, step); x < s.area.right; x += step {
		if x >= s.area.left {
			p.lines(spot{x, s.area.top}, spot{x, s.area.bottom})
		}
	}
	for y := s.area.top + math.Mod(s.y0-s.area.top, step); y < s.area.bottom; y += step {
		if y >= s.area.top {
			p.lines(spot{s.area.left, y}, spot{s.area.right, y})
		}
	}
	s.stroke(&p, gridLine, 1)
}

// thing draws a footprint, with its name when that fits inside.
func (s *sheet) thing(t Thing) {
	corners := pick(s.points(t.Corners), mostSides)
	if len(corners) < 3 {
		return
	}
	var p pen
	p.loop(corners...)
	fill, line := thingFill, "#d6d2c8"
	if t.Sought {
		fill, line = soughtFill, soughtLine
		s.legend.see(entrySought)
	}
	s.put(`<path d="%s" fill="%s" stroke="%s"><title>%v</title></path>`, p.String(), fill, line, text(clip(t.Label, 1, 40)))
}

// thingLabels names the things where the name fits inside, but for those that are named
// as finds.
func (s *sheet) thingLabels(named ...house.Believed) {
	for _, t := range pick(s.data.Things, mostThings) {
		corners, label := s.points(t.Corners), oneLine(t.Label)
		if len(corners) < 3 || label == "" {
			continue
		}
		b, w := bounds(corners), width(label, sizeTiny)+4
		if w > b.right-b.left || b.bottom-b.top < 12 || slices.ContainsFunc(named, func(f house.Believed) bool {
			return strings.EqualFold(nameOf(f), label) && s.point(Point{f.X, f.Y}).distance(b.middle()) < nearby*s.zoom
		}) {
			continue
		}
		s.label(label, inkSoft, b.middle(), b.middle(), b.middle().plus(0, -18), b.middle().plus(0, 18))
	}
}

// bounds is the box around some spots, at least one.
func bounds(ps []spot) box {
	b := box{ps[0].x, ps[0].y, ps[0].x, ps[0].y}
	for _, p := range ps {
		b = box{math.Min(b.left, p.x), math.Min(b.top, p.y), math.Max(b.right, p.x), math.Max(b.bottom, p.y)}
	}
	return b
}

// floorLabels names the rooms where there is room, best in a corner.
func (s *sheet) floorLabels() {
	for _, f := range pick(s.data.Floor, mostLabels) {
		corners := pick(s.points(f.Corners), mostSides)
		label := strings.ToUpper(clip(f.Label, sizeTiny, 120))
		if len(corners) < 3 || label == "" {
			continue
		}
		if wanted := cornersInside(corners, width(label, sizeTiny)+8, 14); len(wanted) > 0 {
			s.label(label, inkSoft, wanted[0], wanted...)
		}
	}
}

// cornersInside gives the spots, from the upper left, where a box of this size
// lies inside the polygon, by trying a lattice of 9 by 9.
func cornersInside(corners []spot, w, h float64) []spot {
	const lattice = 8
	b := bounds(corners)
	var out []spot
	for i := range (lattice + 1) * (lattice + 1) {
		tx, ty := float64(i%(lattice+1))/lattice, float64(i/(lattice+1))/lattice
		p := spot{b.left + w/2 + 5 + tx*(b.right-b.left-w-10), b.top + h/2 + 5 + ty*(b.bottom-b.top-h-10)}
		if inside(around(p, w, h), corners) {
			out = append(out, p)
		}
	}
	return out
}

// inside tells whether all corners of the box lie in the polygon.
func inside(b box, corners []spot) bool {
	return !slices.ContainsFunc(b.rim(), func(p spot) bool { return !contains(corners, p) })
}

// contains is the even-odd rule.
func contains(corners []spot, p spot) bool {
	in := false
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
			in = !in
		}
	}
	return in
}
