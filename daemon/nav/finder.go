package nav

import (
	"math"
	"slices"

	"navd/daemon/ref"
)

// steps says which links a search follows.
type steps bool

const (
	walked  steps = false // the walked links between anchors
	strided steps = true  // between waypoints: walked links, and one stride between near ones, up to the horizon
)

// finder visits anchors in order of their distance from one of them, by Dijkstra's
// algorithm. It is kept between searches to reuse its slices; its results are valid until
// the next search.
type finder struct {
	m       *Memory
	round   uint32  // number of the search
	places  []found // by anchor id-1
	marks   []mark  // of the anchors that the search came to; those of a patch lie together
	patches []patch
	around  []int32 // lists of patches
	queue   []entry // a heap, nearest first, ties by id
	horizon horizon
}

// found says where the mark of an anchor is, if it is of this round.
type found struct {
	round uint32
	mark  int32
}

// mark is what a search knows of an anchor.
type mark struct {
	x, y     float64 // where it is
	distance float64 // metres from the start, the least so far
	id       int32
	before   int32 // anchor on the way from the start
	patch    int32 // that it lies in
	done     bool  // the distance is final
}

// patch is a leaf of the waypoints' tree, with bounds that let a search skip it as a whole.
type patch struct {
	x, y         float64 // middle of its box
	halfX, halfY float64 // half of its sides, and a little more
	worst        float64 // the largest distance in it: a way that is longer already improves nothing
	leaf         int32   // node of that tree
	marks, end   int32   // its marks are those from marks to before end
	from, to     int32   // the patches around it are those from from to before to in finder.around; both 0: not looked up yet
}

// entry is one mark of the queue.
type entry struct {
	distance float64
	id, mark int32
}

func (a entry) before(b entry) bool {
	return a.distance < b.distance || a.distance == b.distance && a.id < b.id
}

// search visits the anchors in order of their distance from one of them, as
// long as visit says to go on. A strided search visits waypoints only.
func (m *Memory) search(from ref.AnchorID, over steps, visit func(ref.AnchorID) bool) *finder {
	f := &m.finder
	f.m, f.round = m, f.round+1
	f.places = append(f.places, make([]found, len(m.anchors)-len(f.places))...)
	f.marks, f.patches, f.around, f.queue = f.marks[:0], f.patches[:0], f.around[:0], f.queue[:0]
	f.horizon.reset(over)
	if over == strided {
		f.from(&m.anchors[from-1])
	} else {
		f.offer(f.markOf(from, over), 0, 0)
	}
	for len(f.queue) > 0 {
		a := &f.marks[f.pop().mark]
		if a.done {
			continue
		}
		a.done = true
		if !visit(ref.AnchorID(a.id)) {
			break
		}
		f.spread(*a, over)
	}
	return f
}

// spread offers the anchors that one can go to from an anchor.
func (f *finder) spread(from mark, over steps) {
	a := &f.m.anchors[from.id-1]
	links := a.Neighbors
	if over == strided {
		f.strides(a.Pose, from)
		links = f.m.waypoints.of(a.ID).links
	}
	for _, n := range links {
		f.offer(f.markOf(n, over), from.distance+a.Pose.Distance(f.m.anchors[n-1].Pose), from.id)
	}
}

// strides offers the waypoints within one stride of a waypoint at p. The patches around are
// looked up once for all waypoints of a patch: later ones are farther from the start, so
// none of them reaches farther than the first.
func (f *finder) strides(p Pose, from mark) {
	around := &f.patches[from.patch]
	if around.to == 0 {
		first := int32(len(f.around))
		f.lookAround(0, p, from)
		around = &f.patches[from.patch]
		around.from, around.to = first, int32(len(f.around))
		return
	}
	r := f.reach(from)
	for _, k := range f.around[around.from:around.to] {
		to := &f.patches[k]
		d2 := square(max(math.Abs(p.X-to.x)-to.halfX, 0), max(math.Abs(p.Y-to.y)-to.halfY, 0))
		if d2 <= r*r && from.distance+math.Sqrt(d2) < to.worst {
			f.stride(to, p, from)
		}
	}
}

// lookAround offers the waypoints of a part of their tree, the nearest first, and lists its
// patches within reach of the patch of from.
func (f *finder) lookAround(part int32, p Pose, from mark) {
	tree, r := &f.m.waypoints.tree, f.reach(from)
	n, own := &tree.nodes[part], &tree.nodes[f.patches[from.patch].leaf]
	if square(between(n.lo[0], n.hi[0], own.lo[0], own.hi[0]), between(n.lo[1], n.hi[1], own.lo[1], own.hi[1])) > r*r {
		return
	}
	if n.low == 0 {
		k := f.patch(part)
		f.around = append(f.around, k)
		f.stride(&f.patches[k], p, from)
		return
	}
	for _, side := range n.parts(p) {
		f.lookAround(side, p, from)
	}
}

// reach is how far from a waypoint others are of use, metres.
func (f *finder) reach(from mark) float64 { return min(stride, f.horizon.radius()-from.distance) + eps }

// stride offers the waypoints of a patch that lie within one stride of a waypoint at p.
func (f *finder) stride(to *patch, p Pose, from mark) {
	const reach = stride + eps
	marks, better := f.marks[to.marks:to.end], false
	for i := range marks {
		a := &marks[i]
		gain := a.distance - from.distance // a shorter stride than that is an improvement
		if d2 := square(a.x-p.X, a.y-p.Y); d2 <= gain*math.Abs(gain)*(1+slack) && d2 <= reach*reach {
			better = f.offer(to.marks+int32(i), from.distance+math.Sqrt(d2), from.id) || better
		}
	}
	if !better {
		return
	}
	worst := 0.0
	for i := range marks {
		worst = max(worst, marks[i].distance)
	}
	to.worst = worst
}

// markOf gives the mark of an anchor.
func (f *finder) markOf(id ref.AnchorID, over steps) int32 {
	place := &f.places[id-1]
	switch {
	case place.round == f.round:
	case over == strided:
		p := f.m.anchors[id-1].Pose
		f.patch(f.m.waypoints.tree.leaf([2]float64{p.X, p.Y}))
	default:
		f.mark(int(id), mark{})
	}
	return place.mark
}

// mark makes the mark of an anchor.
func (f *finder) mark(id int, m mark) {
	f.places[id-1] = found{f.round, int32(len(f.marks))}
	m.distance, m.id = math.Inf(1), int32(id)
	f.marks = append(f.marks, m)
}

// patch gives the patch of a leaf.
func (f *finder) patch(leaf int32) int32 {
	n := &f.m.waypoints.tree.nodes[leaf]
	if place := f.places[n.points[0].id-1]; place.round == f.round {
		return f.marks[place.mark].patch
	}
	k := int32(len(f.patches))
	f.patches = append(f.patches, patch{
		x: (n.lo[0] + n.hi[0]) / 2, y: (n.lo[1] + n.hi[1]) / 2, worst: math.Inf(1), leaf: leaf,
		halfX: (n.hi[0]-n.lo[0])/2 + slack, halfY: (n.hi[1]-n.lo[1])/2 + slack,
		marks: int32(len(f.marks)), end: int32(len(f.marks) + len(n.points)),
	})
	for i := range n.points {
		f.mark(n.points[i].id, mark{x: n.points[i].at[0], y: n.points[i].at[1], patch: k})
	}
	return k
}

// between is how far a..b and c..d lie apart.
func between(a, b, c, d float64) float64 {
	switch {
	case b < c:
		return c - b
	case d < a:
		return a - d
	}
	return 0
}

// offer sets the distance of an anchor, if it is less than before, and reports whether it
// is.
func (f *finder) offer(at int32, distance float64, before int32) bool {
	a := &f.marks[at]
	if distance >= a.distance || f.horizon.beyond(distance) {
		return false
	}
	if f.horizon.on {
		id := ref.AnchorID(a.id)
		f.horizon.move(a.distance, distance, counts{1, int32(len(f.m.waypoints.of(id).open)), int32(len(f.horizon.sights[id]))})
	}
	a.distance, a.before = distance, before
	f.push(entry{distance, a.id, at})
	return true
}

// reached gives the mark of an anchor, nil when the search did not come to it.
func (f *finder) reached(id ref.AnchorID) *mark {
	if f.places[id-1].round != f.round {
		return nil
	}
	if a := &f.marks[f.places[id-1].mark]; a.done {
		return a
	}
	return nil
}

// length is how far an anchor lies from the start, metres; 0 when the search
// did not come to it.
func (f *finder) length(id ref.AnchorID) float64 {
	if a := f.reached(id); a != nil {
		return a.distance
	}
	return 0
}

// way gives the anchors from the start to one that the search came to.
func (f *finder) way(to ref.AnchorID) []ref.AnchorID {
	ids := []ref.AnchorID{to}
	for a := f.reached(to); a != nil && a.before != 0; a = f.reached(ref.AnchorID(a.before)) {
		ids = append(ids, ref.AnchorID(a.before))
	}
	slices.Reverse(ids)
	return ids
}

func (f *finder) push(e entry) {
	f.queue = append(f.queue, e)
	q, i := f.queue, len(f.queue)-1
	for ; i > 0 && e.before(q[(i-1)/2]); i = (i - 1) / 2 {
		q[i] = q[(i-1)/2]
	}
	q[i] = e
}

func (f *finder) pop() entry {
	q := f.queue
	top, last := q[0], q[len(q)-1]
	q = q[:len(q)-1]
	f.queue = q
	i := 0
	for c := 1; c < len(q); c = 2*i + 1 {
		if c+1 < len(q) && q[c+1].before(q[c]) {
			c++
		}
		if !q[c].before(last) {
			break
		}
		q[i], i = q[c], c
	}
	if len(q) > 0 {
		q[i] = last
	}
	return top
}

// horizon bounds a search for frontiers: it counts the waypoints found, and their sites, in
// rings by distance; the last ring has everything farther. Once the inner rings hold as
// much as the search may visit, it does not need the outer ones.
type horizon struct {
	on     bool
	sights sights // of the goal
	wanted int32  // number of sights
	edge   int    // the last ring that is needed
	rings  [rings]counts
	inner  counts // in the rings before edge
}

// counts counts waypoints, their sites with something untried, and their sites that showed
// the goal.
type counts struct{ waypoints, open, sights int32 }

// enough tells whether this is all that a search for frontiers may visit.
func (h *horizon) enough(t counts) bool {
	return (t.waypoints >= maxReach || t.open >= maxSites) && t.sights >= h.wanted || t.waypoints >= maxSight
}

func (t *counts) add(n int32, of counts) {
	t.waypoints += n * of.waypoints
	t.open += n * of.open
	t.sights += n * of.sights
}

const (
	rings = 1024
	ring  = 0.01 // width of a ring, metres
)

func (h *horizon) reset(over steps) {
	*h = horizon{on: over == strided, edge: rings - 1, sights: h.sights, wanted: h.wanted}
}

// want sets the sites that showed the goal, all of which the search has to reach.
func (h *horizon) want(s sights) {
	h.sights, h.wanted = s, 0
	for _, sites := range s {
		h.wanted += int32(len(sites))
	}
}

// ringOf gives the ring of a distance.
func ringOf(metres float64) int { return int(min(metres/ring, rings-1)) }

// beyond tells whether a distance is not needed.
func (h *horizon) beyond(metres float64) bool { return h.edge < rings-1 && ringOf(metres) > h.edge }

// radius is the distance beyond which nothing is needed, metres.
func (h *horizon) radius() float64 {
	if h.edge == rings-1 {
		return math.Inf(1)
	}
	return float64(h.edge+1)*ring + eps
}

// move counts a waypoint and its sites at a shorter distance than before.
func (h *horizon) move(from, to float64, at counts) {
	if !math.IsInf(from, 1) {
		h.count(ringOf(from), -1, at)
	}
	h.count(ringOf(to), 1, at)
	for h.enough(h.inner) {
		h.edge--
		h.inner.add(-1, h.rings[h.edge])
	}
}

func (h *horizon) count(r int, n int32, at counts) {
	h.rings[r].add(n, at)
	if r < h.edge {
		h.inner.add(n, at)
	}
}
