package nav

import (
	"math"
	"slices"

	"navd/daemon/area"
)

// SeenArea is the floor that ranges have shown, with the walls that are known and
// the open edges, as the memory has it now.
type SeenArea struct {
	CellM float64        `json:"cell_m"` // side of a cell, metres
	Floor []area.CellRun `json:"floor"`  // seen floor, by rows: cells in the frame of the poses
	Walls []area.CellRun `json:"walls"`  // where sights ended, by rows; what is in neither was not seen
	Edges []OpenEdge     `json:"edges"`  // where the floor ends without a wall and the robot gets to, the nearest first, at most 300
}

// OpenEdge is a part of the seen floor's edge behind which nobody has looked.
type OpenEdge struct {
	X       float64     `json:"x"`                     // of its middle, on seen floor, metres
	Y       float64     `json:"y"`                     // of its middle, metres
	Heading *float64    `json:"heading_deg,omitempty"` // absolute direction of what was not seen; absent when that lies on all sides
	WidthM  float64     `json:"width_m"`               // how long it is, metres
	WayM    float64     `json:"way_m"`                 // from the robot to it over seen floor, metres
	Behind  float64     `json:"behind_m2"`             // what was not seen within 2 m of it, square metres
	Rooms   []RoomShare `json:"rooms,omitempty"`       // to which room the seen floor beside it belongs, the likeliest first
	Tried   int         `json:"tried,omitempty"`       // legs that were for it and came near it, or to nothing
	Failed  int         `json:"failed,omitempty"`      // of these, legs that moved less than 0.4 m, or than half of the way where that is less
}

const (
	mostEdges = 300  // that a SeenArea has at most
	pictureM  = 48.0 // how far from the robot, in x and in y, a SeenArea reaches, metres
)

// SeenFloor gives the seen area within 48 m of the robot in x and in y, and its open
// edges, which are at most 24 m away, for nav.graph; plans do not use it. It is nil when
// the seen area has no ranges of this episode.
func (m *Memory) SeenFloor() *SeenArea {
	a := m.seenNow()
	if !m.looked() {
		return nil
	}
	if m.kept != nil { // in the frame of the episode, not of the house
		own := *m
		own.Keep(m.kept.from(m.frame().Inverse()))
		a = own.seenNow()
	}
	here := m.state.Pose.point()
	floor, walls := a.Runs(here, pictureM)
	out := &SeenArea{CellM: area.Cell, Floor: append([]area.CellRun{}, floor...), Walls: append([]area.CellRun{}, walls...), Edges: []OpenEdge{}}
	ended := len(m.sites)
	if m.state.LegOpen {
		ended-- // the running leg may still get there
	}
	edges, legs := a.Ways(here).Edges(), m.legsForEdges(ended)
	for _, e := range edges[:min(len(edges), mostEdges)] {
		out.Edges = append(out.Edges, openEdge(e, legs))
	}
	return out
}

// looked tells whether the seen area has ranges of this episode.
func (m *Memory) looked() bool {
	m.seenNow()
	scanned := slices.ContainsFunc(m.sites[m.seen.first:], func(s Site) bool { return len(s.Sweeps) > 0 })
	return scanned || slices.ContainsFunc(m.vistas, func(v Vista) bool { return v.Seq >= m.seenSince() })
}

func openEdge(e area.Edge, legs []edgeLeg) OpenEdge {
	o := OpenEdge{
		X: round(e.At.X), Y: round(e.At.Y), WidthM: round(e.WidthM), WayM: round(e.WayM), Behind: round(e.Behind), Rooms: roomShares(e.Rooms),
	}
	if e.Out != (area.Point{}) {
		o.Heading = new(round(NormDeg(math.Atan2(e.Out.Y, e.Out.X) * 180 / math.Pi)))
	}
	for i := range o.Rooms {
		o.Rooms[i].Share = round(o.Rooms[i].Share)
	}
	o.Tried, o.Failed = triedFor(legEnd(e), legs)
	return o
}
