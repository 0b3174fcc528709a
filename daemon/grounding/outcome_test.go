package grounding_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	. "navd/daemon/grounding"
)

// lesson has a spatial and a general feedback, and an entry.
func lesson() Lesson {
	return Lesson{
		Goal: "mug",
		Records: []Record{
			{ID: "f1", Step: 3, Verdict: Success, Items: []Item{{Spatial, "the \"kitchen\"\nis green"}, {General, "mind $goal"}}},
			{ID: "f2", Items: []Item{}},
		},
		Entries: []Entry{{ID: "g7", Category: Spatial, Text: "the kitchen is green"}},
	}
}

func TestLessonAsk(t *testing.T) {
	prompt, err := ParsePrompt("system $goal\n---\n$feedback\n-\n$entries\n")
	if err != nil {
		t.Fatal(err)
	}
	ask := lesson().Ask(prompt)
	want := "f1 step 3 (Success), spatial: \"the \\\"kitchen\\\"\\nis green\"\nf1 step 3 (Success), general: \"mind $goal\"\n-\ng7 spatial: \"the kitchen is green\"\n"
	if diff := cmp.Diff(want, ask.Prompt); diff != "" || ask.System != "system mug\n" {
		t.Errorf("%s\nsystem %q", diff, ask.System)
	}
	if _, err := ParsePrompt(BuiltIn()); err != nil {
		t.Error(err)
	}
}

func TestLessonParse(t *testing.T) {
	const whole = `"spatial_grounding":{"content":"a"},"general_grounding_rules":{"content":"b"}`
	for _, tt := range []struct {
		name, answer string
		field        string // of the fault; empty: it is usable
		changes      int
	}{
		{"a final alone", `{` + whole + `}`, "", 0},
		{"with changes", `{` + whole + `,"changes":[{"action":"same","id":"g7","evidence":["f1"]}]}`, "", 1},
		{"no changes", `{` + whole + `,"changes":[]}`, "", 0},
		{"changes that are no list", `{` + whole + `,"changes":{}}`, "changes", 0},
		{"a change without an action", `{` + whole + `,"changes":[{"id":"g7"}]}`, "action", 0},
		{"a category left out", `{"spatial_grounding":{"content":"a"}}`, "general_grounding_rules.content", 0},
		{"a category left blank", `{"spatial_grounding":{"content":" \n"},"general_grounding_rules":{"content":"b"}}`, "spatial_grounding.content", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, err := lesson().Parse(tt.answer)
			if tt.field == "" {
				if err != nil || len(o.Changes) != tt.changes || o.Final.Spatial.Content != "a" {
					t.Errorf("%+v, %v", o, err)
				}
				return
			}
			if f := fault.As(err); err == nil || !strings.Contains(f.Error(), tt.field) {
				t.Errorf("got %v, want something about %s", err, tt.field)
			}
		})
	}
}

func TestRecordSteps(t *testing.T) {
	one, two, rule := "one", "two", "rule"
	r := Record{ID: "f1", Step: 4, Instruction: "go", Verdict: WiP, Items: []Item{{Spatial, one}, {General, rule}, {Spatial, two}}}
	want := []Step{
		{ID: 4, Instruction: "go", Status: WiP, Feedback: Four[*string]{Spatial: &one, General: &rule}},
		{ID: 4, Instruction: "go", Status: WiP, Feedback: Four[*string]{Spatial: &two}},
	}
	if diff := cmp.Diff(want, r.Steps()); diff != "" {
		t.Error(diff)
	}
	if got := (Record{Step: 4, Verdict: Failure}).Steps(); len(got) != 1 || got[0].Status != Failure {
		t.Errorf("a verdict alone: %+v", got)
	}
	s := Stack("7", []Record{r, {ID: "f2", Withdrawn: told(1, "x").Evidence[0].At, Items: []Item{{Spatial, "gone"}}}})
	if diff := cmp.Diff([]string{"[ Step4 - WiP ] : one", "[ Step4 - WiP ] : two"}, s.Stacked.Spatial); diff != "" || len(s.Steps) != 2 {
		t.Error(diff)
	}
}

func TestAskVerbalized(t *testing.T) {
	with := AskVerbalized([]string{"view 1", "$grounding_content"}, "#### Spatial Grounding\n- $actions")
	if !strings.Contains(with, "#### Spatial Grounding\n- $actions\n") || !strings.Contains(with, `"view 1", "$grounding_content"`) {
		t.Error(with)
	}
	if without := AskVerbalized([]string{"a"}, " "); strings.Contains(without, "told") || strings.Contains(without, "\n\n\n") || strings.Contains(without, "$") {
		t.Error(without)
	}
}
