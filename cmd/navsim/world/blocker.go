package world

import "math"

// blocker is what blocks the robot: the footprint of an object, or a wall or
// closed door as a footprint without depth.
type blocker struct {
	centre, axis Point // axis is a unit vector along the width
	w, d         float64
}

// blockersOf gives everything that blocks in a house.
func blockersOf(h *House, segments []Segment) []blocker {
	var all []blocker
	for i := range segments {
		if s := &segments[i]; s.Stops() {
			along := s.B.Sub(s.A)
			all = append(all, blocker{s.A.Add(along.Scale(0.5)), unit(along), s.A.Dist(s.B) / 2, 0})
		}
	}
	for i := range h.Objects {
		if o := &h.Objects[i]; o.Blocks() {
			ax, _ := o.axes()
			all = append(all, blocker{o.Centre(), ax, o.Size.X / 2, o.Size.Z / 2})
		}
	}
	return all
}

// dist gives the distance from p to the nearest point of the blocker, in metres;
// 0 inside it.
func (s *blocker) dist(p Point) float64 { return math.Sqrt(s.square(p)) }

// square gives the square of dist, in m².
func (s *blocker) square(p Point) float64 {
	v := p.Sub(s.centre)
	dx := max(math.Abs(v.dot(s.axis))-s.w, 0)
	dz := max(math.Abs(v.cross(s.axis))-s.d, 0)
	return dx*dx + dz*dz
}

// box gives the smallest axis-parallel box around the blocker.
func (s *blocker) box() box {
	ax, az := s.axis.Scale(s.w), Point{-s.axis.Z, s.axis.X}.Scale(s.d)
	half := Point{math.Abs(ax.X) + math.Abs(az.X), math.Abs(ax.Z) + math.Abs(az.Z)}
	return box{s.centre.Sub(half), s.centre.Add(half)}
}

// binSide is the side of a bin in metres.
const binSide = 0.5

// bins is an index of the blockers that a disc standing somewhere may touch.
type bins struct {
	min        Point
	cols, rows int
	lists      [][]blocker // per bin, those within nearEnough of it
}

// nearEnough is the distance, in metres, up to which bins answer exactly. It
// is a little more than the robot's radius.
const nearEnough = Radius + 0.1

func newBins(all []blocker, b box) bins {
	b = b.grown(1)
	x := bins{min: b.min}
	x.cols = int((b.max.X-b.min.X)/binSide) + 1
	x.rows = int((b.max.Z-b.min.Z)/binSide) + 1
	x.lists = make([][]blocker, x.cols*x.rows)
	for i := range all {
		x.put(&all[i])
	}
	return x
}

func (x *bins) put(s *blocker) {
	b := s.box().grown(nearEnough)
	reach := nearEnough + binSide*math.Sqrt2/2 // from a bin's centre
	c0, r0 := max(x.col(b.min.X), 0), max(x.row(b.min.Z), 0)
	c1, r1 := min(x.col(b.max.X), x.cols-1), min(x.row(b.max.Z), x.rows-1)
	for row := r0; row <= r1; row++ {
		for col := c0; col <= c1; col++ {
			at := x.min.Add(Point{float64(col) + 0.5, float64(row) + 0.5}.Scale(binSide))
			if s.dist(at) <= reach {
				n := row*x.cols + col
				x.lists[n] = append(x.lists[n], *s)
			}
		}
	}
}

func (x *bins) col(v float64) int { return int(math.Floor((v - x.min.X) / binSide)) }
func (x *bins) row(v float64) int { return int(math.Floor((v - x.min.Z) / binSide)) }

// gap gives the distance from p to the nearest blocker, in metres: exact up to
// nearEnough, at least that beyond. p must lie inside the bounds.
func (x *bins) gap(p Point) float64 {
	near := math.Inf(1)
	list := x.lists[x.row(p.Z)*x.cols+x.col(p.X)]
	for i := range list {
		near = min(near, list[i].dist(p))
	}
	return near
}
