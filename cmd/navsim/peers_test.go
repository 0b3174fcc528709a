package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/ipc"
)

// TestPeers has the explorers search in houses that they have never seen. Navd has
// counted what they did as it counts any robot.
func TestPeers(t *testing.T) {
	figures(t)
	for _, tt := range []struct {
		name, arm, profile string
		rays               int
		want               bar
	}{
		{"nearest edge", "frontier", "clean", 0, bar{sr: 0.85, spl: 0.5}},
		{"nearest edge, many rays", "frontier", "clean", 60, bar{sr: 0.9, spl: 0.55}},
		{"best edge", "explorer", "clean", 0, bar{sr: 0.9, spl: 0.6}},
		{"best edge, many rays", "explorer", "clean", 60, bar{sr: 0.9, spl: 0.65}},
		{"best edge, told no more than navd", "told", "clean", 60, bar{sr: 0.85, spl: 0.5}},
		{"best edge, noise", "explorer", "std", 0, bar{sr: 0.75, spl: 0.5}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := runFlags{profile: tt.profile, arm: tt.arm, rays: tt.rays, name: "peers", seed: 17, jobs: 2, generate: 3}
			if long() {
				f.generate = 60
			}
			tt.want.episodes = f.generate
			runsWell(t, f, tt.want)
		})
	}
}

// TestPeerFiled holds what navd is told of an explorer's plans to what the robot
// did.
func TestPeerFiled(t *testing.T) {
	t.Parallel()
	socket := navd(t)
	tasks := generatedFrom(t, 17, 3)
	for _, arm := range robot.Peers() {
		for _, task := range tasks {
			task.Arm, task.Profile = arm, world.Clean()
			var did []ipc.PlanResult
			c := dialed(t, socket)
			o, err := robot.Search(t.Context(), c, task, func(m robot.Moment) {
				if m.Plan != nil {
					did = append(did, m.Plan.Plan)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			ep, entries := record(t, c, o.Episode)
			if ep.Arm != arm.Name || len(did) != o.Plans || o.Plans == 0 {
				t.Errorf("%s: filed as %q, %d of %d plans", task.Episode.ID, ep.Arm, len(did), o.Plans)
			}
			for _, p := range plansIn(t, entries) {
				d := did[p.N-1]
				goal := p.Decision.GoalFlag && (p.Verified == nil || *p.Verified)
				if p.Executed == nil || *p.Executed != d.View || goal != d.GoalFlag {
					t.Errorf("%s, plan %d: navd has view %v and goal %v, the robot took %d, %v", task.Episode.ID, p.N, p.Executed, goal, d.View, d.GoalFlag)
				}
			}
		}
	}
}

// TestPeerTables compares explorers in eval's tables, and prints the same again,
// whatever the number of jobs.
func TestPeerTables(t *testing.T) {
	figures(t)
	t.Parallel()
	socket := navd(t)
	args := []string{"eval", "--socket", socket, "--generate", "2", "--seed", "18", "--sets", "plain", "--profile", "std", "--arm", "frontier", "--arm", "explorer"}
	first := succeeds(t, append(args, "--jobs", "1")...)
	matches(t, first, `^plain set, std: 2 houses, 2 episodes an arm\n\nFIGURE +UNIT +frontier +explorer\n`)
	again := succeeds(t, append(args, "--jobs", "3", "--run", "again")...)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Errorf("-first +again:\n%s", diff)
	}
}
