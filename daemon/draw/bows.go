package draw

import (
	"fmt"
	"math"
)

// How the path of one of two maps looks.
const (
	bowWidth  = 2.0  // px
	bowStep   = 5.0  // how much farther each time bows out at first, px
	bowMost   = 34.0 // and no farther than this, px
	bowNear   = 14.0 // ends this close, px, are the same
	bowBend   = 10.0 // degrees a run may turn
	bowPaired = 24.0 // px: shorter runs stay straight
	mostRuns  = 2000 // corners of the path
)

// A run is a stretch of the path without a turn.
type run struct {
	a, b   spot
	again  int     // how many earlier runs have the same ends, either way
	moment float64 // of its middle: 0 at the start of the path, 1 at its end
}

// runs cuts a track where it turns.
func runs(track []spot) []run {
	if len(track) < 2 {
		return nil
	}
	out := []run{{a: track[0], b: track[1]}}
	for _, p := range track[2:] {
		last := &out[len(out)-1]
		if math.Abs(math.Remainder(bearing(last.b, p)-bearing(last.a, last.b), 360)) < bowBend {
			last.b = p
			continue
		}
		out = append(out, run{a: last.b, b: p})
	}
	total := 0.0
	for i, r := range out {
		out[i].moment = total + r.long()/2
		total += r.long()
		if r.long() >= bowPaired {
			out[i].again = repeats(out[:i], r)
		}
	}
	for i := range out {
		out[i].moment /= total
	}
	return out
}

// repeats counts the runs between the ends of another one.
func repeats(earlier []run, r run) (n int) {
	for _, e := range earlier {
		if e.long() >= bowPaired && (e.a.distance(r.a) < bowNear && e.b.distance(r.b) < bowNear || e.a.distance(r.b) < bowNear && e.b.distance(r.a) < bowNear) {
			n++
		}
	}
	return n
}

func (r run) long() float64 { return r.a.distance(r.b) }

// bearing is the direction from one spot to another, degrees as for
// [spot.toward].
func bearing(a, b spot) float64 { return math.Atan2(a.x-b.x, a.y-b.y) * 180 / math.Pi }

// peak returns the middle of a run: on the straight line the first time, then to the right of
// the way, farther out with every second repetition.
func (r run) peak() spot {
	middle := spot{(r.a.x + r.b.x) / 2, (r.a.y + r.b.y) / 2}
	out := bowMost * (1 - math.Exp(-bowStep/bowMost*float64((r.again+1)/2)))
	return middle.toward(bearing(r.a, r.b)-90, out)
}

// Arrows along the path: their distance in px, their largest number, and the shortest run
// that has one, px.
const (
	arrowGap   = 60.0
	mostArrows = 250
	leastArrow = 14.0
)

// bows draws the path, pale where it is old. A run that is repeated is drawn as a bow, which
// is wider each time.
func (s *sheet) bows() {
	track := corners(s.track(), mostRuns)
	all := runs(track)
	if len(all) == 0 {
		return
	}
	s.legend.see(entryPath)
	s.crowd.fleeting = append(s.crowd.fleeting, pick(track, 1500)...)
	s.put(`<g fill="none" stroke-linecap="round">`)
	total := 0.0
	for _, r := range all {
		bow := r.path()
		s.put(`<path d="%s" stroke="#fff" stroke-opacity="0.7" stroke-width="%v"/>`, bow, px(bowWidth+1.6))
		s.put(`<path d="%s" stroke="%s" stroke-width="%v"/>`, bow, fade(r.moment), px(bowWidth))
		total += r.long()
	}
	s.put(`</g>`)
	walked, next, gap := 0.0, arrowGap/2, math.Max(arrowGap, total/mostArrows)
	for _, r := range all {
		if walked += r.long(); walked >= next && r.long() >= leastArrow && r.again < 2 {
			next = walked + gap
			s.arrow(r.peak(), bearing(r.a, r.b), fade(r.moment))
		}
	}
}

// path is the path data of a run.
func (r run) path() string {
	if r.again == 0 {
		return fmt.Sprintf("M%vL%v", r.a, r.b)
	}
	peak := r.peak() // a curve with one control point passes half way to it
	control := spot{2*peak.x - (r.a.x+r.b.x)/2, 2*peak.y - (r.a.y+r.b.y)/2}
	return fmt.Sprintf("M%vQ%v %v", r.a, control, r.b)
}
