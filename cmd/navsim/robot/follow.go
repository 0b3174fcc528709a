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

// next is the low-level policy: the action that brings the robot nearer to its
// target in the fewest steps, with the obstacles around it in sight. It is
// Stop on arrival, and when no way of two forwards leads nearer.
func next(m *world.Map, p world.Pose, to target) nav.Action {
	if to.Reached(p.Point()) {
		return nav.Stop
	}
	for depth := 1; depth <= 2; depth++ {
		cost, turns := cheapest(m, p, to, depth, to.Distance(p.Point())-tooLittle)
		switch {
		case math.IsInf(cost, 1):
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

// cheapest looks at every way of depth forwards that ends within limit metres
// of the target, or at it: the steps of the best and its first turns, to the
// right. The cost is +Inf when there is none.
func cheapest(m *world.Map, p world.Pose, to target, depth int, limit float64) (best float64, turns int) {
	best = math.Inf(1)
	for t := -5; t <= 6; t++ {
		end, blocked := m.Forward(p.Turned(-30*float64(t)), stride)
		if blocked {
			continue
		}
		cost := math.Abs(float64(t)) + 1
		switch left := to.Distance(end.Point()); {
		case to.Reached(end.Point()):
		case depth > 1:
			rest, _ := cheapest(m, end, to, depth-1, limit)
			cost += rest
		case left < limit:
			cost += left / stride
		default:
			continue
		}
		if cost < best-1e-9 {
			best, turns = cost, t
		}
	}
	return best, turns
}
