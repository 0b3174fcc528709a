package nav_test

import (
	"encoding/json"
	"fmt"

	"navd/daemon/nav"
)

// A robot walks half a metre, turns, and walks on.
func ExampleMemory_Advance() {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	for i, a := range []nav.Action{nav.Forward, nav.Forward, nav.TurnLeft, nav.Forward} {
		out, _, err := m.Advance(nav.Step{Seq: i + 1, Action: a})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%-12s x=%.2f y=%.2f yaw=%.0f anchor %d\n", a, out.Pose.X, out.Pose.Y, out.Pose.Yaw, out.Anchor)
	}
	// Output:
	// move_forward x=0.25 y=0.00 yaw=0 anchor 1
	// move_forward x=0.50 y=0.00 yaw=0 anchor 2
	// turn_left    x=0.50 y=0.00 yaw=30 anchor 2
	// move_forward x=0.72 y=0.12 yaw=30 anchor 3
}

// A sample of another type is a candidate at first; four steps later it is a
// place.
func ExampleMemory_Observe() {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	for _, label := range []string{"LivingRoom", "hallway"} {
		transition, _, _, err := m.Observe(nav.Sample{Step: m.Seq(), Label: label})
		fmt.Println(label, transition, err)
	}
	for i := range 4 {
		out, _, _ := m.Advance(nav.Step{Seq: i + 1, Action: nav.Forward})
		fmt.Printf("%d %s, sample due: %v\n", out.Place.ID, out.Place.Type, out.SceneDue.Due)
	}
	// Output:
	// LivingRoom named <nil>
	// hallway candidate <nil>
	// 1 living room, sample due: false
	// 1 living room, sample due: false
	// 1 living room, sample due: true
	// 2 corridor, sample due: false
}

// What was taken may be asked for again in other words: the same step is equal.
func ExampleStep_Equal() {
	var a, b nav.Step
	for text, st := range map[string]*nav.Step{`{"seq": 1, "action": "forward"}`: &a, `{"seq": 1, "action": 1, "collided": false}`: &b} {
		if err := json.Unmarshal([]byte(text), st); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(a.Equal(b))
	// Output: true
}

// Anchors of an earlier visit that may be the same spot are hints, nearest
// first.
func ExampleMemory_Localize() {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	if _, _, _, err := m.Observe(nav.Sample{Label: "주방"}); err != nil {
		fmt.Println(err)
	}
	for i := range 4 {
		if _, _, err := m.Advance(nav.Step{Seq: i + 1, Action: nav.Forward}); err != nil {
			fmt.Println(err)
		}
	}
	found, err := m.Localize(m.CurrentAnchor(), 1.5, 0)
	for _, n := range found {
		fmt.Println(n.Anchor, n.Type, n.DistanceM)
	}
	fmt.Println(err)
	// Output:
	// 2 kitchen 0.5
	// 1 kitchen 1
	// <nil>
}

// A memory is rebuilt from the records that its deltas put.
func ExampleRestore() {
	cfg := nav.DefaultConfig()
	m, _, stored := nav.New("ep", "sofa", cfg)
	_, delta, err := m.Advance(nav.Step{Seq: 1, Action: nav.Forward})
	if err != nil {
		fmt.Println(err)
	}
	stored.State = delta.State // the step made no anchor, place or site
	again, err := nav.Restore("ep", cfg, stored)
	fmt.Println(again.Seq(), again.Pose().X, err)
	// Output: 1 0.25 <nil>
}
