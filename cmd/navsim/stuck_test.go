package main

import (
	"context"
	"testing"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/ipc"
)

// quiet is a robot that does not say what its steps are for.
type quiet struct{ ipc.Caller }

func (q quiet) Call(ctx context.Context, method string, params, result any) error {
	if p, ok := params.(ipc.StepParams); ok {
		p.Phase = ""
		params = p
	}
	return q.Caller.Call(ctx, method, params, result)
}

// TestStuckIsStuck compares STUCK with the truth: less than half a metre of
// progress in the last ten moves that were neither of a scan nor turns that a
// plan asked for. Four of five at least are right, with noise too, whether or not
// the robot says what its steps are for, with memory and without it. With memory it is
// rarely stuck, and two houses need not show that.
func TestStuckIsStuck(t *testing.T) {
	figures(t)
	t.Parallel()
	houses := 2
	if long() {
		houses = 24
	}
	tasks := generatedFrom(t, 40, houses)
	for _, tt := range []struct {
		name    string
		arm     string
		profile world.Profile
		quiet   bool
	}{
		{"saying its phases", "none", world.Clean(), false},
		{"silent", "none", world.Clean(), true},
		{"silent, with noise", "none", world.Std(), true},
		{"silent, with memory and noise", "context", world.Std(), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			socket := navd(t)
			var j judge
			for _, task := range tasks {
				task.Arm, task.Profile, task.Run = armOf(t, tt.arm), tt.profile, "stuck"
				var navd ipc.Caller = dialed(t, socket)
				if tt.quiet {
					navd = quiet{navd}
				}
				j.moves = nil
				if _, err := robot.Search(t.Context(), navd, task, j.watch); err != nil {
					t.Fatal(err)
				}
			}
			t.Logf("%d STUCK, %d of them true; the truth rose %d times", j.stuck, j.right, j.rose)
			if j.stuck == 0 && (tt.arm == "none" || long()) || 10*j.right < 8*j.stuck {
				t.Errorf("%d STUCK, %d of them true; the truth rose %d times", j.stuck, j.right, j.rose)
			}
		})
	}
}

// judge knows where the robot really was after each move of its own.
type judge struct {
	moves              []world.Point
	still              bool
	stuck, right, rose int
}

func (j *judge) watch(m robot.Moment) {
	switch {
	case m.Begun != nil:
		j.still = false
	case m.Step != nil && m.Step.Phase == nav.PhasePolicy && m.Step.Action != nav.Stop:
		j.moves = append(j.moves, m.Step.Pose.Point())
		now := j.noProgress()
		if now && !j.still {
			j.rose++
		}
		j.still = now
	case m.Event != nil && m.Event.Type == event.Stuck:
		j.stuck++
		if j.noProgress() {
			j.right++
		}
	}
}

// noProgress reports whether the last ten moves ended less than half a metre from
// where they began.
func (j *judge) noProgress() bool {
	n := len(j.moves)
	return n > 10 && j.moves[n-1].Dist(j.moves[n-11]) < 0.5
}
