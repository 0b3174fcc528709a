package nav_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/area"
	"navd/daemon/nav"
)

// In a corridor the floor lies between its walls, and the edge ahead is open until
// a leg for it has shown what is behind.
func TestSeenFloor(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	if got := r.mem.SeenFloor(); got != nil {
		t.Errorf("without ranges: %+v", got)
	}
	r.do(0, "see corridor")
	labels := allLook("corridor", 3, 5)
	sv := r.mem.Survey(nav.AllViews(), 0, labels, hall(9.5, 3)...)
	if got := r.mem.SeenFloor(); got != nil {
		t.Errorf("of a scan whose plan is not filed: %+v", got)
	}
	sv = r.mem.Survey(nav.AllViews(), 0, labels, hall(9.5, 3)...)
	ahead := sv.Edges[slices.IndexFunc(sv.Edges, func(f nav.Frontier) bool { return f.Spot.X > 5 && math.Abs(f.Spot.Y) < 0.6 })]
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0, Aim: &ahead.Spot})
	r.disk.put(t, delta)
	if running := r.mem.SeenFloor(); slices.ContainsFunc(running.Edges, func(e nav.OpenEdge) bool { return e.Tried > 0 }) {
		t.Errorf("a leg that has only begun counts: %+v", running.Edges)
	}
	_, _, delta = r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, labels, hall(9.5, 3)...), nav.Choice{View: 0})
	r.disk.put(t, delta)
	got := r.mem.SeenFloor()
	if got.CellM != area.Cell || !covers(got.Floor, 20, 0) || covers(got.Floor, 20, 6) || !covers(got.Walls, 4, 4) || covers(got.Walls, 4, 0) {
		t.Errorf("floor %v, walls %v", got.Floor, got.Walls)
	}
	e := got.Edges[slices.IndexFunc(got.Edges, func(e nav.OpenEdge) bool { return e.Tried > 0 })]
	if e.X < 5 || e.Heading == nil || math.Abs(*e.Heading) > 60 || e.Tried != 1 || e.Failed != 1 || e.Rooms[0].Type != "corridor" || e.Behind <= 0 || e.WidthM <= 0 {
		t.Errorf("edge %+v", e)
	}
	if away := math.Hypot(e.X, e.Y); e.WayM < away-area.Cell || e.WayM > away+1 {
		t.Errorf("the way to an edge %.2f m away is %.2f m", away, e.WayM)
	}
	if diff := cmp.Diff(got, r.disk.restore(t, nav.DefaultConfig()).SeenFloor()); diff != "" {
		t.Errorf("restored:\n%s", diff)
	}
}

func covers(runs []area.CellRun, x, y int) bool {
	return slices.ContainsFunc(runs, func(r area.CellRun) bool { return r.Y == y && r.X <= x && x < r.X+r.N })
}

// To look at the seen area changes nothing, whenever that is: between a scan and
// its plan, before a restart, or never.
func TestSeenFloorIsARead(t *testing.T) {
	looked, plain := newRobot(t, nav.DefaultConfig()), newRobot(t, nav.DefaultConfig())
	labels := allLook("hall", 3, 5)
	for i := range 24 {
		ranges := hall(3+float64(i%5), 2+float64(i%3))
		a, b := looked.mem.Survey(nav.AllViews(), 0, labels, ranges...), plain.mem.Survey(nav.AllViews(), 0, labels, ranges...)
		if diff := cmp.Diff(b, a); diff != "" {
			t.Fatalf("scan %d:\n%s", i, diff)
		}
		if i%3 == 0 {
			looked.mem.SeenFloor()
		}
		walk := fmt.Sprintf("go %s F F", []string{"L", "R", "F"}[i%3])
		if i%4 == 0 { // steps come while a model thinks
			looked.do(0, walk)
			plain.do(0, walk)
			looked.mem.SeenFloor()
		}
		_, _, delta := looked.mem.Decide(a, nav.Choice{View: i % 12})
		looked.disk.put(t, delta)
		_, _, delta = plain.mem.Decide(b, nav.Choice{View: i % 12})
		plain.disk.put(t, delta)
		looked.do(0, walk)
		plain.do(0, walk)
	}
	want := looked.mem.SeenFloor()
	for name, m := range map[string]*nav.Memory{"never looked at before": plain.mem, "restored": looked.disk.restore(t, nav.DefaultConfig())} {
		if diff := cmp.Diff(want, m.SeenFloor()); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// What is given of the area and its edges has an end, however far the robot saw.
func TestSeenFloorIsBounded(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	cfg := r.mem.Config()
	cfg.OdomPose = true
	m, _, _ := nav.New("ep", "sofa", cfg)
	for i := range 200 {
		at := nav.Pose{X: float64(i), Y: float64(i % 7)}
		if _, _, err := m.Advance(nav.Step{Seq: i + 1, Action: nav.Forward, Odom: &at}); err != nil {
			t.Fatal(err)
		}
		_, _, _ = m.Decide(m.Survey(nav.AllViews(), 0, nil, hall(9, 9)...), nav.Choice{View: 0})
	}
	got := m.SeenFloor()
	for _, runs := range [][]area.CellRun{got.Floor, got.Walls} {
		for _, run := range runs {
			if x := float64(run.X) * got.CellM; x < 199-48.5 || len(runs) > 384*192 {
				t.Fatalf("%d runs, %+v", len(runs), run)
			}
		}
	}
	if len(got.Floor) == 0 || len(got.Edges) == 0 || len(got.Edges) > 300 {
		t.Errorf("%d runs of floor, %d edges", len(got.Floor), len(got.Edges))
	}
}
