package nav

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// sighting is one view of a site.
type sighting struct {
	site  ref.SiteID
	index int // in the site's views
}

// remember files the views of a site under the objects they showed.
func (m *Memory) remember(s *Site) {
	for i, v := range s.Views {
		var keys []words.Key
		for _, o := range v.Objects {
			k := words.Key(words.ObjectKey(o).Compact())
			if k == "" || slices.Contains(keys, k) {
				continue
			}
			keys = append(keys, k)
			if n := len(m.shown[k]); n == 0 || m.shown[k][n-1].site != s.ID {
				if m.showed[k] == nil {
					m.showed[k] = &tree[[2]float64]{}
				}
				m.showed[k].put([2]float64{s.Pose.X, s.Pose.Y}, int(s.ID))
			}
			m.shown[k] = append(m.shown[k], sighting{s.ID, i})
		}
	}
}

// recalled gives the views of an earlier site that showed the goal and were not followed
// for it. The goal may have changed, and what was seen on the way to the last goal is worth
// going back to.
func (m *Memory) recalled(id ref.SiteID, goal words.Key) (views []int) {
	shown := m.shown[words.Key(goal.Compact())]
	i, _ := slices.BinarySearchFunc(shown, id, func(at sighting, id ref.SiteID) int { return cmp.Compare(at.site, id) })
	s := &m.sites[id-1]
	for ; i < len(shown) && shown[i].site == id; i++ {
		if v := &s.Views[shown[i].index]; !v.Vetoed && (!v.Tried || !s.Goal.Equal(goal)) {
			views = append(views, shown[i].index)
		}
	}
	return views
}

// sights are sites that showed the goal, by their waypoint, in the order of their ids.
type sights map[ref.AnchorID][]ref.SiteID

// maxSights is how many sites that showed the goal are looked at for views to
// recall.
const maxSights = 4 * maxSites

// sights gives the sites with views to recall for a goal: the maxSites nearest in a
// straight line.
func (m *Memory) sights(goal words.Key) sights {
	showed := m.showed[words.Key(goal.Compact())]
	if showed == nil {
		return nil
	}
	out, n := sights{}, 0
	for _, h := range showed.nearest(m.state.Pose, math.MaxFloat64, maxSights, byGrain) {
		if id := ref.SiteID(h.id); len(m.recalled(id, goal)) > 0 {
			at := m.waypoints.of(m.sites[id-1].Anchor).anchor
			out[at] = append(out[at], id)
			if n++; n == maxSites {
				break
			}
		}
	}
	for _, sites := range out {
		slices.Sort(sites)
	}
	return out
}

// has tells whether a site is among the sights.
func (s sights) has(m *Memory, id ref.SiteID) bool {
	if len(s) == 0 {
		return false
	}
	_, found := slices.BinarySearch(s[m.waypoints.of(m.sites[id-1].Anchor).anchor], id)
	return found
}

// doubt lowers the worth of earlier views of the goal that the new site, close to theirs,
// does not confirm, each time by the factor of a failed leg.
func (m *Memory) doubt(now *Site) {
	goal := words.ObjectKey(m.state.Goal)
	if len(m.shown[words.Key(goal.Compact())]) == 0 {
		return
	}
	m.outlook.stood.within(now.Pose, siteMerge, func(id int, _ float64) bool {
		s := &m.sites[id-1]
		if s.ID == now.ID || s.Pose.Distance(now.Pose) > siteMerge {
			return true
		}
		for _, i := range m.recalled(s.ID, goal) {
			v := &s.Views[i]
			if w := now.view(v.Heading); w != nil && w.Told() && !w.shows(now.Goal) {
				v.Failed++
				m.touchedSites.add(s.ID)
			}
		}
		return true
	})
}

// Told tells whether the controller said anything about the view.
func (v SiteView) Told() bool { return v.Known || v.Type != "" || len(v.Objects) > 0 }

// shows tells whether a view showed an object.
func (v SiteView) shows(object words.Key) bool {
	return object != "" && slices.ContainsFunc(v.Objects, func(o string) bool { return words.ObjectKey(o).Equal(object) })
}

// within is how far away an object that a view shows is at most, metres: as a detector
// says, else how far the view sees. It is 0 when neither is known, or the view does not
// show it.
func (v SiteView) within(object words.Key) float64 {
	if !v.shows(object) {
		return 0
	}
	nearest := math.Inf(1)
	for _, s := range v.Seen {
		if s.RangeM != nil && words.ObjectKey(s.Label).Equal(object) {
			nearest = min(nearest, *s.RangeM)
		}
	}
	if math.IsInf(nearest, 1) {
		return v.SeeM
	}
	return nearest
}
