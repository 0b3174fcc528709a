package nav

import (
	"cmp"
	"slices"

	"navd/daemon/words"
)

// sighting is one view of a site.
type sighting struct {
	site  SiteID
	index int // in the site's views
}

// remember files the views of a site under the objects they showed.
func (m *Memory) remember(s *Site) {
	for i, v := range s.Views {
		var keys []words.Key
		for _, o := range v.Objects {
			k := words.Key(words.ObjectKey(o).Compact())
			if k != "" && !slices.Contains(keys, k) {
				keys = append(keys, k)
				m.shown[k] = append(m.shown[k], sighting{s.ID, i})
			}
		}
	}
}

// recalled gives the views of an earlier site that showed the goal and have not
// been followed for it. Goals change on the same map, and what was seen on the
// way to the last one is worth going back to.
func (m *Memory) recalled(id SiteID, goal words.Key) (views []int) {
	shown := m.shown[words.Key(goal.Compact())]
	i, _ := slices.BinarySearchFunc(shown, id, func(at sighting, id SiteID) int { return cmp.Compare(at.site, id) })
	s := &m.sites[id-1]
	for ; i < len(shown) && shown[i].site == id; i++ {
		if v := &s.Views[shown[i].index]; !v.Vetoed && (!v.Tried || !s.Goal.Equal(goal)) {
			views = append(views, shown[i].index)
		}
	}
	return views
}

// sights counts the sites that have views to recall for a goal, by the waypoint
// they stand by.
func (m *Memory) sights(goal words.Key) map[AnchorID]int32 {
	shown := m.shown[words.Key(goal.Compact())]
	if len(shown) == 0 {
		return nil
	}
	sights, last := map[AnchorID]int32{}, SiteID(0)
	for _, at := range shown {
		if at.site != last && len(m.recalled(at.site, goal)) > 0 {
			sights[m.waypoints.at(m.sites[at.site-1].Anchor).anchor]++
		}
		last = at.site
	}
	return sights
}

// doubt lowers the worth of remembered sights of the goal that a site beside
// them does not see any more, each time by the factor of a failed leg.
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
			if w := now.view(v.Heading); w != nil && w.told() && !w.shows(now.Goal) {
				v.Failed++
				m.touchedSites[s.ID] = true
			}
		}
		return true
	})
}

// told tells whether the controller said anything of the view.
func (v SiteView) told() bool { return v.Known || v.Type != "" || len(v.Objects) > 0 }

// shows tells whether a view showed an object.
func (v SiteView) shows(object words.Key) bool {
	return object != "" && slices.ContainsFunc(v.Objects, func(o string) bool { return words.ObjectKey(o).Equal(object) })
}
