package robot

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/ipc"
)

func TestParseArm(t *testing.T) {
	radius, off := 1.0, false
	for _, tt := range []struct {
		name, text string
		want       Arm
	}{
		{"one that has a name", "context", Arm{Name: "context"}},
		{"a peer", "explorer", Arm{Name: "explorer", Peer: PeerExplorer, Use: &ipc.Use{Context: &off}, Config: &ipc.BeginConfig{PlannerChain: []string{"nearest"}}}},
		{"all of it under another name", "mine=", Arm{Name: "mine"}},
		{"a number", "small=config.localize_radius_m=1", Arm{Name: "small", Config: &ipc.BeginConfig{LocalizeRadiusM: &radius}}},
		{"a list, and two branches", "x=use.without=[visits, sites],config.planner_chain=[\"nearest\"]",
			Arm{Name: "x", Use: &ipc.Use{Without: []nav.Part{nav.PartVisits, nav.PartSites}}, Config: &ipc.BeginConfig{PlannerChain: []string{"nearest"}}}},
		{"the true pose", "posed=pose_source=odom", Arm{Name: "posed", Odom: true}},
		{"advice by past episodes", "c=condition=C2_holdout:0.5,space=mine,snapshot=s1", Arm{Name: "c", Condition: "C2_holdout:0.5", Space: "mine", Snapshot: "s1"}},
		{"an order", "i=instruction=find it quietly", Arm{Name: "i", Instruction: "find it quietly"}},
		{"text", "s=config.stuck_rule=site", Arm{Name: "s", Config: &ipc.BeginConfig{StuckRule: "site"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseArm(tt.text)
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

func TestParseArmRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text, field string }{
		{"no such name", "best", "--arm"},
		{"no name", "=use.context=false", "--arm"},
		{"no value", "x=use.context", "--arm"},
		{"half a path", "x=use.=true", "--arm"},
		{"no such setting", "x=config.speed=1", "--arm x: config.speed"},
		{"out of range", "x=use.without=[luck]", "--arm x: use.without[0]"},
		{"one that each search has", "x=goal=sofa", "--arm x: goal"},
		{"no such source", "x=pose_source=gps", "--arm x: pose_source"},
		{"wrong type", "x=config.scene_every=often", "--arm x: config.scene_every"},
		{"a branch for a leaf", "x=config=1", "--arm x: config"},
		{"the same twice", "x=use.context=false,use.context=true", "--arm"},
		{"a leaf, then below it", "x=use=1,use.context=true", "--arm"},
		{"a branch, then over it", "x=use.context=true,use=1", "--arm"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseArm(tt.text)
			if !fault.Is(err, fault.Invalid) || fault.As(err).Field != tt.field {
				t.Errorf("%v, field %q", err, fault.As(err).Field)
			}
		})
	}
}
