package world

import (
	"math"
	"slices"
)

// Ray gives how far one sees from a point at a yaw in degrees, in metres, and
// the wall or closed door that ends the sight. Without one within limit it
// gives limit and nil. Open doors and open boundaries let it pass; furniture
// never stops it.
func (m *Map) Ray(from Point, yaw, limit float64) (metres float64, hit *Segment) {
	dir := Heading(yaw).Scale(limit)
	to := from.Add(dir)
	best := 1.0
	for _, s := range m.stops {
		if t, ok := crossing(from, to, s.A, s.B); ok && t <= best {
			best, hit = t, s
		}
	}
	return best * limit, hit
}

// Sees reports whether no wall and no closed door lies between two points.
// Furniture never hides anything. A wall that b itself lies on, within 2 cm,
// does not count.
func (m *Map) Sees(a, b Point) bool {
	length := a.Dist(b)
	if length <= joinSlack {
		return true
	}
	end := a.Add(b.Sub(a).Scale(1 - joinSlack/length))
	return !slices.ContainsFunc(m.stops, func(s *Segment) bool {
		_, ok := crossing(a, end, s.A, s.B)
		return ok
	})
}

// Reach gives how far the robot's disc can go straight from p along yaw before
// something blocks it, in metres, at most limit. It is 0 where p is not free.
func (m *Map) Reach(p Point, yaw, limit float64) float64 {
	return m.sweep(p, Heading(yaw), limit)
}

// substep is the shortest step, in metres, at which a sweep looks.
const substep = 0.01

// sweep moves the disc from p along a unit vector, as far ahead at a time as
// nothing can touch it, and gives how far it came.
func (m *Map) sweep(p, dir Point, limit float64) float64 {
	came := 0.0
	for next := 0.0; ; {
		spare := m.spare(p.Add(dir.Scale(next)))
		if spare < 0 {
			return came
		}
		came = next
		if came >= limit {
			return limit
		}
		next = min(came+max(spare, substep), limit)
	}
}

// Clear reports whether the disc can go straight from a to b.
func (m *Map) Clear(a, b Point) bool {
	length := a.Dist(b)
	if length == 0 {
		return m.Free(a)
	}
	return m.sweep(a, b.Sub(a).Scale(1/length), length) >= length && m.Free(b)
}

// Forward gives the pose after a straight move along its yaw by metres. When
// something blocks the way, the pose stays as it is and collided is true:
// blocked moves do not slide and do not go half the way.
func (m *Map) Forward(p Pose, metres float64) (to Pose, collided bool) {
	dir := Heading(p.Yaw)
	if metres < 0 || math.IsNaN(metres) || !m.Clear(p.Point(), p.Point().Add(dir.Scale(metres))) {
		return p, true
	}
	p.X += dir.X * metres
	p.Z += dir.Z * metres
	return p, false
}
