package locate

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/nav"
)

// Hypothesis is where the origin of the episode may lie in the house.
type Hypothesis struct {
	Frame   nav.Frame
	Weight  float64 // logarithm of how likely it is beside the others
	SpreadM float64 // how far off it may be, metres
	Turn    float64 // and by how many degrees

	fit   float64 // of the last one
	spoke int     // scans that spoke for it
}

// Verdict is what scans say so far.
type Verdict struct {
	Accepted bool      // the frame may be worked with
	Plain    bool      // it may be worked with although the episode was taken to be elsewhere
	Frame    nav.Frame // of the best hypothesis
	Scans    int       // so far
	Score    float64   // logarithm of how much likelier it is than that none is right
	Margin   float64   // logarithm of how much likelier it is than all that is elsewhere
	Spoke    int       // scans of these that speak for it
}

const (
	mostKept   = 600  // hypotheses that are kept
	mostTried  = 3000 // poses that a scan brings
	slack      = 12.0 // and that fit it at most so much worse than the best
	nowhere    = 0.35 // how likely a robot begins on floor that nobody has seen, or in another house
	elsewhereM = 0.75 // hypotheses farther apart are different ones, metres
	elseDeg    = 20.0 // or turned by so much, degrees
	wayError   = 0.06 // of the way between two scans the odometry may be off
	leastError = 0.15 // metres
	turnError  = 5.0  // and by so many degrees
	chosen     = 2.0  // by so much the best of the poses around one fits better by chance
	leastFit   = 5.0  // a scan speaks for a hypothesis that explains it so much better than chance would, as a logarithm

	// What accepts, by simulated houses of which 1 in 100 may be wrong.
	leastScans  = 2    // so many scans that speak for it, the last one of them
	leastScore  = 9.0  // a score
	leastMargin = 6.0  // and a margin
	plainScore  = 16.0 // one scan is enough with these, or two to be believed rather than who said something else
	plainMargin = 9.0
	givenScore  = 3.0 // of poses that were given the best has to be so much likelier than none
	givenMargin = 4.0 // and than the others
)

// Belief is where a robot may be, after the scans of its episode so far.
type Belief struct {
	m     *Map
	given bool // the hypotheses were given: nowhere else is looked
	all   []Hypothesis
	last  nav.Pose
	scans int
	none  float64 // logarithm of how likely none of them is right
}

// Begin begins a belief: with the hypotheses given, else anywhere.
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

// Clone gives a belief that goes on by itself.
func (b *Belief) Clone() *Belief {
	c := *b
	c.all = slices.Clone(b.all)
	return &c
}

// Given tells whether only poses count that were given.
func (b *Belief) Given() bool { return b.given }

// See takes in one more scan.
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
			before += b.none + math.Log(0.1) // it came from floor that nobody has seen
		} else {
			before += math.Log(1 - nowhere)
		}
		next = append(next, c.anywhere(before)...)
	}
	slices.SortStableFunc(next, func(a, c Hypothesis) int { return cmp.Compare(c.Weight, a.Weight) })
	b.all = distinct(next)
	b.normal()
}

// scan is a look held against a map, at the stands where that was asked for.
type scan struct {
	*ring
	m   *Map
	all []*scores
}

func (m *Map) scanOf(look nav.Site) *scan {
	return &scan{m.ringOf(look), m, make([]*scores, len(m.stands))}
}

// at gives the evidence for the poses at a stand.
func (c *scan) at(i int) *scores {
	if c.all[i] == nil {
		c.all[i] = c.ring.at(c.m, c.m.lookFrom(i))
	}
	return c.all[i]
}

// follow moves a hypothesis on: to the pose around the one that odometry says which the
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
	if math.IsInf(best, -1) {
		best, fit = -rayWeight, -rayWeight // it would stand where nobody has seen floor
	}
	return Hypothesis{Frame: nav.FrameOf(c.pose, at), Weight: h.Weight + best - chosen, fit: fit, spoke: h.spoke + speaks(fit)}
}

// speaks counts a scan that speaks for a hypothesis.
func speaks(fit float64) int {
	if fit >= leastFit {
		return 1
	}
	return 0
}

// anywhere gives the poses that a scan fits best, each with a weight before it.
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

// distinct keeps the heaviest hypotheses, of those at one spot the heaviest alone with
// the weight of all.
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

// beside reports whether two hypotheses are of one spot.
func (h *Hypothesis) beside(o *Hypothesis) bool {
	const near = 0.3 // metres
	x, y := o.Frame.X-h.Frame.X, o.Frame.Y-h.Frame.Y
	return math.Abs(x) < near && math.Abs(y) < near && math.Hypot(x, y) < near && math.Abs(nav.NormDeg(o.Frame.Yaw-h.Frame.Yaw)) < 8
}

// add adds what two logarithms stand for.
func add(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// normal makes all that is likely sum to 1.
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

// Verdict says what the scans so far say.
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

// Fit is how much better an alignment explains a scan than nothing known does, as a
// logarithm; the best pose within 0.4 m and 8 degrees counts.
func (m *Map) Fit(f nav.Frame, look nav.Site) float64 {
	if len(m.stands) == 0 {
		return 0
	}
	p := f.In(look.Pose)
	if m.near(p.X, p.Y) < 0 {
		return 0 // floor that nobody has seen says nothing
	}
	return m.scanOf(look).follow(Hypothesis{Frame: f, SpreadM: 0.4, Turn: 8}, 0).fit
}

// Refuted tells whether the last scans speak against an alignment: fits as [Map.Fit]
// gives them, the last one at the end. Who was told where it is takes two scans that
// both speak against it plainly: what the house has there may be little.
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
	oneAgainst  = -9.0 // one scan that fits so badly refutes
	twoAgainst  = -5.0 // or two together
	toldAgainst = -4.5 // or two, each
)
