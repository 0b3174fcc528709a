package nav

import (
	"slices"

	"navd/daemon/words"
)

// sighting is one view of a site.
type sighting struct {
	site  SiteID
	index int // in the site's views
}

// remember files the views of a site under the objects they showed.
func (m *Memory) remember(s Site) {
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

// recalled gives the views of earlier sites that showed the present goal and
// have not been followed for it. Goals change on the same map, and what was
// seen on the way to the last one is worth going back to.
func (m *Memory) recalled() map[SiteID][]int {
	out := map[SiteID][]int{}
	goal := words.ObjectKey(m.state.Goal)
	for _, at := range m.shown[words.Key(goal.Compact())] {
		s := &m.sites[at.site-1]
		v := &s.Views[at.index]
		if !v.Vetoed && (!v.Tried || !s.Goal.Equal(goal)) {
			out[at.site] = append(out[at.site], at.index)
		}
	}
	return out
}

// doubt lowers the worth of remembered sights of the goal that a site beside
// them does not see any more, each time by the factor of a failed leg.
func (m *Memory) doubt(now *Site) {
	for id, views := range m.recalled() {
		s := &m.sites[id-1]
		if id == now.ID || s.Pose.Distance(now.Pose) > siteMerge {
			continue
		}
		for _, i := range views {
			v := &s.Views[i]
			if w := now.view(v.Heading); w != nil && w.told() && !w.shows(now.Goal) {
				v.Failed++
				m.touchedSites[id] = true
			}
		}
	}
}

// told tells whether the controller said anything of the view.
func (v SiteView) told() bool { return v.Known || v.Type != "" || len(v.Objects) > 0 }

// shows tells whether a view showed an object.
func (v SiteView) shows(object words.Key) bool {
	return object != "" && slices.ContainsFunc(v.Objects, func(o string) bool { return words.ObjectKey(o).Equal(object) })
}
