package planner_test

import (
	"testing"

	"navd/daemon/area"
	"navd/daemon/knowledge"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/words"
)

// Rules forbid ways over known floor as they forbid edges: to where the target was seen, and
// to floor that should be looked at from near.
func TestAllowed(t *testing.T) {
	spot := func(room words.Key, angle, metres float64) nav.Remembered {
		end := nav.Pose{}.Reach(metres, angle)
		return nav.Remembered{Spot: nav.Spot{Thing: 1, Room: room, Chance: 0.9}, End: area.Point{X: end.X, Y: end.Y}, WayM: metres, Path: []nav.Hop{{Angle: angle, RangeM: metres}}}
	}
	sv := nav.Survey{
		Goal: "sofa", House: true, Kept: []nav.Remembered{spot("bedroom", 0, 3), spot("living room", 90, 6)},
		Edges: []nav.Frontier{edge(6, "kitchen", 5)}, Again: []nav.Frontier{edge(1, "bedroom", 2), edge(8, "den", 4)},
	}
	for _, tt := range []struct {
		name    string
		verdict knowledge.Verdict
		want    words.Key // the room that it goes to
		left    [3]int    // spots, edges, floor to look at again
	}{
		{"no rule", knowledge.Verdict{}, "bedroom", [3]int{2, 1, 2}},
		{"never the bedroom", knowledge.Verdict{Places: []words.Key{"bedroom"}}, "living room", [3]int{1, 1, 1}},
		{"neither room", knowledge.Verdict{Places: []words.Key{"bedroom", "living room"}}, "den", [3]int{0, 1, 1}},
		{"not that way, without a look", knowledge.Verdict{Bans: []knowledge.Ban{{View: 0}}}, "living room", [3]int{1, 1, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			free := planner.Allowed(sv, tt.verdict)
			if left := [3]int{len(free.Kept), len(free.Edges), len(free.Again)}; left != tt.left {
				t.Errorf("%v ways are left, want %v", left, tt.left)
			}
			if d := planner.Local(free, nil); d.SceneType != string(tt.want) {
				t.Errorf("it goes to the %s: %s", d.SceneType, d.Why)
			}
		})
	}
	if len(sv.Kept) != 2 || len(sv.Again) != 2 {
		t.Error("the survey itself has changed")
	}
}
