package daemon

import (
	"fmt"
	"math"

	"navd/daemon/event"
	"navd/daemon/house"
	"navd/daemon/house/locate"
	"navd/daemon/nav"
	"navd/daemon/store"
)

// locate holds a scan against the house of the episode. An episode that does not know
// where it is may find out; an alignment is tested, corrected where the odometry drifted,
// and undone when scans refute it. What comes of it is part of the write.
func (w *write) locate(look nav.Site) {
	home := w.ep.Home
	if w.home == nil || w.home.began.Version == 0 || len(look.Sweeps) == 0 {
		return // nothing to be held against
	}
	m := w.c.houses.mapOf(w.home.began)
	if a, aligned := home.Aligned(); aligned {
		if reason := w.refuted(m, a, look); reason == "" {
			w.correct(m, a, look)
			return
		} else {
			home.Alignments[len(home.Alignments)-1].Undone = reason
			w.home.belief, w.home.heard = m.Begin(), max(0, len(w.mem.Sites(0))-anewScans)
			w.tell(event.Event{Type: event.AlignmentUndone, Seq: look.Seq, Reason: reason, Label: home.House})
			store.PutEpisode(&w.Changes, w.ep)
		}
	}
	v := w.believe(m, look)
	if !v.Accepted {
		return
	}
	how := house.Scans
	if home.At != "" && v.Scans == 1 {
		how = house.Docked
	}
	w.align(house.Alignment{Seq: look.Seq, Frame: v.Frame, How: how, Scans: v.Scans, Score: millis(v.Score), Margin: millis(v.Margin)})
	w.home.belief, w.home.ahead = nil, nil
}

// anewScans is how many of the last scans an episode takes into account that lost its
// alignment.
const anewScans = 2

func millis(v float64) float64 { return math.Round(v*1000) / 1000 }

// align has the episode work with an alignment from now on.
func (w *write) align(a house.Alignment) {
	h := w.ep.Home
	a.Version = len(h.Alignments) + 1
	h.Alignments = append(h.Alignments[:len(h.Alignments):len(h.Alignments)], a)
	w.tell(event.Event{Type: event.Aligned, Seq: a.Seq, Reason: string(a.How), Label: h.House})
	store.PutEpisode(&w.Changes, w.ep)
}

// refuted tells why scans speak against an alignment: the present one and the one before,
// if that was made by it.
func (w *write) refuted(m *locate.Map, a house.Alignment, look nav.Site) string {
	var fits []float64
	if sites := w.mem.Sites(0); len(sites) > 0 {
		last := sites[len(sites)-1]
		if f, ok := w.frameAt(last.Seq); ok && len(last.Sweeps) > 0 {
			fits = append(fits, m.Fit(f, last))
		}
	}
	fits = append(fits, m.Fit(a.Frame, look))
	if !locate.Refuted(fits, a.How == house.Given) {
		return ""
	}
	return fmt.Sprintf("the scan at step %d does not fit what is known there: its evidence is %.1f", look.Seq, fits[len(fits)-1])
}

// frameAt gives where the episode's frame lay in the house at a step.
func (w *write) frameAt(seq int) (house.Frame, bool) {
	v := house.Visit{Alignments: w.ep.Home.Alignments}
	return v.Frame(seq)
}

const (
	driftM   = 0.2 // an alignment that is off by more is corrected, metres
	driftDeg = 4.0 // or by more degrees
)

// correct makes up for what the odometry drifted, where the scan says it plainly. A
// caller that sends its own poses is believed.
func (w *write) correct(m *locate.Map, a house.Alignment, look nav.Site) {
	if w.ep.Config.OdomPose {
		return
	}
	f, ok := m.Refine(a.Frame, look)
	if !ok {
		return
	}
	was, is := a.Frame.In(look.Pose), f.In(look.Pose)
	if was.Distance(is) < driftM && math.Abs(nav.NormDeg(was.Yaw-is.Yaw)) < driftDeg {
		return
	}
	w.align(house.Alignment{Seq: look.Seq, Frame: f, How: house.Drift, Scans: a.Scans + 1, Score: millis(m.Fit(f, look))})
}

// believe takes a scan, and those of the plans that were filed since the last time, into
// what is believed of where the episode is.
func (w *write) believe(m *locate.Map, look nav.Site) locate.Verdict {
	h := w.home
	if h.belief == nil {
		h.belief = m.Begin(w.guesses()...)
	}
	for _, s := range w.mem.Sites(h.heard) {
		h.heard++
		switch {
		case h.ahead != nil && h.seq == s.Seq:
			h.belief = h.ahead
		case len(s.Sweeps) > 0:
			h.belief.See(s)
		}
		if w.ep.Home.At != "" && h.belief.Given() {
			h.belief = m.Begin() // the dock was not borne out by the first scan
			h.belief.See(s)
		}
	}
	h.ahead, h.seq = h.belief.Clone(), look.Seq
	h.ahead.See(look)
	return h.ahead.Verdict()
}

// dockSpread is how far off a robot stands in its dock, metres, and turned, degrees.
const dockSpread, dockTurn = 0.3, 10

// guesses are the poses that a named start may be: robots stand there either way round.
func (w *write) guesses() (all []locate.Hypothesis) {
	at, known := w.home.began.Dock(w.ep.Home.At)
	if !known || w.ep.Home.At == "" || len(w.ep.Home.Alignments) > 0 {
		return nil
	}
	for _, turned := range []float64{0, 180} {
		all = append(all, locate.Hypothesis{Frame: house.FrameOf(nav.Pose{}, at.Turned(turned)), SpreadM: dockSpread, Turn: dockTurn})
	}
	return all
}
