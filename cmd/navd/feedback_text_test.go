package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/words"
	"navd/ipc"
)

func TestFeedbackReport(t *testing.T) {
	said := func(id, text string) grounding.Entry {
		return grounding.Entry{ID: id, Text: text, Evidence: []feedback.Evidence{{Feedback: "f9", Step: 4}}}
	}
	inScene := said("g3", "kitchen is green")
	inScene.Evidence, inScene.Scope = append(inScene.Evidence, feedback.Evidence{Feedback: "f10", Step: 7}), grounding.Scope{Scene: "home", Target: "mug"}
	denied := said("g1", "no sofa here")
	denied.Evidence, denied.Claims = nil, []words.Claim{words.NotIn("sofa", "kitchen", "g1", 1)}
	avoid := []words.Claim{words.Avoid(words.Place("kitchen"), "g4", 1)}
	for _, tt := range []struct {
		name   string
		report feedbackReport
		want   []string
	}{
		{"a verdict alone", feedbackReport{Episode: "e1", FeedbackResult: ipc.FeedbackResult{Feedback: "f10", Verdict: "WiP"}},
			[]string{"f10 is kept for episode e1", "verdict: WiP", "to take it back: navd grounding undo f10"}},
		{"it takes the place of another, and may conflict", feedbackReport{
			Episode: "e1", Newest: true, Entry: map[string]grounding.Entry{"g3": inScene, "g1": said("g1", "kitchen is blue")},
			FeedbackResult: ipc.FeedbackResult{Feedback: "f10", Entries: []ipc.FeedbackEntry{{
				ID: "g3", Action: "added", Category: feedback.Spatial, Text: "kitchen is green", Superseded: []string{"g1"}, Possible: []string{"g2"}, More: 3,
			}}},
		}, []string{
			"f10 is kept for episode e1, step 7; --episode names another", "g3  spatial, added: kitchen is green",
			"    holds in scene home, while the mug is looked for", "    navd itself understands nothing in it; models get the text",
			`    takes the place of g1 "kitchen is blue"`, "    may conflict with g2, which stays", "    and with 3 more",
			"to take it back: navd grounding undo f10",
		}},
		{"one that contradicts it, and more that may than are named", feedbackReport{
			Episode: "e1", Entry: map[string]grounding.Entry{"g1": denied},
			FeedbackResult: ipc.FeedbackResult{Feedback: "f10", Entries: []ipc.FeedbackEntry{{
				ID: "g9", Action: "added", Category: feedback.General, Text: "the sofa is in the kitchen", Possible: []string{"g1", "g2", "g3", "g4", "g5"}, More: 1,
				Claims: []words.Claim{words.In("sofa", "kitchen", "g9", 1)},
			}}},
		}, []string{
			"f10 is kept for episode e1", "g9  general, added: the sofa is in the kitchen", "    navd itself will look for the sofa in any kitchen first (sure)",
			`    contradicts g1 "no sofa here", which stays, but the newer counts; to take that out: navd grounding retire g1`,
			"    may conflict with g3, which stays", "    may conflict with g4, which stays", "    may conflict with g5, which stays", "    and with 2 more",
			"to take it back: navd grounding undo f10",
		}},
		{"known already, on two lines", feedbackReport{Episode: "e1", FeedbackResult: ipc.FeedbackResult{Feedback: "f10", Entries: []ipc.FeedbackEntry{{
			ID: "g4", Action: "merged", Category: feedback.Procedural, Text: "stay out\nof the kitchen", Evidence: 2, Claims: avoid,
		}}}}, []string{
			"f10 is kept for episode e1", "g4  procedural, known already, 2 feedbacks say so: stay out", "    of the kitchen",
			"    navd itself will keep away from any kitchen (sure)", "to take it back: navd grounding undo f10",
		}},
		{"it came too late", feedbackReport{Episode: "e\x1b1", FeedbackResult: ipc.FeedbackResult{Feedback: "f10", Entries: []ipc.FeedbackEntry{{
			ID: "g4", Action: "outdated", Category: feedback.Procedural, Text: "a\x1b[2Jb", Claims: avoid, By: "g5",
		}}}}, []string{
			"f10 is kept for episode e 1", "g4  procedural, kept as outdated: a [2Jb",
			"    navd itself would keep away from any kitchen (sure)", "    the newer g5 stays", "to take it back: navd grounding undo f10",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if err := (&app{out: &out}).printFeedback(tt.report); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Join(tt.want, "\n")+"\n", out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestScopeText(t *testing.T) {
	for _, tt := range []struct {
		name        string
		scope       grounding.Scope
		long, short string
	}{
		{"everywhere", grounding.Scope{}, "everywhere", "everywhere"},
		{"a scene", grounding.Scope{Scene: "home"}, "in scene home", "home"},
		{"a target", grounding.Scope{Target: "mug"}, "everywhere, while the mug is looked for", "any/mug"},
		{"both", grounding.Scope{Scene: "home", Target: "mug"}, "in scene home, while the mug is looked for", "home/mug"},
		{"an episode", grounding.Scope{Scene: "home", Episode: "e1"}, "in episode e1 alone", "one episode"},
		{"a room", grounding.Scope{Room: grounding.Room{House: "mill-by-the-river", Type: "living room", X: 1}}, "in the living room at x 1.0, y 0.0 of house mill-by-the-river alone", "living room mill-by-the-river"},
		{"escape sequences", grounding.Scope{Scene: "h\x1b"}, "in scene h ", "h "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if long, short := scopeText(tt.scope), shortScope(tt.scope); long != tt.long || short != tt.short {
				t.Errorf("%q and %q, want %q and %q", long, short, tt.long, tt.short)
			}
			if row := entryRow(grounding.Entry{Scope: tt.scope}); row[3] != tt.short {
				t.Errorf("a table has %q, want %q", row[3], tt.short)
			}
		})
	}
}
