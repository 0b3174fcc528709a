package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/daemon/nav"
	"navd/daemon/planner"
)

// What an angle means in the words of the pictures, and which answers could mean
// two things.
func TestParseIn(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	for _, tt := range []struct {
		name    string
		printed *nav.Printed
		shown   []int
		said    string
		angle   float64
		view    int
		wrong   string // of the refusal, empty: it is read
	}{
		{"to the right", pixelNav, oddViews, "90", -90, 3, ""},
		{"to the left", pixelNav, oddViews, "270", 90, 9, ""},
		{"ahead, all shown", pixelNav, all, "0", 0, 0, ""},
		{"a whole round", pixelNav, all, "360", 0, 0, ""},
		{"behind", pixelNav, all, "180", 180, 6, ""},
		{"behind, with a sign", pixelNav, all, "-180", 180, 6, ""},
		{"near a printed one", pixelNav, oddViews, "100.5", -100.5, 3, ""},
		{"half way between two", pixelNav, oddViews, "60", 0, 0, "angle: lies half way between 30 and 90, given 60, allowed an angle that is printed on a view: 30, 90, 150, 210, 270, 330"},
		{"half way, all shown", pixelNav, all, "315", 0, 0, "half way between 300 and 330"},
		{"ahead, between two", pixelNav, oddViews, "0", 0, 0, "half way between 30 and 330"},
		{"with a sign", pixelNav, oddViews, "-90", 0, 0, "could mean to the left or to the right, given -90"},
		{"beyond a round", pixelNav, oddViews, "390", 0, 0, "given 390"},
		{"in quotes", pixelNav, oddViews, `"90"`, 0, 0, "angle"},
		{"no number", pixelNav, oddViews, "null", 0, 0, "angle"},
		{"a slot", slots, oddViews, "4", 90, 9, ""},
		{"the first slot", slots, oddViews, "0", -30, 1, ""},
		{"no slot", slots, oddViews, "90", 0, 0, "angle: not allowed, given 90, allowed a number that is printed on a view: 0, 1, 2, 3, 4, 5"},
		{"between slots", slots, oddViews, "1.5", 0, 0, "given 1.5"},
		{"nothing printed", nil, oddViews, "90", 90, 9, ""},
		{"nothing printed, a printed one", nil, oddViews, "270", 0, 0, "-180"},
		{"tiles alone", &nav.Printed{Tiles: [][]int{{1, 3, 5, 7, 9, 11}}}, oddViews, "-90", -90, 3, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := fmt.Sprintf(`{"goal_flag": false, "angle": %s, "discovered_context": {"goal_scene_type": "x", "why": "y"}}`, tt.said)
			got, err := planner.ParseIn(tt.printed.Wording(0), tt.shown)(text)
			if tt.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wrong) {
					t.Fatalf("got %+v, %v, want %q", got, err, tt.wrong)
				}
				return
			}
			if err != nil || got.Angle != tt.angle || nav.ViewOf(got.Angle, tt.shown, 11) != tt.view {
				t.Fatalf("got %+v, %v", got, err)
			}
			if own := tt.printed.Wording(0).Own(); own != (got.Said == nil) || !own && fmt.Sprint(*got.Said) != tt.said {
				t.Errorf("said %v", got.Said)
			}
		})
	}
}

// What is printed has to fit the shown views.
func TestPrintedCheck(t *testing.T) {
	number := func(view int, n float64) nav.PrintedNumber { return nav.PrintedNumber{View: view, Number: n} }
	for _, tt := range []struct {
		name    string
		printed *nav.Printed
		want    string
	}{
		{"nothing", nil, ""},
		{"PixelNav's", pixelNav, ""},
		{"slots", slots, ""},
		{"some of the views on tiles", &nav.Printed{Tiles: [][]int{{3}, {9}}}, ""},
		{"both", &nav.Printed{Angles: "clockwise", Numbers: slots.Numbers}, "printed.numbers: "},
		{"a view without a number", &nav.Printed{Numbers: slots.Numbers[1:]}, "printed.numbers: "},
		{"a number twice", &nav.Printed{Numbers: append([]nav.PrintedNumber{number(11, 4)}, slots.Numbers[1:]...)}, "printed.numbers: not allowed, given 4"},
		{"a view twice", &nav.Printed{Numbers: append([]nav.PrintedNumber{number(9, 7)}, slots.Numbers[1:]...)}, "printed.numbers: "},
		{"a tile twice", &nav.Printed{Tiles: [][]int{{1, 1}}}, "printed.tiles: not allowed, given 1"},
		{"a tile that is not shown", &nav.Printed{Tiles: [][]int{{1, 2}}}, "printed.tiles: not allowed, given 2"},
		{"a tile that is none", &nav.Printed{Tiles: [][]int{{-1}}}, "printed.tiles: not allowed, given -1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.printed.CheckFor(oddViews)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
