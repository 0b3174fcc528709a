package planner

import (
	"fmt"
	"math"

	"navd/daemon/nav"
	"navd/daemon/words"
)

const (
	shortHop     = 0.05 // a shorter way is not worth a turn, metres
	enoughBehind = 2.5  // more unseen square metres behind an edge are not worth more
	sameRoom     = 0.25 // factor, for each scan of the room beside an edge, of the chance that the same room is behind it
	triedEdge    = 0.3  // factor of the worth of an edge for each leg to it
	failedEdge   = 0.1  // further factor for each of these legs that failed
)

// edgeRank is an open edge of the seen area, with its score and the parts of that.
type edgeRank struct {
	edge   nav.Frontier
	score  float64
	prior  float64
	claims []words.Claim
	again  bool // it is seen floor that should be looked at from near
}

// rankEdge scores an edge as [Local] says. A claim about the view with which the way to it
// begins counts whatever room is behind the edge.
func rankEdge(f nav.Frontier, sv nav.Survey, target words.Key, claims []words.Claim) edgeRank {
	r, rest, open := edgeRank{edge: f}, 1.0, 1.0
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
		open -= room.Share * (1 - permitted(used))
		rest -= share
		r.claims = joined(r.claims, used)
	}
	r.prior += max(0, rest) * unknownPrior
	if len(f.Path) > 0 {
		r.prior, r.claims = ofWay(r.prior, r.claims, claims, nav.ViewOf(f.Path[0].Angle, nav.AllViews(), sv.Facing))
	}
	worth := (r.prior + chanceAnywhere) * min(1, f.Behind/enoughBehind) * math.Pow(triedEdge, float64(f.Tried)) * math.Pow(failedEdge, float64(f.Failed)) * open
	r.score = worth / (stepsHere + stepsPerM*f.WayM)
	return r
}

// How much floor that was seen is worth, compared with unseen floor: if it was seen from far
// away, where things are easily missed, or in an earlier episode from near, without the target.
const (
	afar  = 0.6
	again = 0.25
)

// rankAgain scores seen floor that this episode has not looked at from near.
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

// usual is from which prior on a room is a usual place for the target.
const usual = 0.5

// rankEdges scores the open edges, and then the seen floor to look at from near, of those to
// which a way leads. Outside a kept house such floor counts in rooms that are a usual place
// and that no scan looked over: where nothing was missed, going there is in vain.
func rankEdges(sv nav.Survey, target words.Key, claims []words.Claim) (all []edgeRank) {
	for _, f := range sv.Edges {
		if len(f.Path) > 0 {
			all = append(all, rankEdge(f, sv, target, claims))
		}
	}
	for _, f := range sv.Again {
		if r := rankAgain(f, sv, target, claims); len(f.Path) > 0 && (sv.House || f.Scans == 0 && r.prior >= usual) {
			all = append(all, r)
		}
	}
	return all
}

// bestEdge returns the edge with the highest score, the first of equal ones.
func bestEdge(sv nav.Survey, target words.Key, claims []words.Claim) (best edgeRank, found bool) {
	for _, r := range rankEdges(sv, target, claims) {
		if r.score > best.score*(1+1e-12) {
			best, found = r, true
		}
	}
	return best, found
}

// beats reports whether the robot should go to the edge rather than along the best of the
// views, if there is one. It always should, except after a failed leg to an edge, and when
// the best view is a remembered sight of the target with a higher score.
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
		what = fmt.Sprintf("%.1f m away, seen only from far away", f.WayM)
	}
	d := Decision{SceneType: room, Score: r.score, Claims: r.claims, Why: fmt.Sprintf("%s, %s, %s for the %s", room, what, chance(r.prior), target)}
	d.follow(f, sv)
	return d
}

// follow makes a decision follow the way to an edge, as far as one leg goes.
func (d *Decision) follow(f nav.Frontier, sv nav.Survey) {
	d.Path, d.Aim = nil, &f.Spot
	for left := f.LegM; len(d.Path) < len(f.Path) && left > shortHop; left -= d.Path[len(d.Path)-1].RangeM {
		h := f.Path[len(d.Path)]
		h.RangeM = whole(min(h.RangeM, left))
		d.Path = append(d.Path, h)
	}
	d.Angle, d.RangeM = whole(d.Path[0].Angle), new(d.Path[0].RangeM)
	d.View = nav.ViewOf(d.Angle, nav.AllViews(), sv.Facing)
	d.NoLabels = false
}

// heedEdges records the effect of claims on the choice among edges; see heed.
func (d *Decision) heedEdges(best edgeRank, sv nav.Survey, target words.Key, claims []words.Claim) {
	if without, found := bestEdge(sv, target, nil); found && without.edge.Spot != best.edge.Spot {
		d.move(without.edge.Room(), rankEdge(without.edge, sv, target, claims).claims)
	}
}
