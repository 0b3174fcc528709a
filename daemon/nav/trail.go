package nav

import "math"

// trail files the anchors by where they are and where the one before lies, so
// that it can tell where the path came into a circle.
type trail struct{ tree[[4]float64] }

func newTrail() trail {
	return trail{tree[[4]float64]{shift: [4]int{2: 5, 3: 5}}}
}

// put files the newest of the anchors.
func (t *trail) put(anchors []Anchor) {
	t.tree.put(edgeTo(anchors, len(anchors)), len(anchors))
}

// edgeTo gives the place of an anchor and of the one before it. Before the
// first one the path was nowhere.
func edgeTo(anchors []Anchor, id int) [4]float64 {
	at := [4]float64{anchors[id-1].Pose.X, anchors[id-1].Pose.Y, math.Inf(1), math.Inf(1)}
	if id > 1 {
		at[2], at[3] = anchors[id-2].Pose.X, anchors[id-2].Pose.Y
	}
	return at
}

// passes counts how many separate times the path came within visitRadius of p: runs of
// anchors that follow one another, at most maxVisits. Each begins at an anchor inside
// with the one before it outside.
func (t *trail) passes(p Pose) (n int) {
	out, in := bounds()
	t.walk(p, func(n *node[[4]float64]) bool {
		return n.away(p) > out || square(farther(p.X, n.lo[2], n.hi[2]), farther(p.Y, n.lo[3], n.hi[3])) < in
	}, func(it *point[[4]float64]) bool {
		if comesIn(it.at, p) {
			n++
		}
		return n < maxVisits
	})
	return n
}

// comesIn tells whether an anchor lies within visitRadius of p and the one before it does
// not; at is the place of both.
func comesIn(at [4]float64, p Pose) bool {
	out, in := bounds()
	return square(at[0]-p.X, at[1]-p.Y) <= out && square(at[2]-p.X, at[3]-p.Y) >= in &&
		(Pose{X: at[2], Y: at[3]}).Distance(p) > visitRadius+eps
}

// bounds are squared distances: what is beyond out is not within visitRadius, and what is
// below in is, whatever the rounding.
func bounds() (out, in float64) {
	r := visitRadius // not a constant, so that sums are rounded as those of distances are
	return (r + eps) * (r + eps), (r + eps/2) * (r + eps/2)
}

// farther is how far v lies from the farther end of lo..hi.
func farther(v, lo, hi float64) float64 {
	if v-lo > hi-v {
		return v - lo
	}
	return hi - v
}

// nearOld tells whether an anchor older than wastedAge steps is within r.
func (m *Memory) nearOld(p Pose) (near bool) {
	r := m.cfg.LocalizeRadiusM + eps
	old := func(id int) bool { return m.anchors[id-1].Seq < m.state.Seq-wastedAge }
	m.trail.walk(p, func(n *node[[4]float64]) bool {
		return n.away(p) > r*r || !old(n.oldest)
	}, func(it *point[[4]float64]) bool {
		near = it.away(p) <= r*r && old(it.id)
		return !near
	})
	return near
}
