package planner_test

import (
	"regexp"
	"strings"
	"testing"

	"navd/cmd/golden"
	"navd/daemon/nav"
	"navd/daemon/planner"
	"navd/daemon/reply"
)

var (
	pixelNav  = &nav.Printed{Angles: nav.AnglesClockwise, Tiles: [][]int{{1, 3, 5}, {7, 9, 11}}}
	slots     = &nav.Printed{Numbers: []nav.PrintedNumber{{View: 11, Number: 5}, {View: 1, Number: 0}, {View: 3, Number: 1}, {View: 5, Number: 2}, {View: 7, Number: 3}, {View: 9, Number: 4}}, Tiles: [][]int{{1, 3, 5}, {7, 9, 11}}}
	oddViews  = []int{1, 3, 5, 7, 9, 11}
	panorama  = []reply.Image{{View: -1}}
	twoOfView = []reply.Image{{View: 3}, {View: 9}}
)

// walked is a memory with two scans and a way between them.
func walked(t *testing.T) *nav.Memory {
	t.Helper()
	m, _, _ := nav.New("ep", "sofa", nav.DefaultConfig())
	m.Decide(m.Survey(oddViews, 11, []nav.Glimpse{
		{View: 3, SceneType: "kitchen", FreeM: new(3.0), SeeM: new(6.0)}, {View: 9, SceneType: "hallway", FreeM: new(4.0), SeeM: new(9.0)},
	}), nav.Choice{View: 3, Angle: -90, SceneType: "kitchen", Why: "a kitchen"})
	for seq := 1; seq <= 8; seq++ {
		action := nav.Forward
		if seq <= 4 {
			action = nav.TurnRight
		}
		if _, _, err := m.Advance(nav.Step{Seq: seq, Action: action}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// briefOf is a brief of that memory for pictures with this printed on them.
func briefOf(t *testing.T, p *nav.Printed, images []reply.Image) planner.Brief {
	t.Helper()
	m := walked(t)
	sv := m.Survey(oddViews, 11, []nav.Glimpse{{View: 1, SceneType: "bedroom", Objects: []string{"bed"}}})
	c := m.Context(sv, nav.Prompt{})
	c.Words = p.Wording(sv.View0)
	return planner.Brief{Survey: sv, Context: c, Request: "<Target Object>:sofa", Images: images, Printed: p}
}

// The whole prompt speaks the words of the pictures: see the golden files.
func TestPicturesWords(t *testing.T) {
	tm, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		printed *nav.Printed
		images  []reply.Image
	}{
		{"nothing_printed", nil, panorama},
		{"tiles_alone", &nav.Printed{Tiles: pixelNav.Tiles}, panorama},
		{"angles_on_a_grid", pixelNav, panorama},
		{"angles_on_single_views", &nav.Printed{Angles: nav.AnglesClockwise}, twoOfView},
		{"single_views_without_angles", nil, twoOfView},
		{"numbers_on_a_grid", slots, panorama},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ask := briefOf(t, tt.printed, tt.images).Ask(tm)
			golden.File(t, "testdata/"+tt.name+".txt", ask.System+"---\n"+ask.Prompt)
		})
	}
}

// With something printed no other sense of turning is left in the prompt: no
// sign, no view by its number, no yaw and no coordinates.
func TestOneSenseOfTurning(t *testing.T) {
	tm, err := planner.ParsePrompt(planner.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	other := regexp.MustCompile(`(?i)angle -|yaw|\bx=|\by=|view \d|positive|turn left|straight ahead`)
	for name, p := range map[string]*nav.Printed{"angles": pixelNav, "numbers": slots} {
		ask := briefOf(t, p, panorama).Ask(tm)
		for line := range strings.Lines(ask.System + ask.Prompt) {
			if found := other.FindString(line); found != "" {
				t.Errorf("%s: %q in %s", name, found, line)
			}
		}
	}
}
