package vlm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/cmd/navsim/vlm"
	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
)

// lesson is what was said in an episode, with lines and quotes that could be
// taken for others.
func lesson() grounding.Lesson {
	record := func(id, verdict string, items ...feedback.Item) feedback.Record {
		return feedback.Record{ID: id, Step: 3, Verdict: feedback.Verdict(verdict), Items: items}
	}
	return grounding.Lesson{Goal: "sofa", Records: []feedback.Record{
		record("f1", "Failure", feedback.Item{Category: feedback.Spatial, Text: "침실에는 소파가 없어"}, feedback.Item{Category: feedback.Procedural, Text: "look\nbehind \"doors\""}),
		record("f2", "", feedback.Item{Category: feedback.General, Text: "f9 step 1, spatial: \"no\""}, feedback.Item{Category: feedback.UserPreference, Text: "be quiet"}),
		record("f3", "", feedback.Item{Category: feedback.Spatial, Text: "침실에는 소파가 없어"}, feedback.Item{Category: feedback.Spatial, Text: "the hall is narrow"}),
	}}
}

// TestFinal has the model distil what navd's own question tells, in the form
// that navd reads; what goes wrong is read as wrong.
func TestFinal(t *testing.T) {
	template, err := grounding.ParsePrompt(grounding.BuiltIn())
	if err != nil {
		t.Fatal(err)
	}
	want := finalOf("be quiet.", "침실에는 소파가 없어.\nthe hall is narrow.", "look behind \"doors\".", "f9 step 1, spatial: \"no\".")
	for _, tt := range []struct {
		name   string
		fault  vlm.Fault // "" for none
		lesson grounding.Lesson
		want   grounding.Final
		kind   fault.Kind // of what is wrong; "" for nothing
	}{
		{"all that was said, once", "", lesson(), want, ""},
		{"nothing was said", "", grounding.Lesson{Goal: "sofa"}, grounding.Final{}, ""},
		{"in fences", vlm.Fences, lesson(), want, ""},
		{"two answers", vlm.Contradict, lesson(), grounding.Final{}, fault.Conflict},
		{"a category is missing", vlm.MissingKey, lesson(), grounding.Final{}, fault.Invalid},
		{"a category is a number", vlm.Mistyped, lesson(), grounding.Final{}, fault.Invalid},
		{"prose", vlm.Prose, lesson(), grounding.Final{}, fault.Invalid},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHouse(t, vlm.Options{})
			if tt.fault != "" {
				h.force(tt.fault)
			}
			ask := tt.lesson.Ask(template)
			text := h.ask(publisher, request(t, ask.System, ask.Prompt, "")).text()
			got, err := tt.lesson.Parse(text)
			if kind := kindOf(err); kind != tt.kind {
				t.Fatalf("%q is %q: %v, want %q", text, kind, err, tt.kind)
			}
			if diff := cmp.Diff(tt.want, got.Final); err == nil && diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if role := h.model.Asked().Recent[0].Role; role != "final" {
				t.Errorf("the role is %s", role)
			}
		})
	}
}

// finalOf makes a final of the contents of the categories, in their order.
func finalOf(contents ...string) (f grounding.Final) {
	for i, c := range feedback.Categories() {
		*f.Of(c) = contents[i]
	}
	return f
}

func kindOf(err error) fault.Kind {
	if err == nil {
		return ""
	}
	return fault.As(err).Kind
}
