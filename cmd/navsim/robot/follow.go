package robot

import (
	"math"

	"navd/cmd/navsim/world"
	"navd/daemon/nav"
)

// target is where a leg leads.
type target interface {
	Distance(world.Point) float64 // length of the way to it, metres
	Reached(world.Point) bool     // the leg may end at this point
}

// spot is a point on the floor as a target.
type spot struct{ *world.Aim }

// arrived is the distance from a point on the floor at which a leg ends, metres.
const arrived = 0.15

// Reached reports whether p is near enough.
func (s spot) Reached(p world.Point) bool { return s.Distance(p) <= arrived }

// tooLittle is how much nearer to the target a forward must bring the robot, metres.
const tooLittle = 0.02

// turnWorth is how much shorter a way must be to be worth one more turn, metres.
const turnWorth = 0.02

// next is the low-level policy: it returns the first action of the shortest way to the
// target, in strides along the robot's twelve headings. It knows the obstacles. It returns
// Stop at the target, and when no way of up to two forwards leads nearer.
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

// shortest tries every way of depth forwards that ends within limit metres of the target,
// or at it. It returns the length of the best way, with a cost for turns, and how many
// turns to the right it begins with (negative: to the left); +Inf when there is none.
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
