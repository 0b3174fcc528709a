package story_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"navd/cmd/navd/story"
	"navd/daemon/episode"
	"navd/daemon/nav"
	"navd/ipc"
)

func TestOf(t *testing.T) {
	for _, tc := range []struct {
		name, kind, data string
		want             []string
	}{
		{"a plan", "plan", `{"n": 2, "planner": "local", "options": 12, "ways": [{"angle": 28}], "decision": {"angle": 30, "range_m": 2, "why": "a door"}}`,
			[]string{"main: Plan 2: 30° to the left, 2.0 m, the best of 12 ways", "soft: a door"}},
		{"a plan by what the house holds", "plan", `{"n": 2, "planner": "local", "options": 12, "ways": [{"angle": -90}], "decision": {"angle": 30, "why": "it was seen there"}}`,
			[]string{"main: Plan 2: 30° to the left", "soft: it was seen there"}},
		{"a plan of a model", "plan", `{"n": 3, "planner": "vertex", "decision": {"angle": -180, "goal_flag": true, "why": "it is there"}, "attempts": [{"usage": {"took_ns": 1500000000, "cost": 0.002}}]}`,
			[]string{"main: Plan 3: behind, to the goal", "soft: it is there", "soft: Decided by vertex, 1.5 s, cost 0.002"}},
		{"a way of two parts", "plan", `{"n": 1, "planner": "fallback", "decision": {"angle": 0, "range_m": 1, "path": [{"range_m": 1}, {"range_m": 2}], "why": "-"}}`,
			[]string{"main: Plan 1: straight ahead, 3.0 m", "soft: -", "soft: No planner decided: it goes straight on"}},
		{"to the right", "plan", `{"n": 1, "planner": "local", "options": 1, "decision": {"angle": -29.7, "why": "-"}}`, []string{"main: Plan 1: 30° to the right", "soft: -"}},
		{"feedback", "feedback", `{"text": "not there"}`, []string{"main: A user says: not there"}},
		{"feedback by items", "feedback", `{"items": [{"text": "not there"}, {"text": "go on"}]}`, []string{"main: A user says: not there; go on"}},
		{"a place", "event", `{"type": "place_entered", "label": "hall"}`, []string{": Enters the hall"}},
		{"a place without a name", "event", `{"type": "place_entered"}`, nil},
		{"another goal", "event", `{"type": "goal_changed", "label": "bed"}`, []string{"main: Looks for the bed from here on"}},
		{"a goal with an article", "event", `{"type": "goal_changed", "label": "a bed"}`, []string{"main: Looks for a bed from here on"}},
		{"stuck", "event", `{"type": "stuck"}`, []string{"alarm: STUCK: no progress in its last steps"}},
		{"back and forth", "event", `{"type": "ababa"}`, []string{"alarm: Goes back and forth between two places"}},
		{"no planner", "event", `{"type": "fallback", "reason": "too late"}`, []string{"alarm: No planner gave an answer: too late"}},
		{"a picture", "event", `{"type": "scene_failed", "reason": "too dark"}`, []string{"alarm: A picture could not be read: too dark"}},
		{"aligned", "event", `{"type": "aligned", "reason": "dock"}`, []string{": Knows where it is in the house: its first scan fits the dock that it began in"}},
		{"aligned in a way of later times", "event", `{"type": "aligned", "reason": "two rooms fit"}`, []string{": Knows where it is in the house: two rooms fit"}},
		{"not aligned", "event", `{"type": "alignment_undone", "reason": "a wall"}`, []string{"alarm: Was wrong about where it is in the house: a wall"}},
		{"a house", "event", `{"type": "house_changed", "label": "home"}`, []string{": What is kept of the house changed: home"}},
		{"an event for machines", "event", `{"type": "anchor_created"}`, nil},
		{"a step", "step", `{}`, nil},
	} {
		lines, err := story.Of(ipc.LogEntry{Kind: tc.kind, Data: json.RawMessage(tc.data)})
		var got []string
		for _, l := range lines {
			got = append(got, string(l.Look)+": "+l.Text)
		}
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%s: got %q, %v, want %q", tc.name, got, err, tc.want)
		}
	}
	for _, kind := range []string{"plan", "event", "feedback"} {
		if lines, err := story.Of(ipc.LogEntry{Kind: kind, Data: json.RawMessage(`[]`)}); err == nil {
			t.Errorf("%s: a list is %v, want an error", kind, lines)
		}
	}
}

// TestDoing holds what a robot does by what was heard of it, and after how long.
func TestDoing(t *testing.T) {
	yes, no := true, false
	open := episode.Episode{ID: "e", Goal: "sofa", Status: episode.Open}
	ended := func(told *bool) episode.Episode {
		return episode.Episode{ID: "e", Goal: "sofa", Status: episode.Ended, End: &episode.End{Success: told}}
	}
	line := func(kind string, seq int, data string) ipc.LogEntry {
		return ipc.LogEntry{Kind: kind, Seq: seq, Data: json.RawMessage(data)}
	}
	walk := line("step", 9, `{"step": {"action": "move_forward"}}`)
	scan := line("step", 9, `{"step": {"action": "turn_left", "phase": "scan"}, "answer": {"plan_due": {"due": true}}}`)
	stuck := line("event", 3, `{"type": "stuck", "seq": 3}`)
	plan := line("plan", 9, `{"at_step": 9, "decision": {"angle": 0, "range_m": 2}}`)
	for _, tc := range []struct {
		name   string
		record episode.Episode
		lines  []ipc.LogEntry
		idle   time.Duration
		want   story.Phrase
	}{
		{"nothing", episode.Episode{}, nil, 0, story.Phrase{Text: "No search yet", Look: story.Rest}},
		{"begins", open, nil, time.Hour, story.Phrase{Text: "Begins to look for the sofa", Look: story.Run}},
		{"walks without a plan", open, []ipc.LogEntry{walk}, time.Hour, story.Phrase{Text: "Walks", Look: story.Run}},
		{"walks", open, []ipc.LogEntry{plan, walk}, 0, story.Phrase{Text: "Walks, straight ahead, 2.0 m", Look: story.Run}},
		{"walks, and looks for something else", open, []ipc.LogEntry{plan, walk, line("event", 9, `{"type": "goal_changed", "label": "bed"}`)}, 0, story.Phrase{Text: "Walks", Look: story.Run}},
		{"looks around", open, []ipc.LogEntry{scan}, 690 * time.Millisecond, story.Phrase{Text: "Looks around", Look: story.Run}},
		{"thinks", open, []ipc.LogEntry{scan}, 700 * time.Millisecond, story.Phrase{Text: "Thinks where to go", Look: story.Run}},
		{"waits", open, []ipc.LogEntry{scan}, 65 * time.Second, story.Phrase{Text: "Waits for a plan, for 1 min 5 s", Look: story.Run}},
		{"has its plan", open, []ipc.LogEntry{scan, plan}, 65 * time.Second, story.Phrase{Text: "Looks around", Look: story.Run}},
		{"is stuck", open, []ipc.LogEntry{stuck, scan}, 65 * time.Second, story.Phrase{Text: "STUCK: no progress in its last steps", Look: story.Alarm}},
		{"was stuck", open, []ipc.LogEntry{stuck, line("step", 11, `{"step": {"action": "look_up"}}`)}, 0, story.Phrase{Text: "Looks up", Look: story.Run}},
		{"found", ended(&yes), []ipc.LogEntry{stuck, scan}, time.Hour, story.Phrase{Text: "Found the sofa after 9 steps", Look: story.Done}},
		{"not found", ended(&no), []ipc.LogEntry{line("step", 1, `{}`)}, 0, story.Phrase{Text: "Did not find the sofa after 1 step", Look: story.Rest}},
		{"ended", ended(nil), nil, 0, story.Phrase{Text: "Ended", Look: story.Rest}},
	} {
		seen := story.Seen{Record: tc.record}
		for _, e := range tc.lines {
			if err := seen.Take(e); err != nil {
				t.Errorf("%s: %v", tc.name, err)
			}
		}
		if got := story.At(seen.Doing(), tc.idle); got != tc.want {
			t.Errorf("%s: got %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

func TestWhere(t *testing.T) {
	for _, tc := range []struct {
		name string
		is   ipc.WhereResult
		idle time.Duration
		want string
	}{
		{"begins", ipc.WhereResult{PlanDue: nav.Due{Due: true}}, time.Minute, "Begins"},
		{"turns", ipc.WhereResult{Seq: 2, Phase: nav.PhaseTurn, Action: nav.TurnLeft}, time.Minute, "Turns to where it goes"},
		{"levels", ipc.WhereResult{Seq: 2, Phase: nav.PhaseLevel, Action: nav.LookUp}, 0, "Brings the camera back to level"},
		{"turns by itself", ipc.WhereResult{Seq: 2, Action: nav.TurnRight}, 0, "Turns right"},
		{"waits", ipc.WhereResult{Seq: 2, Action: nav.TurnLeft, PlanDue: nav.Due{Due: true}}, 3 * time.Second, "Waits for a plan, for 3 s"},
		{"stuck", ipc.WhereResult{Seq: 2, Loop: nav.Loop{Stuck: true}}, 0, "STUCK: no progress in its last steps"},
		{"back and forth", ipc.WhereResult{Seq: 2, Loop: nav.Loop{ABABA: true}}, 0, "Goes back and forth between two places"},
		{"an action of a newer robot", ipc.WhereResult{Seq: 2, Action: "open_door"}, 0, "open door"},
	} {
		if got := story.At(story.Where(tc.is), tc.idle).Text; got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
}

func TestLasted(t *testing.T) {
	for seconds, want := range map[float64]string{-3: "0 s", 0.4: "0 s", 59.4: "59 s", 59.6: "1 min 0 s", 3599: "59 min 59 s", 3600: "1 h 0 min", 172799: "47 h 59 min", 172800: "2 days"} {
		if got := story.Lasted(time.Duration(seconds * float64(time.Second))); got != want {
			t.Errorf("%v s: got %q, want %q", seconds, got, want)
		}
	}
}
