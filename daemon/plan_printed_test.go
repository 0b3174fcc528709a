package daemon_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/config"
	"navd/daemon"
	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/model/modeltest"
	"navd/ipc"
)

// asPrinted is a model's answer with any angle.
func asPrinted(angle string) string {
	return fmt.Sprintf(`{"goal_flag": false, "angle": %s, "discovered_context": {"goal_scene_type": "hall", "why": "a door"}}`, angle)
}

// A model is told directions as they are printed on the pictures, answers in
// them, and is asked again when the answer could mean two things. The record
// keeps what was said and what it meant.
func TestPlanPrinted(t *testing.T) {
	grid := `"image":{"base64":"` + base64.StdEncoding.EncodeToString(picture(1)) + `"}`
	single := `"views":[{"view":3,` + grid + `},{"view":9,` + grid + `}]`
	const odd, clockwise = `"shown_views":[1,3,5,7,9,11]`, `"printed":{"angles":"clockwise","tiles":[[1,3,5],[7,9,11]]}`
	const slots = `"printed":{"numbers":[{"view":3,"number":0},{"view":9,"number":1}]}`
	for _, tt := range []struct {
		name, params string
		answers      []string
		view         int
		said         string // "": in navd's words
		prompt       string // in the first prompt
		wrong        string // in the second one
	}{
		{"a grid with angles", grid + "," + odd + "," + clockwise, []string{"270"}, 9, "270",
			"Angles shown: 30, 90, 150, 210, 270, 330. The robot faces angle 330.\nThe picture is a grid of 2 rows.", ""},
		{"single views with angles", single + `,"shown_views":[3,9],"printed":{"angles":"clockwise"}`, []string{"90"}, 3, "90", "Picture 1 shows angle 90, picture 2 shows angle 270.", ""},
		{"an angle with a sign, then one without", grid + "," + odd + "," + clockwise, []string{"-90", "270"}, 9, "270", "Angles shown", "could mean to the left or to the right, given -90"},
		{"an angle between two tiles", grid + "," + odd + "," + clockwise, []string{"240", "210"}, 7, "210", "Angles shown", "lies half way between 210 and 270"},
		{"numbers", single + `,"shown_views":[3,9],` + slots, []string{"1"}, 9, "1", "Numbers shown: 0, 1.", ""},
		{"nothing printed", grid + "," + odd, []string{"90"}, 9, "", "Views shown: 1, 3, 5, 7, 9, 11. The robot faces view 11.\n", ""},
		{"single views, nothing printed", single + `,"shown_views":[3,9],"printed":{"angles":"none"}`, []string{"90"}, 9, "", "Picture 1 shows view 3, picture 2 shows view 9.", ""},
		{"nothing printed, but answered so", grid + "," + odd, []string{"270", "90"}, 9, "", "Views shown", "given 270, allowed a number from -180 to 180"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines []modeltest.Line
			for _, a := range tt.answers {
				lines = append(lines, modeltest.Line{Text: asPrinted(a)})
			}
			script := modeltest.NewScript(lines...)
			h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}))
			h.begin()
			got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","facing_view":11,`+tt.params+`}`))
			if got.View != tt.view || got.Fallback || got.Attempts != len(tt.answers) {
				t.Errorf("got %+v", got)
			}
			asked := script.Asked()
			if !strings.Contains(asked[0].Prompt, tt.prompt) {
				t.Errorf("no %q in\n%s", tt.prompt, asked[0].Prompt)
			}
			if tt.wrong != "" && !strings.Contains(asked[1].Prompt, tt.wrong) {
				t.Errorf("no %q in\n%s", tt.wrong, asked[1].Prompt)
			}
			p := h.record("e001")
			if said := p.Decision.Said; tt.said == "" && said != nil || tt.said != "" && (said == nil || fmt.Sprint(*said) != tt.said) {
				t.Errorf("said %v", p.Decision)
			}
			if p.Decision.View != tt.view || (p.Printed != nil) != strings.Contains(tt.params, "printed") || p.Used.Blind != "" {
				t.Errorf("record %+v", p)
			}
		})
	}
}

// nav.ask has the same words, with an episode and without one.
func TestAskPrinted(t *testing.T) {
	params := `"text":"<Target Object>:sofa","image":{"base64":"` + base64.StdEncoding.EncodeToString(picture(1)) +
		`"},"shown_views":[1,3,5,7,9,11],"facing_view":11,"printed":{"angles":"clockwise","tiles":[[1,3,5],[7,9,11]]}`
	for name, episode := range map[string]string{"with an episode": `"episode":"e001",`, "alone": ""} {
		t.Run(name, func(t *testing.T) {
			script := modeltest.NewScript(modeltest.Line{Text: asPrinted("60")}, modeltest.Line{Text: asPrinted("270")})
			h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}))
			h.begin()
			got := into[ipc.AskResult](t, h.do(ipc.NavAsk, `{`+episode+params+`}`))
			if *got.View != 9 || *got.Angle != 90 || got.Blind || !strings.Contains(got.Text, `"Angle": 270`) || !strings.Contains(got.Text, `"angle_slot": 4`) {
				t.Errorf("got %+v", got)
			}
			if asked := script.Asked(); !strings.Contains(asked[0].System, "Angles go clockwise") || !strings.Contains(asked[1].Prompt, "half way between 30 and 90") {
				t.Errorf("asked %+v", asked)
			}
		})
	}
}

// A prompt of one's own that says nothing of directions keeps navd's words, and
// the record says why.
func TestPlanPrintedOwnPrompt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "planner.txt")
	if err := os.WriteFile(file, []byte("Positive angles turn left.\n---\nFind $goal in views $views, facing $facing.\n$context"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := modeltest.NewScript(modeltest.Line{Text: asPrinted("90")})
	h := newHouse(t, withModels([]string{"m"}, map[string]model.Model{"m": script}), func(o *daemon.Options) {
		o.Config.Prompts = config.Prompts{Planner: file}
	})
	h.begin()
	got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001","labels":[{"view":9}],"shown_views":[3,9],"printed":{"angles":"clockwise"}}`))
	if got.View != 9 || got.Used.OwnWords != "the prompt has no $directions" || !strings.Contains(script.Asked()[0].Prompt, "yaw=") {
		t.Errorf("got %+v, asked %s", got, script.Asked()[0].Prompt)
	}
}

// What is printed has to fit what is shown; a refused call leaves nothing.
func TestPlanPrintedRefused(t *testing.T) {
	h := newHouse(t)
	h.begin()
	before := h.memory("e001")
	params := refusal{Code: ipc.CodeParams, Kind: fault.Invalid}
	in := func(field string) refusal { r := params; r.Field = field; return r }
	for _, tt := range []struct {
		name, printed string
		want          refusal
	}{
		{"another sense", `{"angles":"left"}`, in("printed.angles")},
		{"no view", `{"numbers":[{"number":1}]}`, in("printed.numbers[0].view")},
		{"no number", `{"numbers":[{"view":1}]}`, in("printed.numbers[0].number")},
		{"a view beyond", `{"numbers":[{"view":12,"number":1}]}`, in("printed.numbers[0].view")},
		{"too large a number", `{"numbers":[{"view":1,"number":1e9}]}`, in("printed.numbers[0].number")},
		{"both", `{"angles":"clockwise","numbers":[{"view":3,"number":1},{"view":9,"number":2}]}`, in("printed.numbers")},
		{"one number for two views", `{"numbers":[{"view":3,"number":1},{"view":9,"number":1}]}`, in("printed.numbers")},
		{"a view without a number", `{"numbers":[{"view":3,"number":1}]}`, in("printed.numbers")},
		{"a tile that is not shown", `{"tiles":[[3,4]]}`, in("printed.tiles")},
		{"a tile twice", `{"tiles":[[3],[3]]}`, in("printed.tiles")},
		{"an empty row", `{"tiles":[[3],[],[9]]}`, in("printed.tiles")},
		{"no rows", `{"tiles":[3,9]}`, in("printed.tiles[0]")},
		{"thirteen rows", `{"tiles":[[],[],[],[],[],[],[],[],[],[],[],[],[]]}`, in("printed.tiles")},
		{"an unknown member", `{"sense":"clockwise"}`, in("printed.sense")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := h.in(t)
			h.refuse(ipc.NavPlan, `{"episode":"e001","shown_views":[3,9],"labels":[{"view":3}],"printed":`+tt.printed+`}`, tt.want)
		})
	}
	if after := h.memory("e001"); after != before {
		t.Error("a refused plan changed something")
	}
}

// A picture that nobody looks at is said to be so: in the answer, in the record
// and in health, until a model looks at one.
func TestBlind(t *testing.T) {
	grid := `"image":{"base64":"` + base64.StdEncoding.EncodeToString(picture(1)) + `"}`
	ask := `{"episode":"e001","text":"<Target Object>:sofa",` + grid + `}`
	degraded := func(h *house) (what []string) {
		for _, d := range into[ipc.Health](h.t, h.do(ipc.NavdHealth, `{}`)).Degraded {
			what = append(what, d.What)
		}
		return what
	}
	for _, tt := range []struct {
		name   string
		chain  []string
		text   string
		params string
		blind  bool
		health string
	}{
		{"no model", []string{"local"}, "", grid, true, "pictures"},
		{"no model, but labels", []string{"local"}, "", grid + `,"labels":[{"view":3}]`, false, ""},
		{"a model that says nothing", []string{"m", "local"}, "nothing", grid, true, "planner m"},
		{"a model that looks", []string{"m", "local"}, asPrinted("0"), grid, false, ""},
		{"no picture", []string{"local"}, "", `"labels":[{"view":3}]`, false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := modeltest.NewScript(modeltest.Line{Text: tt.text}, modeltest.Line{Text: tt.text})
			h := newHouse(t, withModels(tt.chain, map[string]model.Model{"m": script}))
			h.begin()
			got := into[ipc.PlanResult](t, h.do(ipc.NavPlan, `{"episode":"e001",`+tt.params+`}`))
			if (got.Used.Blind != "") != tt.blind || h.record("e001").Used.Blind != got.Used.Blind || strings.Join(degraded(h), ",") != tt.health {
				t.Errorf("got %+v, health %v", got.Used, degraded(h))
			}
			said := strings.HasPrefix(got.Discovered.Why, "nobody looked at the picture: "+got.Used.Blind+"; by memory alone: ")
			if got.Blind != tt.blind || said != tt.blind {
				t.Errorf("blind %v, why %q", got.Blind, got.Discovered.Why)
			}
		})
	}
	model := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": modeltest.NewScript()}))
	model.do(ipc.EpisodeBegin, `{"goal":"sofa","config":{"planner_chain":["local"]}}`)
	got := into[ipc.PlanResult](t, model.do(ipc.NavPlan, `{"episode":"e001",`+grid+`}`))
	if got.Used.Blind != "the episode's chain names no model" || len(degraded(model)) > 0 {
		t.Errorf("an episode that chose it: %+v, health %v", got.Used, degraded(model))
	}
	h := newHouse(t)
	h.begin()
	for range 2 { // the repeated question has the stored answer
		got := into[ipc.AskResult](t, h.do(ipc.NavAsk, ask))
		if !got.Blind || !strings.Contains(got.Text, `"Reason": "nobody looked at the picture: no model is configured to look at pictures`) {
			t.Errorf("got %+v", got)
		}
	}
}

// nav.ask with words gives a model's own words about a picture, or says why
// there are none.
func TestAskWordsAboutPicture(t *testing.T) {
	const none = `{"text":"what is this?","words":true}`
	picture := `{"text":"what is this?","system":"be short","words":true,"episode":"e001","image":{"base64":"` + base64.StdEncoding.EncodeToString(picture(1)) + `"}}`
	script := modeltest.NewScript(modeltest.Line{Text: "a red door"}, modeltest.Line{Text: " "}, modeltest.Line{Text: " "})
	h := newHouse(t, withModels([]string{"m", "local"}, map[string]model.Model{"m": script}))
	h.begin()
	before := h.memory("e001")
	got := into[ipc.AskResult](t, h.do(ipc.NavAsk, picture))
	if asked := script.Asked()[0]; got.Text != "a red door" || got.Plan != "" || asked.Prompt != "what is this?" || asked.System != "be short" || len(asked.Images) != 1 {
		t.Errorf("got %+v, asked %+v", got, asked)
	}
	h.refuse(ipc.NavAsk, none, refusal{Code: -32006, Kind: fault.Unavailable})
	if h.memory("e001") != before {
		t.Error("it left something")
	}
	newHouse(t).refuse(ipc.NavAsk, none, refusal{Code: -32006, Kind: fault.Unavailable})
}
