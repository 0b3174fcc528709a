package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/reply"
	"navd/daemon/scene"
)

func TestParse(t *testing.T) {
	long := strings.Repeat("k", 3000)
	full := scene.Scene{Type: "Living Room", Description: "A bright room.", Objects: []string{"sofa", "lamp"}}
	for _, tt := range []struct {
		name, text string
		want       scene.Scene
		wrong      string
	}{
		{"whole", `{"scene_type": "Living Room", "description": "A bright room.", "objects": ["sofa", "lamp"]}`, full, ""},
		{"fenced", "```json\n{\"scene_type\": \"Living Room\", \"description\": \"A bright room.\", \"objects\": [\"sofa\", \"lamp\"]}\n```", full, ""},
		{"a python literal in prose", `I see {'scene_type': 'Living Room', 'description': 'A bright room.', 'objects': ['sofa', 'lamp'], 'sure': True}.`, full, ""},
		{"the type alone", `{"scene_type": " 거실 "}`, scene.Scene{Type: "거실"}, ""},
		{"control characters", `{"scene_type": "living\u0000\nroom\u001b", "objects": ["lamp\u0007", " \u0001"]}`, scene.Scene{Type: "living room", Objects: []string{"lamp"}}, ""},
		{"nulls are nothing", `{"scene_type": "hall", "description": null, "objects": null}`, scene.Scene{Type: "hall"}, ""},
		{"unknown", `{"scene_type": "unknown", "objects": []}`, scene.Scene{Type: "unknown", Objects: []string{}}, ""},
		{"prose", "A kitchen.", scene.Scene{}, "no object"},
		{"no type", `{"description": "A room."}`, scene.Scene{}, "scene_type"},
		{"empty type", `{"scene_type": " - "}`, scene.Scene{}, "at least one letter"},
		{"number as type", `{"scene_type": 4}`, scene.Scene{}, "scene_type: mistyped"},
		{"objects as text", `{"scene_type": "hall", "objects": "lamp"}`, scene.Scene{}, "objects: mistyped"},
		{"number among objects", `{"scene_type": "hall", "objects": ["lamp", 3]}`, scene.Scene{}, "objects[1]: mistyped"},
		{"the longest type", `{"scene_type": "` + long[:200] + `"}`, scene.Scene{Type: long[:200]}, ""},
		{"a longer type", `{"scene_type": "` + long[:201] + `"}`, scene.Scene{}, "at most 200 characters"},
		{"a longer name", `{"scene_type": "hall", "objects": ["` + long + `", "lamp"]}`, scene.Scene{Type: "hall", Objects: []string{"lamp"}}, ""},
		{"a longer description", `{"scene_type": "hall", "description": "` + long + `"}`, scene.Scene{Type: "hall", Description: long[:2000]}, ""},
		{"two that differ", `{"scene_type": "hall"} {"scene_type": "kitchen"}`, scene.Scene{}, "differ"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := scene.Parse(tt.text)
			if (err != nil) != (tt.wrong != "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
				t.Fatalf("got %v, want %q", err, tt.wrong)
			}
			if diff := cmp.Diff(tt.want, got); err == nil && diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestManyObjects(t *testing.T) {
	var boxes strings.Builder
	for i := range 500 {
		fmt.Fprintf(&boxes, `"box %d", "box %d", `, i, i) // each is named once
	}
	s, err := scene.Parse(`{"scene_type": "store", "objects": [` + boxes.String() + `"last"]}`)
	if err != nil || len(s.Objects) != 200 || s.Objects[199] != "box 199" {
		t.Errorf("%d objects, %v", len(s.Objects), err)
	}
}

func TestAsk(t *testing.T) {
	tm, err := scene.ParsePrompt(scene.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	ask := scene.Ask(tm, "red sofa", reply.Image{MIME: "image/png", View: -1})
	if ask.Role != "scene" || ask.Schema != scene.Schema || len(ask.Images) != 1 || !strings.Contains(ask.Prompt, "looks for: red sofa.") || !strings.Contains(ask.System, "scene_type") {
		t.Errorf("got %+v", ask)
	}
}

func ExampleNewMachine() {
	tm, _ := scene.ParsePrompt(scene.BuiltIn())
	m := scene.NewMachine(scene.Ask(tm, "sofa", reply.Image{}), []string{"vertex"})
	for _, text := range []string{"It is a kitchen.", `{"scene_type": "kitchen", "objects": ["stove"]}`} {
		if _, more := m.Next(); more {
			m.Feed(reply.Answer{Text: text})
		}
	}
	s, ok := m.Answer()
	fmt.Println(s.Type, s.Objects, ok)
	fmt.Println(m.Attempts()[0].Reason)
	// Output:
	// kitchen [stove] true
	// no object in the answer, allowed one JSON object with scene_type
}

func FuzzParse(f *testing.F) {
	f.Add(`{"scene_type": "kitchen", "description": "", "objects": ["stove"]}`)
	f.Add(`{'scene_type': '거실', 'objects': None}`)
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := scene.Parse(text); err == nil && (s.Type == "" || len(s.Objects) > 200) {
			t.Errorf("got %+v", s)
		}
	})
}
