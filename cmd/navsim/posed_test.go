package main

import (
	"math"
	"testing"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/nav"
)

// TestPosed has a robot that slips and hides collisions tell its true pose: navd then knows
// where it is at every step, and without that does not.
func TestPosed(t *testing.T) {
	t.Parallel()
	socket, task := navd(t), generatedFrom(t, 7, 1)[0]
	for _, tt := range []struct {
		arm      string
		off, out float64 // the largest error, metres: less than off, more than out
	}{{"posed=pose_source=odom", 1e-6, -1}, {"context", math.Inf(1), 0.05}} {
		worst := 0.0
		task.Arm, task.Profile, task.Run, task.Rays = armOf(t, tt.arm), world.Rough(), "posed", 60
		_, err := robot.Search(t.Context(), dialed(t, socket), task, func(m robot.Moment) {
			if m.Step != nil {
				is := nav.Frame(robot.PoseOf(task.Episode.Start)).Out(robot.PoseOf(m.Step.Pose))
				worst = max(worst, is.Distance(m.Step.Odom))
			}
		})
		if err != nil || worst >= tt.off || worst <= tt.out {
			t.Errorf("%s: the pose was off by up to %.3g m, %v", tt.arm, worst, err)
		}
	}
}
