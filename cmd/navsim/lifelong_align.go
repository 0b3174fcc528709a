package main

import (
	"cmp"
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

// fix is where navd locates a robot in the house after a scan.
type fix struct {
	How    house.How `json:"how,omitempty"` // empty: it is not located
	OffM   float64   `json:"off_m"`         // distance from the true pose; -1 in another building
	OffDeg float64   `json:"off_deg"`
	Right  bool      `json:"right"` // within rightM and rightDeg
	Is     nav.Pose  `json:"is"`    // the true pose, in the frame of the house
	Says   nav.Pose  `json:"says"`  // the pose by navd
	Among  bool      `json:"among"` // right relative to the scans of earlier searches nearby
}

// Bounds of a right alignment.
const (
	rightM   = 0.75
	rightDeg = 20
)

// look records where navd locates the robot now.
func (t *tenant) look(ctx context.Context, id string, start world.Pose, one *lived) error {
	e, err := ipc.EpisodeGet.Call(ctx, t.navd, ipc.EpisodeParams{Episode: id})
	if err != nil || e.Home == nil {
		return err
	}
	var undone *house.Alignment
	for _, a := range e.Home.Alignments {
		if a.How == house.First { // the frame of the house is that of this episode
			t.origin = new(robot.PoseOf(start))
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
	} else if t.origin != nil {
		f.Is = nav.Frame(*t.origin).Out(robot.PoseOf(t.pose))
	}
	one.Fixes = append(one.Fixes, f)
	return nil
}

// fix compares an alignment with the robot's true pose.
func (t *tenant) fix(a house.Alignment) fix {
	if t.origin == nil {
		return fix{How: a.How, OffM: -1}
	}
	is, says := nav.Frame(*t.origin).Out(robot.PoseOf(t.pose)), a.Pose(t.odom)
	f := fix{How: a.How, Is: is, Says: says, OffM: is.Distance(says), OffDeg: math.Abs(nav.NormDeg(is.Yaw - says.Yaw))}
	f.Right = f.OffM <= rightM && f.OffDeg <= rightDeg
	drawn := t.drawn(is)
	f.Among = drawn.Distance(says) <= rightM && math.Abs(nav.NormDeg(drawn.Yaw-says.Yaw)) <= rightDeg
	return f
}

// drawn returns where a true pose is in the map that earlier searches drew: the median of
// what the nearest of their scans say. A map that is bent, or turned as a whole, is good
// enough for a robot that is located rightly relative to what is drawn around it.
func (t *tenant) drawn(is nav.Pose) nav.Pose {
	near := slices.SortedFunc(slices.Values(t.earlier), func(a, b fix) int {
		return cmp.Compare(a.Is.Distance(is), b.Is.Distance(is))
	})
	near = near[:min(len(near), drawnBy)]
	if len(near) == 0 {
		return is
	}
	var x, y, turned []float64
	for _, f := range near {
		p := nav.FrameOf(f.Is, f.Says).In(is)
		x, y, turned = append(x, p.X), append(y, p.Y), append(turned, nav.NormDeg(p.Yaw-is.Yaw))
	}
	return nav.Pose{X: median(x), Y: median(y), Yaw: nav.NormDeg(is.Yaw + median(turned))}
}

// drawnBy is how many scans drawn uses.
const drawnBy = 5

func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}

// settle records where navd locates the robot when its episode has ended, and, after some
// searches, how large the house is.
func (t *tenant) settle(ctx context.Context, out robot.Outcome, one *lived) error {
	e, err := ipc.EpisodeGet.Call(ctx, t.navd, ipc.EpisodeParams{Episode: out.Episode})
	if err != nil {
		return err
	}
	for _, f := range one.Fixes {
		if f.How != "" {
			t.earlier = append(t.earlier, f)
		}
	}
	t.belief = nil
	if a, ok := e.Home.Aligned(); ok {
		t.belief = new(a.Pose(out.Last.Pose))
	}
	if !slices.Contains(measuredAt(t.all.searches), one.Search) {
		return nil
	}
	h, err := ipc.HouseExport.Call(ctx, t.navd, ipc.HouseExportParams{HouseParams: ipc.HouseParams{House: t.name}})
	if fault.Is(err, fault.NotFound) { // nothing is known of the house yet
		return nil
	}
	one.Bytes = len(h.Document)
	return err
}

// measuredAt lists the searches after which the size of the house is recorded: 1, 10,
// 100, 1,000, and the last.
func measuredAt(searches int) (at []int) {
	for n := 1; n < searches; n *= 10 {
		at = append(at, n)
	}
	return append(at, searches)
}
