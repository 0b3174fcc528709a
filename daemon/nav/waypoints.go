package nav

import "slices"

// spread is how far apart waypoints lie once there are many, metres: less than
// a stride, so that a search goes on between them wherever anchors lie close.
const spread = 2 * stride / 3

// waypoints are the anchors that searches for frontiers go over. A robot that
// is kept running comes by the same spots again and again; a search over all
// its anchors would see less and less far for the same work.
//
// As long as a search can look at every anchor, all are waypoints, and it is
// exact. Once there are more than maxReach, only those are that lay farther than
// spread from every waypoint when they were made; any other stands by the
// nearest, the oldest of equals, and its links and sites count as that one's.
// They follow from anchors and sites and are found when a search needs them.
type waypoints struct {
	few   bool // all anchors are
	tree  tree[[2]float64]
	all   []waypoint
	of    []int32 // the number of the waypoint each anchor stands by, by id-1
	sites int     // the first so many were taken in
}

// waypoint is one of them.
type waypoint struct {
	anchor AnchorID
	links  []AnchorID // waypoints that the robot walked to from here, or from there
	sites  []SiteID   // by their ids
	open   int32      // how many of them have something untried
}

// put takes in the next anchor, with its link to the one before.
func (w *waypoints) put(a *Anchor) {
	k := w.by(a)
	if k < 0 {
		k = len(w.all)
		w.tree.put([2]float64{a.Pose.X, a.Pose.Y}, int(a.ID))
		w.all = append(w.all, waypoint{anchor: a.ID})
	}
	w.of = append(w.of, int32(k))
	for _, n := range a.Neighbors {
		if n < a.ID {
			w.link(k, int(w.of[n-1]))
		}
	}
}

// by gives the number of the waypoint that a new anchor stands by, -1: it is to
// be one itself.
func (w *waypoints) by(a *Anchor) int {
	if w.few {
		return -1
	}
	near := w.tree.nearest(a.Pose, spread, 1, byGrain)
	if len(near) == 0 {
		return -1
	}
	return int(w.of[near[0].id-1])
}

// link joins two waypoints that the robot walked between.
func (w *waypoints) link(a, b int) {
	if a == b || slices.Contains(w.all[a].links, w.all[b].anchor) {
		return
	}
	w.all[a].links = append(w.all[a].links, w.all[b].anchor)
	w.all[b].links = append(w.all[b].links, w.all[a].anchor)
}

// at gives the waypoint that an anchor stands by.
func (w *waypoints) at(a AnchorID) *waypoint { return &w.all[w.of[a-1]] }

// opened counts a site with something untried, or takes it away, if it was taken
// in.
func (w *waypoints) opened(s *Site, n int32) {
	if int(s.ID) <= w.sites {
		w.at(s.Anchor).open += n
	}
}

// findWaypoints takes in the anchors and sites that came since the last search.
func (m *Memory) findWaypoints() *waypoints {
	w := &m.waypoints
	if few := len(m.anchors) <= maxReach; w.few != few {
		*w = waypoints{few: few}
	}
	for i := len(w.of); i < len(m.anchors); i++ {
		w.put(&m.anchors[i])
	}
	for ; w.sites < len(m.sites); w.sites++ {
		s := &m.sites[w.sites]
		by := w.at(s.Anchor)
		by.sites = append(by.sites, s.ID)
		if m.outlook.promise[w.sites] {
			by.open++
		}
	}
	return w
}
