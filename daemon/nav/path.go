package nav

import (
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// How far the search for frontiers goes: farther ones are not worth going back for, and the
// work for a survey must not grow with the episode.
const (
	maxReach = 800   // waypoints
	maxSight = 8_000 // waypoints, on the way to where the goal was seen
	maxSites = 64    // scan sites with something untried; as many that showed the goal
)

// stride is how close two anchors are that can be walked between directly,
// metres. It lets a search cut the corners of a path that came by again; the
// graph itself stays as it was walked.
const stride = 0.6

// tooShort is the length of a leg that is not worth a plan, metres.
const tooShort = 0.5

// Path is a way along the walked links of the graph.
type Path struct {
	Anchors      []ref.AnchorID `json:"anchors"`       // from start to end
	LengthM      float64        `json:"length_m"`      // sum of its links, metres
	FirstHeading float64        `json:"first_heading"` // absolute direction of its first link, degrees
}

// Path gives the shortest way between two anchors over the walked links. An
// anchor that does not exist is not_found.
func (m *Memory) Path(from, to ref.AnchorID) (Path, error) {
	a, ok := m.Anchor(from)
	if !ok {
		return Path{}, m.noAnchor("from", from)
	}
	if _, ok := m.Anchor(to); !ok {
		return Path{}, m.noAnchor("to", to)
	}
	f := m.search(from, walked, func(id ref.AnchorID) bool { return id != to })
	p := Path{Anchors: f.way(to), LengthM: f.length(to), FirstHeading: a.Pose.Yaw}
	for _, id := range p.Anchors[min(1, len(p.Anchors)):] {
		if next := m.anchors[id-1].Pose; a.Pose.Distance(next) > 0 {
			p.FirstHeading = a.Pose.Bearing(next)
			break
		}
	}
	return p, nil
}

// frontiers gives the views of earlier sites that are worth going back to and that the
// anchor path reaches, with the path and the first hop towards each: untried views with
// floor, and views that showed the goal.
func (m *Memory) frontiers(here *Site) (out []Option) {
	goal := words.ObjectKey(m.state.Goal)
	sites, f := m.sitesAround(goal)
	begun := m.anchors[m.state.Anchor-1].Pose.Distance(here.Pose)
	for _, s := range sites {
		last, reach := f.to(s)
		heading, length := m.firstHop(here, f.way(last), s.Pose)
		recalled, views, running := m.recalled(s.ID, goal), m.aspectsOf(s), m.runningFrom(s)
		for i := range s.Views {
			v, showed := &s.Views[i], slices.Contains(recalled, i)
			if !showed && (v.Tried || !v.Known || v.FreeM < minFree) {
				continue
			}
			o := m.option(s, i, &views[i], running)
			o.PathM, o.FirstHead, o.FirstM, o.Recalled = reach+begun, heading, length, showed
			if h, d, ok := straight(here, views[i].end); ok && v.Known && !showed {
				o.StraightHead, o.StraightM = h, d
			}
			out = append(out, o)
		}
	}
	return out
}

// sitesAround gives the sites at which frontiers are looked for, in the order of
// their waypoints from here on, and the search that found them. These are the
// maxSites nearest with something untried, filled up with the nearest others, and
// also the maxSites nearest that showed the goal.
func (m *Memory) sitesAround(goal words.Key) (sites []*Site, f *finder) {
	var around []ref.SiteID
	var found counts
	var others int
	waypoints, sights := m.findWaypoints(), m.sights(goal)
	m.finder.horizon.want(sights)
	f = m.search(m.state.Anchor, strided, func(id ref.AnchorID) bool {
		w := waypoints.of(id)
		first := len(around)
		if found.waypoints < maxReach {
			open := w.open[:min(len(w.open), max(0, maxSites-int(found.open)))]
			done := w.done[:min(len(w.done), maxSites-others)]
			others += len(done)
			around = append(append(around, open...), done...)
		}
		around = append(around, sights[id]...)
		slices.Sort(around[first:])
		found.add(1, counts{1, int32(len(w.open)), int32(len(sights[id]))})
		return !m.finder.horizon.enough(found)
	})
	others = maxSites - int(found.open)
	for _, id := range slices.Compact(around) {
		if !m.outlook.promise[id-1] && !sights.has(m, id) {
			if others--; others < 0 {
				continue
			}
		}
		sites = append(sites, &m.sites[id-1])
	}
	return sites, f
}

// straight gives the straight way to the end of an earlier view's floor; not ok unless the
// present scan shows that the way is free.
func straight(here *Site, end Pose) (heading, metres float64, ok bool) {
	if metres = here.Pose.Distance(end); metres <= tooShort || metres > maxLeg {
		return 0, 0, false // no floor is longer than a leg, and most ends are farther
	}
	heading = here.Pose.Bearing(end)
	return heading, metres, here.floor(heading, metres)
}

// firstHop gives direction and length of the first straight hop along a trail to a site: to
// the farthest point of the trail on floor that the present scan shows to be free. When it
// shows none, the hop follows the walked links.
func (m *Memory) firstHop(here *Site, ids []ref.AnchorID, site Pose) (heading, metres float64) {
	points := make([]Pose, 0, len(ids)+1)
	for _, id := range ids {
		points = append(points, m.anchors[id-1].Pose)
	}
	points = append(points, site)
	for i := len(points) - 1; i >= 0; i-- {
		d := here.Pose.Distance(points[i])
		if d == 0 || d > maxLeg {
			continue
		}
		if h := here.Pose.Bearing(points[i]); here.floor(h, d) {
			return h, d
		}
	}
	return m.walkedHop(here.Pose, points)
}

// walkedHop follows the trail as far as it stays straight.
func (m *Memory) walkedHop(from Pose, points []Pose) (heading, metres float64) {
	for _, p := range points {
		d, h := from.Distance(p), from.Bearing(p)
		if d > maxLeg || (metres > 0.5 && !sameWay(h, heading)) {
			break
		}
		if d > 0 {
			heading, metres = h, d
		}
	}
	return heading, metres
}
