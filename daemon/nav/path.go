package nav

import (
	"slices"

	"navd/daemon/words"
)

// How far the search for frontiers goes: what lies behind is too far to be
// worth going back for, and a survey must not grow with the episode.
const (
	maxReach = 800 // waypoints
	maxSites = 64  // scan sites with something untried
)

// stride is how close two anchors are that can be walked between directly,
// metres. It lets a search cut the corners of a path that came by again; the
// graph itself stays as it was walked.
const stride = 0.6

// tooShort is the leg that is not worth a plan, metres.
const tooShort = 0.5

// Path is a way along the walked links of the graph.
type Path struct {
	Anchors      []AnchorID `json:"anchors"`       // from start to end
	LengthM      float64    `json:"length_m"`      // sum of its links, metres
	FirstHeading float64    `json:"first_heading"` // absolute direction of its first link, degrees
}

// Path gives the shortest way between two anchors over the walked links. An
// anchor that does not exist is not_found.
func (m *Memory) Path(from, to AnchorID) (Path, error) {
	a, ok := m.Anchor(from)
	if !ok {
		return Path{}, m.noAnchor("from", from)
	}
	if _, ok := m.Anchor(to); !ok {
		return Path{}, m.noAnchor("to", to)
	}
	f := m.search(from, walked, func(id AnchorID) bool { return id != to })
	p := Path{Anchors: f.way(to), LengthM: f.length(to), FirstHeading: a.Pose.Yaw}
	for _, id := range p.Anchors[min(1, len(p.Anchors)):] {
		if next := m.anchors[id-1].Pose; a.Pose.Distance(next) > 0 {
			p.FirstHeading = a.Pose.Bearing(next)
			break
		}
	}
	return p, nil
}

// frontiers gives the views of earlier sites that are worth going back to and
// that the anchor path reaches, each with its path and the first hop towards
// it: the untried ones with floor, and those that showed the goal.
func (m *Memory) frontiers(here *Site) (out []Option) {
	goal := words.ObjectKey(m.state.Goal)
	sites, f := m.sitesAround(goal)
	start := m.waypoints.at(m.state.Anchor).anchor
	for _, s := range sites {
		by := m.waypoints.at(s.Anchor).anchor
		reach := f.length(by) + m.anchors[by-1].Pose.Distance(s.Pose) + m.anchors[start-1].Pose.Distance(here.Pose)
		heading, length := m.firstHop(here, f.way(by), s.Pose)
		recalled, views, running := m.recalled(s.ID, goal), m.aspectsOf(s), m.runningFrom(s)
		for i := range s.Views {
			v, showed := &s.Views[i], slices.Contains(recalled, i)
			if !showed && (v.Tried || !v.Known || v.FreeM < minFree) {
				continue
			}
			o := m.option(s, i, &views[i], running)
			o.PathM, o.FirstHead, o.FirstM, o.Recalled = reach, heading, length, showed
			if h, d, ok := straight(here, views[i].end); ok && v.Known && !showed {
				o.StraightHead, o.StraightM = h, d
			}
			out = append(out, o)
		}
	}
	return out
}

// sitesAround gives the sites that frontiers are looked for at, nearest first,
// and the search that found them: the nearest maxSites of those with something
// untried, the nearest maxSites of those that showed the goal, and as long as
// the former are fewer, the nearest others.
func (m *Memory) sitesAround(goal words.Key) (sites []*Site, f *finder) {
	var around []SiteID
	var found tally
	waypoints := m.findWaypoints()
	sights := m.sights(goal)
	m.finder.horizon.want(sights)
	f = m.search(waypoints.at(m.state.Anchor).anchor, strided, func(id AnchorID) bool {
		w := waypoints.at(id)
		around = append(around, w.sites...)
		found.add(1, tally{1, w.open, sights[id]})
		return !m.finder.horizon.enough(found)
	})
	showed, open, others := maxSites, maxSites, maxSites-int(found.open)
	for _, id := range around {
		promises := m.outlook.promise[id-1]
		switch {
		case showed > 0 && len(m.recalled(id, goal)) > 0:
			showed--
		case promises && open > 0:
			open--
		case !promises && others > 0:
			others--
		default:
			continue
		}
		sites = append(sites, &m.sites[id-1])
	}
	return sites, f
}

// straight gives the way to the end of an earlier view's floor when the present
// scan shows that nothing stands in it.
func straight(here *Site, end Pose) (heading, metres float64, ok bool) {
	if metres = here.Pose.Distance(end); metres <= tooShort || metres > maxLeg {
		return 0, 0, false
	}
	heading = here.Pose.Bearing(end)
	return heading, metres, here.floor(heading, metres)
}

// firstHop gives direction and length of the first straight hop along a trail
// to a site: to the farthest point on it that lies on floor the present scan
// shows to be free. Where it shows nothing, the hop follows the walked link.
func (m *Memory) firstHop(here *Site, ids []AnchorID, site Pose) (heading, metres float64) {
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
