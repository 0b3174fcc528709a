package nav

import (
	"math"
	"math/bits"
	"slices"
)

// bucket is how many points a leaf of a tree holds before it is divided.
const bucket = 16

// The resolution of a tree: points closer than a grain in every coordinate stay in one
// leaf, and so do points farther out than the edge.
const (
	grains  = 1 << 32 // in one metre or degree
	theEdge = 1 << 21
)

// vector is a point of two to four coordinates. The first two are metres in
// the odom frame.
type vector interface {
	[2]float64 | [3]float64 | [4]float64
}

// tree files points for searches in space. A part of the tree that a search can rule out as
// a whole costs one comparison, however many points it holds. It is a binary trie over the
// digits of the coordinates, the coarsest first, without the digits in which all points of
// a part agree. So its shape does not depend on the order of filing, it is never deeper
// than there are digits, and many points at one spot are one leaf.
type tree[V vector] struct {
	shift [4]int    // by how many binary digits a coordinate counts less than the first two
	nodes []node[V] // the first is the root
}

// node is a part of a tree: a box around its points, and two parts or a leaf.
type node[V vector] struct {
	lo, hi    V          // corners of the box; after a removal it may be too large
	plane     float64    // points with this coordinate or more lie in high
	low, high int32      // the parts, 0: a leaf
	digit     digit      // in which the parts differ
	axis      int8       // coordinate of that digit
	count     int32      // points
	oldest    int        // no point in it has a lower id
	points    []point[V] // of a leaf, by id
}

// digit is the rank of a binary digit of a point, the coarsest the highest;
// noDigit is below all.
type digit int16

const noDigit digit = -1 << 15

// point is one filed point.
type point[V vector] struct {
	at V
	id int
}

// put files a point.
func (t *tree[V]) put(at V, id int) {
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, leafOf([]point[V]{{at, id}}))
		return
	}
	i := int32(0)
	for {
		n := &t.nodes[i]
		if n.low == 0 {
			break
		}
		if n.holds(at) {
			n.count, n.oldest = n.count+1, min(n.oldest, id)
		} else {
			if d, axis, plane := t.parting(n.lo, at); d > n.digit {
				t.beside(i, leafOf([]point[V]{{at, id}}), node[V]{digit: d, axis: axis, plane: plane})
				return
			}
			n.cover(at, id)
		}
		i = n.part(at)
	}
	n := &t.nodes[i]
	n.cover(at, id)
	n.points = append(n.points, point[V]{at, id})
	for k := len(n.points) - 1; k > 0 && n.points[k-1].id > id; k-- {
		n.points[k-1], n.points[k] = n.points[k], n.points[k-1]
	}
	if len(n.points) > bucket {
		t.divide(i)
	}
}

// grow makes room for n points.
func (t *tree[V]) grow(points int) { t.nodes = slices.Grow(t.nodes, points/(bucket/4)) }

// beside puts a new part beside node i; over takes its place, with both in it.
func (t *tree[V]) beside(i int32, part, over node[V]) {
	old, first := t.nodes[i], int32(len(t.nodes))
	t.nodes = append(t.nodes, old, part)
	over.lo, over.hi, over.count, over.oldest = old.lo, old.hi, old.count, old.oldest
	over.low, over.high = first, first+1
	if part.lo[over.axis] < over.plane {
		over.low, over.high = first+1, first
	}
	over.cover(part.lo, part.oldest)
	t.nodes[i] = over
}

// remove takes away a point that was filed under these coordinates.
func (t *tree[V]) remove(at V, id int) {
	i := int32(0)
	for t.nodes[i].count--; t.nodes[i].low != 0; t.nodes[i].count-- {
		i = t.nodes[i].part(at)
	}
	n := &t.nodes[i]
	k := slices.Index(n.points, point[V]{at, id})
	n.points = slices.Delete(n.points, k, k+1)
}

// part gives the part that a point belongs to.
func (n *node[V]) part(at V) int32 {
	if at[n.axis] >= n.plane {
		return n.high
	}
	return n.low
}

// leaf gives the leaf that a point belongs to.
func (t *tree[V]) leaf(at V) int32 {
	i := int32(0)
	for t.nodes[i].low != 0 {
		i = t.nodes[i].part(at)
	}
	return i
}

// holds tells whether a point lies in the box.
func (n *node[V]) holds(at V) bool {
	for k := range len(at) {
		if at[k] < n.lo[k] || at[k] > n.hi[k] {
			return false
		}
	}
	return true
}

// cover adds a point to the box and the counts.
func (n *node[V]) cover(at V, id int) {
	n.count++
	n.oldest = min(n.oldest, id)
	for k := range len(at) {
		if at[k] < n.lo[k] {
			n.lo[k] = at[k]
		}
		if at[k] > n.hi[k] {
			n.hi[k] = at[k]
		}
	}
}

// divide makes two parts of a leaf, as long as one holds too many points that
// can be told apart.
func (t *tree[V]) divide(i int32) {
	d, axis, plane := t.parting(t.nodes[i].lo, t.nodes[i].hi)
	if d == noDigit {
		return
	}
	low, high := make([]point[V], 0, bucket), make([]point[V], 0, bucket)
	for _, p := range t.nodes[i].points {
		if p.at[axis] >= plane {
			high = append(high, p)
		} else {
			low = append(low, p)
		}
	}
	if len(low) == 0 || len(high) == 0 {
		return // the box was too large
	}
	first := int32(len(t.nodes))
	t.nodes = append(t.nodes, leafOf(low), leafOf(high))
	n := &t.nodes[i]
	n.digit, n.axis, n.plane, n.low, n.high, n.points = d, axis, plane, first, first+1, nil
	if len(low) > bucket {
		t.divide(first)
	}
	if len(high) > bucket {
		t.divide(first + 1)
	}
}

func leafOf[V vector](points []point[V]) node[V] {
	n := node[V]{lo: points[0].at, hi: points[0].at, oldest: points[0].id, digit: noDigit, points: points}
	for i := range points {
		n.cover(points[i].at, points[i].id)
	}
	return n
}

// parting gives the coarsest digit in which two points differ, and where it
// changes.
func (t *tree[V]) parting(a, b V) (coarsest digit, axis int8, plane float64) {
	coarsest = noDigit
	for k := range len(a) {
		x, y := grain(a[k]), grain(b[k])
		if x == y {
			continue
		}
		place := bits.Len64(uint64(x^y)) - 1
		if d := digit((place-t.shift[k])*len(a) - k); d > coarsest {
			coarsest, axis, plane = d, int8(k), float64(max(x, y)>>place<<place)/grains
		}
	}
	return coarsest, axis, plane
}

// grain numbers the grains along a coordinate.
func grain(v float64) int64 {
	return int64(math.Floor(max(-theEdge, min(theEdge, v)) * grains))
}

// walk visits the points of a tree, roughly the nearest to p first, except those in parts
// that skip rules out, until visit returns false.
func (t *tree[V]) walk(p Pose, skip func(*node[V]) bool, visit func(*point[V]) bool) {
	if len(t.nodes) > 0 {
		t.descend(0, p, skip, visit)
	}
}

func (t *tree[V]) descend(i int32, p Pose, skip func(*node[V]) bool, visit func(*point[V]) bool) bool {
	n := &t.nodes[i]
	if n.count == 0 || skip(n) {
		return true
	}
	if n.low == 0 {
		for k := range n.points {
			if !visit(&n.points[k]) {
				return false
			}
		}
		return true
	}
	parts := n.parts(p)
	return t.descend(parts[0], p, skip, visit) && t.descend(parts[1], p, skip, visit)
}

// parts gives the two parts, that on p's side first.
func (n *node[V]) parts(p Pose) [2]int32 {
	if n.axis == 0 && p.X >= n.plane || n.axis == 1 && p.Y >= n.plane {
		return [2]int32{n.high, n.low}
	}
	return [2]int32{n.low, n.high}
}

// away is the squared distance from p to the box, and to a point. Both are
// rounded alike: no point in the box is nearer than the box, to the bit.
func (n *node[V]) away(p Pose) float64 {
	return square(gap(p.X, n.lo[0], n.hi[0]), gap(p.Y, n.lo[1], n.hi[1]))
}

func (it *point[V]) away(p Pose) float64 { return square(it.at[0]-p.X, it.at[1]-p.Y) }

// across is the squared diagonal of the box, seen from above.
func (n *node[V]) across() float64 { return square(n.hi[0]-n.lo[0], n.hi[1]-n.lo[1]) }

// disc is the circle around the box, seen from above.
func (n *node[V]) disc() (centre Pose, radius float64) {
	return Pose{X: (n.lo[0] + n.hi[0]) / 2, Y: (n.lo[1] + n.hi[1]) / 2}, math.Sqrt(n.across())/2 + slack
}

// slack, in metres or degrees, is more than rounding and eps amount to, so that a part that
// is ruled out with it holds no point that counts.
const slack = 1e-6

func square(dx, dy float64) float64 { return dx*dx + dy*dy }

// gap is how far v lies outside of lo..hi.
func gap(v, lo, hi float64) float64 {
	switch {
	case v < lo:
		return lo - v
	case v > hi:
		return v - hi
	}
	return 0
}

// within visits the points within r of p, as walk does.
func (t *tree[V]) within(p Pose, r float64, visit func(id int, distance float64) bool) {
	r += eps
	t.walk(p, func(n *node[V]) bool { return n.away(p) > r*r }, func(it *point[V]) bool {
		d2 := it.away(p)
		return d2 > r*r || visit(it.id, math.Sqrt(d2))
	})
}

// hit is a point that a search for the nearest found.
type hit struct {
	rank     float64 // the distance, coarser
	distance float64 // metres
	id       int
}

func (a hit) compare(b hit) int {
	switch {
	case a.rank < b.rank:
		return -1
	case a.rank > b.rank:
		return 1
	}
	return a.id - b.id
}

// nearest gives the points within r of p by the rank of their distance, which
// rises with it, then by id; at most limit when limit is above 0.
func (t *tree[V]) nearest(p Pose, r float64, limit int, rank func(distance float64) float64) []hit {
	r += eps
	best := hits{limit: limit}
	t.walk(p, func(n *node[V]) bool {
		d2 := n.away(p)
		if d2 > r*r {
			return true
		}
		closest := rank(math.Sqrt(d2))
		if n.low != 0 {
			return best.worse(hit{rank: closest, id: n.oldest})
		}
		for i := range n.points {
			it := &n.points[i]
			if best.worse(hit{rank: closest, id: it.id}) {
				break // and all that follow are younger
			}
			if d2 := it.away(p); d2 <= r*r {
				d := math.Sqrt(d2)
				best.add(hit{rank(d), d, it.id})
			}
		}
		return true
	}, nil)
	slices.SortFunc(best.heap, hit.compare)
	return best.heap
}

// hits keeps the best hits in a heap with the worst of them on top.
type hits struct {
	limit int // how many, 0: all
	heap  []hit
}

// worse tells whether there is no room for a hit.
func (h *hits) worse(x hit) bool {
	return h.limit > 0 && len(h.heap) == h.limit && x.compare(h.heap[0]) > 0
}

func (h *hits) add(x hit) {
	switch {
	case h.limit <= 0:
		h.heap = append(h.heap, x)
	case len(h.heap) < h.limit:
		h.heap = append(h.heap, x)
		h.up(len(h.heap) - 1)
	case !h.worse(x):
		h.heap[0] = x
		h.down()
	}
}

func (h *hits) up(i int) {
	for i > 0 && h.heap[i].compare(h.heap[(i-1)/2]) > 0 {
		h.heap[i], h.heap[(i-1)/2] = h.heap[(i-1)/2], h.heap[i]
		i = (i - 1) / 2
	}
}

func (h *hits) down() {
	for i := 0; ; {
		top := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(h.heap); c++ {
			if h.heap[c].compare(h.heap[top]) > 0 {
				top = c
			}
		}
		if top == i {
			return
		}
		h.heap[i], h.heap[top] = h.heap[top], h.heap[i]
		i = top
	}
}
