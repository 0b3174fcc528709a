package robot

import (
	"fmt"
	"math/rand/v2"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
)

// Generated makes n tasks, each in a house of our own: the house, the start
// and the target follow from the seed. Targets are at least 4 m away.
func Generated(seed uint64, n int) ([]Task, error) {
	var tasks []Task
	for i := range n {
		t, err := generated(seed + uint64(i))
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// minDistance is how far away the target of a generated task is, metres.
const minDistance = 4.0

func generated(seed uint64) (Task, error) {
	h := world.Generate(seed)
	m, err := world.NewMap(h)
	if err != nil {
		return Task{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x6e617664))
	targets := m.Targets()
	for range 200 {
		start, target := m.RandomStart(rng), targets[rng.IntN(len(targets))]
		goal, err := m.Goal(target, nil)
		if err != nil {
			return Task{}, err
		}
		if d := goal.Distance(start.Point()); d >= minDistance && d < 100 {
			return Task{Map: m, Goal: goal, Seed: seed, Episode: world.Episode{
				ID: fmt.Sprintf("%s-e0", h.ID), House: h.ID, Start: start, Target: target, Instances: goal.Instances(), Geodesic: d,
			}}, nil
		}
	}
	return Task{}, fault.New(fault.Internal, "house %d has no target %g m away", seed, minDistance)
}
