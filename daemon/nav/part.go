package nav

import (
	"slices"

	"navd/daemon/words"
)

// Part is one ingredient of what the memory tells a planner. An experiment
// leaves parts out to see what each of them brings.
type Part string

// The parts.
const (
	PartFrontiers Part = "frontiers" // untried views of earlier sites
	PartNewness   Part = "newness"   // what other sites have already looked at
	PartLooks     Part = "looks"     // how often the room was scanned without bringing the goal
	PartVisits    Part = "visits"    // how often the robot passed the end of a view's floor
	PartOutcomes  Part = "outcomes"  // outcomes of earlier legs that way
	PartSites     Part = "sites"     // how near that end is to another site
	PartRecall    Part = "recall"    // views of earlier sites that showed the goal
	PartStraight  Part = "straight"  // that the end of an old view is in sight
	PartLegs      Part = "legs"      // how far a leg has to go to show what it goes for
	PartSeen      Part = "seen"      // open edges of the seen area
	PartNear      Part = "near"      // seen floor that was not looked at from near
	PartRanges    Part = "ranges"    // ranges of plans that are finer than see_m of the views
	PartRooms     Part = "rooms"     // which room a view shows, as a hint where things are
	PartSkips     Part = "skips"     // scans that the robot need not make, or not whole
)

// Without gives the survey as it would be without some parts of the memory.
func (s Survey) Without(parts ...Part) Survey {
	off := func(p Part) bool { return slices.Contains(parts, p) }
	s.Here = slices.Clone(s.Here)
	s.Distant = slices.DeleteFunc(slices.Clone(s.Distant), func(o Option) bool {
		return o.Recalled && off(PartRecall) || !o.Recalled && off(PartFrontiers)
	})
	s.Edges = slices.Clone(s.Edges)
	if off(PartSeen) {
		s.Edges = nil
	}
	s.Again = slices.Clone(s.Again)
	if off(PartNear) || off(PartSeen) && !s.House {
		s.Again = nil
	}
	for _, edges := range [][]Frontier{s.Edges, s.Again} {
		for i := range edges {
			edges[i].without(off)
		}
	}
	for _, options := range [][]Option{s.Here, s.Distant} {
		for i := range options {
			options[i].without(off)
		}
	}
	return s
}

func (o *Option) without(off func(Part) bool) {
	if off(PartNewness) {
		o.Newness = o.AtFirst
	}
	if off(PartLooks) {
		o.Scans = min(o.Scans, 1)
	}
	if off(PartVisits) {
		o.Visits = 0
	}
	if off(PartOutcomes) {
		o.Outcome = 1
	}
	if off(PartSites) {
		o.Apart = 1
	}
	if off(PartStraight) {
		o.StraightM = 0
	}
	if off(PartLegs) && o.Known {
		o.LegM = floorLeg(o.FreeM)
		o.LookM = o.LegM
	}
	if off(PartRooms) {
		o.Type = ""
	}
}

func (f *Frontier) without(off func(Part) bool) {
	if off(PartLooks) {
		f.Scans = 0
	}
	if off(PartOutcomes) {
		f.Tried, f.Failed = 0, 0
	}
	if off(PartRooms) {
		f.Rooms = nil
	}
}

// lately halves the worth of views whose room type is among those of the decisions in the
// queue, and again of views whose direction is. A prompt that lists the last decisions can
// tell no more.
func (m *Memory) lately(options []Option) {
	for i := range options {
		o := &options[i]
		if !o.Type.Unknown() && slices.ContainsFunc(m.state.Queue, func(r Record) bool { return words.LabelKey(r.GoalSceneType).Equal(o.Type) }) {
			o.Outcome *= 0.5
		}
		if slices.ContainsFunc(m.state.Queue, func(r Record) bool { return sameWay(r.Heading, o.Heading) }) {
			o.Outcome *= 0.5
		}
	}
}
