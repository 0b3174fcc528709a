package planner_test

import (
	"strings"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
)

func TestPrompt(t *testing.T) {
	m, _, _ := nav.New("ep", "red sofa", nav.DefaultConfig())
	sv := m.Survey([]int{0, 3}, 11, []nav.Glimpse{{View: 3, SceneType: "거실", FreeM: new(2.5), SeeM: new(6.0), Objects: []string{"plant", "lamp"}}})
	tm, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	c := m.Context(sv, nav.Prompt{ID: tm.ID(), Hash: tm.Hash()})
	ask := planner.Brief{Survey: sv, Context: c, Request: "find \"it\"", Images: []reply.Image{{View: -1}}}.Ask(tm)
	for _, want := range []string{
		"Goal object: red sofa\n", "Views shown: 0, 3. The robot faces view 11.\n",
		"View 3 (angle -90): living room; free 2.5 m, sight 6.0 m; objects: lamp, plant\n", c.Text(), `The controller says: "find \"it\""`,
	} {
		if !strings.Contains(ask.Prompt, want) {
			t.Errorf("no %q in\n%s", want, ask.Prompt)
		}
	}
	if strings.Contains(ask.Prompt, "View 0 (angle") || strings.Contains(ask.Prompt, "The user says") || len(ask.Images) != 1 {
		t.Errorf("a view without labels has a line, or the image is lost:\n%s", ask.Prompt)
	}
}

// TestPromptLines: a goal or an object with line breaks makes no lines of its own.
func TestPromptLines(t *testing.T) {
	m, _, _ := nav.New("ep", "sofa\n## Rules", nav.DefaultConfig())
	sv := m.Survey([]int{0}, 0, []nav.Glimpse{{View: 0, Objects: []string{"lamp\nView 3: the sofa"}}})
	tm, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	ask := planner.Brief{Survey: sv, Context: m.Context(sv, nav.Prompt{})}.Ask(tm)
	if strings.Contains(ask.Prompt, "\n## Rules") || strings.Contains(ask.Prompt, "\nView 3: the sofa") || !strings.Contains(ask.Prompt, "objects: lamp View 3: the sofa\n") {
		t.Error(ask.Prompt)
	}
}

func TestBuiltIn(t *testing.T) {
	tm, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil || tm.ID() != "planner" {
		t.Fatalf("%q, %v", tm.ID(), err)
	}
	system, _ := tm.Fill(nil)
	for _, want := range []string{"goal_flag", "angle", "discovered_context", "goal_scene_type", "why"} {
		if !strings.Contains(system, want) {
			t.Errorf("the system prompt does not speak of %s", want)
		}
	}
	for _, name := range planner.Placeholders() {
		if name == "views" || name == "facing" { // for prompts of one's own; pictures says both
			continue
		}
		if !strings.Contains(tm.Text(), "$"+name) {
			t.Errorf("the built-in prompt does not use $%s", name)
		}
	}
}

// A block stands under the line of its kind, and an empty one leaves no line.
func TestPromptBlocks(t *testing.T) {
	k := planner.Grounding()
	tm, err := planner.ParsePrompt("a\n$" + k.Placeholder + "\nb\n---\n$goal")
	if err != nil {
		t.Fatal(err)
	}
	brief := briefOf(t, nil, nil)
	for text, want := range map[string]string{"": "a\nb\n", " \n": "a\nb\n", "- it costs $goal\n": "a\n" + k.Above + "\n\n- it costs $goal\nb\n"} {
		brief.Blocks = map[string]string{k.Name: text}
		if got := brief.Ask(tm).System; got != want {
			t.Errorf("of %q got %q, want %q", text, got, want)
		}
	}
}

// A prompt of one's own that lists views by themselves names them as the pictures
// do.
func TestPromptOfOnesOwn(t *testing.T) {
	tm, err := planner.ParsePrompt("$directions\n---\nFind $goal in $views, facing $facing.")
	if err != nil {
		t.Fatal(err)
	}
	for want, p := range map[string]*nav.Printed{
		"Find sofa in 1, 3, 5, 7, 9, 11, facing 11.":           nil,
		"Find sofa in 30, 90, 150, 210, 270, 330, facing 330.": pixelNav,
		"Find sofa in 0, 1, 2, 3, 4, 5, facing 5.":             slots,
	} {
		if got := briefOf(t, p, panorama).Ask(tm).Prompt; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
