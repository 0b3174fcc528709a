package daemon_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// askParams are nav.ask's parameters with a picture.
func askParams(n int, more string) string {
	return strings.Replace(observe(n, `,"text":"<Target Object>: sofa","shown_views":[1,3,5,7,9,11]`+more), `"episode":"e001",`, "", 1)
}

// flat reads the answer's object.
func flat(t *testing.T, r ipc.AskResult) (o struct {
	Reason, Scene, WaypointObject string
	Angle, Flag                   int
	Slot                          int `json:"angle_slot"`
	GoalFlag                      int `json:"goal_flag"`
}) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.Text), &o); err != nil {
		t.Fatalf("%v in %s", err, r.Text)
	}
	return o
}

// In an episode a question with a picture is a plan, and the same question at
// the same step the same plan.
func TestAskInAnEpisode(t *testing.T) {
	script := modeltest.NewScript(modeltest.Line{Text: decision(-100)}, modeltest.Line{Text: decision(40)}, modeltest.Line{Text: decision(0)})
	h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": script}))
	h.begin()
	in := `,"episode":"e001"`
	first := h.do(ipc.NavAsk, askParams(1, in))
	got := into[ipc.AskResult](t, first)
	if o := flat(t, got); got.Plan != "e001.1" || got.Planner != "m" || *got.View != 3 || o.Angle != 90 || o.Slot != 1 || o.Reason != "It leads on." || o.Flag != 0 {
		t.Errorf("got %+v, %+v", got, o)
	}
	same(t, "asked again", h.do(ipc.NavAsk, askParams(1, in)), first)
	same(t, "asked again in a hurry", h.do(ipc.NavAsk, askParams(1, in+`,"deadline_ms":900`)), first)
	if got := into[ipc.AskResult](t, h.do(ipc.NavAsk, askParams(2, in))); got.Plan != "e001.2" {
		t.Errorf("another picture: %+v", got)
	}
	h.do(ipc.NavStep, `{"episode":"e001","seq":1,"action":1}`)
	if got := into[ipc.AskResult](t, h.do(ipc.NavAsk, askParams(1, in))); got.Plan != "e001.3" {
		t.Errorf("at another step: %+v", got)
	}
	asked := script.Asked()
	if len(asked) != 3 || !strings.Contains(asked[0].Prompt, `The controller says: "<Target Object>: sofa"`) || !strings.Contains(asked[0].Prompt, "Views shown: 1, 3, 5, 7, 9, 11.") {
		t.Errorf("asked %+v", asked)
	}
	h.do(ipc.EpisodeEnd, `{"episode":"e001"}`)
	h.refuse(ipc.NavAsk, askParams(1, in), refusal{Code: -32003, Kind: fault.Conflict, Field: "episode"})
	h.sound()
}

// Every answer names a shown view, also when the memory leads back between two.
func TestAskNamesAShownView(t *testing.T) {
	h := newHouse(t)
	h.begin()
	seq := 0
	for n := range 12 {
		got := into[ipc.AskResult](t, h.do(ipc.NavAsk, askParams(n, `,"episode":"e001"`)))
		if o := flat(t, got); o.Angle%60 != 30 || 60*o.Slot+30 != o.Angle || 30**got.View != o.Angle {
			t.Errorf("ask %d: %+v, %+v", n, got, o)
		}
		for _, a := range append(slices.Clone(got.Turns), "move_forward", "move_forward", "move_forward") {
			seq++
			h.do(ipc.NavStep, fmt.Sprintf(`{"episode":"e001","seq":%d,"action":%q,"phase":"policy"}`, seq, a))
		}
	}
}

// Without an episode navd decides from the picture, and remembers nothing.
func TestAskWithoutAnEpisode(t *testing.T) {
	seen := strings.Replace(decision(90), "false", "true", 1)
	for _, tt := range []struct {
		name, params string
		chain        []string
		lines        []modeltest.Line
		angle        int
		object       string
		planner      string
		fallback     bool
		prompt       string
	}{
		{"local", askParams(1, ""), []string{"local"}, nil, 30, "", "local", false, ""},
		{"local, facing the last view", askParams(1, `,"facing_view":11`), []string{"local"}, nil, 330, "", "local", false, ""},
		{"a model", askParams(1, ""), []string{"m", "local"}, []modeltest.Line{{Text: decision(-140)}}, 150, "", "m", false, "Goal object: sofa"},
		{"a prompt that explains itself", strings.Replace(askParams(1, ""), "<Target", `(1) <Target Object>: The target object.\n<Target`, 1), []string{"m"}, []modeltest.Line{{Text: decision(-140)}}, 150, "", "m", false, "Goal object: sofa"},
		{"no goal named", strings.Replace(askParams(1, ""), "<Target Object>: sofa", "Where now?", 1), []string{"m"}, []modeltest.Line{{Text: decision(-140)}}, 150, "", "m", false, "Goal object: object that the controller asks for"},
		{"a goal of its own", askParams(1, `,"goal":"bed"`), []string{"m"}, []modeltest.Line{{Text: seen}}, 270, "bed", "m", false, "Goal object: bed"},
		{"a model that fails", askParams(1, ""), []string{"m"}, []modeltest.Line{{Text: "left"}, {Text: "left"}}, 30, "", "fallback", true, ""},
		{"no picture, no model", `{"text":"Where is the sofa?","shown_views":[3,5]}`, []string{"local"}, nil, 90, "", "local", false, ""},
		{"no picture, a model that fails", `{"text":"Where?","shown_views":[3,5]}`, []string{"m", "local"}, []modeltest.Line{{Err: fault.New(fault.Denied, "no key")}}, 90, "", "local", true, "Where?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := modeltest.NewScript(tt.lines...)
			h := newHouse(t, withModels(tt.chain, map[string]model.Model{"m": script}))
			got := into[ipc.AskResult](t, h.do(ipc.NavAsk, tt.params))
			o := flat(t, got)
			if o.Angle != tt.angle || o.WaypointObject != tt.object || (o.Flag == 1) != (tt.object != "") || got.Planner != tt.planner || got.Fallback != tt.fallback || got.Plan != "" {
				t.Errorf("got %+v, %+v", got, o)
			}
			if tt.prompt != "" && !strings.Contains(script.Asked()[0].Prompt, tt.prompt) {
				t.Errorf("asked %q", script.Asked()[0].Prompt)
			}
			if info := into[ipc.Info](t, h.do(ipc.NavdInfo, `{}`)); info.Counts["plans"] != 0 || info.Counts["episodes"] != 0 {
				t.Errorf("stored: %v", info.Counts)
			}
		})
	}
}

// Without a picture the controller gets a model's own words.
func TestAskInWords(t *testing.T) {
	script := modeltest.NewScript(modeltest.Line{Text: " "}, modeltest.Line{Text: "Most sofas stand in living rooms."})
	h := newHouse(t, withModels([]string{"m:large", "local"}, map[string]model.Model{"m": script}))
	got := into[ipc.AskResult](t, h.do(ipc.NavAsk, `{"text":"Where do sofas stand?","system":"Be brief."}`))
	if got.Text != "Most sofas stand in living rooms." || got.Planner != "m:large" || got.View != nil || len(got.Reasons) != 1 {
		t.Errorf("got %+v", got)
	}
	if ask := script.Asked()[0]; ask.System != "Be brief." || ask.Prompt != "Where do sofas stand?" || ask.Name != "large" || ask.Schema != "" {
		t.Errorf("asked %+v", ask)
	}
}
