package robot

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/words"
)

// Generated returns n tasks, each in a generated house. House, start and target depend only
// on the seed and the plan. Targets are more than 4 m away, along the way.
func Generated(seed uint64, n int, plan world.Plan) ([]Task, error) {
	var tasks []Task
	for i := range n {
		t, err := generated(seed+uint64(i), plan)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// minDistance is how far away the target of a task must be, along the way, metres.
const minDistance = 4.0

func generated(seed uint64, plan world.Plan) (Task, error) {
	h, err := world.NewMap(plan.Generate(seed))
	if err != nil {
		return Task{}, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x6e617664))
	targets := h.Targets()
	for range 200 {
		start, target := h.RandomStart(rng), targets[rng.IntN(len(targets))]
		if t, ok := taskFrom(h, start, target, minDistance); ok {
			t.Seed = seed
			return t, nil
		}
	}
	return Task{}, fault.New(fault.Internal, "house %d has no target %g m away", seed, minDistance)
}

// GeneratedFor returns a task to search for one target, named as an object type or in plain
// words, in a generated house, from the farthest of 50 random starts. A house without the
// target is fault.NotFound, and the hint lists what it has.
func GeneratedFor(seed uint64, target string) (Task, error) {
	h, err := world.NewMap(world.Plan{}.Generate(seed))
	if err != nil {
		return Task{}, err
	}
	targets := h.Targets()
	i := slices.IndexFunc(targets, func(t string) bool { return words.ObjectKey(t).Equal(words.ObjectKey(target)) })
	if i < 0 {
		return Task{}, fault.New(fault.NotFound, "house %d has none", seed).About("goal", target).
			WithHint("it has %s; or try another seed", strings.Join(targets, ", "))
	}
	rng := rand.New(rand.NewPCG(seed, 0x6e617664))
	var best Task
	for range 50 {
		if t, ok := taskFrom(h, h.RandomStart(rng), targets[i], best.Episode.Geodesic); ok {
			best = t
		}
	}
	if best.Map == nil {
		return Task{}, fault.New(fault.NotFound, "no way leads to it in house %d", seed).About("goal", target).WithHint("try another seed")
	}
	best.Seed = seed
	return best, nil
}

// taskFrom returns the task to find a target from a start; false when the way is not longer
// than metres, or there is none.
func taskFrom(m *world.Map, start world.Pose, target string, metres float64) (Task, bool) {
	goal, err := m.Goal(target, nil)
	if err != nil {
		return Task{}, false
	}
	d := goal.Distance(start.Point())
	if d <= metres || math.IsInf(d, 1) {
		return Task{}, false
	}
	id := m.House().ID
	return Task{Map: m, Goal: goal, Episode: world.Episode{
		ID: id + "-e0", House: id, Start: start, Target: target, Instances: goal.Instances(), Geodesic: d,
	}}, true
}
