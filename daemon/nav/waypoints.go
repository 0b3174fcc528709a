package nav

import (
	"slices"

	"navd/daemon/ref"
)

// waypointGap is how far apart waypoints lie once there are many, metres.
const waypointGap = 2 * stride / 3

// waypoints are the anchors that searches for frontiers visit. A robot that runs for long
// passes the same spots again and again, so a search over all its anchors would get less
// and less far for the same work.
//
// Up to maxReach anchors, all are waypoints, and a search is exact. Once there are more, an
// anchor is a waypoint only if it was farther than waypointGap from every waypoint when it
// was made. Any other belongs to the nearest waypoint, the oldest of equals, which gets its
// links, its sites, and the strides from it to other waypoints. Waypoints follow from
// anchors and sites, and are found when a search needs them.
type waypoints struct {
	few    bool // all anchors are waypoints
	tree   tree[[2]float64]
	all    []waypoint
	number []int32 // index of the waypoint that each anchor belongs to, by id-1
	taken  int     // the first this many sites were added
}

// waypoint is one waypoint. Its sites are in the order of their ids.
type waypoint struct {
	anchor ref.AnchorID
	links  []ref.AnchorID // waypoints that one can go to from here, besides those within one stride
	open   []ref.SiteID   // sites with something untried
	done   []ref.SiteID   // those with nothing left
}

// findWaypoints adds the anchors and sites that are new since the last search.
func (m *Memory) findWaypoints() *waypoints {
	w := &m.waypoints
	if few := len(m.anchors) <= maxReach; w.few != few {
		*w = waypoints{few: few}
	}
	for i := len(w.number); i < len(m.anchors); i++ {
		w.put(&m.anchors[i])
	}
	for ; w.taken < len(m.sites); w.taken++ {
		s := &m.sites[w.taken]
		list := w.of(s.Anchor).list(m.outlook.promise[w.taken])
		*list = append(*list, s.ID)
	}
	return w
}

// put adds the next anchor, with its link to the one before.
func (w *waypoints) put(a *Anchor) {
	k, own := w.belongsTo(a), false
	if own = k < 0; own {
		k = len(w.all)
		w.tree.put([2]float64{a.Pose.X, a.Pose.Y}, int(a.ID))
		w.all = append(w.all, waypoint{anchor: a.ID})
	}
	w.number = append(w.number, int32(k))
	for _, n := range a.Neighbors {
		if n < a.ID {
			w.link(k, int(w.number[n-1]))
		}
	}
	if !own {
		w.tree.within(a.Pose, stride, func(id int, _ float64) bool {
			w.link(k, int(w.number[id-1]))
			return true
		})
	}
}

// belongsTo gives the index of the waypoint that a new anchor belongs to, -1: it becomes one
// itself.
func (w *waypoints) belongsTo(a *Anchor) int {
	if w.few {
		return -1
	}
	near := w.tree.nearest(a.Pose, waypointGap, 1, byGrain)
	if len(near) == 0 {
		return -1
	}
	return int(w.number[near[0].id-1])
}

// link joins two waypoints.
func (w *waypoints) link(a, b int) {
	if a == b || slices.Contains(w.all[a].links, w.all[b].anchor) {
		return
	}
	w.all[a].links = append(w.all[a].links, w.all[b].anchor)
	w.all[b].links = append(w.all[b].links, w.all[a].anchor)
}

// of gives the waypoint that an anchor belongs to, which may be itself.
func (w *waypoints) of(a ref.AnchorID) *waypoint { return &w.all[w.number[a-1]] }

// move moves a site to the other list of its waypoint, if it was added.
func (w *waypoints) move(s *Site, open bool) {
	if int(s.ID) > w.taken {
		return
	}
	at := w.of(s.Anchor)
	from, to := at.list(!open), at.list(open)
	i, _ := slices.BinarySearch(*from, s.ID)
	*from = slices.Delete(*from, i, i+1)
	i, _ = slices.BinarySearch(*to, s.ID)
	*to = slices.Insert(*to, i, s.ID)
}

func (w *waypoint) list(open bool) *[]ref.SiteID {
	if open {
		return &w.open
	}
	return &w.done
}

// from offers the waypoints that one can go to from an anchor, where a search
// begins.
func (f *finder) from(a *Anchor) {
	w := &f.m.waypoints
	if w.of(a.ID).anchor == a.ID {
		f.offer(f.markOf(a.ID, strided), 0, 0)
		return
	}
	offer := func(id ref.AnchorID) {
		f.offer(f.markOf(id, strided), a.Pose.Distance(f.m.anchors[id-1].Pose), 0)
	}
	w.tree.within(a.Pose, stride, func(id int, _ float64) bool {
		offer(ref.AnchorID(id))
		return true
	})
	for _, n := range a.Neighbors {
		offer(w.of(n).anchor)
	}
}

// to gives the last waypoint on the way to a site, which the search came to, and
// how far it is from the start to where the site stands, metres.
func (f *finder) to(s *Site) (last ref.AnchorID, metres float64) {
	w, end := f.m.waypoints.of(s.Anchor), f.m.anchors[s.Anchor-1].Pose
	over := func(id ref.AnchorID) float64 { return f.length(id) + f.m.anchors[id-1].Pose.Distance(s.Pose) }
	last, metres = w.anchor, over(w.anchor)
	if w.anchor == s.Anchor {
		return last, metres
	}
	for _, id := range w.links {
		if f.reached(id) == nil || f.m.anchors[id-1].Pose.Distance(end) > stride {
			continue
		}
		if d := over(id); d < metres {
			last, metres = id, d
		}
	}
	return last, metres
}
