package planner

import (
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Settle adds what a model leaves open. The model gives a direction; of the ways that begin
// with that view, Settle takes the best one by [Local], for the length of the leg and what it
// goes to: in a kept house a spot where the target was seen before; if it is known how far one
// sees, an open edge; otherwise a view of the present scan or an untried view of an earlier
// site. A decision with the goal in sight, or with a view with which no way begins, stays as
// it is.
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
		d.RangeM, d.Path, d.Aim, d.Thing, d.Look = way.RangeM, way.Path, way.Aim, way.Thing, way.Look
		return d
	}
	toward.Edges, toward.Again = edgesIn(sv, sv.Edges, d.View), edgesIn(sv, sv.Again, d.View)
	if edge, ok := bestEdge(toward, target, claims); ok && edge.beats(best, found, sv) {
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

// edgesIn gives the edges whose way begins with a view, of those that were shown.
func edgesIn(sv nav.Survey, edges []nav.Frontier, view int) []nav.Frontier {
	return slices.DeleteFunc(slices.Clone(edges), func(f nav.Frontier) bool {
		return len(f.Path) == 0 || sv.Toward(f.Path[0].Angle) != view
	})
}
