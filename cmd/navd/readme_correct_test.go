package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"navd/config"
	"navd/ipc"
)

// correction is the README's session, a command a line.
var correction = [][]string{
	{"feedback", "spatial: there is no sofa in the living room"},
	{"feedback", "f:(공간: 소파는 침실에 있어, p: look behind doors)"},
	{"grounding", "list"},
	{"grounding", "undo", "f1"},
}

// TestReadmeCorrection holds the README's corrections to what navd prints, and
// what it says of the next plan to the plan.
func TestReadmeCorrection(t *testing.T) {
	navd := withDaemon(t, config.Default())
	var e ipc.BeginResult
	if err := json.Unmarshal([]byte(navd(0, "call", "episode.begin", `{"goal": "sofa", "scene_id": "house-1"}`)), &e); err != nil {
		t.Fatal(err)
	}
	id := regexp.MustCompile(`\b` + e.Episode + `\b`)
	var session strings.Builder
	for i, args := range correction {
		shown := strings.Join(args, " ")
		if args[0] == "feedback" {
			shown = "feedback '" + args[1] + "'"
		}
		fmt.Fprintf(&session, "$ navd %s\n%s\n", shown, id.ReplaceAllString(navd(0, args...), "06gzyr30vmxc7qvz"))
		if i == 0 {
			session.WriteString(planned(t, navd, e.Episode))
		}
	}
	showsOutput(t, "correct", strings.TrimSuffix(session.String(), "\n"))
}

// planned has a plan made with the living room ahead and a hallway at the right,
// and gives its view and its reason.
func planned(t *testing.T, navd func(int, ...string) string, episode string) string {
	t.Helper()
	const labels = `[{"view": 0, "scene_type": "living room", "free_m": 3, "see_m": 6}, {"view": 3, "scene_type": "hallway", "free_m": 4, "see_m": 7.5}]`
	var plan ipc.PlanResult
	out := navd(0, "call", "nav.plan", `{"episode": "`+episode+`", "labels": `+labels+`}`)
	if err := json.Unmarshal([]byte(out), &plan); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("$ navd call nav.plan '{\"episode\": …, \"labels\": [{\"view\": 0, \"scene_type\": \"living room\", …}, {\"view\": 3, \"scene_type\": \"hallway\", …}]}'\n"+
		"  …\n  \"view\": %d,\n  …\n    \"why\": %q,\n  …\n    \"moved\": %v\n  …\n\n", plan.View, plan.Discovered.Why, plan.Used.Moved)
}
