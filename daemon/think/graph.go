package think

import (
	"container/heap"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/ref"
)

func (a Anchor) pose() nav.Pose { return nav.Pose{X: a.X, Y: a.Y} }

// index gives the index of an anchor, -1: there is none.
func (m *Memory) index(id ref.AnchorID) int {
	return slices.IndexFunc(m.Anchors, func(a Anchor) bool { return a.ID == id })
}

// start is the anchor that the robot was at.
func (m *Memory) start() int { return m.index(m.Anchor) }

// nearest gives the anchor nearest to a pose, -1 where there is none.
func (m *Memory) nearest(p nav.Pose) int { return m.closest(p, func(Anchor) bool { return true }) }

// anchorNear gives the anchor of a place that is nearest to the robot, -1: it has none.
func (m *Memory) anchorNear(p nav.PlaceNode) int {
	return m.closest(m.Pose, func(a Anchor) bool { return a.Place == p.ID })
}

// closest gives the index of the anchor nearest to a pose, among those that count, -1: none.
func (m *Memory) closest(p nav.Pose, counts func(Anchor) bool) int {
	best := -1
	for i, a := range m.Anchors {
		if counts(a) && (best < 0 || a.pose().Distance(p) < m.Anchors[best].pose().Distance(p)) {
			best = i
		}
	}
	return best
}

// toEnd estimates the length of the way from a pose, near anchor a, to the end of a way: over
// the walked links, and at least the straight line; without links detour times the straight
// line.
func (m *Memory) toEnd(p nav.Pose, a, way int) float64 {
	q, b := m.Ways[way].End, m.near[way]
	straight := detour * p.Distance(q)
	if a < 0 || b < 0 || a == b {
		return straight
	}
	walked := m.spread(a).metres[b]
	if math.IsInf(walked, 1) {
		return straight
	}
	return max(p.Distance(q), m.Anchors[a].pose().Distance(p)+walked+m.Anchors[b].pose().Distance(q))
}

// way gives the shortest walked way between two anchors: how many links, metres, and
// the absolute direction of the first, degrees. Ties go to the lower index.
func (m *Memory) way(from, to int) (hops int, metres, first float64, ok bool) {
	if from < 0 || to < 0 {
		return 0, 0, 0, false
	}
	s := m.spread(from)
	if math.IsInf(s.metres[to], 1) {
		return 0, 0, 0, false
	}
	second := to
	for at := to; at != from; at = s.before[at] {
		hops, second = hops+1, at
	}
	return hops, s.metres[to], m.Anchors[from].pose().Bearing(m.Anchors[second].pose()), true
}

// ways are the shortest walked ways from one anchor to all.
type ways struct {
	metres []float64 // infinite: there is none
	before []int     // the anchor before each on its way, -1: none
}

// spread gives the ways from an anchor. It keeps them, because a search asks for the same
// few anchors again and again.
func (m *Memory) spread(from int) *ways {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.spreads[from]; s != nil {
		return s
	}
	s := &ways{make([]float64, len(m.Anchors)), make([]int, len(m.Anchors))}
	for i := range s.metres {
		s.before[i], s.metres[i] = -1, math.Inf(1)
	}
	s.metres[from] = 0
	for q := (queue{{from, 0}}); q.Len() > 0; {
		at := heap.Pop(&q).(reached)
		if at.metres > s.metres[at.anchor] {
			continue
		}
		for _, n := range m.links[at.anchor] {
			d := at.metres + m.Anchors[at.anchor].pose().Distance(m.Anchors[n].pose())
			if d < s.metres[n] {
				s.metres[n], s.before[n] = d, at.anchor
				heap.Push(&q, reached{n, d})
			}
		}
	}
	if len(m.spreads) < mostSpreads {
		m.spreads[from] = s
	}
	return s
}

// mostSpreads is for how many anchors the ways are kept.
const mostSpreads = 64

// reached is an anchor with its distance.
type reached struct {
	anchor int
	metres float64
}

// queue has the nearest anchor first.
type queue []reached

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q queue) Less(i, j int) bool {
	if q[i].metres != q[j].metres {
		return q[i].metres < q[j].metres
	}
	return q[i].anchor < q[j].anchor
}
func (q *queue) Push(x any) { *q = append(*q, x.(reached)) }
func (q *queue) Pop() any {
	old := *q
	last := old[len(old)-1]
	*q = old[:len(old)-1]
	return last
}
