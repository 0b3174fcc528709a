package locate

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/nav"
)

// Hypothesis is where the origin of the episode may be in the house.
type Hypothesis struct {
	Frame   nav.Frame
	Weight  float64 // logarithm of its probability
	SpreadM float64 // how far off it may be, metres
	Turn    float64 // how far off it may be, degrees

	fit   float64 // evidence of the last scan for it
	spoke int     // number of scans that support it
}

// Verdict is the result of the scans so far.
type Verdict struct {
	Accepted bool      // the frame is sure enough to be used
	Plain    bool      // it is so sure that it can replace another alignment
	Frame    nav.Frame // of the best hypothesis
	Scans    int       // number of scans so far
	Score    float64   // logarithm of how much likelier it is than that no hypothesis is right
	Margin   float64   // logarithm of how much likelier it is than all hypotheses elsewhere
	Spoke    int       // number of scans that support it
}

const (
	mostKept   = 600  // most hypotheses that are kept
	mostTried  = 3000 // most new hypotheses from one scan
	slack      = 12.0 // new hypotheses fit the scan at most this much worse than the best, as a logarithm
	nowhere    = 0.35 // probability that a robot begins on unseen floor, or in another house
	elsewhereM = 0.75 // hypotheses farther apart are at different places, metres
	elseDeg    = 20.0 // or turned by more than that, degrees
	wayError   = 0.06 // error of the odometry between two scans, as a share of the way
	leastError = 0.15 // least error of a position, metres
	turnError  = 5.0  // least error of a direction, degrees
	chosen     = 2.0  // by how much the best of the poses around a hypothesis fits better by chance, as a logarithm
	leastFit   = 5.0  // a scan supports a hypothesis with at least this much evidence, as a logarithm

	// Thresholds, chosen in simulated houses so that at most 1 in 100 accepted poses is wrong.
	leastScans  = 2    // supporting scans
	leastScore  = 9.0  // score with this many
	leastMargin = 6.0  // margin with this many
	plainScore  = 16.0 // score with one scan, or with two to replace another alignment
	plainMargin = 9.0  // margin likewise
	givenScore  = 3.0  // score when the poses were given
	givenMargin = 4.0  // margin when the poses were given
)

// Belief is where a robot may be, after the scans of its episode so far.
type Belief struct {
	m     *Map
	given bool // the hypotheses were given, and no others are added
	all   []Hypothesis
	last  nav.Pose
	scans int
	none  float64 // logarithm of the probability that none of them is right
}

// Begin returns a belief before the first scan: with the given hypotheses, or, without any,
// with all of the house possible.
func (m *Map) Begin(given ...Hypothesis) *Belief {
	b := &Belief{m: m, given: len(given) > 0, all: given, none: math.Log(nowhere)}
	if b.given {
		b.none = math.Log(0.1)
	}
	for i := range b.all {
		b.all[i].Weight = -math.Log(float64(len(b.all)))
	}
	return b
}

// Clone returns an independent copy.
func (b *Belief) Clone() *Belief {
	c := *b
	c.all = slices.Clone(b.all)
	return &c
}

// Given reports whether only given poses count.
func (b *Belief) Given() bool { return b.given }

// See adds one more scan.
func (b *Belief) See(look nav.Site) {
	if len(b.m.stands) == 0 {
		return
	}
	c := b.m.scanOf(look)
	moved := 0.0
	if b.scans > 0 {
		moved = b.last.Distance(look.Pose)
	}
	b.scans++
	b.last = look.Pose
	var next []Hypothesis
	for _, h := range b.all {
		next = append(next, c.follow(h, moved))
	}
	if !b.given {
		before := -math.Log(float64(len(b.m.stands) * headings))
		if b.scans > 1 {
			before += b.none + math.Log(0.1) // it came from unseen floor
		} else {
			before += math.Log(1 - nowhere)
		}
		next = append(next, c.anywhere(before)...)
	}
	slices.SortStableFunc(next, func(a, c Hypothesis) int { return cmp.Compare(c.Weight, a.Weight) })
	b.all = distinct(next)
	b.normal()
}

// scan is a look that is compared with a map. Evidence is computed stand by stand, when it
// is needed.
type scan struct {
	*ring
	m   *Map
	all []*scores
}

func (m *Map) scanOf(look nav.Site) *scan {
	return &scan{m.ringOf(look), m, make([]*scores, len(m.stands))}
}

// at returns the evidence for the poses at a stand.
func (c *scan) at(i int) *scores {
	if c.all[i] == nil {
		c.all[i] = c.ring.at(c.m, c.m.lookFrom(i))
	}
	return c.all[i]
}

// follow moves a hypothesis on: from the pose by odometry to the pose around it that the
// scan fits best.
func (c *scan) follow(h Hypothesis, moved float64) Hypothesis {
	off := max(leastError+wayError*moved, h.SpreadM)
	turn := max(turnError, h.Turn)
	p := h.Frame.In(c.pose)
	best, fit, at := math.Inf(-1), 0.0, p
	for dx := -2; dx <= 2; dx++ {
		for dy := -2; dy <= 2; dy++ {
			x, y := p.X+float64(dx)/2*off, p.Y+float64(dy)/2*off
			s := c.m.near(x, y)
			if s < 0 {
				continue
			}
			for dt := -2; dt <= 2; dt++ {
				yaw := p.Yaw + float64(dt)/2*turn
				f := float64(c.at(s)[ahead(yaw)])
				if v := f - float64(dx*dx+dy*dy+dt*dt)/8; v > best {
					best, fit, at = v, f, nav.Pose{X: x, Y: y, Yaw: nav.NormDeg(yaw)}
				}
			}
		}
	}
	if math.IsInf(best, -1) { // it would be on unseen floor, which says nothing
		return Hypothesis{Frame: nav.FrameOf(c.pose, at), Weight: h.Weight, spoke: h.spoke}
	}
	return Hypothesis{Frame: nav.FrameOf(c.pose, at), Weight: h.Weight + best - chosen, fit: fit, spoke: h.spoke + speaks(fit)}
}

// speaks returns 1 for a scan that supports a hypothesis.
func speaks(fit float64) int {
	if fit >= leastFit {
		return 1
	}
	return 0
}

// anywhere returns the poses that a scan fits best, each with the same prior weight.
func (c *scan) anywhere(before float64) (out []Hypothesis) {
	top := float32(math.Inf(-1))
	for i := range c.m.stands {
		top = max(top, slices.Max(c.at(i)[:]))
	}
	for i := range c.m.stands {
		s := &c.m.stands[i]
		for t, fit := range c.at(i) {
			if fit < top-slack {
				continue
			}
			f := float64(fit)
			out = append(out, Hypothesis{
				Frame:  nav.FrameOf(c.pose, nav.Pose{X: s.x, Y: s.y, Yaw: nav.NormDeg(float64(t) * turnStep)}),
				Weight: before + f, fit: f, spoke: speaks(f),
			})
		}
	}
	slices.SortStableFunc(out, func(a, b Hypothesis) int { return cmp.Compare(b.Weight, a.Weight) })
	return out[:min(len(out), mostTried)]
}

// distinct keeps the likeliest hypotheses, and joins those at the same spot.
func distinct(all []Hypothesis) (kept []Hypothesis) {
	for i := range all {
		h, k := &all[i], 0
		for k < len(kept) && !h.beside(&kept[k]) {
			k++
		}
		switch {
		case k < len(kept):
			kept[k].Weight = add(kept[k].Weight, h.Weight)
		case k < mostKept:
			kept = append(kept, *h)
		}
	}
	slices.SortStableFunc(kept, func(a, c Hypothesis) int { return cmp.Compare(c.Weight, a.Weight) })
	return kept
}

// beside reports whether two hypotheses are at the same spot.
func (h *Hypothesis) beside(o *Hypothesis) bool {
	const near = 0.3 // metres
	x, y := o.Frame.X-h.Frame.X, o.Frame.Y-h.Frame.Y
	return math.Abs(x) < near && math.Abs(y) < near && math.Hypot(x, y) < near && math.Abs(nav.NormDeg(o.Frame.Yaw-h.Frame.Yaw)) < 8
}

// add returns the logarithm of the sum of two numbers that are given by their logarithms.
func add(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// normal scales all probabilities so that their sum is 1.
func (b *Belief) normal() {
	sum := b.none
	for _, h := range b.all {
		sum = add(sum, h.Weight)
	}
	for i := range b.all {
		b.all[i].Weight -= sum
	}
	b.none -= sum
}

// Verdict returns the result of the scans so far.
func (b *Belief) Verdict() Verdict {
	v := Verdict{Scans: b.scans}
	if len(b.all) == 0 || b.scans == 0 {
		return v
	}
	best := b.all[0]
	at, same, other := best.Frame.In(b.last), math.Inf(-1), math.Inf(-1)
	for _, h := range b.all {
		p := h.Frame.In(b.last)
		if p.Distance(at) <= elsewhereM && math.Abs(nav.NormDeg(p.Yaw-at.Yaw)) <= elseDeg {
			same = add(same, h.Weight)
		} else {
			other = add(other, h.Weight)
		}
	}
	v.Frame, v.Score, v.Margin, v.Spoke = best.Frame, same-b.none, same-max(other, -50), best.spoke
	switch {
	case best.fit < leastFit:
	case b.given:
		v.Accepted = v.Score >= givenScore && v.Margin >= givenMargin
	case v.Spoke < leastScans:
		v.Accepted = v.Score >= plainScore && v.Margin >= plainMargin
	default:
		v.Accepted = v.Score >= leastScore && v.Margin >= leastMargin
		v.Plain = v.Score >= plainScore && v.Margin >= plainMargin
	}
	return v
}

// Fit returns how much likelier a scan is with an alignment than anywhere, as a logarithm.
// The best pose within 0.4 m and 8 degrees counts.
func (m *Map) Fit(f nav.Frame, look nav.Site) float64 {
	if len(m.stands) == 0 {
		return 0
	}
	p := f.In(look.Pose)
	if m.near(p.X, p.Y) < 0 {
		return 0 // unseen floor says nothing
	}
	return m.scanOf(look).follow(Hypothesis{Frame: f, SpreadM: 0.4, Turn: 8}, 0).fit
}

// Refuted reports whether the last scans refute an alignment. fits are results of [Map.Fit],
// the latest last. If the caller gave the pose (told), it takes two scans that both clearly
// contradict it, because the house may know little there.
func Refuted(fits []float64, told bool) bool {
	n := len(fits)
	switch {
	case n == 0:
		return false
	case told:
		return n > 1 && fits[n-1] < toldAgainst && fits[n-2] < toldAgainst
	}
	return fits[n-1] < oneAgainst || n > 1 && fits[n-1] < 0 && fits[n-1]+fits[n-2] < twoAgainst
}

const (
	oneAgainst  = -9.0 // fit below which one scan refutes
	twoAgainst  = -5.0 // sum of fits below which two scans refute
	toldAgainst = -4.5 // fit below which each of two scans refutes a given pose
)
