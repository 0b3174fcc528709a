package nav

import (
	"math"

	"navd/daemon/fault"
	"navd/daemon/ref"
	"navd/daemon/words"
)

// Nearby is an anchor that may be at the same spot as another one: close by,
// in a place of the same type. It is a hint; the graph is never merged.
type Nearby struct {
	Anchor    ref.AnchorID `json:"anchor"`     // the anchor that was found
	Place     ref.PlaceID  `json:"place"`      // its place
	DistanceM float64      `json:"distance_m"` // straight, metres
	Type      words.Key    `json:"type"`       // type key of both places
}

// Localize gives the anchors B ≠ A within radius metres of anchor A whose
// places have A's type key, nearest first, then the oldest. A place of unknown
// type matches nothing. At most limit are given when limit is above 0. An
// anchor that does not exist is a not_found fault. With a limit the cost does
// not grow with the anchors in reach, without one it follows those found.
func (m *Memory) Localize(a ref.AnchorID, radius float64, limit int) ([]Nearby, error) {
	from, ok := m.Anchor(a)
	if !ok {
		return nil, m.noAnchor("anchor", a)
	}
	found := []Nearby{}
	if m.places[from.Place-1].Type.Unknown() {
		return found, nil
	}
	most := limit
	if limit > 0 {
		most++ // A is among them, or pushed out by older ones
	}
	for _, h := range m.kinds.of(from.Place).nearest(from.Pose, radius, most, byGrain) {
		if b := &m.anchors[h.id-1]; b.ID != a {
			found = append(found, Nearby{Anchor: b.ID, Place: b.Place, DistanceM: h.distance, Type: m.places[b.Place-1].Type})
		}
	}
	if limit > 0 && len(found) > limit {
		found = found[:limit]
	}
	return found, nil
}

// byGrain gives distances that differ only by rounding the same rank.
func byGrain(metres float64) float64 { return math.Round(metres / eps) }

func (m *Memory) noAnchor(field string, a ref.AnchorID) error {
	return fault.New(fault.NotFound, "no such anchor in this episode").About(field, int(a)).
		WithHint("anchors are numbered 1 to %d", len(m.anchors))
}
