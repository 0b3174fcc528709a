package homes

import (
	"fmt"
	"math"

	"navd/daemon/house"
	"navd/daemon/house/locate"
	"navd/daemon/nav"
)

// Moved is how a scan changed where an episode lies in its house.
type Moved struct {
	Lost string    // why the alignment before was undone; "": it was not
	How  house.How // how the episode was aligned anew; "": it was not
}

// Locate compares a scan with the house. An episode that does not know where it is may find
// out; an alignment is tested, corrected where the odometry drifted, and undone when scans
// refute it.
func (h *Home) Locate(look nav.Site) (m Moved) {
	if h == nil || len(look.Sweeps) == 0 {
		return m
	}
	a, aligned := h.ep.Home.Aligned()
	if h.began.Version == 0 {
		if aligned {
			m.How = h.correct(a, look)
		}
		return m
	}
	places := h.houses.ready(h.began).places()
	var v locate.Verdict
	var steps []nav.Lie
	if aligned {
		reason, doubt := h.refuted(places, a, look)
		if doubt {
			if v, steps = h.believe(places, look); v.Plain && elsewhere(v.Frame.Of(steps[len(steps)-1].Frame), a.Frame, look.Pose) {
				reason = fmt.Sprintf("what is known fits the scans up to step %d far better at another place", look.Seq)
			}
		}
		if reason == "" {
			m.How = h.correct(a, look)
			return m
		}
		h.ep.Home.Undo(reason, look.Seq)
		h.locating, m.Lost = nil, reason
	}
	if !v.Plain {
		v, steps = h.believe(places, look)
	}
	if v.Accepted {
		m.How = h.accept(v, steps)
	}
	return m
}

// accept aligns the episode as a verdict says, from its first scan on, which corrects
// earlier drift as well.
func (h *Home) accept(v locate.Verdict, steps []nav.Lie) house.How {
	how := house.Scans
	if h.ep.Home.At != "" && v.Scans == 1 {
		how = house.Docked
	}
	for _, l := range steps {
		h.ep.Home.Align(house.Alignment{Seq: l.Seq, Frame: v.Frame.Of(l.Frame), How: how, Scans: v.Scans, Score: millis(v.Score), Margin: millis(v.Margin)})
	}
	h.locating = nil
	return how
}

// Lose forgets what is known of where the episode is: it has to find out again.
func (h *Home) Lose() {
	if h != nil {
		h.locating = nil
	}
}

// anewScans is how many of the scans before the loss of an alignment count for finding
// the next one.
const anewScans = 2

func millis(v float64) float64 { return math.Round(v*1000) / 1000 }

// refuted compares the present scan, and the one before if it was aligned, with the house.
// It gives the reason when they refute the alignment, else whether the evidence of the
// present scan leaves a doubt. There is none about poses of a localiser.
func (h *Home) refuted(m *locate.Map, a house.Alignment, look nav.Site) (reason string, doubt bool) {
	var fits []float64
	if sites := h.mem.Sites(0); len(sites) > 0 {
		last := sites[len(sites)-1]
		if f, ok := h.frameAt(last.Seq); ok && len(last.Sweeps) > 0 {
			fits = append(fits, m.Fit(f, last))
		}
	}
	fits = append(fits, m.Fit(a.Frame, look))
	told := h.ep.Home.Root().How == house.Given
	if !locate.Refuted(fits, told) {
		return "", fits[len(fits)-1] < doubtful && !(told && h.ep.Config.OdomPose)
	}
	return fmt.Sprintf("the scan at step %d does not fit what is known there: its evidence is %.1f", look.Seq, fits[len(fits)-1]), false
}

// doubtful is the evidence of a scan below which other places are tried; 0 is the evidence
// on floor that nobody has seen.
const doubtful = 0.5

// frameAt gives where the episode's frame lay in the house at a step.
func (h *Home) frameAt(seq int) (nav.Frame, bool) {
	v := house.Visit{Alignments: h.ep.Home.Alignments}
	return v.Frame(seq)
}

const (
	driftM   = 0.05 // an alignment that is off by this much is corrected, metres
	driftDeg = 1.0  // or by this many degrees

	driftOff  = 0.06 // a pose may have drifted by this much since the last scan, metres
	driftPer  = 0.03 // and by this much more for each metre from there
	driftTurn = 4.0  // and turned by this much, degrees
)

// correct corrects the drift of the odometry, when the scan shows it plainly beside the
// scans of the house and of the episode itself; else it gives "". Poses that a caller sends
// are not corrected.
func (h *Home) correct(a house.Alignment, look nav.Site) house.How {
	if h.ep.Config.OdomPose {
		return ""
	}
	own := house.Visit{Alignments: h.ep.Home.Alignments, Sites: h.mem.Sites(0)}
	f, fit, ok := drifted(a.Frame, look, own.Sites, append(own.Scans(), h.began.Sites...))
	if !ok {
		return ""
	}
	h.ep.Home.Align(house.Alignment{Seq: look.Seq, Frame: f, How: house.Drift, Scans: a.Scans + 1, Score: millis(fit)})
	return house.Drift
}

// drifted matches a scan with others whose places are known. It gives where the frame of
// the episode lies by that, and how well the scan agrees; not ok when there is no match,
// or the frame is off by less than driftM and driftDeg.
func drifted(f nav.Frame, look nav.Site, before []nav.Site, others []house.Site) (is nav.Frame, fit float64, ok bool) {
	moved := look.Pose.Distance(nav.Pose{})
	if n := len(before); n > 0 {
		moved = look.Pose.Distance(before[n-1].Pose)
	}
	is, fit, ok = locate.Match(f, look, others, locate.Off{M: driftOff + driftPer*moved, Deg: driftTurn})
	off, turned := f.In(look.Pose).Distance(is.In(look.Pose)), math.Abs(nav.NormDeg(is.Yaw-f.Yaw))
	return is, fit, ok && (off >= driftM || turned >= driftDeg)
}

// locating is the state of an episode that finds out where it is, or whether it is somewhere
// else. Its scans are first matched with one another, which gives them a common frame
// that does not drift.
type locating struct {
	from   int            // the first this many scans are left out
	belief *locate.Belief // by the scans of filed plans
	heard  int            // scans of the episode that are in belief, or came too early for it
	lies   []nav.Lie      // where the frame of the episode lies in the common frame
	scans  []house.Site   // of the episode, in the common frame
	ahead  *locate.Belief // belief and one more scan, whose plan is not filed yet
	seq    int            // step of that scan
}

// next gives where the frame of the episode lies in the common frame, up to a scan.
func (s *locating) next(look nav.Site, before []nav.Site, odom bool) []nav.Lie {
	if len(s.lies) == 0 {
		return []nav.Lie{{}}
	}
	if odom {
		return s.lies
	}
	f, _, ok := drifted(s.lies[len(s.lies)-1].Frame, look, before, s.scans)
	if !ok {
		return s.lies
	}
	return append(s.lies[:len(s.lies):len(s.lies)], nav.Lie{Seq: look.Seq, Frame: f})
}

// locatedBy is how many scans of an episode count at least for where it is; less than twice
// as many do. So the first plan after a start need not go over all scans again.
const locatedBy = 12

// state gives the state of an episode that finds out where it is, up to the last scans
// that were taken into it.
func (h *Home) state(m *locate.Map) *locating {
	from := max(0, len(h.mem.Sites(0))/locatedBy-1) * locatedBy
	s := h.locating
	if s == nil || s.from != from {
		s = &locating{from: from, heard: from, belief: m.Begin()}
		if from == 0 {
			s.belief = m.Begin(h.guesses()...)
		} else { // where it was before has drifted since
			s.lies = []nav.Lie{{Seq: h.mem.Sites(0)[from].Seq}}
		}
		h.locating = s
	}
	return s
}

// believe adds a scan, and those of the plans that were filed since the last time, to the
// belief about where the episode is. It gives the verdict, and where the episode's frame
// lies in the common frame of its scans.
func (h *Home) believe(m *locate.Map, look nav.Site) (locate.Verdict, []nav.Lie) {
	s := h.state(m)
	sites, first := h.mem.Sites(0), h.firstHeard()
	for ; s.heard < len(sites); s.heard++ {
		one := sites[s.heard]
		if len(one.Sweeps) == 0 {
			continue
		}
		s.lies = s.next(one, sites[:s.heard], h.ep.Config.OdomPose)
		f := s.lies[len(s.lies)-1].Frame
		s.scans = append(s.scans, house.Site{Pose: f.In(one.Pose), Sweeps: f.Sweeps(one.Sweeps)})
		switch {
		case s.heard < first:
			continue
		case s.ahead != nil && s.seq == one.Seq:
			s.belief = s.ahead
		default:
			s.belief.See(f.Site(one))
		}
		if h.ep.Home.At != "" && s.belief.Given() {
			s.belief = m.Begin() // the first scan did not confirm the dock
			s.belief.See(f.Site(one))
		}
	}
	lies := s.next(look, sites, h.ep.Config.OdomPose)
	s.ahead, s.seq = s.belief.Clone(), look.Seq
	s.ahead.See(lies[len(lies)-1].Frame.Site(look))
	return s.ahead.Verdict(), lies
}

// firstHeard is the index of the first scan that counts for finding out where the episode
// is: after it lost its alignment, the anewScans before that and all later ones.
func (h *Home) firstHeard() (n int) {
	until := -1
	for _, a := range h.ep.Home.Alignments {
		if a.Undone != "" {
			until = max(until, a.Until)
		}
	}
	for _, s := range h.mem.Sites(0) {
		if s.Seq < until {
			n++
		}
	}
	return max(0, n-anewScans)
}

// dockSpread and dockTurn say how far off a robot stands in its dock, metres, and how far
// turned, degrees.
const dockSpread, dockTurn = 0.3, 10

// guesses are the possible poses at a named start: robots stand there either way round.
func (h *Home) guesses() (all []locate.Hypothesis) {
	at, known := h.began.Dock(h.ep.Home.At)
	if !known || h.ep.Home.At == "" || len(h.ep.Home.Alignments) > 0 {
		return nil
	}
	for _, turned := range []float64{0, 180} {
		all = append(all, locate.Hypothesis{Frame: nav.FrameOf(nav.Pose{}, at.Turned(turned)), SpreadM: dockSpread, Turn: dockTurn})
	}
	return all
}
