package robot

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/world"
	"navd/daemon/nav"
	"navd/daemon/words"
	"navd/ipc"
)

// plans is a daemon that gives one plan after the other and writes down what it
// is told. It reads claims from what does not speak of the corridor.
type plans struct {
	next   []ipc.PlanResult
	scenes []string
	told   []string
}

var errGone = errors.New("gone")

// Call implements [ipc.Caller].
func (p *plans) Call(_ context.Context, _ string, params, result any) error {
	switch r := result.(type) {
	case *ipc.BeginResult:
		p.scenes = append(p.scenes, params.(ipc.BeginParams).SceneID)
		r.Episode = "e1"
	case *ipc.PlanResult:
		*r, p.next = p.next[0], p.next[1:]
	case *ipc.FeedbackResult:
		f := params.(ipc.FeedbackParams)
		if f.Text == "spatial: there is no sofa in the pantry" {
			return errGone
		}
		p.told = append(p.told, f.Episode+" "+f.Text)
		r.Entries = []ipc.FeedbackEntry{{Claims: words.ParseClaims(without(f.Text), "")}}
		if f.Text == "공간: 복도에는 소파가 없어" {
			r.Entries[0].Claims = []words.Claim{}
		}
	}
	return nil
}

// towards gives a plan that goes for a type of room.
func towards(room string) ipc.PlanResult {
	return ipc.PlanResult{Discovered: nav.Record{GoalSceneType: room}}
}

func TestOracle(t *testing.T) {
	sight := towards("bedroom")
	sight.GoalFlag = true
	lost := towards("bedroom")
	lost.Fallback = true
	swayed := towards("living room")
	swayed.Used.Moved = true
	tests := []struct {
		name  string
		voice Voice
		thing string
		plans []ipc.PlanResult
		told  []string
		talk  Talk
	}{
		{"silent", Silent, "Sofa", []ipc.PlanResult{towards("bedroom"), swayed}, nil, Talk{Plans: 2, Moved: 1}},
		{"denies, each type once, in order", Denies, "Sofa",
			[]ipc.PlanResult{towards("bedroom"), towards("bedroom"), towards("living room"), towards("corridor"), towards("kitchen")},
			[]string{"e1 spatial: there is no sofa in the bedroom", "e1 공간: 복도에는 소파가 없어", "e1 spatial: there is no sofa in the kitchen"},
			Talk{Plans: 5, Said: 3, Mute: 1}},
		{"a room that the house does not have", Denies, "Sofa", []ipc.PlanResult{towards("garage")},
			[]string{"e1 spatial: there is no sofa in the garage"}, Talk{Plans: 1, Said: 1}},
		{"nothing of what it cannot name", Denies, "Sofa", []ipc.PlanResult{towards("unknown"), towards(""), towards("holodeck")}, nil, Talk{Plans: 3}},
		{"nothing of a thing without a name", Denies, "Flux", []ipc.PlanResult{towards("bedroom")}, nil, Talk{Plans: 1}},
		{"nothing with the goal in sight, or without a planner", Denies, "Sofa", []ipc.PlanResult{sight, lost}, nil, Talk{Plans: 2}},
		{"hidden things are there", Denies, "Egg", []ipc.PlanResult{towards("kitchen")}, nil, Talk{Plans: 1}},
		{"tells, once", Tells, "Sofa", []ipc.PlanResult{towards("living room"), towards("bedroom"), towards("kitchen")},
			[]string{"e1 spatial: the sofa is in the living room"}, Talk{Plans: 3, Said: 1}},
		{"tells nothing of what is hidden", Tells, "Egg", []ipc.PlanResult{towards("bedroom")}, nil, Talk{Plans: 1}},
		{"both", Both, "Sofa", []ipc.PlanResult{towards("bedroom"), towards("kitchen"), towards("bedroom")},
			[]string{"e1 spatial: the sofa is not in the bedroom but in the living room", "e1 공간: 소파는 주방이 아니라 거실에 있어"},
			Talk{Plans: 3, Said: 2}},
		{"both, of what is hidden", Both, "Egg", []ipc.PlanResult{towards("bedroom")},
			[]string{"e1 spatial: there is no egg in the bedroom"}, Talk{Plans: 1, Said: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			navd := &plans{next: test.plans}
			o := NewOracle(navd, test.voice, "run/house", NewTruth(fourRooms(t, func(*world.House) {}), test.thing))
			if _, err := ipc.EpisodeBegin.Call(t.Context(), o, ipc.BeginParams{SceneID: "house"}); err != nil {
				t.Fatal(err)
			}
			for range test.plans {
				if _, err := ipc.NavPlan.Call(t.Context(), o, ipc.PlanParams{}); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(test.told, navd.told); diff != "" {
				t.Errorf("told, -want +got:\n%s", diff)
			}
			if got := o.Take(); got != test.talk {
				t.Errorf("counted %+v, want %+v", got, test.talk)
			}
			if again := o.Take(); again != (Talk{}) {
				t.Errorf("%+v is counted twice", again)
			}
			if diff := cmp.Diff([]string{"run/house"}, navd.scenes); diff != "" {
				t.Errorf("scenes: %s", diff)
			}
		})
	}
}

// TestOracleUnheard gives the daemon's refusal of what it says.
func TestOracleUnheard(t *testing.T) {
	o := NewOracle(&plans{next: []ipc.PlanResult{towards("pantry")}}, Denies, "s", NewTruth(fourRooms(t, func(*world.House) {}), "Sofa"))
	if _, err := ipc.NavPlan.Call(t.Context(), o, ipc.PlanParams{}); !errors.Is(err, errGone) {
		t.Errorf("got %v", err)
	}
}
