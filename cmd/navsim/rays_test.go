package main

import (
	"testing"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
)

// TestRays has robots send how far they see all around: with the seen area they
// find at least as many goals, and walk less, than the same robots without it.
func TestRays(t *testing.T) {
	figures(t)
	t.Parallel()
	seed, houses := uint64(13), 4
	if long() {
		seed, houses = 300, 60
	}
	socket, tasks := navd(t), generatedFrom(t, seed, houses)
	outcomes := func(text string) (found int, spl float64, path int) {
		for _, task := range tasks {
			task.Arm, task.Profile, task.Run, task.Rays = armOf(t, text), world.Clean(), text, 60
			o, err := robot.Search(t.Context(), dialed(t, socket), task, func(m robot.Moment) {
				if m.Plan != nil {
					path = max(path, len(m.Plan.Plan.Path))
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if o.Success {
				found++
				spl += o.Shortest / max(o.Shortest, o.PathM)
			}
		}
		return found, spl / float64(len(tasks)), path
	}
	was, before, none := outcomes("without=use.without=[seen]")
	now, after, corners := outcomes("context")
	t.Logf("of %d: %d found and SPL %.3f without the seen area, %d and %.3f with it", len(tasks), was, before, now, after)
	if now < was || after <= before {
		t.Errorf("the seen area does not help: %d goals and SPL %.3f, %d and %.3f without it", now, after, was, before)
	}
	if none != 0 || corners < 2 {
		t.Errorf("ways over seen floor have %d hops, without it %d", corners, none)
	}
}

func TestCheckRays(t *testing.T) {
	for n, ok := range map[int]bool{0: true, 12: true, 1440: true, 11: false, 1441: false, -1: false} {
		if err := checkRays(n); (err == nil) != ok || err != nil && fault.As(err).Field != "--rays" {
			t.Errorf("%d: %v", n, err)
		}
	}
}
