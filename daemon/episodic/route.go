package episodic

import (
	"math"

	"navd/daemon/nav"
)

// Walk is a leg as it was walked, in a frame: straight or nearly so.
type Walk struct {
	From, To nav.Pose
	Metres   float64
}

// Lengths that say how legs join, metres.
const (
	joined  = 1.0 // ends of legs this near to each other are one place to walk on from
	reached = 1.5 // an end this near to a spot can be walked to from there
)

// Routes says how far it is to a thing that was seen, over legs that were walked
// before, each way round.
type Routes struct {
	thing nav.Pose
	ends  []nav.Pose // of the legs
	left  []float64  // from each of them, metres
}

// NewRoutes finds the shortest ways to where a thing was seen and on to the thing
// (Dijkstra 1959, over the ends of the legs).
func NewRoutes(way Way, walks []Walk) Routes {
	r := Routes{thing: way.To()}
	for _, w := range walks {
		r.ends = append(r.ends, w.From, w.To)
	}
	last := way.From().Distance(way.To())
	for _, e := range r.ends {
		d := math.Inf(1)
		if m := e.Distance(way.From()); m <= reached {
			d = m + last
		}
		r.left = append(r.left, d)
	}
	done := make([]bool, len(r.ends))
	for {
		here := -1
		for i, d := range r.left {
			if !done[i] && !math.IsInf(d, 1) && (here < 0 || d < r.left[here]) {
				here = i
			}
		}
		if here < 0 {
			return r
		}
		done[here] = true
		for i, e := range r.ends {
			d, near := r.ends[here].Distance(e), joined
			if i/2 == here/2 {
				d, near = max(d, walks[i/2].Metres), math.Inf(1)
			}
			if d <= near {
				r.left[i] = min(r.left[i], r.left[here]+d)
			}
		}
	}
}

// From says how far it is to the thing from a spot, metres, by the shortest walked way;
// where no leg has been near, what a straight one takes with its corners, and walked is
// false: what nobody has tried is hoped for, what was tried counts as it was.
func (r Routes) From(spot nav.Pose) (metres float64, walked bool) {
	metres = math.Inf(1)
	for i, e := range r.ends {
		if d := spot.Distance(e); d <= reached {
			metres = min(metres, d+r.left[i])
		}
	}
	if math.IsInf(metres, 1) {
		return corners * spot.Distance(r.thing), false
	}
	return metres, true
}

// corners is how much longer a way through a house is than the straight line.
const corners = 2.0
