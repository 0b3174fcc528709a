package grounding_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	. "navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
)

// TestJSON holds the names under which values are stored and sent.
func TestJSON(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 6, 7, 0, time.FixedZone("", 9*3600))
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"feedback", feedback.Said{Verdict: feedback.Failure, Items: []feedback.Item{{Category: feedback.Spatial, Text: "넓다"}}}, `{"verdict":"Failure","items":[{"category":"spatial","text":"넓다"}]}`},
		{"feedback without anything", feedback.Said{Items: []feedback.Item{}}, `{"items":[]}`},
		{"four", feedback.Four[int]{UserPreference: 1, Spatial: 2, Procedural: 3, General: 4}, `{"user_preference":1,"spatial":2,"procedural":3,"general":4}`},
		{"skipped", Skipped{"a.json", "not UTF-8"}, `{"name":"a.json","reason":"not UTF-8"}`},
		{"change", Change{Action: Same, ID: "g1", Evidence: []string{}, Flag: "cites nothing"}, `{"action":"same","id":"g1","evidence":[],"flag":"cites nothing"}`},
		{"added", Added{ID: "g2", Superseded: []string{"g1"}, Possible: []string{"g0"}}, `{"id":"g2","merged":false,"superseded":["g1"],"possible_conflict":["g0"]}`},
		{"added among many", Added{ID: "g2", Possible: []string{"g1"}, More: 7}, `{"id":"g2","merged":false,"possible_conflict":["g1"],"more":7}`},
		{"choice", Choice{Entries: []item.Shown{{ID: "g1", Version: 2, Reason: "pinned"}}, LeftOut: []item.LeftOut{{ID: "g2", Reason: "another scene"}}, More: 3, Text: "a", Tokens: 1},
			`{"entries":[{"id":"g1","version":2,"reason":"pinned"}],"left_out":[{"id":"g2","reason":"another scene"}],"more":3,"text":"a","tokens":1}`},
		{"choice of nothing", NewBook().Choose(Situation{}, nil, 9), `{"entries":[],"left_out":[],"text":"","tokens":0}`},
		{"entry", Entry{
			ID: "g1", Version: 2, Category: feedback.Spatial, Text: "the lamp is in the study",
			Claims:   []words.Claim{words.In("lamp", "study", "g1", 1)},
			Evidence: []feedback.Evidence{{Feedback: "f1", Episode: "e1", Step: 3, Verdict: feedback.Success, Author: "kim", At: at}},
			Scope:    Scope{Scene: "flat-2", Target: "lamp"}, State: item.Superseded, SupersededBy: "g2", Pinned: true, Counters: Counters{4, 3, 1},
		}, `{"id":"g1","version":2,"category":"spatial","text":"the lamp is in the study",` +
			`"claims":[{"subject":"target:lamp","relation":"in","object":"study","polarity":1,"source":"g1","weight":1}],` +
			`"evidence":[{"feedback":"f1","episode":"e1","step":3,"verdict":"Success","author":"kim","time":"2026-03-04T05:06:07+09:00"}],` +
			`"scope":{"scene_id":"flat-2","target":"lamp"},"state":"superseded","superseded_by":"g2","pinned":true,"counters":{"shown":4,"helped":3,"harmed":1}}`},
		{"entry of little", Entry{ID: "g1", Version: 1, Category: feedback.General, Text: "a", Evidence: []feedback.Evidence{}, State: item.Active},
			`{"id":"g1","version":1,"category":"general","text":"a","evidence":[],"scope":{},"state":"active","counters":{"shown":0,"helped":0,"harmed":0}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := json.Marshal(c.value)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTitles(t *testing.T) {
	want := map[feedback.Category]string{
		feedback.UserPreference: "User Preference Grounding", feedback.Spatial: "Spatial Grounding",
		feedback.Procedural: "Procedural Grounding", feedback.General: "General Grounding Rules",
	}
	got := map[feedback.Category]string{}
	for _, c := range feedback.Categories() {
		got[c] = c.Title()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestOf holds that each category has a place of its own.
func TestOf(t *testing.T) {
	var four feedback.Four[string]
	var final Final
	for _, c := range feedback.Categories() {
		*four.Of(c), *final.Of(c) = string(c), string(c)
	}
	if diff := cmp.Diff(feedback.Four[string]{UserPreference: "user_preference", Spatial: "spatial", Procedural: "procedural", General: "general"}, four); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Final{"", Content{"user_preference"}, Content{"spatial"}, Content{"procedural"}, Content{"general"}}, final); diff != "" {
		t.Error(diff)
	}
}

// FuzzAnswers holds that any answer is refused with a fault or read, the same
// each time.
func FuzzAnswers(f *testing.F) {
	f.Add(distilled)
	f.Add(`{"changes": [{"action": "add", "category": "s", "text": "a", "evidence": ["f1"]}, {"action": "same", "id": "g1"}]}`)
	f.Add(`{"general_grounding": {"content": "a"}} {"spatial_grounding": null}`)
	known := Grounds{Entries: []string{"g1"}, Evidence: []string{"f1"}}
	f.Fuzz(func(t *testing.T, answer string) {
		final, err := ParseFinal(answer)
		if err != nil && fault.Is(err, fault.Internal) {
			t.Errorf("an error that is no fault: %v", err)
		}
		if again, _ := ParseFinal(answer); again != final {
			t.Errorf("%+v, then %+v", final, again)
		}
		changes, err := ParseChanges(answer, known)
		if err != nil && fault.Is(err, fault.Internal) {
			t.Errorf("an error that is no fault: %v", err)
		}
		for _, c := range changes {
			if c.Flag == "" && (len(c.Evidence) == 0 || c.Action != Add && c.ID != "g1") {
				t.Errorf("not flagged: %+v", c)
			}
		}
	})
}

// FuzzMerge holds that a file is either merged or skipped with a reason, and
// that merging it twice is merging it once.
func FuzzMerge(f *testing.F) {
	f.Add("a.json", []byte(walkJSON))
	f.Add("a.txt", []byte("\ufeffa\r\nb"))
	f.Add("a.json", []byte(`{"final_grounding": {"general_grounding": {"content": "# a\n`+"```"+`"}}}`))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		one, err := MergeFiles([]File{{name, data}}, FormatBoth)
		if err != nil {
			t.Fatal(err)
		}
		if len(one.Skipped) > 0 && (one.Text != "" || one.Skipped[0].Reason == "") {
			t.Errorf("skipped %+v, with the text %q", one.Skipped, one.Text)
		}
		two, err := MergeFiles([]File{{name, data}, {name, data}}, FormatBoth)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(one.Merged, two.Merged); diff != "" {
			t.Error(diff)
		}
		if block := Block(one.Contents); strings.HasSuffix(block, "\n") {
			t.Errorf("the block %q ends with an empty line", block)
		}
	})
}
