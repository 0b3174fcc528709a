package locate

import (
	"cmp"
	"math"
	"slices"

	"navd/daemon/house"
	"navd/daemon/nav"
)

// Hypothesis is where the origin of the episode may lie in the house.
type Hypothesis struct {
	Frame   house.Frame
	Weight  float64 // logarithm of how likely it is beside the others
	SpreadM float64 // how far off it may be, metres
	Turn    float64 // and by how many degrees

	fitted bool    // it has met a scan
	fit    float64 // of the last one
	least  float64 // the least of all
}

// Verdict is what scans say so far.
type Verdict struct {
	Accepted bool        // the frame may be worked with
	Frame    house.Frame // of the best hypothesis
	Scans    int         // so far
	Score    float64     // logarithm of how much likelier it is than that none is right
	Margin   float64     // logarithm of how much likelier it is than all that is elsewhere
	Least    float64     // how much better it explains the scan that fits least than chance would, as a logarithm
}

const (
	mostKept   = 600  // hypotheses that are kept
	mostTried  = 3000 // poses of which rooms and things are looked at
	nowhere    = 0.35 // how likely a robot begins on floor that nobody has seen, or in another house
	elsewhereM = 0.75 // hypotheses farther apart are different ones, metres
	elseDeg    = 20.0 // or turned by so much, degrees
	wayError   = 0.06 // of the way between two scans the odometry may be off
	leastError = 0.15 // metres
	turnError  = 5.0  // and by so many degrees
	chosen     = 2.0  // by so much the best of the poses around one fits better by chance
	leastFit   = 5.0  // each scan has to speak for a hypothesis that is accepted

	// What accepts, by simulated houses of which 1 in 100 may be wrong.
	leastScans  = 2    // so many scans
	leastScore  = 9.0  // a score
	leastMargin = 6.0  // and a margin
	plainScore  = 16.0 // one scan is enough with these
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
	g := b.m.ringOf(look)
	if len(b.m.stands) == 0 {
		return
	}
	moved := 0.0
	if b.scans > 0 {
		moved = b.last.Distance(look.Pose)
	}
	b.scans++
	b.last = look.Pose
	var next []Hypothesis
	for _, h := range b.all {
		next = append(next, b.m.follow(g, h, moved))
	}
	if !b.given {
		before := -math.Log(float64(len(b.m.stands) * headings))
		if b.scans > 1 {
			before += b.none + math.Log(0.1) // it came from floor that nobody has seen
		} else {
			before += math.Log(1 - nowhere)
		}
		next = append(next, b.m.anywhere(g, before)...)
	}
	slices.SortStableFunc(next, func(a, c Hypothesis) int { return cmp.Compare(c.Weight, a.Weight) })
	b.all = distinct(next)
	b.normal()
}

// follow moves a hypothesis on: to the pose around the one that odometry says which the
// scan fits best.
func (m *Map) follow(g *ring, h Hypothesis, moved float64) Hypothesis {
	off := max(leastError+wayError*moved, h.SpreadM)
	turn := max(turnError, h.Turn)
	p := h.Frame.In(g.pose)
	best, at := math.Inf(-1), p
	for dx := -2; dx <= 2; dx++ {
		for dy := -2; dy <= 2; dy++ {
			x, y := p.X+float64(dx)/2*off, p.Y+float64(dy)/2*off
			s := m.near(x, y)
			if s == nil {
				continue
			}
			for dt := -2; dt <= 2; dt++ {
				yaw := p.Yaw + float64(dt)/2*turn
				fit := float64(g.quick(s, yaw-g.pose.Yaw)) - float64(dx*dx+dy*dy+dt*dt)/8
				if fit > best {
					best, at = fit, nav.Pose{X: x, Y: y, Yaw: nav.NormDeg(yaw)}
				}
			}
		}
	}
	if math.IsInf(best, -1) {
		best = -rayWeight // it would stand where nobody has seen floor
	} else {
		best += m.seen(g, at.X, at.Y, at.Yaw-g.pose.Yaw)
	}
	least := best
	if h.fitted {
		least = min(best, h.least)
	}
	return Hypothesis{Frame: house.FrameOf(g.pose, at), Weight: h.Weight + best - chosen, fit: best, least: least, fitted: true}
}

// anywhere gives the poses that a scan fits best, each with a weight before it.
func (m *Map) anywhere(g *ring, before float64) []Hypothesis {
	type try struct {
		stand int32
		turn  int16
		fit   float32
	}
	all := make([]try, 0, len(m.stands)*headings)
	for i := range m.stands {
		for t := range headings {
			all = append(all, try{int32(i), int16(t), g.quick(&m.stands[i], float64(t)*turnStep-g.pose.Yaw)})
		}
	}
	slices.SortFunc(all, func(a, b try) int {
		return cmp.Or(cmp.Compare(b.fit, a.fit), cmp.Compare(a.stand, b.stand), cmp.Compare(a.turn, b.turn))
	})
	var out []Hypothesis
	for _, t := range all[:min(len(all), mostTried)] {
		s, yaw := &m.stands[t.stand], float64(t.turn)*turnStep
		fit := float64(t.fit) + m.seen(g, s.x, s.y, yaw-g.pose.Yaw)
		out = append(out, Hypothesis{
			Frame:  house.FrameOf(g.pose, nav.Pose{X: s.x, Y: s.y, Yaw: nav.NormDeg(yaw)}),
			Weight: before + fit, fitted: true, fit: fit, least: fit,
		})
	}
	return out
}

// distinct keeps the heaviest hypotheses, of those at one spot the heaviest alone with
// the weight of all.
func distinct(all []Hypothesis) (kept []Hypothesis) {
	for _, h := range all {
		i := slices.IndexFunc(kept, func(k Hypothesis) bool {
			return math.Hypot(k.Frame.X-h.Frame.X, k.Frame.Y-h.Frame.Y) < 0.3 && math.Abs(nav.NormDeg(k.Frame.Yaw-h.Frame.Yaw)) < 8
		})
		switch {
		case i >= 0:
			kept[i].Weight = add(kept[i].Weight, h.Weight)
		case len(kept) < mostKept:
			kept = append(kept, h)
		}
	}
	slices.SortStableFunc(kept, func(a, c Hypothesis) int { return cmp.Compare(c.Weight, a.Weight) })
	return kept
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
	v.Frame, v.Score, v.Margin, v.Least = best.Frame, same-b.none, same-max(other, -50), best.least
	switch {
	case v.Least < leastFit:
	case b.given:
		v.Accepted = v.Score >= givenScore && v.Margin >= givenMargin
	case b.scans < leastScans:
		v.Accepted = v.Score >= plainScore && v.Margin >= plainMargin
	default:
		v.Accepted = v.Score >= leastScore && v.Margin >= leastMargin
	}
	return v
}

// Fit is how much better an alignment explains a scan than nothing known does, as a
// logarithm; the best pose within 0.4 m and 8 degrees counts.
func (m *Map) Fit(f house.Frame, look nav.Site) float64 {
	if len(m.stands) == 0 {
		return 0
	}
	g := m.ringOf(look)
	p := f.In(g.pose)
	if m.near(p.X, p.Y) == nil {
		return 0 // floor that nobody has seen says nothing
	}
	return m.follow(g, Hypothesis{Frame: f, SpreadM: 0.4, Turn: 8}, 0).fit
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

// Refine gives the alignment near one that a scan fits best; false when the scan does
// not say.
func (m *Map) Refine(f house.Frame, look nav.Site) (house.Frame, bool) {
	g := m.ringOf(look)
	if len(g.rays) == 0 || len(m.stands) == 0 {
		return f, false
	}
	p := f.In(g.pose)
	was := m.exact(g, p.X, p.Y, p.Yaw-g.pose.Yaw)
	best, at := was, p
	for _, step := range []struct{ m, deg float64 }{{0.2, 4}, {0.1, 2}, {0.05, 1}} {
		from := at
		for dx := -2; dx <= 2; dx++ {
			for dy := -2; dy <= 2; dy++ {
				for dt := -2; dt <= 2; dt++ {
					q := nav.Pose{X: from.X + float64(dx)*step.m, Y: from.Y + float64(dy)*step.m, Yaw: from.Yaw + float64(dt)*step.deg}
					off := q.Distance(p)/0.4 + math.Abs(nav.NormDeg(q.Yaw-p.Yaw))/8
					if fit := m.exact(g, q.X, q.Y, q.Yaw-g.pose.Yaw) - off*off/4; fit > best {
						best, at = fit, q
					}
				}
			}
		}
	}
	if best < was+refineGain || best < refineFit {
		return f, false
	}
	at.Yaw = nav.NormDeg(at.Yaw)
	return house.FrameOf(g.pose, at), true
}

const (
	refineGain = 0.5 // by so much has the evidence to grow for a pose to be corrected
	refineFit  = 2.0 // and so much has it to be
)
