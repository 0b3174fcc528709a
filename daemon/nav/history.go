package nav

import (
	"slices"

	"navd/daemon/ref"
	"navd/daemon/words"
)

// LegEnd is how the leg of a plan ended, for records that outlive the episode. It has only
// what the robot saw and did.
type LegEnd struct {
	Plan    int          // number of the plan
	Goal    words.Key    // what was looked for
	From    Pose         // where it began
	Anchor  ref.AnchorID // the newest anchor at From
	Place   words.Key    // type of the place it began in
	Heading float64      // absolute direction in which it set out, degrees
	Outcome Outcome      // of the leg
	To      Pose         // where it ended
	End     words.Key    // type of the place it ended in
	Tried   bool         // the robot set out on it: it did more than turn
	Looked  bool         // a scan was made where it ended
	Found   bool         // the scan where it began, or the one where it ended, showed the goal
	Shown   []Shown      // what the scan where it began showed and none before it
}

// Shown is a thing that a scan showed.
type Shown struct {
	Object  words.Key // key of the thing
	Room    words.Key // type of the room it was seen in, empty: not known
	From    Pose      // where the robot stood
	Heading float64   // absolute direction of the view, degrees
	SeeM    float64   // how far one sees that way, metres; 0: not known
}

// Spot is about where the thing stands: as far away as one sees that way, 8 m at most,
// and 2 m when that is not known.
func (s Shown) Spot() Pose {
	metres := s.SeeM
	if metres <= 0 {
		metres = 2
	}
	return s.From.Reach(min(metres, 8), s.Heading)
}

// LegEnd tells how the leg of plan n ended. It is false while the leg runs, when there is no
// such plan, and when the plan was not carried out and its scan showed nothing new. What
// was seen at the end of the leg is known after the next plan.
func (m *Memory) LegEnd(n int) (LegEnd, bool) {
	if n < 1 || n > len(m.sites) || n == len(m.sites) && m.state.LegOpen {
		return LegEnd{}, false
	}
	s := &m.sites[n-1]
	v := s.numbered(s.Chosen)
	if v == nil || v.Outcome == nil {
		return LegEnd{}, false
	}
	end := LegEnd{
		Plan: n, Goal: s.Goal, From: s.Pose, Anchor: s.Anchor, Place: s.Type, Heading: v.Heading, Outcome: *v.Outcome,
		To: m.state.Pose, End: m.here().Type, Tried: m.state.LegMoves > 0, Found: s.showsGoal(s.Goal), Shown: m.firstShown(s),
	}
	if n < len(m.sites) {
		next := &m.sites[n]
		end.Tried = next.Seq > s.Seq
		end.To, end.End, end.Looked = next.Pose, next.Type, slices.ContainsFunc(next.Views, SiteView.Told)
		end.Found = end.Found || next.showsGoal(s.Goal)
	}
	return end, end.Tried || end.Found || len(end.Shown) > 0
}

// showsGoal tells whether a view shows the goal and no detector denied it.
func (s *Site) showsGoal(goal words.Key) bool {
	return slices.ContainsFunc(s.Views, func(v SiteView) bool { return v.shows(goal) && !v.Vetoed })
}

// firstShown lists what a site showed that no site before it did in a room of the
// same type; of several views of a thing the one that sees nearest.
func (m *Memory) firstShown(s *Site) (out []Shown) {
	for _, v := range s.Views {
		for _, label := range v.Objects {
			key := words.ObjectKey(label)
			if key.Unknown() || v.Vetoed || m.shownBefore(s.ID, key, v.Type) {
				continue
			}
			now := Shown{Object: key, Room: v.Type, From: s.Pose, Heading: v.Heading, SeeM: v.SeeM}
			at := slices.IndexFunc(out, func(o Shown) bool { return o.Object.Equal(key) && o.Room.Equal(v.Type) })
			switch {
			case at < 0:
				out = append(out, now)
			case now.SeeM < out[at].SeeM:
				out[at] = now
			}
		}
	}
	return out
}

// shownBefore tells whether a site before this one showed a thing in a room of a type.
func (m *Memory) shownBefore(id ref.SiteID, key, room words.Key) bool {
	for _, at := range m.shown[words.Key(key.Compact())] {
		if at.site >= id {
			return false
		}
		if m.sites[at.site-1].Views[at.index].Type.Equal(room) {
			return true
		}
	}
	return false
}

// Approach gives the view, shown or not, in which the shortest way to a thing is expected
// to begin, and the length of that way in metres. A way goes to an open edge of the seen
// area or along a view's floor, and has the length that rest gives from there on. It is
// false when no way is known.
func (s Survey) Approach(thing Pose, rest func(Pose) float64) (view int, metres float64, ok bool) {
	best := func(angle, m float64) {
		if !ok || m < metres-eps {
			view, metres, ok = ViewOf(angle, AllViews(), s.Facing), m, true
		}
	}
	for _, f := range s.Edges {
		if len(f.Path) > 0 {
			best(f.Path[0].Angle, f.WayM+rest(Pose{X: f.Spot.X, Y: f.Spot.Y}))
		}
	}
	for _, o := range s.Here {
		if o.Known && o.FreeM >= minFree {
			leg := min(floorLeg(o.FreeM), s.Pose.Distance(thing), usefulLeg)
			best(-30*float64(o.View), leg+rest(s.Pose.Reach(leg, o.Heading)))
		}
	}
	return view, metres, ok
}
