package planner

import (
	"fmt"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// LeastKept is the least chance of the target at a spot of the house for the robot to go
// there; below that, it searches as if nothing were known.
const LeastKept = 0.3

// keptRank is a spot of the house where the target was seen, with its score.
type keptRank struct {
	spot   nav.Remembered
	score  float64
	chance float64
	claims []words.Claim
}

// saidShare is how much a claim about a type of room counts for a thing that was seen in such
// a room: the type of the room may be wrong, and the claim need not be about this room. A
// claim about this very room counts fully, and so does a ban, and a claim that was made after
// the thing was seen there last. Where it was said since then that the thing is in another
// type of room, movedShare of the claim counts against the spot: there may be two of the kind.
const (
	saidShare  = 0.5
	movedShare = 0.8
)

// rankKept scores a spot: the chance of the target there, changed by claims, per step that it
// takes to look.
func rankKept(r nav.Remembered, target words.Key, claims []words.Claim) keptRank {
	delta, used := words.Match(claims, target, r.Room, r.Place, -1)
	k := keptRank{spot: r, chance: r.Chance, claims: used}
	share := saidShare
	if slices.ContainsFunc(used, func(c words.Claim) bool { return c.Place != 0 || c.Said.After(r.Last) }) {
		share = 1
	}
	if delta = min(1, max(-1, delta)); delta > 0 {
		k.chance += share * delta * (1 - k.chance)
	} else {
		k.chance += share * delta * k.chance
	}
	if moved, ok := movedAway(r, target, claims, used); ok {
		k.chance *= 1 - movedShare*moved.Weight
		k.claims = append(slices.Clip(k.claims), moved)
	}
	k.chance *= permitted(used)
	k.score = aSight * k.chance * math.Pow(triedEdge, float64(r.Tried)) / (stepsHere + stepsPerM*(r.WayM+r.LeftM))
	return k
}

// movedAway gives the surest claim that the target is in another type of room than the one of
// a spot, of those made since it was seen there; none when a newer one says that it is there.
func movedAway(r nav.Remembered, target words.Key, claims, used []words.Claim) (moved words.Claim, ok bool) {
	here := func(c words.Claim) bool { return c.Relation == words.RelationIn && c.Said.After(r.Last) }
	if r.Last.IsZero() || slices.ContainsFunc(used, here) {
		return moved, false
	}
	for _, c := range claims {
		kind, key := c.About()
		if here(c) && kind == "target" && key.Compact() == target.Compact() && c.Weight > moved.Weight {
			moved, ok = c, true
		}
	}
	return moved, ok
}

// bestKept returns the spot of the house with the highest score, of those where the target is
// likely enough. After a failed leg there is none: the next leg goes over floor that is known
// to be free.
func bestKept(sv nav.Survey, target words.Key, claims []words.Claim) (best keptRank, found bool) {
	if sv.Blocked {
		return best, false
	}
	for _, r := range sv.Kept {
		k := rankKept(r, target, claims)
		if len(r.Path) > 0 && k.chance >= LeastKept && k.score > best.score*(1+1e-12) {
			best, found = k, true
		}
	}
	return best, found
}

// decide turns a spot into a decision: the whole way in one leg, since all of it was seen
// before.
func (k keptRank) decide(sv nav.Survey, target words.Key) Decision {
	r := k.spot
	end := nav.Pose{X: r.End.X, Y: r.End.Y}
	d := Decision{
		SceneType: r.Room.OrUnknown(), Score: k.score, Claims: k.claims, Path: r.Path, Aim: &r.End, Thing: r.Thing,
		Angle: whole(r.Path[0].Angle), RangeM: new(r.Path[0].RangeM), Look: new(whole(nav.NormDeg(end.Bearing(nav.Pose{X: r.At.X, Y: r.At.Y}) - sv.View0))),
		Why: fmt.Sprintf("the %s was seen in this house before, %.1f m away, %s", target, r.WayM+r.LeftM, words.Times(r.Seen)),
	}
	d.View = nav.ViewOf(d.Angle, nav.AllViews(), sv.Facing)
	return d
}
