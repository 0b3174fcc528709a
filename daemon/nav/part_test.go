package nav_test

import (
	"slices"
	"testing"

	"navd/daemon/nav"
)

// walkedOn is a robot that looked at a kitchen and a door to a hall, went back
// and forth before it, and stands where it began.
func walkedOn(t *testing.T) (*robot, []nav.Glimpse) {
	t.Helper()
	r := newRobot(t, nav.DefaultConfig())
	labels := allLook("kitchen", 3, 3)
	labels[0] = look(0, "kitchen", 3, 8)
	labels[3] = look(3, "hall", 4, 4)
	r.do(0, "see kitchen")
	r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, labels), nav.Choice{View: 0, SceneType: "kitchen"})
	r.do(0, "go F*8 S")
	r.mem.Decide(r.mem.Survey(nav.AllViews(), 0, labels), nav.Choice{View: 6, Angle: 180, SceneType: "kitchen"})
	r.do(0, "go L*6:turn F*8 S L*6:turn")
	return r, labels
}

func TestWithout(t *testing.T) {
	r, labels := walkedOn(t)
	whole := r.mem.Survey(nav.AllViews(), 0, labels)
	if len(whole.Distant) == 0 || whole.Here[0].Visits == 0 || whole.Here[0].Outcome == 1 || whole.Here[0].Apart == 1 || whole.Here[0].Newness == whole.Here[0].AtFirst {
		t.Fatalf("nothing to leave out: %+v, %d frontiers", whole.Here[:4], len(whole.Distant))
	}
	for _, tc := range []struct {
		part nav.Part
		gone func(nav.Survey) bool
	}{
		{nav.PartFrontiers, func(s nav.Survey) bool { return len(s.Distant) == 0 }},
		{nav.PartNewness, func(s nav.Survey) bool { return s.Here[0].Newness == 0.7 }},
		{nav.PartLooks, func(s nav.Survey) bool { return s.Here[0].Scans == 1 && s.Here[3].Scans == 0 }},
		{nav.PartVisits, func(s nav.Survey) bool { return s.Here[0].Visits == 0 }},
		{nav.PartOutcomes, func(s nav.Survey) bool { return s.Here[0].Outcome == 1 }},
		{nav.PartSites, func(s nav.Survey) bool { return s.Here[0].Apart == 1 }},
		{nav.PartStraight, func(s nav.Survey) bool {
			return !slices.ContainsFunc(s.Distant, func(o nav.Option) bool { return o.StraightM > 0 })
		}},
		{nav.PartLegs, func(s nav.Survey) bool { return s.Here[0].LegM > 2 && s.Here[0].LookM == s.Here[0].LegM }},
		{nav.PartRooms, func(s nav.Survey) bool { return s.Here[0].Type.Unknown() && s.Here[3].Type.Unknown() }},
	} {
		t.Run(string(tc.part), func(t *testing.T) {
			if tc.gone(whole) {
				t.Fatal("it is gone before it is left out")
			}
			if !tc.gone(whole.Without(tc.part)) {
				t.Error("it is still there")
			}
			diff(t, "the survey itself", whole, r.mem.Survey(nav.AllViews(), 0, labels))
		})
	}
}

func TestWithoutRecall(t *testing.T) {
	m, _, _ := nav.New("e1", "bed", nav.DefaultConfig())
	planAt(m, 6, map[int]string{0: "bed"})
	recalled := func(s nav.Survey) (n int) {
		for _, o := range s.Distant {
			if o.Recalled {
				n++
			}
		}
		return n
	}
	whole := m.Survey(nav.AllViews(), 0, scanned(nil))
	if recalled(whole) != 1 || recalled(whole.Without(nav.PartRecall)) != 0 || recalled(whole.Without(nav.PartFrontiers)) != 1 {
		t.Errorf("%d recalled, %d without, %d without the others", recalled(whole), recalled(whole.Without(nav.PartRecall)), recalled(whole.Without(nav.PartFrontiers)))
	}
}

// A list of the last decisions tells of types and directions, and of nothing
// else.
func TestGlanceWithTheLastDecisions(t *testing.T) {
	r, labels := walkedOn(t)
	sv := r.mem.Glance(nav.AllViews(), 0, labels, true, 1)
	for view, want := range map[int]float64{0: 0.25, 6: 0.25, 4: 0.5, 3: 1} {
		if got := sv.Here[view].Outcome; got != want {
			t.Errorf("view %d is worth %v, want %v", view, got, want)
		}
	}
	if got := r.mem.Glance(nav.AllViews(), 0, labels, false, 1).Here[0].Outcome; got != 1 {
		t.Errorf("without the list a view is worth %v", got)
	}
}
