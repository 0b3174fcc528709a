package daemon

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
)

// lotOf gives the seed of a plan's random draws: the same for episodes with the same name,
// scene, goal and seed, which are pairs of an experiment. Names repeat, as Habitat's do in
// every scene, and so do seeds: an episode that lacks one of the two draws by its own id, or
// all that are alike would have one lot.
func lotOf(ep episode.Episode, plan int) uint64 {
	if ep.Name == "" || ep.Seed == nil {
		return hashOf("id", ep.ID, plan)
	}
	return hashOf(ep.Name, ep.SceneID, ep.Goal, *ep.Seed, plan)
}

// lotOfSample gives the seed of the random draws for a sample, the same for its name under
// every condition.
func lotOfSample(name string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(name))
	return h.Sum64()
}

// needsSample refuses a condition that decides by lot for a sample without a name: all of
// them would have one lot.
func needsSample(c episodic.Condition, sample string) error {
	if c.Holdout == 0 || sample != "" {
		return nil
	}
	return badParams(fault.New(fault.Invalid, "condition %s assigns samples at random, by their names, and this one has none", c.Name).About("sample", sample).
		WithHint("give each sample a name of its own, the same in every run"))
}

// hashOf gives one number for parts that cannot run into each other.
func hashOf(parts ...any) uint64 {
	h := fnv.New64a()
	for _, p := range parts {
		fmt.Fprintf(h, "%#v\n", p) // a hash takes all that is written
	}
	return h.Sum64()
}

// held tells whether the draw holds the advice out.
func (a inquiry) held() bool { return held(a.cond, a.lot) }

func held(c episodic.Condition, lot uint64) bool {
	return c.Holdout > 0 && rand.New(rand.NewPCG(lot, 1)).Float64() < c.Holdout
}
