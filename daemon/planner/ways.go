package planner

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Way is one of the ways that [Local] weighs.
type Way struct {
	Angle float64 `json:"angle"` // where it begins, degrees from view 0, positive left
	WayM  float64 `json:"way_m"` // how far it is to where one can look, metres
	Room  string  `json:"room"`  // the likeliest room there
	Score float64 `json:"score"` // what it is worth a step, beside the best: 0..1
	Why   string  `json:"why"`   // in words
}

// maxWays is how many ways a plan names.
const maxWays = 5

// Ways gives the five ways that [Local] likes best, the best first: open edges of
// the seen area where those decide, else views, here and at earlier sites. There
// are none when the goal is in sight, or no way is new.
func Ways(sv nav.Survey, claims []words.Claim) (ways []Way) {
	target := words.ObjectKey(sv.Goal)
	if _, ok := seen(sv, target); ok {
		return nil
	}
	_, edges := bestEdge(sv.Edges, sv, target, claims)
	edges = edges && !sv.Blocked
	for _, f := range sv.Edges {
		if edges && len(f.Path) > 0 {
			r := rankEdge(f, sv, target, claims)
			d := r.decide(sv, target)
			ways = append(ways, Way{d.Angle, f.WayM, d.SceneType, r.score, d.Why})
		}
	}
	var options []ranked
	for _, o := range slices.Concat(told(sv.Here), sv.Distant) {
		if r := rank(o, target, claims); r.score > 0 && (o.Recalled || !edges) {
			options = append(options, r)
		}
	}
	slices.SortStableFunc(options, func(a, b ranked) int {
		switch {
		case a.before(b, sv):
			return -1
		case b.before(a, sv):
			return 1
		}
		return 0
	})
	for _, r := range options {
		d := r.decide(sv, target)
		ways = append(ways, Way{d.Angle, wayOf(r.option), d.SceneType, r.score, d.Why})
	}
	slices.SortStableFunc(ways, func(a, b Way) int { return cmp.Compare(b.Score, a.Score) })
	ways = ways[:min(len(ways), maxWays)]
	for i := range ways {
		w := &ways[len(ways)-1-i] // the best last: the others are measured by it
		w.WayM, w.Score = math.Round(w.WayM*100)/100, math.Round(w.Score/ways[0].Score*1000)/1000
	}
	return ways
}

// wayOf is how far it is along an option to where one can look, metres.
func wayOf(o nav.Option) float64 {
	if o.StraightM > 0 {
		return o.StraightM + max(0, o.LookM-o.FreeM)
	}
	return o.PathM + o.LookM
}
