package planner

import (
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Settle fills in what a model leaves open. It says a direction; of the ways
// that begin with that view, of the present scan and back to untried views of
// earlier sites, the one that [Local] likes best says how far the leg goes and
// which frontier is its aim. A goal in sight, and a view that no way leads
// over, stay as they are.
func Settle(sv nav.Survey, claims []words.Claim, d Decision) Decision {
	if d.GoalFlag {
		return d
	}
	target := words.ObjectKey(sv.Goal)
	best, found := ranked{}, false
	for _, o := range slices.Concat(told(sv.Here), sv.Distant) {
		r := rank(o, target, claims)
		if r.score > 0 && r.firstView(sv) == d.View && (!found || r.before(best, sv)) {
			best, found = r, true
		}
	}
	if !found {
		return d
	}
	way := best.decide(sv, target)
	d.RangeM, d.ToSite, d.ToView, d.NoLabels = way.RangeM, way.ToSite, way.ToView, way.NoLabels
	return d
}
