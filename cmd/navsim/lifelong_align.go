package main

import (
	"context"
	"math"
	"slices"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/house"
	"navd/daemon/nav"
	"navd/ipc"
)

// fix is where a robot takes itself to be after a scan.
type fix struct {
	How    house.How `json:"how,omitempty"` // empty: it does not know
	OffM   float64   `json:"off_m"`         // from where it really is, -1 in another building
	OffDeg float64   `json:"off_deg"`
	Right  bool      `json:"right"`
}

// Bounds of a right alignment.
const (
	rightM   = 0.75
	rightDeg = 20
)

// look notes where the robot takes itself to be now.
func (t *tenant) look(ctx context.Context, id string, start world.Pose, one *lived) error {
	e, err := ipc.EpisodeGet.Call(ctx, t.navd, ipc.EpisodeParams{Episode: id})
	if err != nil || e.Home == nil {
		return err
	}
	var undone *house.Alignment
	for _, a := range e.Home.Alignments {
		if a.How == house.First { // the frame of the house is that of this episode
			at := poseOf(start)
			t.origin = &at
		}
		if a.Undone != "" && a.Until > t.undone {
			undone = &a
		}
	}
	if undone != nil {
		t.undone = undone.Until
		one.Undone = append(one.Undone, !t.fix(*undone).Right)
	}
	f := fix{}
	if a, ok := e.Home.Aligned(); ok {
		f = t.fix(a)
	}
	one.Fixes = append(one.Fixes, f)
	return nil
}

// fix compares an alignment with where the robot is.
func (t *tenant) fix(a house.Alignment) fix {
	if t.origin == nil {
		return fix{How: a.How, OffM: -1}
	}
	is, says := house.Frame(*t.origin).Out(poseOf(t.pose)), a.Pose(t.odom)
	f := fix{How: a.How, OffM: math.Hypot(is.X-says.X, is.Y-says.Y), OffDeg: math.Abs(nav.NormDeg(is.Yaw - says.Yaw))}
	f.Right = f.OffM <= rightM && f.OffDeg <= rightDeg
	return f
}

// settle notes where the robot takes itself to be when its episode has ended, and how
// large the house has become.
func (t *tenant) settle(ctx context.Context, out robot.Outcome, one *lived) error {
	e, err := ipc.EpisodeGet.Call(ctx, t.navd, ipc.EpisodeParams{Episode: out.Episode})
	if err != nil {
		return err
	}
	t.belief = nil
	if a, ok := e.Home.Aligned(); ok {
		pose := a.Pose(out.Last.Pose)
		t.belief = &pose
	}
	if !slices.Contains(measuredAt(t.all.searches), one.Search) {
		return nil
	}
	h, err := ipc.HouseExport.Call(ctx, t.navd, ipc.HouseExportParams{HouseParams: ipc.HouseParams{House: t.name}})
	if fault.Is(err, fault.NotFound) { // nothing of it is known yet
		return nil
	}
	one.Bytes = len(h.Document)
	return err
}

// measuredAt lists the searches after which a house is measured: 1, 10, 100, 1,000, and
// the last.
func measuredAt(searches int) (at []int) {
	for n := 1; n < searches; n *= 10 {
		at = append(at, n)
	}
	return append(at, searches)
}
