package robot

import (
	"math"

	"navd/cmd/navsim/world"
	"navd/daemon/nav"
)

// target is where a leg leads.
type target interface {
	Distance(world.Point) float64 // metres of way left
	Reached(world.Point) bool     // the leg may end here
}

// spot is a point on the floor as a target.
type spot struct{ *world.Aim }

// arrived is how near to a point on the floor a leg ends, metres.
const arrived = 0.15

// Reached tells whether p is near enough.
func (s spot) Reached(p world.Point) bool { return s.Distance(p) <= arrived }

// tooLittle is how much a forward must bring the robot nearer to be worth it,
// metres.
const tooLittle = 0.02

// turnWorth is how much shorter a way must be to be worth one more turn,
// metres.
const turnWorth = 0.02

// next is the low-level policy: the first action of the shortest way to the
// target in strides along the robot's twelve headings, with the obstacles
// around it in sight. It is Stop on arrival, and when no way of two forwards
// leads nearer.
func next(m *world.Map, p world.Pose, to target) nav.Action {
	if to.Reached(p.Point()) {
		return nav.Stop
	}
	for depth := 1; depth <= 2; depth++ {
		metres, turns := shortest(m, p, to, depth, to.Distance(p.Point())-tooLittle)
		switch {
		case math.IsInf(metres, 1):
			continue
		case turns > 0:
			return nav.TurnRight
		case turns < 0:
			return nav.TurnLeft
		}
		return nav.Forward
	}
	return nav.Stop
}

// shortest looks at every way of depth forwards that ends within limit metres
// of the target, or at it: the metres of the best, turns weighed in, and its
// first turns, to the right. It is +Inf when there is none.
func shortest(m *world.Map, p world.Pose, to target, depth int, limit float64) (best float64, turns int) {
	best = math.Inf(1)
	for t := -5; t <= 6; t++ {
		end, blocked := m.Forward(p.Turned(-30*float64(t)), stride)
		if blocked {
			continue
		}
		metres := stride + turnWorth*math.Abs(float64(t))
		switch {
		case to.Reached(end.Point()):
		case depth > 1:
			rest, _ := shortest(m, end, to, depth-1, limit)
			metres += rest
		default:
			left := to.Distance(end.Point())
			if left >= limit {
				continue
			}
			metres += left
		}
		if metres < best-1e-9 {
			best, turns = metres, t
		}
	}
	return best, turns
}
