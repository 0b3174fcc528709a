package nav

import (
	"cmp"
	"container/heap"
	"slices"
)

// How far the search for frontiers goes: what lies behind is too far to be
// worth going back for, and a survey must not grow with the episode.
const (
	maxReach = 800 // anchors
	maxSites = 64  // scan sites
)

// stride is how close two anchors are that can be walked between directly,
// metres. It lets a search cut the corners of a path that came by again; the
// graph itself stays as it was walked.
const stride = 0.6

// reached is one anchor as the search found it.
type reached struct {
	id   AnchorID
	dist float64 // metres from the start
	prev AnchorID
}

// frontier is the search's queue, nearest first, ties by id.
type frontier []reached

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(f[i].dist, f[j].dist), cmp.Compare(f[i].id, f[j].id)) < 0
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(reached)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// search visits the anchors in order of their distance from one of them, by
// Dijkstra over the walked links, and with shortcuts over anchors one stride
// apart. visit says whether to go on.
func (m *Memory) search(from AnchorID, shortcuts bool, visit func(reached) bool) map[AnchorID]reached {
	done, best := map[AnchorID]reached{}, map[AnchorID]float64{from: 0}
	queue := &frontier{{id: from}}
	for queue.Len() > 0 {
		r := heap.Pop(queue).(reached)
		if _, ok := done[r.id]; ok {
			continue
		}
		done[r.id] = r
		if !visit(r) {
			break
		}
		m.spread(r, shortcuts, func(next AnchorID, d float64) {
			if b, ok := best[next]; !ok || r.dist+d < b {
				best[next] = r.dist + d
				heap.Push(queue, reached{id: next, dist: r.dist + d, prev: r.id})
			}
		})
	}
	return done
}

// spread gives the anchors one can go to from r, with their distance.
func (m *Memory) spread(r reached, shortcuts bool, to func(AnchorID, float64)) {
	a := m.anchors[r.id-1]
	for _, n := range a.Neighbors {
		to(n, a.Pose.Distance(m.anchors[n-1].Pose))
	}
	if !shortcuts {
		return
	}
	m.grid.near(a.Pose, stride, func(id int, d float64) bool {
		to(AnchorID(id), d)
		return true
	})
}

// trail gives the anchors from the start of a search to one it reached.
func trail(done map[AnchorID]reached, to AnchorID) []AnchorID {
	var ids []AnchorID
	for id := to; id != 0; id = done[id].prev {
		ids = append(ids, id)
	}
	slices.Reverse(ids)
	return ids
}

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
	done := m.search(from, false, func(r reached) bool { return r.id != to })
	p := Path{Anchors: trail(done, to), LengthM: done[to].dist, FirstHeading: a.Pose.Yaw}
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
func (m *Memory) frontiers(here *Site) []Option {
	var out []Option
	var at []SiteID
	seen := 0
	done := m.search(m.state.Anchor, true, func(r reached) bool {
		at = append(at, m.siteAt[r.id]...)
		seen++
		return seen < maxReach && len(at) < maxSites
	})
	recalled := m.recalled()
	for _, id := range at {
		s := &m.sites[id-1]
		reach := done[s.Anchor].dist + m.anchors[s.Anchor-1].Pose.Distance(s.Pose) + m.anchors[m.state.Anchor-1].Pose.Distance(here.Pose)
		heading, length := m.firstHop(here, trail(done, s.Anchor), s.Pose)
		for i, v := range s.Views {
			showed := slices.Contains(recalled[id], i)
			if !showed && (v.Tried || !v.Known || v.FreeM < minFree) {
				continue
			}
			o := m.option(s, i)
			o.PathM, o.FirstHead, o.FirstM, o.Recalled = reach, heading, length, showed
			out = append(out, o)
		}
	}
	return out
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
		d, h := here.Pose.Distance(points[i]), here.Pose.Bearing(points[i])
		if d > maxLeg || d == 0 {
			continue
		}
		if v := here.view(h); v != nil && v.Known && d <= v.FreeM+legMargin {
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
