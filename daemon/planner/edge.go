package planner

import (
	"fmt"
	"math"

	"navd/daemon/nav"
	"navd/daemon/words"
)

const (
	longestLeg   = 3.0  // metres after which a leg for an edge ends: from there one sees more
	longestKnown = 8.0  // the same in a house that was seen before: on the way there is nothing new to see
	shortHop     = 0.05 // metres that are not worth a turn
	enoughBehind = 2.5  // square metres that were not seen behind an edge from which on more is not worth more
	sameRoom     = 0.25 // after each scan of the room beside an edge so much of the chance is left that the same room lies behind
	triedEdge    = 0.3  // of the worth of an edge is left after each leg for it
	failedEdge   = 0.1  // and after each that came to nothing so much of that
)

// edgeRank is an open edge of the seen area with its score and what went into it.
type edgeRank struct {
	edge   nav.Frontier
	score  float64
	prior  float64
	claims []words.Claim
	again  bool // it is floor of the house to be looked at once more
}

// rankEdge scores an edge as [Local] says. A claim about the view with which its way
// begins speaks of it whatever room lies behind.
func rankEdge(f nav.Frontier, sv nav.Survey, target words.Key, claims []words.Claim) edgeRank {
	r, rest := edgeRank{edge: f}, 1.0
	for i, room := range f.Rooms {
		place := 0
		if i == 0 {
			place = f.HousePlace
		}
		delta, used := words.Match(claims, target, room.Type, place, -1)
		p := min(1, max(0, Prior(target, room.Type)+delta))
		if room.Type.IsCorridor() {
			p = max(p, passage)
		}
		share := room.Share
		if i == 0 {
			share *= math.Pow(sameRoom, float64(f.Scans))
		}
		r.prior += share * p
		rest -= share
		r.claims = joined(r.claims, used)
	}
	r.prior += max(0, rest) * unknownPrior
	if len(f.Path) > 0 {
		r.prior, r.claims = ofWay(r.prior, r.claims, claims, nav.ViewOf(f.Path[0].Angle, nav.AllViews(), sv.Facing))
	}
	worth := (r.prior + chanceAnywhere) * min(1, f.Behind/enoughBehind) * math.Pow(triedEdge, float64(f.Tried)) * math.Pow(failedEdge, float64(f.Failed))
	r.score = worth / (stepsHere + stepsPerM*f.WayM)
	return r
}

// What floor is worth that was seen in this house before, beside floor that nobody has
// seen: from afar, where things are overlooked, or from near, where the target was not
// seen the last time.
const (
	afar  = 0.6
	again = 0.25
)

// rankAgain scores floor of the house that this episode has not looked at from near.
func rankAgain(f nav.Frontier, sv nav.Survey, target words.Key, claims []words.Claim) edgeRank {
	r := rankEdge(f, sv, target, claims)
	r.again = true
	if f.Looked {
		r.score *= again
	} else {
		r.score *= afar
	}
	return r
}

// bestEdge gives the edge that scores highest; of equals the nearest.
func bestEdge(edges []nav.Frontier, sv nav.Survey, target words.Key, claims []words.Claim) (best edgeRank, found bool) {
	for _, f := range edges {
		if r := rankEdge(f, sv, target, claims); len(f.Path) > 0 && r.score > best.score*(1+1e-12) {
			best, found = r, true
		}
	}
	for _, f := range sv.Again {
		if r := rankAgain(f, sv, target, claims); len(f.Path) > 0 && r.score > best.score*(1+1e-12) {
			best, found = r, true
		}
	}
	return best, found
}

// beats tells whether an edge is gone to rather than the best of the views, if there
// is one: always, but for a remembered sight of the target that is worth more, and
// after a leg for an edge that came to nothing.
func (r edgeRank) beats(best ranked, found bool, sv nav.Survey) bool {
	return !sv.Blocked && !(found && best.option.Recalled && best.score > r.score)
}

// decide turns an edge into a decision.
func (r edgeRank) decide(sv nav.Survey, target words.Key) Decision {
	f, room := r.edge, r.edge.Room().OrUnknown()
	what := fmt.Sprintf("opening %.1f m away, %.0f m² behind it not seen", f.WayM, f.Behind)
	switch {
	case r.again && f.Looked:
		what = fmt.Sprintf("%.1f m away, not looked at again yet", f.WayM)
	case r.again:
		what = fmt.Sprintf("%.1f m away, seen before but not from near", f.WayM)
	}
	d := Decision{SceneType: room, Score: r.score, Claims: r.claims, Why: fmt.Sprintf("%s, %s, %s for the %s", room, what, chance(r.prior), target)}
	d.follow(f, sv)
	return d
}

// follow has a decision go the way of an edge, 3 m of it at most.
func (d *Decision) follow(f nav.Frontier, sv nav.Survey) {
	d.Path, d.Aim = nil, &f.Spot
	longest := longestLeg
	if sv.House {
		longest = longestKnown
	}
	for left := longest; len(d.Path) < len(f.Path) && left > shortHop; left -= d.Path[len(d.Path)-1].RangeM {
		h := f.Path[len(d.Path)]
		h.RangeM = whole(min(h.RangeM, left))
		d.Path = append(d.Path, h)
	}
	d.Angle, d.RangeM = whole(d.Path[0].Angle), new(d.Path[0].RangeM)
	d.View = nav.ViewOf(d.Angle, nav.AllViews(), sv.Facing)
	d.NoLabels = false
}

// heedEdges notes what claims did to the choice among edges; see [Decision.heed].
func (d *Decision) heedEdges(best edgeRank, sv nav.Survey, target words.Key, claims []words.Claim) {
	if without, found := bestEdge(sv.Edges, sv, target, nil); found && without.edge.Spot != best.edge.Spot {
		d.move(without.edge.Room(), rankEdge(without.edge, sv, target, claims).claims)
	}
}
