package grounding_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
)

// distilled is an answer of a model, and what it says.
const distilled = `{"user_preference_grounding": {"content": "No stairs."}, "spatial_grounding": {"content": "There is no door in the study."},
 "procedural_grounding": {"content": ""}, "general_grounding_rules": {"content": "Nothing was provided, and the cat is fast."}}`

func TestParseFinal(t *testing.T) {
	want := Final{
		UserPreference: Content{"No stairs."},
		Spatial:        Content{"There is no door in the study."},
		General:        Content{"Nothing was provided, and the cat is fast."},
	}
	spatial := Final{Spatial: Content{"a"}}
	for _, c := range []struct {
		name, answer string
		want         Final
	}{
		{"bare", distilled, want},
		{"fenced", "```json\n" + distilled + "\n```", want},
		{"in prose", "Here {it} is: " + distilled + " Good luck.", want},
		{"in another object", `{"final_grounding": ` + distilled + `}`, want},
		{"one key", `{"spatial_grounding": {"content": "a"}}`, spatial},
		{"one key of none before it", `{"thoughts": 1} {"spatial_grounding": {"content": "a"}}`, spatial},
		{"nulls", `{"spatial_grounding": {"content": "a"}, "procedural_grounding": null, "user_preference_grounding": {"content": null}}`, spatial},
		{"the other name", `{"spatial_grounding": {"content": "a"}, "general_grounding": {"content": "b"}}`, Final{Spatial: Content{"a"}, General: Content{"b"}}},
		{"the other name alone", `{"general_grounding": {"content": "b"}}`, Final{General: Content{"b"}}},
		{"a time of the model's", `{"generation_timestamp": "now", "spatial_grounding": {"content": "a"}}`, spatial},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseFinal(c.answer)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseFinalRefuses(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"no object", "I cannot.", "no object in the answer, allowed one JSON object with user_preference_grounding, spatial_grounding, procedural_grounding, general_grounding_rules"},
		{"a text for a category", `{"spatial_grounding": "a"}`, `spatial_grounding: mistyped, given a string "a", allowed an object`},
		{"a number for a content", `{"spatial_grounding": {"content": 3}}`, `spatial_grounding.content: mistyped, given a number 3, allowed a string`},
		{"two that differ", distilled + `{"spatial_grounding": {"content": "a"}, "user_preference_grounding": {}, "procedural_grounding": {}, "general_grounding_rules": {}}`, "two answers that differ"},
		{"two halves", `{"spatial_grounding": {"content": "a"}} {"procedural_grounding": {"content": "b"}}`, "two answers that differ"},
		{"a key twice", `{"spatial_grounding": {"content": "a"}, "spatial_grounding": {"content": "b"}}`, "spatial_grounding: given twice, allowed each key once"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseFinal(c.answer)
			if err == nil || fault.Is(err, fault.Internal) {
				t.Fatalf("got %+v, %v, want a fault", got, err)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseChanges(t *testing.T) {
	known := Grounds{Entries: []string{"g1", "g2"}, Evidence: []string{"f1", "f2"}}
	for _, c := range []struct {
		name, answer string
		want         []Change
	}{
		{"none", `{"changes": []}`, []Change{}},
		{"each action", "```json\n" + `{"changes": [
			{"action": "add", "category": "spatial", "text": " no door here ", "evidence": ["f1"]},
			{"action": "same", "id": "g1", "evidence": ["f1", "f2"]},
			{"action": "supersede", "id": "g2", "category": "선호", "text": "조용히", "evidence": ["f2"]}]}` + "\n```", []Change{
			{Action: Add, Category: feedback.Spatial, Text: "no door here", Evidence: []string{"f1"}},
			{Action: Same, ID: "g1", Evidence: []string{"f1", "f2"}},
			{Action: Supersede, ID: "g2", Category: feedback.UserPreference, Text: "조용히", Evidence: []string{"f2"}},
		}},
		{"no evidence", `So: {"changes": [{"action": "add", "category": "g", "text": "a"}, {"action": "same", "id": "g1", "evidence": []}]}`, []Change{
			{Action: Add, Category: feedback.General, Text: "a", Evidence: []string{}, Flag: "cites nothing"},
			{Action: Same, ID: "g1", Evidence: []string{}, Flag: "cites nothing"},
		}},
		{"evidence of nobody", `{"changes": [{"action": "add", "category": "g", "text": "a", "evidence": ["f1", "f9"]}]}`, []Change{
			{Action: Add, Category: feedback.General, Text: "a", Evidence: []string{"f1", "f9"}, Flag: `cites what is not there: "f9"`},
		}},
		{"an entry of nobody", `{"changes": [{"action": "supersede", "id": "g9", "category": "g", "text": "a", "evidence": ["f1"]}]}`, []Change{
			{Action: Supersede, ID: "g9", Category: feedback.General, Text: "a", Evidence: []string{"f1"}, Flag: `no such entry: "g9"`},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseChanges(c.answer, known)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseChangesRefuses(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"no object", "none", "no object in the answer, allowed one JSON object with changes"},
		{"no list", `{"changes": {}}`, "changes: mistyped, given an object, allowed a list of objects"},
		{"no action", `{"changes": [{}]}`, "changes[0].action: missing, allowed a string"},
		{"an unknown action", `{"changes": [{"action": "delete", "id": "g1"}]}`, `changes[0].action: not allowed, given "delete", allowed add, same or supersede`},
		{"no id", `{"changes": [{"action": "same", "evidence": []}]}`, "changes[0].id: missing, allowed a string"},
		{"no category", `{"changes": [{"action": "add", "text": "a"}]}`, "changes[0].category: missing, allowed a string"},
		{"an unknown category", `{"changes": [{"action": "add", "category": "x", "text": "a"}]}`, `changes[0].category: not allowed, given "x", allowed user_preference (u, 선호, 사용자), spatial (s, 공간), procedural (p, 절차) or general (g, 일반)`},
		{"no text", `{"changes": [{"action": "add", "category": "s"}]}`, "changes[0].text: missing, allowed a string"},
		{"a blank text", `{"changes": [{"action": "add", "category": "s", "text": " "}]}`, `changes[0].text: not allowed, given "", allowed a text that is not blank`},
		{"mistyped evidence", `{"changes": [{"action": "same", "id": "g1", "evidence": [1]}]}`, "changes[0].evidence[0]: mistyped, given a number 1, allowed a string"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseChanges(c.answer, Grounds{})
			if !fault.Is(err, fault.Invalid) {
				t.Fatalf("got %+v, %v, want an invalid fault", got, err)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
