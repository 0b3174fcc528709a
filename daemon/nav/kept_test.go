package nav_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/area"
	"navd/daemon/nav"
)

// In a house the seen area lies in the frame of the house: where the alignment is corrected
// what was seen before stays where it was, and a memory that is restored and told all at
// once sees the same as one that was told as it went.
func TestSeenAreaOfAHouse(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see hall")
	labels := allLook("hall", 3, 5)
	lies := []nav.Lie{{Frame: nav.Frame{X: 3, Y: -2, Yaw: 40}}}
	r.mem.Keep(nav.NewKept(nil, nil).Lying(lies))
	edges := 0
	for i := range 14 {
		if i == 3 || i == 8 {
			last := lies[len(lies)-1].Frame
			lies = append(lies[:len(lies):len(lies)], nav.Lie{Seq: r.mem.Seq(), Frame: nav.Frame{X: last.X + 0.2, Y: last.Y, Yaw: last.Yaw + 3}})
			if !r.mem.Lies(lies) {
				t.Error("a correction from now on moves what was seen before")
			}
		}
		ranges := hall(3+float64(i%5), 2+float64(i%3))
		if i == 5 { // a survey whose plan is not filed
			r.mem.Survey(nav.AllViews(), 0, labels, hall(7, 7)...)
		}
		sv := r.mem.Survey(nav.AllViews(), 0, labels, ranges...)
		again := r.disk.restore(t, nav.DefaultConfig())
		again.Keep(nav.NewKept(nil, nil).Lying(lies))
		if diff := cmp.Diff(sv.Edges, again.Survey(nav.AllViews(), 0, labels, ranges...).Edges); diff != "" {
			t.Fatalf("scan %d:\n%s", i, diff)
		}
		edges += len(sv.Edges)
		_, _, delta := r.mem.Decide(sv, nav.Choice{View: i % 12})
		r.disk.put(t, delta)
		r.do(0, "go L F")
	}
	if edges < 14 {
		t.Errorf("it saw %d open edges", edges)
	}
	r.do(0, "go L L")
	sv := r.mem.Survey(nav.AllViews(), 0, labels, hall(4, 3)...)
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
	r.disk.put(t, delta)
	lies = append(lies, nav.Lie{Seq: r.mem.Seq(), Frame: nav.Frame{X: 4, Y: -2, Yaw: 50}})
	if r.mem.Lies(lies) {
		t.Error("corrected at the step of a plan, what its scan saw stays where it was")
	}
	again := r.disk.restore(t, nav.DefaultConfig())
	again.Keep(nav.NewKept(nil, nil).Lying(lies))
	if diff := cmp.Diff(r.mem.Survey(nav.AllViews(), 0, labels, hall(5, 3)...).Edges, again.Survey(nav.AllViews(), 0, labels, hall(5, 3)...).Edges); diff != "" {
		t.Errorf("corrected at the step of a plan:\n%s", diff)
	}
	past := []nav.Lie{{Frame: nav.Frame{X: 9}}}
	if r.mem.Lies(past) {
		t.Error("another alignment from the beginning on leaves what was seen where it was")
	}
}

// Where an episode lies in its house does not show in what it sees of its own.
func TestHouseFrameDoesNotShow(t *testing.T) {
	labels := allLook("hall", 3, 5)
	plain := newRobot(t, nav.DefaultConfig())
	housed := newRobot(t, nav.DefaultConfig())
	housed.mem.Keep(nav.NewKept(nil, nil).Lying([]nav.Lie{{Frame: nav.Frame{X: 5, Y: 1, Yaw: 90}}}))
	for i := range 4 {
		a := plain.mem.Survey(nav.AllViews(), 0, labels, hall(3+float64(i), 2)...)
		b := housed.mem.Survey(nav.AllViews(), 0, labels, hall(3+float64(i), 2)...)
		if len(a.Edges) != len(b.Edges) {
			t.Fatalf("%d edges and %d", len(a.Edges), len(b.Edges))
		}
		for _, p := range a.Edges {
			same := func(q nav.Frontier) bool { return math.Abs(p.WayM-q.WayM) < 0.3 && p.Spot.Distance(q.Spot) < 0.3 }
			if !slices.ContainsFunc(b.Edges, same) {
				t.Errorf("scan %d: nothing like %+v", i, p)
			}
		}
		for _, r := range []*robot{plain, housed} {
			sv := r.mem.Survey(nav.AllViews(), 0, labels, hall(3+float64(i), 2)...)
			_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
			r.disk.put(t, delta)
			r.do(0, "go F F")
		}
	}
}

// What a plan without ranges knows of a house follows from what was seen and walked until
// then, not from when the seen area was last asked for.
func TestHouseWithoutRanges(t *testing.T) {
	r := newRobot(t, nav.DefaultConfig())
	r.do(0, "see hall")
	kept := nav.NewKept(nil, nil).Lying([]nav.Lie{{}})
	r.mem.Keep(kept)
	labels := allLook("hall", 3, 5)
	sv := r.mem.Survey(nav.AllViews(), 0, labels, hall(2, 2)...)
	r.mem.Recollect(&sv, nil)
	_, _, delta := r.mem.Decide(sv, nav.Choice{View: 0})
	r.disk.put(t, delta)
	r.do(0, "go F F F F F F F F F F F F")
	again := r.disk.restore(t, nav.DefaultConfig())
	again.Keep(kept)
	spots := []nav.Spot{{Thing: 1, At: area.Point{X: 5}, Where: []area.Chance{{Point: area.Point{X: 5}, Share: 1}}, From: []area.Point{{}}, Chance: 0.9}}
	surveys := [2]nav.Survey{}
	for i, m := range []*nav.Memory{r.mem, again} {
		surveys[i] = m.Survey(nav.AllViews(), 0, labels[:1])
		m.Recollect(&surveys[i], spots)
	}
	if diff := cmp.Diff(surveys[1], surveys[0], cmp.AllowUnexported(nav.Survey{})); diff != "" {
		t.Errorf("-restored +running\n%s", diff)
	}
	if len(surveys[0].Kept) == 0 {
		t.Error("no way to the spot is known")
	}
}
