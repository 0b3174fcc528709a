package world

import "math"

// Aim is a point to which a robot drives. It knows how far every place is from it. It
// never changes and is safe for concurrent use.
type Aim struct {
	m     *Map
	at    Point
	field field
}

// Aim returns the free point nearest to p as an Aim; false when the robot's disc can stand
// nowhere near it.
func (m *Map) Aim(p Point) (*Aim, bool) {
	n, ok := m.snap(p)
	if !ok {
		return nil, false
	}
	at := p
	if !m.Free(p) {
		at = m.grid.point(n)
	}
	return &Aim{m: m, at: at, field: m.grid.spread([]int{n})}, true
}

// Distance returns the length of the way from p in metres: straight where the disc can go
// straight, otherwise along the nodes; +Inf without a way.
func (a *Aim) Distance(p Point) float64 {
	if a.m.Clear(p, a.at) {
		return p.Dist(a.at)
	}
	_, metres := a.m.cheapest(p, func(e entry) float64 {
		if a.field[e.node] == unreached {
			return math.Inf(1)
		}
		return e.metres + float64(a.field[e.node])/costPerMetre
	})
	return metres
}

// Scene returns what a scene model would say about a place: the label of the robot's room,
// with the noise of seen, and the objects in sight.
func (m *Map) Scene(p Pose, seen Senses) (label string, objects []string) {
	for _, v := range m.Look(p, seen) {
		for _, o := range v.Objects {
			objects = append(objects, o.Type)
		}
	}
	p.Yaw = 0
	return seen.label(p, m.labelNear(p.Point(), p.Point())), objects
}
