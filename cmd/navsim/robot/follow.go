package robot

import (
	"math"

	"navd/cmd/navsim/world"
	"navd/daemon/nav"
)

// arrived is how near to its aim a leg ends, metres: half a forward.
const arrived = 0.15

// next is the low-level policy: the action that brings the robot nearer to its
// aim in the fewest steps, with the obstacles around it in sight. It is Stop
// on arrival, and when no way leads nearer.
func next(m *world.Map, p world.Pose, aim *world.Aim, stride float64) nav.Action {
	left := aim.Distance(p.Point())
	if left <= arrived {
		return nav.Stop
	}
	best, turns := math.Inf(1), 0
	for t := -5; t <= 6; t++ { // turns to the right
		to, blocked := m.Forward(p.Turned(-30*float64(t)), stride)
		if blocked {
			continue
		}
		after := aim.Distance(to.Point())
		if after >= left-tooLittle {
			continue
		}
		if cost := math.Abs(float64(t)) + after/stride; cost < best-1e-9 {
			best, turns = cost, t
		}
	}
	switch {
	case math.IsInf(best, 1):
		return nav.Stop
	case turns > 0:
		return nav.TurnRight
	case turns < 0:
		return nav.TurnLeft
	}
	return nav.Forward
}

// tooLittle is how much a forward must bring the robot nearer to be worth it,
// metres.
const tooLittle = 0.02
