package planner

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Way is one of the ways that [Local] considers.
type Way struct {
	Angle float64 `json:"angle"`          // direction in which it begins, degrees from view 0, positive left
	WayM  float64 `json:"way_m"`          // distance to where one can look, metres
	Room  string  `json:"room"`           // the likeliest room there
	Score float64 `json:"score"`          // worth per step, relative to the best way: 0..1
	Why   string  `json:"why"`            // reason in words
	More  int     `json:"more,omitempty"` // number of worse ways that begin in almost the same direction
}

// maxWays is the largest number of ways that a plan names.
const maxWays = 5

// alike is the largest angle between the beginnings of two ways that count as one, degrees.
const alike = 15

// Begins reports whether a way begins in about this direction, degrees from view 0.
func (w Way) Begins(angle float64) bool { return math.Abs(nav.NormDeg(w.Angle-angle)) <= alike }

// Ways returns the five best ways by [Local], the best first: open edges of the seen area, and
// seen floor to look at from near, if these decide, otherwise views, of this scan and of earlier sites. Of ways that begin in
// almost the same direction, such as those through one door, it returns only the best. There
// are none when the goal is in sight, or no way is new.
func Ways(sv nav.Survey, claims []words.Claim) (ways []Way) {
	for _, p := range Prospects(sv, claims) {
		if i := slices.IndexFunc(ways, func(w Way) bool { return w.Begins(p.Angle) }); i >= 0 {
			ways[i].More++
		} else {
			ways = append(ways, p.Way)
		}
	}
	ways = ways[:min(len(ways), maxWays)]
	for i := range ways {
		w := &ways[len(ways)-1-i] // the best last: the others are measured by it
		w.WayM, w.Score = math.Round(w.WayM*100)/100, math.Round(w.Score/ways[0].Score*1000)/1000
	}
	return ways
}

// Prospect is a way with everything that [Local] knows about it. Its Score is its worth per
// step.
type Prospect struct {
	Way
	View   int        // view with which it begins
	Steps  float64    // expected steps until one has looked there
	Chance float64    // chance that the target is there, 0..0.95: by the room, earlier looks and claims
	New    float64    // share of what one sees there that is new, 0..1
	Site   ref.SiteID // earlier site of its untried view; 0: a view of the present scan, or an open edge
	End    nav.Pose   // where one looks; unknown for an earlier site without a straight way, see Far
	Far    float64    // metres beyond the site's pose, along FarDeg; only with Site
	FarDeg float64    // absolute direction, degrees
}

// surest is the largest Chance of a prospect.
const surest = 0.95

// Prospects returns all ways with a score above 0, the best per step first. [Ways] is made
// from them.
func Prospects(sv nav.Survey, claims []words.Claim) (all []Prospect) {
	target := words.ObjectKey(sv.Goal)
	if _, ok := seen(sv, target); ok {
		return nil
	}
	ranks := rankEdges(sv, target, claims)
	edges := !sv.Blocked && slices.ContainsFunc(ranks, func(r edgeRank) bool { return r.score > 0 })
	for _, r := range ranks {
		if edges {
			all = append(all, r.prospect(sv, target))
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
		all = append(all, r.prospect(sv, target))
	}
	slices.SortStableFunc(all, func(a, b Prospect) int { return cmp.Compare(b.Score, a.Score) })
	return all
}

// prospect is an open edge as a prospect.
func (r edgeRank) prospect(sv nav.Survey, target words.Key) Prospect {
	d, f := r.decide(sv, target), r.edge
	steps := stepsHere + stepsPerM*f.WayM
	return Prospect{
		Way: Way{Angle: d.Angle, WayM: f.WayM, Room: d.SceneType, Score: r.score, Why: d.Why}, View: d.View, Steps: steps, Chance: min(surest, r.score*steps),
		New: min(1, f.Behind/enoughBehind) * math.Pow(triedEdge, float64(f.Tried)),
		End: nav.Pose{X: f.Spot.X, Y: f.Spot.Y, Yaw: nav.NormDeg(sv.View0 + f.Path[len(f.Path)-1].Angle)},
	}
}

// prospect is a view as a prospect.
func (r ranked) prospect(sv nav.Survey, target words.Key) Prospect {
	d, o := r.decide(sv, target), r.option
	steps := expectedSteps(o)
	p := Prospect{
		Way: Way{Angle: d.Angle, WayM: wayOf(o), Room: d.SceneType, Score: r.score, Why: d.Why}, View: d.View, Steps: steps, Chance: min(surest, r.score*steps),
		New: o.Promise(), Site: o.Site, Far: o.LookM, FarDeg: o.Heading,
	}
	switch {
	case o.StraightM > 0:
		p.End = sv.Pose.Reach(o.StraightM, o.StraightHead)
	case o.Site == 0:
		p.End = sv.Pose.Reach(o.LookM, o.Heading)
	}
	return p
}

// wayOf is how far it is along an option to where one can look, metres.
func wayOf(o nav.Option) float64 {
	if o.StraightM > 0 {
		return o.StraightM + max(0, o.LookM-o.FreeM)
	}
	return o.PathM + o.LookM
}
