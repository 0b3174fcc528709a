package planner_test

import (
	"fmt"

	"navd/daemon/nav"
	"navd/daemon/planner"
)

// A model's answer may stand inside prose.
func ExampleParseIn() {
	d, err := planner.ParseIn(nav.Wording{}, nil)(`The sofa may be to the left:
		{'goal_flag': False, 'angle': 60, 'discovered_context': {'goal_scene_type': 'living room', 'why': 'a carpet'}}`)
	fmt.Println(d.GoalFlag, d.Angle, d.SceneType, err)
	_, err = planner.ParseIn(nav.Wording{}, nil)(`{"goal_flag": false, "angle": 270, "discovered_context": {}}`)
	fmt.Println(err)
	// Output:
	// false 60 living room <nil>
	// angle: not allowed, given 270, allowed a number from -180 to 180
}

// After a scan to the right the robot faces view 11.
func ExampleTurns() {
	view := nav.ViewOf(-65, []int{0, 1, 2, 3}, 11)
	fmt.Println(view, planner.Turns(11, view, 30))
	// Output: 2 [turn_right turn_right turn_right]
}

// Without a model the way is chosen by what is known of it.
func ExampleLocal() {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	if _, _, _, err := m.Observe(nav.Sample{Label: "kitchen"}); err != nil {
		fmt.Println(err)
	}
	label := func(view int, kind string, free float64) nav.Glimpse {
		return nav.Glimpse{View: view, SceneType: kind, FreeM: &free}
	}
	sv := m.Survey([]int{0, 3, 6}, 0, []nav.Glimpse{label(0, "kitchen", 3), label(3, "living room", 3), label(6, "bathroom", 3)})
	d := planner.Local(sv, nil)
	fmt.Printf("view %d, angle %v, %.1f m: %s\n", d.View, d.Angle, *d.RangeM, d.Why)
	// Output: view 3, angle -90, 1.2 m: living room, not yet tried, a likely place for the sofa
}
