package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/job"
	"navd/ipc"
)

// noon is when everything of these tests happened.
func noon() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

func TestHistoryText(t *testing.T) {
	first := feedback.Evidence{Feedback: "f1", Episode: "e1", Step: 3, Verdict: feedback.Failure, Author: "Kim", At: noon()}
	second := feedback.Evidence{Feedback: "f2", Episode: "e1", At: noon()}
	e := grounding.Entry{ID: "g1", Category: feedback.General, Text: "sofa", State: item.Proposed, Replaces: "g9", Evidence: []feedback.Evidence{first}}
	var versions []grounding.Entry
	for i, change := range []func(){
		func() {},
		func() { e.State = item.Active },
		func() { e.Evidence = []feedback.Evidence{first, second} },
		func() { e.State, e.SupersededBy = item.Superseded, "g2" },
		func() { e.SupersededBy = "g3" },
		func() { e.State, e.SupersededBy, e.Pinned = item.Active, "", true },
		func() { e.Pinned, e.Evidence = false, []feedback.Evidence{second} },
		func() { e.State = item.Retired },
		func() {},
	} {
		change()
		e.Version = i + 1
		versions = append(versions, e)
	}
	var out strings.Builder
	if err := (&app{out: &out}).printHistory(ipc.HistoryResult{Versions: versions}); err != nil {
		t.Fatal(err)
	}
	want := `g1  general: sofa
version 1: proposed in place of g9; f1  episode e1, step 3, Failure, by Kim, 2026-05-04 12:00:00
version 2: confirmed
version 3: said again: f2  episode e1, step 0, 2026-05-04 12:00:00
version 4: superseded by g2
version 5: superseded by g3
version 6: active again, pinned
version 7: unpinned, f1 no longer counts
version 8: retired
version 9: no visible change
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFinalText(t *testing.T) {
	four := grounding.Final{Spatial: grounding.Content{Content: "a\n\x1bb"}, General: grounding.Content{Content: "c"}}
	for _, tt := range []struct {
		name   string
		report finalReport
		want   string
	}{
		{"asked for", finalReport{Job: job.New("j1", job.Final, "e1", noon())}, "job j1 is waiting, due 2026-05-04 12:00:00\n"},
		{"a model's, with proposals", finalReport{Job: job.Job{State: job.Done}, New: true, Versions: 2, Final: &grounding.Version{
			Version: 2, Form: grounding.ByModel, Model: "openai:m", At: noon(), Final: four, Changes: []grounding.Proposal{
				{Change: grounding.Change{Action: grounding.Add, Text: "new\x1b"}, Entry: "g4"},
				{Change: grounding.Change{Action: grounding.Supersede, ID: "g1", Text: "other"}, Entry: "g5"},
				{Change: grounding.Change{Action: grounding.Same, ID: "g7"}, Entry: "g7"},
				{Change: grounding.Change{Action: grounding.Same, ID: "g8", Flag: "cites nothing"}},
			},
		}}, `final, version 2 of 2, made by openai:m, 2026-05-04 12:00:00
  spatial
    a
     b
  general
    c
  proposed: new  (g4, in use when it is confirmed)
  proposed in place of g1: other (g5, in use when it is confirmed)
  more evidence for g7
  more evidence for g8 (held back: cites nothing)
`},
		{"without a model, tried again", finalReport{
			Job:      job.Job{ID: "j1", State: job.Waiting, Next: noon(), Error: "no model answered: x"},
			Versions: 1, Final: &grounding.Version{Version: 1, Form: grounding.ByCode, At: noon(), Failures: []string{"openai: refused"}},
		}, `job j1 is waiting, due 2026-05-04 12:00:00, after: no model answered: x
this final was made before
final, version 1 of 1, made without a model, 2026-05-04 12:00:00
  no answer of openai: refused
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := (&app{out: &out}).printFinalReport(tt.report); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestChoiceText(t *testing.T) {
	for _, tt := range []struct {
		name   string
		choice ipc.GroundingPromptResult
		want   string
	}{
		{"nothing", ipc.GroundingPromptResult{}, "nothing went in\n"},
		{"switched off", ipc.GroundingPromptResult{Off: "grounding.enabled is false"}, "plans get none of it: grounding.enabled is false\nnothing went in\n"},
		{"some in, some out", ipc.GroundingPromptResult{
			Prompt: "x", Tokens: 1, In: []item.Shown{{ID: "g1", Reason: "pinned"}},
			LeftOut: []item.LeftOut{{ID: "g2", Reason: "another scene"}}, More: 4,
			Skipped: []grounding.Skipped{{Name: "a\x1b.txt", Reason: "it cannot be read"}},
		}, "1 entry went in, about 1 token\n  in   g1  pinned\n  out  g2  another scene\n  out  4 more\n  file a .txt was skipped: it cannot be read\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := printChoice(&out, tt.choice); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWeigh(t *testing.T) {
	entry := func(id string, s item.State, shown, helped, harmed int) grounding.Entry {
		return grounding.Entry{ID: id, State: s, Category: feedback.Spatial, Pinned: id == "g1", Text: "so", Counters: grounding.Counters{Shown: shown, Helped: helped, Harmed: harmed}}
	}
	all := []grounding.Entry{
		entry("g1", item.Active, 9, 2, 2), entry("g2", item.Active, 9, 2, 0), entry("g3", item.Retired, 3, 0, 1),
		entry("g4", item.Active, 0, 0, 0), entry("g5", item.Superseded, 5, 5, 0), entry("g6", item.Active, 1, 1, 0),
		entry("g7", item.Active, 1, 1, 0), entry("g8", item.Active, 1, 1, 0),
	}
	want := usefulness{
		States:     map[item.State]int{item.Active: 6, item.Retired: 1, item.Superseded: 1},
		Categories: map[feedback.Category]int{feedback.Spatial: 6},
		Pinned:     1, Unshown: 1, Counters: grounding.Counters{Shown: 29, Helped: 12, Harmed: 3},
		Helped: []grounding.Entry{all[4], all[1], all[0], all[5], all[6]},
		Harmed: []grounding.Entry{all[0], all[2]},
	}
	if diff := cmp.Diff(want, weigh(all)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var out strings.Builder
	if err := (&app{out: &out}).printUsefulness(want); err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(out.String(), "\n"+counterMeaning)
	wantText := `entries: 6 active, 0 proposed, 1 superseded, 1 retired
active: 0 user_preference, 6 spatial, 0 procedural, 0 general; 1 pinned, 1 never shown
shown 29 times, helped 12, harmed 3

helped most
ID   STATE       SHOWN  HELPED  HARMED  TEXT
g5   superseded  5      5       0       so
g2   active      9      2       0       so
g1*  active      9      2       2       so
g6   active      1      1       0       so
g7   active      1      1       0       so

harmed most
ID   STATE    SHOWN  HELPED  HARMED  TEXT
g1*  active   9      2       2       so
g3   retired  3      0       1       so
`
	if diff := cmp.Diff(wantText, text); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
