package planner

import (
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Settle fills in what a model leaves open. The model says a direction. Some ways
// begin with that view: those of the present scan, and those back to untried views
// of earlier sites. The one that [Local] likes best says how far the leg goes and
// which frontier is its aim; where it is known how far one sees, the best open edge
// is, and in a kept house a spot where the target was seen before. A decision that sees the goal, or whose view no way begins with, stays as it
// is.
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
	toward := sv
	toward.Kept = slices.DeleteFunc(slices.Clone(sv.Kept), func(r nav.Remembered) bool {
		return len(r.Path) == 0 || sv.Toward(r.Path[0].Angle) != d.View
	})
	if kept, ok := bestKept(toward, target, claims); ok {
		way := kept.decide(sv, target)
		d.RangeM, d.Path, d.Aim, d.Thing = way.RangeM, way.Path, way.Aim, way.Thing
		return d
	}
	if edge, ok := bestEdge(edgesIn(sv, d.View), sv, target, claims); ok && edge.beats(best, found, sv) {
		view := d.View
		d.follow(edge.edge, sv)
		d.View = view
		return d
	}
	if !found {
		return d
	}
	way := best.decide(sv, target)
	d.RangeM, d.ToSite, d.ToView, d.NoLabels = way.RangeM, way.ToSite, way.ToView, way.NoLabels
	return d
}

// edgesIn gives the open edges whose way begins with a view, of those that were
// shown.
func edgesIn(sv nav.Survey, view int) []nav.Frontier {
	return slices.DeleteFunc(slices.Clone(sv.Edges), func(f nav.Frontier) bool {
		return len(f.Path) == 0 || sv.Toward(f.Path[0].Angle) != view
	})
}
