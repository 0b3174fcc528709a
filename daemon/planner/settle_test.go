package planner_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/nav"
	"navd/daemon/planner"
)

// A model that says what the local planner would have said gets the local
// planner's plan, with its length and its aim.
func TestSettleGivesTheTwinsPlan(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	rooms := []string{"kitchen", "living room", "hallway", "bedroom", ""}
	back, edges := 0, 0
	for round := range 24 {
		m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
		seq := 0
		for range 12 {
			var labels []nav.Glimpse
			for v := range nav.Views {
				free, see := 4*rnd.Float64(), 8*rnd.Float64()
				labels = append(labels, nav.Glimpse{View: v, SceneType: rooms[rnd.IntN(len(rooms))], FreeM: &free, SeeM: &see})
			}
			sv := m.Survey(nav.AllViews(), 0, labels)
			if round%2 == 0 {
				sv = sv.Without(nav.PartSeen)
			}
			twin := planner.Local(sv, nil)
			said, err := planner.ParseIn(nav.Wording{}, nil)(twin.JSON())
			if err != nil {
				t.Fatal(err)
			}
			said.View = nav.ViewOf(said.Angle, nav.AllViews(), sv.Facing)
			got := planner.Settle(sv, nil, said)
			want := twin
			want.Score, want.Claims = 0, nil // the local planner's own
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatal(diff)
			}
			if got.ToSite != 0 {
				back++
			}
			if got.Aim != nil {
				edges++
			}
			m.Decide(sv, nav.Choice{Angle: got.Angle, View: got.View, SceneType: got.SceneType, Why: got.Why, ToSite: got.ToSite, ToView: got.ToView, Aim: got.Aim})
			for _, a := range append(planner.Turns(0, got.View, 30), nav.Forward, nav.Forward, nav.Forward, nav.Forward) {
				seq++
				if _, _, err := m.Advance(nav.Step{Seq: seq, Action: a, Phase: nav.PhasePolicy}.Normal()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if back < 20 || edges < 100 {
		t.Errorf("only %d plans led back to an earlier site, and %d to an open edge", back, edges)
	}
}

func TestSettleLeavesAlone(t *testing.T) {
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	blocked, open := 0.3, 3.0
	sv := m.Survey([]int{0, 3}, 0, []nav.Glimpse{{View: 0, FreeM: &blocked}, {View: 3, FreeM: &open}})
	for _, tt := range []struct {
		name string
		in   planner.Decision
	}{
		{"a goal in sight", planner.Decision{GoalFlag: true, Angle: -90, View: 3}},
		{"a view that is blocked", planner.Decision{View: 0}},
		{"a view that nobody showed", planner.Decision{Angle: 180, View: 6}},
	} {
		if diff := cmp.Diff(tt.in, planner.Settle(sv, nil, tt.in)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
