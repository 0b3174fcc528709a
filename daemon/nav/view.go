package nav

import "math"

// ViewOf gives the view that lies closest to an angle, among the shown ones.
// Ties go to the view with fewer turns from facing, then to the lower one.
func ViewOf(angle float64, shown []int, facing int) int {
	best, gap := 0, math.Inf(1)
	for _, v := range shown {
		g := math.Abs(NormDeg(angle + 30*float64(v)))
		switch {
		case g < gap-1e-9:
			best, gap = v, g
		case math.Abs(g-gap) <= 1e-9 && FewerTurns(v, best, facing):
			best = v
		}
	}
	return best
}

// FewerTurns tells whether view a needs fewer turns from facing than view b; of equals the
// lower one comes first.
func FewerTurns(a, b, facing int) bool {
	if ta, tb := turnsBetween(facing, a), turnsBetween(facing, b); ta != tb {
		return ta < tb
	}
	return a < b
}

// turnsBetween is how many turns of 30° lie between two views, 0..6.
func turnsBetween(facing, view int) int {
	r := ((view-facing)%Views + Views) % Views
	return min(r, Views-r)
}

// AllViews are the views of a panorama, in order.
func AllViews() []int {
	out := make([]int, Views)
	for i := range out {
		out[i] = i
	}
	return out
}
