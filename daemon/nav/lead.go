package nav

import (
	"math"
	"slices"

	"navd/daemon/words"
)

// Lead is something that a view shows the beginning of: a spot that has to be
// looked at from elsewhere. It is what makes going that way worth while.
type Lead struct {
	X     float64   `json:"x"`              // the spot, metres in the odom frame
	Y     float64   `json:"y"`              // as x
	Type  words.Key `json:"type,omitempty"` // another room's type: the lead ends inside that room
	Worth float64   `json:"worth"`          // newness of the view while the lead is open, 0..1
	Seen  bool      `json:"seen,omitempty"` // another site has looked at it
}

// What leads are worth, and where they end.
const (
	worthRoom = 1.0 // the view ends in a room of another type
	worthFar  = 0.7 // the view goes on beyond 8 m
	worthEdge = 0.4 // a neighbour view sees 1.5 m less: an edge that hides what is beside it
	worthRest = 0.1 // no open lead

	farSight  = 8.0 // metres
	beyond    = 0.5 // how far behind the end of a far view its lead lies, metres
	depthJump = 1.5 // metres
	insideOf  = 2.5 // a site in a room this near to a lead into it has followed it, metres
	besideOf  = 1.0 // a site this near to any other lead has followed it, metres
	usefulLeg = 3.0 // the longest leg that the planner asks for, metres
	shortLeg  = 1.0 // the shortest one that leads to a lead, metres
	pastRoom  = 1.0 // how far into a room a leg goes on, metres
	pastEdge  = 0.5 // how far behind an edge, metres
	lent      = 0.7 // factor on the worth of a blocked view's leads, for each view further aside
)

// leadsOf gives the leads of view i of a scan in a place of type own.
func leadsOf(at Pose, own words.Key, views []SiteView, i int) []Lead {
	v := views[i]
	if !v.Known {
		return nil
	}
	var out []Lead
	add := func(metres, heading, worth float64, t words.Key) {
		p := at.Reach(metres, heading)
		out = append(out, Lead{X: round(p.X), Y: round(p.Y), Type: t, Worth: worth})
	}
	if !v.Type.Unknown() && !v.Type.Equal(own) {
		add(math.Max(0, v.SeeM-legMargin), v.Heading, worthRoom, v.Type)
	}
	if v.SeeM >= farSight {
		add(v.SeeM+beyond, v.Heading, worthFar, "")
	}
	for _, o := range views {
		if o.Known && turnsBetween(v.View, o.View) == 1 && v.SeeM-o.SeeM >= depthJump {
			add((v.SeeM+o.SeeM)/2, v.Heading+NormDeg(o.Heading-v.Heading)/2, worthEdge, "")
		}
	}
	return out
}

// looked tells whether the site has looked at a lead. The lead leads into a room of the
// site's type, or into none.
func (s *Site) looked(l Lead) bool {
	p := Pose{X: l.X, Y: l.Y}
	d, near := s.Pose.Distance(p), besideOf
	if l.Type != "" {
		near = insideOf
	}
	bearing := s.Pose.Bearing(p)
	return d <= near || slices.ContainsFunc(s.Views, func(v SiteView) bool { return v.Known && d <= v.SeeM+eps && sameWay(v.Heading, bearing) })
}

// leg gives, in metres, how far to go along a view, and how far it is to the spot from
// which its best open lead can be looked at; the lead may belong to a view beside it. A
// leg ends a little behind that spot, and after 3 m at the latest: from there the robot
// sees better how to go on. When the lead lies too far from the floor of the view, the
// distance is the leg plus the way from the end of the floor to the lead; floor behind the
// leg is not counted, because every metre of it shows more. For a view that goes on beyond
// 8 m, and for one without a lead, the distance is the leg.
func (s *Site) leg(i int) (metres, look float64) {
	v := s.Views[i]
	floor := v.floorLength()
	if !v.Known {
		return floor, floor
	}
	best := 0.0
	metres = math.Min(floor, usefulLeg)
	look = metres
	s.lending(i, func(o SiteView, share float64) {
		for _, l := range o.Leads {
			worth := l.Worth * share
			if l.Seen || worth < best-eps {
				continue
			}
			if m, k := l.leg(s.Pose, v.Heading, floor); worth > best+eps || k < look {
				best, metres, look = worth, m, k
			}
		}
	})
	return metres, look
}

// leg is [Site.leg] for one lead, along heading over floor metres of floor.
func (l Lead) leg(from Pose, heading, floor float64) (metres, look float64) {
	longest := math.Min(floor, usefulLeg)
	near, past := besideOf, pastEdge
	switch {
	case l.Type != "":
		near, past = insideOf, pastRoom
	case l.Worth == worthFar:
		return longest, longest
	}
	p := Pose{X: l.X, Y: l.Y}
	if d, ok := from.until(p, heading, near); ok && d <= floor {
		metres = math.Min(longest, math.Max(shortLeg, d+past))
		return metres, metres
	}
	return longest, longest + math.Max(0, from.Reach(floor, heading).Distance(p)-near)
}

// lending calls use with a view, and with the views up to two aside whose own floor is
// blocked: these lend it their leads, worth a share.
func (s *Site) lending(i int, use func(o SiteView, share float64)) {
	v := s.Views[i]
	use(v, 1)
	for _, o := range s.Views {
		if !o.Known || o.FreeM >= minFree {
			continue
		}
		for n, share := 1, lent; n <= 2; n, share = n+1, share*lent {
			if turnsBetween(v.View, o.View) == n {
				use(o, share)
			}
		}
	}
}

// promise is the worth of the best open lead of a view, 0 without one. With
// seen set it is that of the best lead, open or not.
func (v SiteView) promise(seen bool) (worth float64) {
	for _, l := range v.Leads {
		if seen || !l.Seen {
			worth = math.Max(worth, l.Worth)
		}
	}
	return worth
}

// fresh is the newness of a view: what it still promises to show, 0..1.
//
//	0      less than 0.75 m of free floor that way
//	worth  of its best open lead, or of one of a view one or two aside whose
//	       own floor is blocked, times 0.7 for each view further aside
//	0.1    without an open lead
//	1      without distances
func (s *Site) fresh(i int) float64 { return s.promises(i, false) }

// atFirst is the newness of a view if nothing had been looked at from
// elsewhere.
func (s *Site) atFirst(i int) float64 { return s.promises(i, true) }

func (s *Site) promises(i int, seen bool) float64 {
	v := s.Views[i]
	switch {
	case !v.Known:
		return 1
	case v.FreeM < minFree:
		return 0
	}
	best := worthRest
	s.lending(i, func(o SiteView, share float64) { best = math.Max(best, o.promise(seen)*share) })
	return best
}
