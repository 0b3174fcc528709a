package grounding_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// lesson has a spatial and a general feedback, and an entry.
func lesson() Lesson {
	return Lesson{
		Goal: "mug",
		Records: []feedback.Record{
			{ID: "f1", Step: 3, Verdict: feedback.Success, Items: []feedback.Item{{Category: feedback.Spatial, Text: "the \"kitchen\"\nis green"}, {Category: feedback.General, Text: "mind $goal"}}},
			{ID: "f2", Items: []feedback.Item{}},
		},
		Entries: []Entry{{ID: "g7", Category: feedback.Spatial, Text: "the kitchen is green"}},
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
	r := feedback.Record{ID: "f1", Step: 4, Instruction: "go", Verdict: feedback.WiP, Items: []feedback.Item{{Category: feedback.Spatial, Text: one}, {Category: feedback.General, Text: rule}, {Category: feedback.Spatial, Text: two}}}
	want := []Step{
		{ID: 4, Instruction: "go", Status: feedback.WiP, Feedback: feedback.Four[*string]{Spatial: &one, General: &rule}},
		{ID: 4, Instruction: "go", Status: feedback.WiP, Feedback: feedback.Four[*string]{Spatial: &two}},
	}
	if diff := cmp.Diff(want, Steps(r)); diff != "" {
		t.Error(diff)
	}
	if got := Steps(feedback.Record{Step: 4, Verdict: feedback.Failure}); len(got) != 1 || got[0].Status != feedback.Failure {
		t.Errorf("a verdict alone: %+v", got)
	}
	s := Stack("7", []feedback.Record{r, {ID: "f2", Withdrawn: told(1, "x").Evidence[0].At, Items: []feedback.Item{{Category: feedback.Spatial, Text: "gone"}}}})
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

// one is a lesson of one feedback.
func one() Lesson {
	return Lesson{Records: []feedback.Record{{ID: "f1", Items: []feedback.Item{{Category: feedback.Spatial, Text: "the sofa is red"}}}}}
}

func TestLessonParseRefuses(t *testing.T) {
	for _, tt := range []struct {
		name, answer, field string
		lesson              Lesson
	}{
		{"nothing of what was said", `{"general_grounding_rules":{"content":" "}}`, "spatial_grounding.content", one()},
		{"null of what was said", `{"general_grounding_rules":null}`, "spatial_grounding.content", one()},
		{"what no file may have", `{"spatial_grounding":{"content":"a\u0000b"}}`, "spatial_grounding.content", one()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := tt.lesson.Parse(tt.answer)
			if f := fault.As(err); f == nil || f.Kind != fault.Invalid || f.Field != tt.field {
				t.Errorf("got %v, want an invalid fault about %q", err, tt.field)
			}
		})
	}
	verdict := Lesson{Records: []feedback.Record{{ID: "f1", Verdict: feedback.Success}}}
	if _, err := verdict.Parse(`{"general_grounding_rules":{"content":""}}`); err != nil {
		t.Errorf("of a verdict alone: %v", err)
	}
}

// A change that cites a feedback twice rests on it once, and a text that no user
// could have said is flagged.
func TestLessonChanges(t *testing.T) {
	l := one()
	o, err := l.Parse(`{"spatial_grounding":{"content":"x"},"changes":[
		{"action":"add","category":"spatial","text":"red","evidence":["f1","f1"]},
		{"action":"add","category":"spatial","text":"a\u0007b","evidence":["f1"]},
		{"action":"add","category":"spatial","text":"` + strings.Repeat("a", 65_537) + `","evidence":["f1"]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(l.Evidence(o.Changes[0])); n != 1 || o.Changes[0].Flag != "" {
		t.Errorf("%d evidences, flag %q", n, o.Changes[0].Flag)
	}
	for _, c := range o.Changes[1:] {
		if !strings.Contains(c.Flag, "no text that a user could have said") {
			t.Errorf("%.20q has the flag %q", c.Text, c.Flag)
		}
	}
}

// Many texts of one category are as many steps, in their order.
func TestStackOfMany(t *testing.T) {
	const many = 20_000
	r := feedback.Record{ID: "f1", Step: 3, Verdict: feedback.Failure}
	for i := range many {
		r.Items = append(r.Items, feedback.Item{Category: feedback.Spatial, Text: "shelf " + strconv.Itoa(i)})
	}
	r.Items = append(r.Items, feedback.Item{Category: feedback.General, Text: "go"}, feedback.Item{Category: feedback.General, Text: "slowly"})
	s := Stack("7", []feedback.Record{r})
	if len(s.Steps) != many || len(s.Stacked.Spatial) != many || s.Stacked.Spatial[many-1] != "[ Step3 - Failure ] : shelf 19999" {
		t.Fatalf("%d steps, %d texts", len(s.Steps), len(s.Stacked.Spatial))
	}
	if first, second, third := s.Steps[0].Feedback, s.Steps[1].Feedback, s.Steps[2].Feedback; *first.General != "go" || *second.General != "slowly" || third.General != nil {
		t.Errorf("general stands at %+v, %+v, %+v", first, second, third)
	}
}

// A text that is longer than any statement is none, and what it would have said
// stays beside the others.
func TestLongStatement(t *testing.T) {
	name := strings.Repeat("a", 2000)
	if s, ok := ParseStatement("the study is called " + name); ok {
		t.Errorf("%.60v", s)
	}
	if s, ok := ParseStatement("the study is called " + name[:100]); !ok || s.Attribute != Name {
		t.Errorf("%v, %v", s, ok)
	}
}
