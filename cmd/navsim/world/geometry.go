package world

import "math"

// Sub gives the vector from q to p, in metres.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Z - q.Z} }

// Add gives p moved by the vector q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Z + q.Z} }

// Scale gives the vector p times k.
func (p Point) Scale(k float64) Point { return Point{p.X * k, p.Z * k} }

// Dist gives the straight distance from p to q, in metres.
func (p Point) Dist(q Point) float64 { return math.Hypot(p.X-q.X, p.Z-q.Z) }

func (p Point) dot(q Point) float64   { return p.X*q.X + p.Z*q.Z }
func (p Point) cross(q Point) float64 { return p.X*q.Z - p.Z*q.X }

// Toward gives the yaw in [0, 360) at which q lies seen from p, in degrees of
// the house: 0 towards +z, 90 towards +x. It is 0 when q is p.
func (p Point) Toward(q Point) float64 {
	return norm360(math.Atan2(q.X-p.X, q.Z-p.Z) * 180 / math.Pi)
}

// Heading gives the unit vector of a yaw in degrees. It is exact on multiples
// of 90.
func Heading(yaw float64) Point {
	switch norm360(yaw) {
	case 0:
		return Point{0, 1}
	case 90:
		return Point{1, 0}
	case 180:
		return Point{0, -1}
	case 270:
		return Point{-1, 0}
	}
	s, c := math.Sincos(yaw * math.Pi / 180)
	return Point{s, c}
}

// Point gives where the pose stands.
func (p Pose) Point() Point { return Point{p.X, p.Z} }

// Turned gives the pose after a turn on the spot by deg degrees, positive to
// the left as in navd's API, so that Yaw falls. Yaw stays in [0, 360), and
// whole degrees stay whole.
func (p Pose) Turned(deg float64) Pose {
	p.Yaw = norm360(p.Yaw - deg)
	return p
}

// norm360 brings degrees into [0, 360).
func norm360(deg float64) float64 {
	deg = math.Mod(deg, 360)
	if deg < 0 {
		deg += 360
	}
	if deg >= 360 { // a tiny negative number rounds up to 360
		deg = 0
	}
	return deg + 0 // no negative zero
}

// norm180 brings degrees into (-180, 180].
func norm180(deg float64) float64 {
	deg = norm360(deg)
	if deg > 180 {
		deg -= 360
	}
	return deg
}

// rectangle gives the four corners of a rectangle, in order around it, from its centre and
// the vectors from there to the middles of two sides.
func rectangle(centre, w, d Point) [4]Point {
	return [4]Point{centre.Sub(w).Sub(d), centre.Add(w).Sub(d), centre.Add(w).Add(d), centre.Sub(w).Add(d)}
}

// box is an axis-parallel rectangle.
type box struct{ min, max Point }

// boxOf gives the smallest box around the points.
func boxOf(points ...Point) box {
	inf := math.Inf(1)
	b := box{Point{inf, inf}, Point{-inf, -inf}}
	for _, p := range points {
		b.min = Point{min(b.min.X, p.X), min(b.min.Z, p.Z)}
		b.max = Point{max(b.max.X, p.X), max(b.max.Z, p.Z)}
	}
	return b
}

// grown gives the box with a margin of d metres on every side.
func (b box) grown(d float64) box {
	return box{Point{b.min.X - d, b.min.Z - d}, Point{b.max.X + d, b.max.Z + d}}
}

// crossing gives how far along a→b, as a share of its length in [0, 1], the
// segment c d crosses it. Parallel segments do not cross.
func crossing(a, b, c, d Point) (share float64, ok bool) {
	r, s, w := b.Sub(a), d.Sub(c), c.Sub(a)
	den := r.cross(s)
	if den == 0 {
		return 0, false
	}
	t, u := w.cross(s)/den, w.cross(r)/den
	const slack = 1e-9 // two segments that share an end leave no gap
	if t < 0 || t > 1 || u < -slack || u > 1+slack {
		return 0, false
	}
	return t, true
}

// inside reports whether p lies in the polygon (even-odd rule). A point on an
// edge that two polygons share is inside exactly one of them.
func inside(p Point, polygon []Point) bool {
	var space [8]float64
	return odd(p.X, cutsAt(space[:0], p.Z, polygon))
}

// cutsAt adds where along x the edges of a polygon cross a line of one z.
func cutsAt(cuts []float64, z float64, polygon []Point) []float64 {
	a := polygon[len(polygon)-1]
	for _, b := range polygon {
		if (a.Z > z) != (b.Z > z) {
			cuts = append(cuts, a.X+(b.X-a.X)*(z-a.Z)/(b.Z-a.Z))
		}
		a = b
	}
	return cuts
}

// odd reports whether an odd number of cuts lies beyond x.
func odd(x float64, cuts []float64) (in bool) {
	for _, cut := range cuts {
		in = in != (x < cut)
	}
	return in
}
