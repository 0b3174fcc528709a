package planner_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/planner"

	"github.com/google/go-cmp/cmp"
)

const whole = `{"goal_flag": true, "angle": 15.0, "discovered_context": {"goal_scene_type": "kitchen", "why": "주방은 가깝다"}}`

func TestParse(t *testing.T) {
	want := planner.Decision{GoalFlag: true, Angle: 15, SceneType: "kitchen", Why: "주방은 가깝다"}
	for _, tc := range []struct{ name, text string }{
		{"bare", whole},
		{"fenced", "```json\n" + whole + "\n```"},
		{"inside prose", "I think we go left.\n" + whole + "\nGood luck {robot}!"},
		{"a Python literal", `{'goal_flag': True, 'angle': 15, 'discovered_context': {'goal_scene_type': 'kitchen', 'why': '주방은 가깝다',},}`},
		{"extra keys", strings.Replace(whole, "{", `{"confidence": 0.9, "thoughts": null, `, 1)},
		{"extra keys inside", strings.Replace(whole, `"why"`, `"x": [1], "why"`, 1)},
		{"keys in another order", `{"discovered_context": {"why": "주방은 가깝다", "goal_scene_type": "kitchen"}, "angle": 15, "goal_flag": true}`},
		{"said twice the same", whole + "\nso: " + whole},
		{"after an object that lacks keys", `{"goal_flag": true} ` + whole},
		{"with a byte order mark", "\ufeff" + whole},
		{"wrapped in another object", `{"answer": ` + whole + `}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := planner.ParseIn(nav.Wording{}, nil)(tc.text)
			if d := cmp.Diff(want, got); err != nil || d != "" {
				t.Errorf("error %v (-want +got):\n%s", err, d)
			}
		})
	}
}

// with replaces a part of the whole answer.
func with(old, new string) string { return strings.Replace(whole, old, new, 1) }

func TestParseRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, text, field string
		kind              fault.Kind
	}{
		{"nothing", "", "", fault.Invalid},
		{"prose", "I would go left.", "", fault.Invalid},
		{"not closed", whole[:len(whole)-1], "", fault.Invalid},
		{"goal_flag missing", with(`"goal_flag": true, `, ""), "goal_flag", fault.Invalid},
		{"goal_flag as a string", with("true", `"true"`), "goal_flag", fault.Invalid},
		{"goal_flag as a number", with("true", "1"), "goal_flag", fault.Invalid},
		{"goal_flag null", with("true", "null"), "goal_flag", fault.Invalid},
		{"angle missing", with(`"angle": 15.0, `, ""), "angle", fault.Invalid},
		{"angle as a string", with("15.0", `"15"`), "angle", fault.Invalid},
		{"angle above 180", with("15.0", "180.5"), "angle", fault.Invalid},
		{"angle below -180", with("15.0", "-181"), "angle", fault.Invalid},
		{"angle NaN", with("15.0", "NaN"), "angle", fault.Invalid},
		{"angle infinite", with("15.0", "Infinity"), "angle", fault.Invalid},
		{"discovered_context missing", `{"goal_flag": true, "angle": 1}`, "discovered_context", fault.Invalid},
		{"discovered_context as a string", `{"goal_flag": true, "angle": 1, "discovered_context": "kitchen"}`, "discovered_context", fault.Invalid},
		{"goal_scene_type missing", with(`"goal_scene_type": "kitchen", `, ""), "discovered_context.goal_scene_type", fault.Invalid},
		{"goal_scene_type as a list", with(`"kitchen"`, `["kitchen"]`), "discovered_context.goal_scene_type", fault.Invalid},
		{"why missing", with(`, "why": "주방은 가깝다"`, ""), "discovered_context.why", fault.Invalid},
		{"why as a number", with(`"주방은 가깝다"`, "3"), "discovered_context.why", fault.Invalid},
		{"two that differ", whole + with("15.0", "16.0"), "", fault.Conflict},
		{"a key given twice", with("{", `{"angle": 3, `), "angle", fault.Invalid},
		{"an array of answers that differ", "[" + whole + "," + with("true", "false") + "]", "", fault.Conflict},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := planner.ParseIn(nav.Wording{}, nil)(tc.text)
			if !fault.Is(err, tc.kind) || fault.As(err).Field != tc.field || d.Why != "" {
				t.Errorf("got %+v, %v; want %s about %q", d, err, tc.kind, tc.field)
			}
		})
	}
}

// A room type without end is cut: it would push everything else out of later
// contexts.
func TestParseCutsTheSceneType(t *testing.T) {
	long := strings.Repeat("가", 80_000/3)
	d, err := planner.ParseIn(nav.Wording{}, nil)(`{"goal_flag": false, "angle": 0, "discovered_context": {"goal_scene_type": "` + long + `", "why": ""}}`)
	if want := strings.Repeat("가", 200); err != nil || d.SceneType != want {
		t.Errorf("%d bytes, %v", len(d.SceneType), err)
	}
}

// The texts of a decision are lines that can be printed, whatever a model writes.
func TestParseTexts(t *testing.T) {
	d, err := planner.ParseIn(nav.Wording{}, nil)("{\"goal_flag\": false, \"angle\": 0, \"discovered_context\": {\"goal_scene_type\": \"living\u202e\n room\", \"why\": \"a\\u0000 \x1b[31mdoor 👩‍🍳\n문\"}}")
	if err != nil || d.SceneType != "living room" || d.Why != "a [31mdoor 👩‍🍳 문" {
		t.Errorf("%q, %q, %v", d.SceneType, d.Why, err)
	}
}

func TestParseAngles(t *testing.T) {
	for text, want := range map[string]float64{"180": 180, "-180": -180, "0": 0, "-0": 0, "-0.5": -0.5, "1e2": 100, "+15": 15} {
		d, err := planner.ParseIn(nav.Wording{}, nil)(with("15.0", text))
		if err != nil || d.Angle != want || math.Signbit(d.Angle) != (want < 0) {
			t.Errorf("%s: %v, %v", text, d.Angle, err)
		}
	}
}

func TestDecisionJSON(t *testing.T) {
	for _, d := range []planner.Decision{planner.Fallback(), {GoalFlag: true, Angle: -37.5, SceneType: "거실", Why: `"so" <it> is`}} {
		got, err := planner.ParseIn(nav.Wording{}, nil)(d.JSON())
		if diff := cmp.Diff(d, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", d.JSON(), err, diff)
		}
	}
	want := planner.Decision{SceneType: "corridor", Why: "fallback"}
	if diff := cmp.Diff(want, planner.Fallback()); diff != "" {
		t.Error(diff)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{whole, "", "{", "```json\n" + whole + "```", whole + whole, with("15.0", "1e999"), "{'goal_flag': True, 'angle': −15, 'discovered_context': {}}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := planner.ParseIn(nav.Wording{}, nil)(text)
		if err != nil {
			if fault.As(err).Kind == fault.Internal {
				t.Fatalf("no reason for the model: %v", err)
			}
			return
		}
		if !(d.Angle >= -180 && d.Angle <= 180) {
			t.Fatalf("angle %v", d.Angle)
		}
		for _, p := range []*nav.Printed{pixelNav, slots} {
			as, err := planner.ParseIn(p.Wording(0), oddViews)(text)
			if err == nil && (as.Said == nil || !(as.Angle >= -180 && as.Angle <= 180) || !slices.Contains(oddViews, nav.ViewOf(as.Angle, oddViews, 11))) {
				t.Fatalf("%s is read as %+v in printed words", text, as)
			}
		}
		again, err := planner.ParseIn(nav.Wording{}, nil)(d.JSON())
		if err != nil || again.Angle != d.Angle || again.GoalFlag != d.GoalFlag {
			t.Fatalf("%s is read as %+v, then as %+v (%v)", text, d, again, err)
		}
	})
}

func TestViewOf(t *testing.T) {
	for _, tc := range []struct {
		name   string
		angle  float64
		shown  []int
		facing int
		want   int
	}{
		{"straight on", 0, nav.AllViews(), 0, 0},
		{"positive is left", 30, nav.AllViews(), 0, 11},
		{"negative is right", -30, nav.AllViews(), 0, 1},
		{"behind", 180, nav.AllViews(), 0, 6},
		{"behind from the other side", -180, nav.AllViews(), 0, 6},
		{"rounded", -44, nav.AllViews(), 0, 1},
		{"rounded on", -46, nav.AllViews(), 0, 2},
		{"a tie by fewer turns from facing", -15, nav.AllViews(), 5, 1},
		{"a tie by fewer turns from facing, the other way", -15, nav.AllViews(), 9, 0},
		{"then the lower view", 15, []int{0, 11}, 5, 0},
		{"a tie of equal turns", -75, nav.AllViews(), 6, 3},
		{"a tie at facing 0", -75, nav.AllViews(), 0, 2},
		{"a tie left of facing 11", 15, nav.AllViews(), 11, 11},
		{"only what the model saw", 90, []int{0, 1, 2}, 0, 0},
		{"only one", 179, []int{7}, 0, 7},
		{"none shown", 90, nil, 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := nav.ViewOf(tc.angle, tc.shown, tc.facing); got != tc.want {
				t.Errorf("view %d, want %d", got, tc.want)
			}
		})
	}
}

// TestTurns goes from every view to every other one.
func TestTurns(t *testing.T) {
	for _, turnDeg := range []float64{30, 15, 10} {
		for facing := range nav.Views {
			for view := range nav.Views {
				turns := planner.Turns(facing, view, turnDeg)
				yaw := -30 * float64(facing)
				for _, a := range turns {
					if a != turns[0] {
						t.Fatalf("%d to %d turns both ways", facing, view)
					}
					if a == nav.TurnLeft {
						yaw += turnDeg
					} else {
						yaw -= turnDeg
					}
				}
				if off := nav.NormDeg(yaw + 30*float64(view)); off != 0 {
					t.Errorf("%d to %d ends %v° off", facing, view, off)
				}
				r := ((view-facing)%12 + 12) % 12
				want, action := r, nav.TurnRight
				if r > 6 {
					want, action = 12-r, nav.TurnLeft
				}
				if n := want * int(30/turnDeg); len(turns) != n || (n > 0 && turns[0] != action) {
					t.Errorf("%d to %d: %v, want %d times %s", facing, view, turns, n, action)
				}
			}
		}
	}
}

func TestTurnsTo(t *testing.T) {
	for _, tc := range []struct {
		name         string
		yaw, heading float64
		turn         float64
		want         int // left positive
	}{
		{"there already", 40, 40, 30, 0},
		{"left", 0, 90, 30, 3},
		{"right", 0, -90, 30, -3},
		{"the short way over 180", 170, -160, 30, 1},
		{"half a round goes right, as in Turns", 0, 180, 30, -6},
		{"to the nearest turn", 0, 44, 30, 1},
		{"less than half a turn", 0, 14, 30, 0},
		{"fine turns", 0, 44, 10, 4},
		{"coarse turns", 0, 100, 90, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			turns := planner.TurnsTo(tc.yaw, tc.heading, tc.turn)
			got := len(turns)
			if got > 0 && turns[0] == nav.TurnRight {
				got = -got
			}
			if got != tc.want {
				t.Errorf("%v, want %d", turns, tc.want)
			}
		})
	}
}
