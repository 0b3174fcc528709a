package planner_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/planner"
)

func TestFlat(t *testing.T) {
	odd := []int{1, 3, 5, 7, 9, 11}
	for _, tt := range []struct {
		name string
		in   planner.Decision
		want string
	}{
		{"a way", planner.Decision{View: 3, SceneType: "hallway", Why: "a door"},
			`{"Reason": "a door", "Angle": 90, "Flag": 0, "Scene": "hallway", "WaypointObject": "", "angle_slot": 1, "goal_flag": 0, "why": "a door"}`},
		{"the goal", planner.Decision{GoalFlag: true, View: 11, SceneType: "living room", Why: "it is in sight"},
			`{"Reason": "it is in sight", "Angle": 330, "Flag": 1, "Scene": "living room", "WaypointObject": "sofa", "angle_slot": 5, "goal_flag": 1, "why": "it is in sight"}`},
		{"quotes, braces, lines", planner.Decision{View: 1, SceneType: "x{y}", Why: "a \"door\"\n\tin {it}[0] c:\\d"},
			`{"Reason": "a 'door' in (it)(0) c:/d", "Angle": 30, "Flag": 0, "Scene": "x(y)", "WaypointObject": "", "angle_slot": 0, "goal_flag": 0, "why": "a 'door' in (it)(0) c:/d"}`},
		{"Korean and a face", planner.Decision{View: 1, SceneType: "주방", Why: "문 😀!"},
			`{"Reason": "\ubb38 !", "Angle": 30, "Flag": 0, "Scene": "\uc8fc\ubc29", "WaypointObject": "", "angle_slot": 0, "goal_flag": 0, "why": "\ubb38 !"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, planner.Flat(tt.in, "sofa", odd)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGoalIn(t *testing.T) {
	for text, want := range map[string]string{
		"<Target Object>:sofa\n":             "sofa",
		"Target object: tv_monitor.":         "tv_monitor",
		"the goal is \"house plant\", go":    "house plant",
		"GOAL_CATEGORY = [소파]":               "소파",
		"Look for a chair":                   "",
		"":                                   "",
		"target: 12":                         "",
		"<Target Object>: <bed>\n<Scene>: x": "bed",
		"(1) <Target Object>: The target object.\n(2) <Image>: x":         "",
		"(1) <Target Object>: The target object.\n<Target Object>:sofa\n": "sofa",
	} {
		if got := planner.GoalIn(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// flatSound fails when a flat answer is not what its readers can read.
func flatSound(t *testing.T, flat string) {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal([]byte(flat), &o); err != nil || len(o) != 8 {
		t.Fatalf("no JSON: %v in %s", err, flat)
	}
	if strings.Count(flat, "{") != 1 || strings.Count(flat, "}") != 1 || !strings.HasSuffix(flat, "}") {
		t.Errorf("braces inside: %s", flat)
	}
	for _, r := range flat {
		if r < ' ' || r >= utf8.RuneSelf {
			t.Errorf("%q in %s", r, flat)
		}
	}
}

func FuzzFlat(f *testing.F) {
	f.Add("a door", "hall")
	f.Add("'{\"}\\u12 \x00\xff😀거", "[]")
	f.Fuzz(func(t *testing.T, why, scene string) {
		flatSound(t, planner.Flat(planner.Decision{GoalFlag: true, View: 5, Why: why, SceneType: scene}, why, []int{5}))
	})
}

// Python reads the answer as a literal and as JSON, and both are the same.
func TestFlatInPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	program := `
import ast, json, sys
for line in sys.stdin:
    a, b = ast.literal_eval(line), json.loads(line)
    c = json.loads(line[line.index("{"):line.index("}")+1])
    assert a == b == c, line
    print(a["Reason"])
`
	whys := []string{`say "no" {now}`, `it's \ a 'door'`, "주방은 초록색이다", "tab\tline\nend", "\\u0041 😀 x", `\`, ""}
	var in strings.Builder
	for _, why := range whys {
		in.WriteString(planner.Flat(planner.Decision{View: 1, Why: why}, "x", []int{1}) + "\n")
	}
	cmd := exec.Command(python, "-c", program)
	cmd.Stdin = strings.NewReader(in.String())
	cmd.Env = append(cmd.Environ(), "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := "say 'no' (now)\nit's / a 'door'\n주방은 초록색이다\ntab line end\n/u0041 x\n/\n\n"
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Error(diff)
	}
}
