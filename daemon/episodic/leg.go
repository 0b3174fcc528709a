package episodic

import (
	"fmt"
	"math"
	"slices"

	"navd/daemon/nav"
	"navd/daemon/words"
)

// Leg is a plan of a robot with the end of its leg.
type Leg struct {
	nav.LegEnd
	Room   words.Key // type of the room that the plan went for
	Why    string    // in the planner's words
	Yaw    float64   // of the anchor that it began at, degrees
	Before []string  // loop detectors that had fired when it began
	After  []string  // and when it ended

	Override, Helped, Harmed bool // advice changed the plan; followed advice helped; it harmed
}

// Polarity of the leg: +1 the goal was found, -1 a dead end, blocked or in a loop, 0 anything
// else.
func (l Leg) Polarity() int {
	switch {
	case l.Found:
		return +1
	case l.Tried && l.Outcome.Metres < deadEnd, l.Outcome.Loop:
		return -1
	}
	return 0
}

// deadEnd is the length below which a leg is a dead end, metres.
const deadEnd = 0.5

// claims gives what the leg says about types of rooms: in which things were seen, and in
// which the goal was looked for in vain.
func (l Leg) claims() (out []words.Claim) {
	for _, s := range l.Shown {
		if !s.Room.Unknown() {
			out = append(out, words.In(s.Object, s.Room, "", words.Usual))
		}
	}
	if l.Found || l.Goal.Unknown() {
		return out
	}
	if l.Plan == 1 && !l.Place.Unknown() {
		out = append(out, words.NotIn(l.Goal, l.Place, "", words.Perhaps))
	}
	if l.Looked && !l.End.Unknown() && !(l.Plan == 1 && l.End.Equal(l.Place)) {
		out = append(out, words.NotIn(l.Goal, l.End, "", words.Perhaps))
	}
	return out
}

// In gives the leg in another frame.
func (l Leg) In(f nav.Frame) Leg {
	l.From, l.To, l.Heading, l.Yaw = f.In(l.From), f.In(l.To), nav.NormDeg(l.Heading+f.Yaw), nav.NormDeg(l.Yaw+f.Yaw)
	l.Shown = slices.Clone(l.Shown)
	for i := range l.Shown {
		s := &l.Shown[i]
		s.From, s.Heading = f.In(s.From), nav.NormDeg(s.Heading+f.Yaw)
	}
	return l
}

// ways gives what the leg says about directions, for episodes that share its frame: how the
// leg went, and from where things were seen. The numbers of anchors hold in one episode only,
// so in a house the leg is named by the spot where it began, to half a metre, and its
// direction in the house, to 30°.
func (l Leg) ways(house bool) (out []Way) {
	subject := l.direction()
	if house {
		subject = fmt.Sprintf("dir:h%g,%g/%+d", half(l.From.X), half(l.From.Y), int(math.Round(l.Heading/30))*30)
	}
	out = append(out, Way{
		Subject: subject, Target: l.Goal, X: centi(l.From.X), Y: centi(l.From.Y), ToX: centi(l.To.X), ToY: centi(l.To.Y),
		Metres: l.Outcome.Metres, Heading: l.Heading, Polarity: l.Polarity(), Room: l.Room,
	})
	for _, s := range l.Shown {
		spot := s.Spot()
		out = append(out, Way{
			Subject: words.Target(s.Object), Target: s.Object, X: centi(s.From.X), Y: centi(s.From.Y), ToX: centi(spot.X), ToY: centi(spot.Y),
			Heading: s.Heading, Polarity: +1, Room: s.Room,
		})
	}
	return out
}

// direction names the direction that the leg took from its anchor.
func (l Leg) direction() string {
	return fmt.Sprintf("dir:a%d/%+d", l.Anchor, int(math.Round(nav.NormDeg(l.Heading-l.Yaw))))
}

// half rounds to half metres.
func half(metres float64) float64 { return math.Round(metres*2)/2 + 0 }

// centi rounds to centimetres.
func centi(metres float64) float64 { return math.Round(metres*100)/100 + 0 }
