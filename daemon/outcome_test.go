package daemon_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/planner"
	"navd/ipc"
)

// The log tells what came of a plan as soon as its leg has ended.
func TestLogTellsTheOutcome(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	h.do(ipc.NavPlan, fmt.Sprintf(`{"episode":%q,"labels":[{"view":0,"scene_type":"hallway","free_m":4}]}`, id))
	plan := func() planner.Plan {
		log := into[ipc.LogResult](t, h.do(ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["plan"]}`, id)))
		var p planner.Plan
		if len(log.Entries) != 1 || json.Unmarshal(log.Entries[0].Data, &p) != nil {
			t.Fatalf("log %+v", log)
		}
		return p
	}
	if out := plan().Record.Outcome; out != nil {
		t.Errorf("the leg still runs, and its outcome is %+v", out)
	}
	for seq := 1; seq <= 9; seq++ {
		action := "move_forward"
		if seq == 9 {
			action = "stop"
		}
		h.do(ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":%q}`, id, seq, action))
	}
	if out := plan().Record.Outcome; out == nil || out.Metres != 2 || !out.NewView {
		t.Errorf("outcome %+v, want 2 m and a new view", out)
	}
}

// A delete can be sent again when its answer was lost.
func TestDeleteAgain(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	params := fmt.Sprintf(`{"episode":%q,"key":"gone"}`, id)
	first := h.do(ipc.EpisodeDelete, params)
	h.restart()
	if diff := cmp.Diff(string(first), string(h.do(ipc.EpisodeDelete, params))); diff != "" {
		t.Error(diff)
	}
}

// A goal without a letter would be equal to every label without one.
func TestGoalNamesSomething(t *testing.T) {
	h := newHouse(t)
	id := h.begin()
	for _, goal := range []string{"--", "🛋", "  "} {
		in := refusal{Code: -32602, Kind: fault.Invalid, Field: "goal"}
		h.refuse(ipc.EpisodeBegin, fmt.Sprintf(`{"goal":%q}`, goal), in)
		h.refuse(ipc.EpisodeGoal, fmt.Sprintf(`{"episode":%q,"goal":%q}`, id, goal), in)
	}
	h.do(ipc.EpisodeGoal, fmt.Sprintf(`{"episode":%q,"goal":"소파"}`, id))
}
