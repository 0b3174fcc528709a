package planner

import (
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Nearest goes to the nearest way that was not explored, whatever the views show: a baseline
// that knows where the robot was, but nothing about which things are in which rooms. It goes
// to a target in sight. Otherwise it takes, if it is known how far one sees, the nearest open
// edge of the seen area to which no leg has gone, with 1 m² or more behind it; or else the
// nearest untried option with floor whose leg would end 2 m or more from every earlier site,
// ties by fewer turns, then by the lower view.
func Nearest(sv nav.Survey) Decision {
	target := words.ObjectKey(sv.Goal)
	if d, ok := seen(sv, target); ok {
		return d
	}
	if len(sv.Edges) > 0 && !sv.Blocked {
		if d, ok := nearestEdge(sv); ok {
			return d
		}
	}
	best, found := ranked{score: math.Inf(-1)}, false
	for _, o := range slices.Concat(told(sv.Here), sv.Distant) {
		if o.Newness == 0 || o.Outcome < 1 || o.Apart < 1 {
			continue
		}
		if r := (ranked{option: o, score: -o.PathM}); !found || r.before(best, sv) {
			best, found = r, true
		}
	}
	if !found {
		return widest(sv)
	}
	d := best.decide(sv, target)
	d.Score, d.Why = 0, "the nearest way that was not explored"
	return d
}

func nearestEdge(sv nav.Survey) (d Decision, found bool) {
	for _, f := range sv.Edges {
		if f.Tried == 0 && f.Behind >= 1 && len(f.Path) > 0 && (!found || f.WayM < d.Score) {
			d, found = Decision{SceneType: string(nav.Unknown), Why: "the nearest opening that nobody looked behind", Score: f.WayM}, true
			d.follow(f, sv)
		}
	}
	d.Score = 0
	return d, found
}

// Dice returns the number that decides ties of a plan at random, from the episode's seed and
// the number of plans before.
func Dice(seed *int64, plans int) uint64 {
	var s int64
	if seed != nil {
		s = *seed
	}
	return uint64(s)<<20 ^ uint64(plans+1)
}
