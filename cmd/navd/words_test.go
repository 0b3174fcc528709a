package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/ipc"
)

// TestWords holds that the terminal says what a robot does as the live page does.
func TestWords(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("web", "words.js"))
	if err != nil {
		t.Fatal(err)
	}
	page := strings.ToLower(string(source))
	said := func(what, text, varies string) {
		t.Helper()
		text, _, _ = strings.Cut(text, varies)
		if text == "" || !strings.Contains(page, strings.ToLower(text)) {
			t.Errorf("%s: the page does not say %q", what, text)
		}
	}
	for _, typ := range event.Types() {
		if e := eventWords(event.Event{Type: typ, Label: "X", Reason: "X"}); e.text != "" {
			said(string(typ), e.text, "X")
		} else if strings.Contains(page, `case "`+string(typ)+`"`) {
			t.Errorf("the page alone tells of %s", typ)
		}
	}
	for _, phase := range []nav.Phase{nav.PhaseScan, nav.PhaseTurn, nav.PhaseLevel} {
		said(string(phase), actionWords(nav.Step{Phase: phase}), "X")
	}
	for _, act := range []nav.Action{nav.Stop, nav.Forward, nav.TurnLeft, nav.TurnRight, nav.LookUp, nav.LookDown} {
		said(string(act), actionWords(nav.Step{Action: act}), "X")
	}
	yes, no := true, false
	step := &ipc.LoggedStep{Step: nav.Step{Seq: 9}}
	due := &ipc.LoggedStep{Step: nav.Step{Seq: 9}, Answer: nav.Stepped{PlanDue: nav.Due{Due: true}}}
	open := episode.Episode{Goal: "X", Status: episode.Open}
	for name, s := range map[string]seen{
		"found":  {record: episode.Episode{Goal: "X", End: &episode.End{Success: &yes}}, step: step},
		"failed": {record: episode.Episode{Goal: "X", End: &episode.End{Success: &no}}, step: step},
		"begins": {record: open},
		"thinks": {record: open, step: due},
		"stuck":  {record: open, step: step, alarm: &event.Event{Type: event.Stuck, Seq: 5}},
	} {
		said(name, s.doing(time.Second).text, "X")
	}
	waits := seen{record: open, step: due}
	said("waits", waits.doing(3*time.Second).text, "3")
	for _, angle := range []float64{0, 180} {
		said("direction", planGoes(planner.Decision{Angle: angle}), "X")
	}
}

func TestLineWords(t *testing.T) {
	for _, tc := range []struct {
		name, kind, data string
		want             []string
	}{
		{"a plan", "plan", `{"n": 2, "planner": "local", "options": 12, "decision": {"angle": 30, "range_m": 2, "why": "a door"}}`, []string{"Plan 2: 30° to the left, 2.0 m, the best of 12 ways", "a door"}},
		{"a plan of a model", "plan", `{"n": 3, "planner": "vertex", "decision": {"angle": -180, "goal_flag": true, "why": "it is there"}, "attempts": [{"usage": {"took_ns": 1500000000, "cost": 0.002}}]}`,
			[]string{"Plan 3: behind, to the goal", "it is there", "Decided by vertex, 1.5 s, cost 0.002"}},
		{"a way of two parts", "plan", `{"n": 1, "planner": "fallback", "decision": {"angle": 0, "range_m": 1, "path": [{"range_m": 1}, {"range_m": 2}], "why": "-"}}`,
			[]string{"Plan 1: straight ahead, 3.0 m", "-", "Decided by nobody: it goes straight on"}},
		{"feedback", "feedback", `{"text": "not there"}`, []string{"A user says: not there"}},
		{"a house", "event", `{"type": "house_changed", "label": "home"}`, []string{"What is kept of the house changed: home"}},
		{"an anchor", "event", `{"type": "anchor_created"}`, nil},
		{"a step", "step", `{}`, nil},
	} {
		lines, err := lineWords(ipc.LogEntry{Kind: tc.kind, Data: json.RawMessage(tc.data)})
		var got []string
		for _, l := range lines {
			got = append(got, l.text)
		}
		if err != nil || strings.Join(got, "\n") != strings.Join(tc.want, "\n") {
			t.Errorf("%s: got %q, %v, want %q", tc.name, got, err, tc.want)
		}
	}
}
