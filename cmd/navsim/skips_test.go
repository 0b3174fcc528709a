package main

import (
	"testing"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/nav"
	"navd/ipc"
)

// TestSkips has a robot that knows where it is search a kept house again for what was found
// there: it goes without a scan, ends the next one early, and finds it in fewer steps than a
// robot that makes every scan whole.
func TestSkips(t *testing.T) {
	figures(t)
	t.Parallel()
	houses := uint64(3)
	if long() {
		houses = 30
	}
	socket, arms := navd(t), map[string]*ipc.Use{"first": nil, "skips": nil, "whole": {Without: []nav.Part{nav.PartSkips}}}
	steps, found, blind := map[string]int{}, map[string]int{}, map[string]int{}
	for seed := uint64(40); seed < 40+houses; seed++ {
		tasks := generatedFrom(t, seed, 1)
		for _, arm := range []string{"first", "whole", "skips"} {
			task := tasks[0]
			mode := map[bool]string{true: "write", false: "read"}[arm == "first"]
			task.House = &ipc.BeginHouse{ID: task.Episode.House, Mode: mode, Start: &ipc.HouseStart{Pose: new(robot.PoseOf(task.Episode.Start))}}
			task.Arm, task.Profile, task.Run, task.Rays = robot.Arm{Name: arm, Use: arms[arm]}, world.Clean(), arm, 60
			o, err := robot.Search(t.Context(), dialed(t, socket), task, func(m robot.Moment) {
				if m.Plan != nil && m.Plan.Step == 0 {
					blind[arm]++
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if steps[arm] += o.Steps; o.Success {
				found[arm]++
			}
		}
	}
	t.Logf("of %d: found %v in %v steps, begun without a scan %v", houses, found, steps, blind)
	if blind["first"]+blind["whole"] > 0 || blind["skips"] == 0 || found["skips"] < found["whole"]-int(houses)/20 || steps["skips"] >= steps["whole"] {
		t.Error("scans that are not made save nothing")
	}
}
