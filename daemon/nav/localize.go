package nav

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/words"
)

// Nearby is an anchor that may be at the same spot as another one: close by,
// in a place of the same type. It is a hint; the graph is never merged.
type Nearby struct {
	Anchor    AnchorID  `json:"anchor"`     // the anchor that was found
	Place     PlaceID   `json:"place"`      // its place
	DistanceM float64   `json:"distance_m"` // straight, metres
	Type      words.Key `json:"type"`       // type key of both places
}

// Localize gives the anchors B ≠ A within radius metres of anchor A whose
// places have A's type key, nearest first, then the oldest. A place of unknown
// type matches nothing. At most limit are given when limit is above 0. An
// anchor that does not exist is a not_found fault. The cost follows the
// anchors in reach, not those stored.
func (m *Memory) Localize(a AnchorID, radius float64, limit int) ([]Nearby, error) {
	from, ok := m.Anchor(a)
	if !ok {
		return nil, m.noAnchor("anchor", a)
	}
	own := m.places[from.Place-1].Type
	found := []Nearby{}
	if own.Unknown() {
		return found, nil
	}
	m.grid.near(from.Pose, radius, func(id int, d float64) bool {
		b := m.anchors[id-1]
		if t := m.places[b.Place-1].Type; b.ID != a && t.Equal(own) {
			found = append(found, Nearby{Anchor: b.ID, Place: b.Place, DistanceM: d, Type: t})
		}
		return true
	})
	slices.SortFunc(found, func(x, y Nearby) int {
		return cmp.Or(cmp.Compare(math.Round(x.DistanceM/eps), math.Round(y.DistanceM/eps)), cmp.Compare(x.Anchor, y.Anchor))
	})
	if limit > 0 && len(found) > limit {
		found = found[:limit]
	}
	return found, nil
}

func (m *Memory) noAnchor(field string, a AnchorID) error {
	return fault.New(fault.NotFound, "no such anchor in this episode").About(field, int(a)).
		WithHint("anchors are numbered 1 to %d", len(m.anchors))
}

// passes counts how many separate times the path came within r of p: runs of
// anchors that follow one another, at most limit.
func (m *Memory) passes(p Pose, r float64, limit int) (n int) {
	m.grid.near(p, r, func(id int, _ float64) bool {
		if id == 1 || m.anchors[id-2].Pose.Distance(p) > r+eps {
			n++ // the anchor before lies outside: here a run begins
		}
		return n < limit
	})
	return n
}
