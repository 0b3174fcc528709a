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
	_, id := planner.System()
	c := m.Context(sv, id)
	ask := planner.Prompt(sv, c, []reply.Image{{View: -1}})
	for _, want := range []string{
		"Goal object: red sofa\n", "Views shown: 0, 3. The robot faces view 11.\n",
		"View 3 (angle -90): living room; free 2.5 m, sight 6.0 m; objects: lamp, plant\n", c.Text(),
	} {
		if !strings.Contains(ask.Prompt, want) {
			t.Errorf("no %q in\n%s", want, ask.Prompt)
		}
	}
	if strings.Contains(ask.Prompt, "View 0 (angle") || len(ask.Images) != 1 {
		t.Errorf("a view without labels has a line, or the image is lost:\n%s", ask.Prompt)
	}
}

func TestSystem(t *testing.T) {
	text, id := planner.System()
	if id.ID != "planner" || id.Hash != planner.Hash(text) || len(id.Hash) != 64 {
		t.Errorf("%+v", id)
	}
	for _, want := range []string{"goal_flag", "angle", "discovered_context", "goal_scene_type", "why", "-180 to 180"} {
		if !strings.Contains(text, want) {
			t.Errorf("the system prompt does not speak of %s", want)
		}
	}
	if got := planner.Hash("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("SHA-256 of abc is %s", got)
	}
}
