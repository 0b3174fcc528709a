package nav

import "math"

// aspect is what the memory knows about where a view leads. It follows from the anchors,
// the sites and the legs of the episode. That of a site's view is kept, and updated with
// what is new.
type aspect struct {
	end     Pose    // where its floor ends, as far as one leg could go
	inside  bool    // it shows a room of the site's own type
	visits  int     // separate anchor passes within visitRadius of the end, at most maxVisits
	nearest float64 // squared distance from the end to the nearest other site, at most siteNear²
	legs    [3]bool // by outcome: some leg from near the site went that way and had it

	// These follow from the site's own leads.
	fresh, atFirst float64
	legM, lookM    float64
}

// aspects are those of a site's views, and what they already take into account.
type aspects struct {
	anchors    int      // the first this many anchors
	sites      int      // the first this many sites
	legs       legsUpTo // the changes of legs up to here
	leadsKnown bool     // the present leads
	views      []aspect // nil: not asked for yet
}

// legsUpTo is a point in the history of legs: see outlook.
type legsUpTo struct{ round, changes int }

// manyNew is from how many new records on asking the trees again takes less time than
// looking at each of them. The outlook keeps at least as many changes of legs, and at most
// twice as many.
const manyNew = 64

// aspectsOf gives the aspects of a site's views. Those of the present scan,
// which is not yet a site, are not kept.
func (m *Memory) aspectsOf(s *Site) []aspect {
	a := &aspects{}
	if s.ID != 0 {
		a = &m.aspects[s.ID-1]
	}
	m.bringUpToDate(a, s)
	return a.views
}

func (m *Memory) bringUpToDate(a *aspects, s *Site) {
	first := a.views == nil
	if first {
		a.views = make([]aspect, len(s.Views))
		for i := range a.views {
			v := &s.Views[i]
			a.views[i] = aspect{end: v.floorEnd(s.Pose), inside: v.Type.Equal(s.Type), nearest: siteNear * siteNear}
		}
	}
	m.countVisits(a, first)
	m.findNearest(a, s, first)
	m.takeLegs(a, s, first)
	if !a.leadsKnown {
		for i := range a.views {
			v := &a.views[i]
			v.fresh, v.atFirst = s.fresh(i), s.atFirst(i)
			v.legM, v.lookM = s.leg(i)
		}
		a.leadsKnown = true
	}
}

// countVisits adds the passes since the last time. Passes never become fewer.
func (m *Memory) countVisits(a *aspects, all bool) {
	all = all || len(m.anchors)-a.anchors > manyNew
	for i := range a.views {
		v := &a.views[i]
		switch {
		case v.visits == maxVisits:
		case all:
			v.visits = m.trail.passes(v.end)
		default:
			for id := a.anchors + 1; id <= len(m.anchors) && v.visits < maxVisits; id++ {
				if comesIn(edgeTo(m.anchors, id), v.end) {
					v.visits++
				}
			}
		}
	}
	a.anchors = len(m.anchors)
}

// findNearest takes the sites since the last time into account. Sites never go away.
func (m *Memory) findNearest(a *aspects, s *Site, all bool) {
	all = all || len(m.sites)-a.sites > manyNew
	for i := range a.views {
		v := &a.views[i]
		if all {
			v.nearest = m.nearestSite(s.ID, v.end)
			continue
		}
		for _, other := range m.sites[a.sites:] {
			if other.ID != s.ID {
				v.nearest = min(v.nearest, square(other.Pose.X-v.end.X, other.Pose.Y-v.end.Y))
			}
		}
	}
	a.sites = len(m.sites)
}

// takeLegs takes the outcomes of legs since the last time into account; all of them when
// one was taken back.
func (m *Memory) takeLegs(a *aspects, s *Site, all bool) {
	o, r := &m.outlook, m.cfg.LocalizeRadiusM
	now := legsUpTo{o.round, o.forgot + len(o.changes)}
	switch {
	case all, a.legs.round != now.round, now.changes-a.legs.changes > manyNew:
		for kind := range o.legs {
			for i, found := range o.legs[kind].along(s, r) {
				a.views[i].legs[kind] = found
			}
		}
	default:
		for _, c := range o.changes[a.legs.changes-o.forgot:] {
			if square(c.at[0]-s.Pose.X, c.at[1]-s.Pose.Y) > square(r+eps, 0) {
				continue
			}
			for i := range a.views {
				a.views[i].legs[c.kind] = a.views[i].legs[c.kind] || sameWay(c.at[2], s.Views[i].Heading)
			}
		}
	}
	a.legs = now
}

// factor is the factor that earlier legs, which began near the site and went along the
// view, put on its worth: 0.2 when one moved less than 1 m, 0.5 after any other, 1 without
// legs.
func (a *aspect) factor() float64 {
	switch {
	case a.legs[legFailed]:
		return 0.2
	case a.legs[legMoved]:
		return 0.5
	}
	return 1
}

// apart is 0.4 + 0.3·d for a leg that ends d < 2 m from another site, else 1.
func (a *aspect) apart() float64 {
	if d := math.Sqrt(a.nearest); d < siteNear {
		return 0.4 + 0.3*d
	}
	return 1
}
