package planner_test

import (
	"testing"

	"navd/daemon/nav"
	"navd/daemon/planner"
)

func TestNearest(t *testing.T) {
	tried := func(o nav.Option) nav.Option { o.Outcome = 0.5; return o }
	near := func(o nav.Option) nav.Option { o.Apart = 0.7; return o }
	for _, tc := range []struct {
		name          string
		here, distant []nav.Option
		view          int
		goal          bool
	}{
		{"rooms do not matter", []nav.Option{view(1, "bathroom", 0.1), view(4, "living room", 1)}, nil, 1, false},
		{"here before there", []nav.Option{view(5, "kitchen", 0.1)}, []nav.Option{there(3, "living room", 1, 2, 90)}, 5, false},
		{"what was tried is explored", []nav.Option{tried(view(0, "kitchen", 1)), view(4, "kitchen", 1)}, nil, 4, false},
		{"so is what lies near a site", []nav.Option{near(view(0, "kitchen", 1)), view(4, "kitchen", 1)}, nil, 4, false},
		{"a view without floor is no way", []nav.Option{view(0, "kitchen", 0), view(4, "kitchen", 1)}, nil, 4, false},
		{"the nearer of two sites", []nav.Option{tried(view(0, "kitchen", 1))},
			[]nav.Option{there(3, "kitchen", 1, 6, 180), there(4, "kitchen", 1, 3, 90)}, 9, false},
		{"all explored: the most floor", []nav.Option{tried(view(0, "kitchen", 1)), tried(change(view(4, "kitchen", 1), func(o *nav.Option) { o.FreeM = 4 }))}, nil, 4, false},
		{"the target in sight", []nav.Option{view(0, "kitchen", 1), change(view(7, "kitchen", 0), func(o *nav.Option) { o.Objects = []string{"Sofa"} })}, nil, 7, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := planner.Nearest(nav.Survey{Goal: "sofa", Here: tc.here, Distant: tc.distant})
			if d.View != tc.view || d.GoalFlag != tc.goal {
				t.Errorf("view %d, goal %v, want %d, %v", d.View, d.GoalFlag, tc.view, tc.goal)
			}
		})
	}
}

// Dice decide between equals: any of them, but always the same by the same
// throw, and never a lesser one.
func TestDice(t *testing.T) {
	here := []nav.Option{view(1, "kitchen", 1), view(5, "kitchen", 1), view(9, "kitchen", 1), view(0, "kitchen", 0.1)}
	seed, drawn := int64(7), map[int]bool{}
	for plan := range 50 {
		sv := nav.Survey{Goal: "sofa", Here: here, Dice: planner.Dice(&seed, plan)}
		d := planner.Local(sv, nil)
		drawn[d.View] = true
		if again := planner.Local(sv, nil); again.View != d.View {
			t.Errorf("plan %d goes to %d, then to %d", plan, d.View, again.View)
		}
	}
	if !drawn[1] || !drawn[5] || !drawn[9] || drawn[0] {
		t.Errorf("drawn: %v", drawn)
	}
	if planner.Dice(nil, 0) == 0 || planner.Dice(&seed, 0) == planner.Dice(nil, 0) {
		t.Error("no dice, or the same without a seed")
	}
}
