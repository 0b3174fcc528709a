package homes

import (
	"math"

	"navd/daemon/area"
	"navd/daemon/episode"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/daemon/words"
)

// Home is what an open episode in RAM has of its house; nil for an episode that has none.
// Only the holder of the episode uses it.
type Home struct {
	houses *Houses
	ep     *episode.Episode
	mem    *nav.Memory

	began  *house.House // as it was when the episode began
	now    *house.House // began with what the episode's own scans showed of the goal
	goal   words.Key    // the goal of now
	looked int          // number of scans that are in now
	laid   int          // version of the alignment by which the memory has the house, 0: none

	locating *locating // while the episode finds out where it is; nil: not begun
}

// Begin gives an episode that begins its house, and says where in it the episode lies when
// that is known: where the caller said, or, in a house of which nothing is kept, at its
// origin.
func (hs *Houses) Begin(ep *episode.Episode, mem *nav.Memory, h *house.House) *Home {
	switch {
	case ep.Home.Pose != nil:
		ep.Home.Alignments = []house.Alignment{{Version: 1, Frame: nav.FrameOf(nav.Pose{}, *ep.Home.Pose), How: house.Given}}
	case h.Blank():
		ep.Home.Alignments = []house.Alignment{{Version: 1, How: house.First}}
	}
	hs.prepare(h)
	return &Home{houses: hs, ep: ep, mem: mem, began: h, now: h}
}

// Enter gives an episode that was read from the store its house, as it was when the
// episode began; nil when it has none, or has ended.
func (hs *Houses) Enter(ep *episode.Episode, mem *nav.Memory) (*Home, error) {
	if ep.Home == nil || ep.Status == episode.Ended {
		return nil, nil
	}
	h, err := hs.Version(ep.Home.House, ep.Home.Version)
	if err != nil {
		return nil, err
	}
	return &Home{houses: hs, ep: ep, mem: mem, began: h, now: h}, nil
}

// Began gives the house as it was when the episode began.
func (h *Home) Began() *house.House { return h.began }

// Told tells whether the caller said where the robot is in a house of which something is
// kept.
func (h *Home) Told() bool {
	if h == nil || h.began.Version == 0 {
		return false
	}
	_, aligned := h.ep.Home.Aligned()
	return aligned && h.ep.Home.Root().How == house.Given
}

// Leave takes the house out of the memory of an episode that has ended.
func (h *Home) Leave() {
	if h != nil {
		h.mem.Keep(nil)
	}
}

// Settle puts the house into the memory as the present alignment says, or takes it out
// when there is none, and adds the episode's newest scans to it.
func (h *Home) Settle() {
	if h == nil {
		return
	}
	a, aligned := h.ep.Home.Aligned()
	lies := h.ep.Home.Lies()
	switch {
	case !aligned:
		if h.laid != 0 {
			h.mem.Keep(nil)
		}
		h.laid, h.now, h.looked = 0, h.began, 0
		return
	case h.laid == 0:
		h.now, h.looked = h.began, 0
		h.mem.Keep(h.houses.ready(h.began).floor().Lying(lies))
	case h.laid != a.Version && !h.mem.Lies(lies):
		h.now, h.looked = h.began, 0
	}
	h.laid = a.Version
	goal := words.ObjectKey(h.mem.State().Goal)
	if h.goal != goal {
		h.goal, h.now, h.looked = goal, h.began, 0
	}
	if sites := h.mem.Sites(h.looked); len(sites) > 0 {
		v := Visit(h.ep, h.mem)
		v.Sites = sites
		h.now = h.now.Look(v, goal)
		h.looked += len(sites)
	}
}

// Spots gives the spots where the goal is believed to be, the surest first, after the scan
// of a survey. They are in the frame of the episode; while it is not aligned they have no
// position.
func (h *Home) Spots(sv nav.Survey) (all []nav.Spot) {
	if h == nil {
		return nil
	}
	a, aligned := h.ep.Home.Aligned()
	now, out := h.now, a.Frame.Inverse()
	if aligned {
		v := Visit(h.ep, h.mem)
		v.Sites = []nav.Site{{Pose: sv.Pose, Seq: sv.Seq, Type: sv.Type, Views: sv.Glimpse, Sweeps: sv.Sweeps, NoScan: sv.NoScan}}
		now = now.Look(v, h.goal)
	}
	lives := h.houses.Lives()
	for _, t := range now.Known(words.ObjectKey(h.mem.State().Goal)) {
		age := h.ep.Began.Sub(t.Last)
		s := nav.Spot{
			Thing: t.ID, Room: t.Room, Place: t.Place,
			Chance: t.Chance(age, lives.Of(t.Key)), Seen: t.Seen, Missed: t.Missed, Age: max(0, age), Last: t.Last,
		}
		if aligned {
			s.At = pointOf(out, t.X, t.Y)
			for _, p := range now.Where(t) {
				s.Where = append(s.Where, area.Chance{Point: pointOf(out, p.X, p.Y), Share: p.Share})
			}
			for _, from := range t.Sights {
				s.From = append(s.From, pointOf(out, from.X, from.Y))
			}
		}
		all = append(all, s)
	}
	return all
}

func pointOf(out nav.Frame, x, y float64) area.Point {
	p := out.In(nav.Pose{X: x, Y: y})
	return area.Point{X: p.X, Y: p.Y}
}

// Hints are claims about the types of rooms in which the house has seen the goal, by these
// spots. They need no coordinates, and are for an episode that does not know where it is.
func (h *Home) Hints(spots []nav.Spot) (all []words.Claim) {
	if h == nil {
		return nil
	}
	if _, aligned := h.ep.Home.Aligned(); aligned {
		return nil
	}
	for _, s := range spots {
		if !s.Room.Unknown() {
			all = append(all, words.In(words.ObjectKey(h.mem.State().Goal), s.Room, source, s.Chance))
		}
	}
	return all
}

// source is the source of claims that come from the house.
const source = "house"

// Put aligns the episode so that its robot is at a pose that the caller gives. It tells
// whether that undid the alignment before, for a reason: it was of another place, or the
// house was blank when the episode began.
func (h *Home) Put(p nav.Pose) (undone string) {
	own, at := h.ep.Home, h.mem.Pose()
	f := nav.FrameOf(at, p)
	if a, aligned := own.Aligned(); aligned && (own.Root().How == house.First || elsewhere(a.Frame, f, at)) {
		undone = "the caller gave another pose"
		own.Undo(undone, h.mem.Seq())
	}
	h.locating = nil
	own.Align(house.Alignment{Seq: h.mem.Seq(), Frame: f, How: house.Given})
	return undone
}

const (
	movedM   = 1.0  // two alignments that differ by more are of different places, metres
	movedDeg = 20.0 // or that are turned by more, degrees
)

// elsewhere tells whether two frames of the episode put it at different places.
func elsewhere(a, b nav.Frame, at nav.Pose) bool {
	p, q := a.In(at), b.In(at)
	return p.Distance(q) > movedM || math.Abs(nav.NormDeg(p.Yaw-q.Yaw)) > movedDeg
}
