package nav

import (
	"navd/daemon/ref"
	"navd/daemon/words"
)

// keys joins places into revisit keys: connected components of places of equal
// type key that have anchors within r of one another. A key is named by its
// lowest place id. It is a union–find that always keeps the lowest root.
type keys struct {
	parent []ref.PlaceID // by place id-1
	size   []int         // places of the key, by its name-1
	scans  []int         // scan sites of the key with the present goal, by its name-1
	unions int
}

// add makes the next place a key of its own.
func (k *keys) add() {
	k.parent = append(k.parent, ref.PlaceID(len(k.parent)+1))
	k.size = append(k.size, 1)
	k.scans = append(k.scans, 0)
}

// find gives the key of a place.
func (k *keys) find(p ref.PlaceID) ref.PlaceID {
	for k.parent[p-1] != p {
		k.parent[p-1] = k.parent[k.parent[p-1]-1]
		p = k.parent[p-1]
	}
	return p
}

// union joins the keys of two places; false when they are one already.
func (k *keys) union(a, b ref.PlaceID) bool {
	a, b = k.find(a), k.find(b)
	if a == b {
		return false
	}
	low, high := min(a, b), max(a, b)
	k.parent[high-1] = low
	k.size[low-1] += k.size[high-1]
	k.scans[low-1] += k.scans[high-1]
	k.unions++
	return true
}

// join connects the place of an anchor with every place of the same type that
// has an anchor within r of it.
func (m *Memory) join(a Anchor) {
	if m.places[a.Place-1].Type.Unknown() || m.kinds.joined(a.Place) {
		return
	}
	r := m.cfg.LocalizeRadiusM + eps
	joined := a.Place // the place of the last anchor: neighbours in the tree often share it
	m.kinds.of(a.Place).walk(a.Pose, func(n *node[[2]float64]) bool {
		return n.away(a.Pose) > r*r || n.across() <= r*r && m.keyOf(n.oldest) == m.keys.find(a.Place)
	}, func(it *point[[2]float64]) bool {
		other := m.anchors[it.id-1].Place
		if other == joined || it.away(a.Pose) > r*r {
			return true
		}
		joined = other
		if m.keys.union(other, a.Place) {
			m.kinds.merge(a.Place)
		}
		return true
	})
}

// keyOf gives the revisit key of an anchor's place.
func (m *Memory) keyOf(anchor int) ref.PlaceID { return m.keys.find(m.anchors[anchor-1].Place) }

// Visits tells how often a place's revisit key was entered.
func (m *Memory) Visits(p ref.PlaceID) int { return m.keys.size[m.keys.find(p)-1] }

// countScan counts a site for the revisit key it lies in, when the robot looked
// for what it looks for now.
func (m *Memory) countScan(s *Site) {
	if !s.NoScan && s.Goal.Equal(words.ObjectKey(m.state.Goal)) {
		m.keys.scans[m.keys.find(s.Place)-1]++
	}
}

// recountScans counts the scans of every key again, for another goal.
func (m *Memory) recountScans() {
	clear(m.keys.scans)
	for i := range m.sites {
		m.countScan(&m.sites[i])
	}
}

// scansOf is how many scans for the present goal were made in the room of a site, its own
// included: those of the place's revisit key.
func (m *Memory) scansOf(s *Site) int {
	n := m.keys.scans[m.keys.find(s.Place)-1]
	if s.ID == 0 && !s.NoScan { // the present scan is not yet a site
		n++
	}
	return n
}

// ScansHere is how many scans for the present goal were made around here, with one that is
// being made.
func (m *Memory) ScansHere() int { return m.scansOf(&Site{Place: m.state.Place}) }

// Revisits is the number of entries less the number of distinct keys.
// Every place is one entry, because neighbours in time differ in type.
func (m *Memory) Revisits() int { return m.keys.unions }

// lastKeys gives the last revisit keys entered, as many as out has room for,
// newest first, with equal neighbours collapsed.
func (m *Memory) lastKeys(out []ref.PlaceID) []ref.PlaceID {
	for i := len(m.places); i > 0 && len(out) < cap(out); i-- {
		key := m.keys.find(ref.PlaceID(i))
		if len(out) == 0 || out[len(out)-1] != key {
			out = append(out, key)
		}
	}
	return out
}
