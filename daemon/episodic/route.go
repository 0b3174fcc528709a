package episodic

import (
	"math"

	"navd/daemon/nav"
)

// Walk is a leg as it was walked, in a frame.
type Walk struct {
	From, To nav.Pose
	Metres   float64
}

// Lengths that say how legs join, metres.
const (
	joined  = 1.0 // from an end of a leg one can walk to an end of another this near
	reached = 1.5 // from a spot one can walk to an end of a leg this near
)

// Routes has the shortest ways to a thing that was seen, over legs that were walked before,
// in either direction.
type Routes struct {
	from, thing nav.Pose   // where the thing was seen from, and where it is
	ends        []nav.Pose // of the legs
	left        []float64  // from each of them to the thing, metres
	next        []int      // the end that comes after it, -1: where the thing was seen from
}

// NewRoutes finds the shortest ways to where a thing was seen and on to the thing
// (Dijkstra 1959, over the ends of the legs).
func NewRoutes(way Way, walks []Walk) Routes {
	r := Routes{from: way.From(), thing: way.To()}
	for _, w := range walks {
		r.ends = append(r.ends, w.From, w.To)
	}
	last := r.from.Distance(r.thing)
	for _, e := range r.ends {
		d := math.Inf(1)
		if m := e.Distance(r.from); m <= reached {
			d = m + last
		}
		r.left, r.next = append(r.left, d), append(r.next, -1)
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
			if d <= near && r.left[here]+d < r.left[i] {
				r.left[i], r.next[i] = r.left[here]+d, here
			}
		}
	}
}

// Rest gives a function that estimates, in metres, how far the thing is from a spot to which a
// robot at here can go first: straight from the spot to where the thing was seen from, or to
// a corner of the shortest walked way from here and then along that way; and from where the
// thing was seen on to it. Straight parts that nobody has walked count twice, for the
// corners of a house.
func (r Routes) Rest(here nav.Pose) func(spot nav.Pose) float64 {
	way := r.way(here)
	return func(spot nav.Pose) float64 {
		left := r.from.Distance(r.thing)
		least := corners*spot.Distance(r.from) + left
		for i := len(way) - 1; i >= 0; i-- {
			left += way[i].metres
			least = min(least, corners*spot.Distance(way[i].Pose)+left)
		}
		return least
	}
}

// A corner is a spot of a way, with how far it is from there to the next one.
type corner struct {
	nav.Pose
	metres float64
}

// way gives the corners of the shortest walked way from a spot to where the thing was seen
// from, which is the last; none when no leg was near the spot.
func (r Routes) way(spot nav.Pose) (way []corner) {
	at, metres := -1, math.Inf(1)
	if d := spot.Distance(r.from); d <= reached {
		metres = d + r.from.Distance(r.thing)
	}
	for i, e := range r.ends {
		if d := spot.Distance(e); d <= reached && d+r.left[i] < metres {
			at, metres = i, d+r.left[i]
		}
	}
	if math.IsInf(metres, 1) {
		return nil
	}
	last := r.from.Distance(r.thing)
	for ; at >= 0; at = r.next[at] {
		left := last
		if n := r.next[at]; n >= 0 {
			left = r.left[n]
		}
		way = append(way, corner{r.ends[at], r.left[at] - left})
	}
	return append(way, corner{r.from, 0})
}

// corners is the factor by which a way through a house is longer than the straight line.
const corners = 2.0
