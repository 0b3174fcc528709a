package main

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"navd/ipc"
)

func TestTaken(t *testing.T) {
	for _, tc := range []struct {
		use    string
		before int
		want   []string
	}{
		{"status", 0, nil},
		{"map EPISODE [EPISODE] | HOUSE", 0, []string{"EPISODE", "HOUSE"}},
		{"map EPISODE [EPISODE] | HOUSE", 1, []string{"EPISODE"}},
		{"map EPISODE [EPISODE] | HOUSE", 2, nil},
		{"rollback ID|FEEDBACK|BATCH", 0, []string{"ID", "FEEDBACK", "BATCH"}},
		{"detach SKILL...", 7, []string{"SKILL"}},
		{"feedback [TEXT… | -]", 0, []string{"TEXT", "-"}},
		{"run EPISODE [QUESTION]", 1, []string{"QUESTION"}},
	} {
		if got := taken(tc.use, tc.before); !slices.Equal(got, tc.want) {
			t.Errorf("%s behind %d arguments: %q, want %q", tc.use, tc.before, got, tc.want)
		}
	}
}

// TestOffers holds what a shell is offered: names that fit the command, each with what it is.
func TestOffers(t *testing.T) {
	h := newHome(t)
	_, c := h.daemon()
	begun, err := ipc.EpisodeBegin.Call(t.Context(), c, ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		t.Fatal(err)
	}
	var said ipc.FeedbackResult
	for _, text := range []string{"the sofa is blue", "the sofa is not in the kitchen"} {
		if said, err = ipc.FeedbackAdd.Call(t.Context(), c, ipc.FeedbackParams{Episode: begun.Episode, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	pinned := true
	if _, err := ipc.GroundingPin.Call(t.Context(), c, ipc.PinParams{ID: said.Entries[0].ID, Pinned: &pinned}); err != nil {
		t.Fatal(err)
	}
	if _, err := ipc.KnowledgeSubmit.Call(t.Context(), c, ipc.SubmitParams{Text: "never enter the bathroom when looking for a television"}); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		args  string
		lines []string // patterns, one for each name
	}{
		{"an episode", "episodes show ", []string{begun.Episode + `\tsofa, open, \d{4}-.*`}},
		{"an episode of a flag", "grounding list --episode ", []string{begun.Episode + `\tsofa.*`}},
		{"an entry", "grounding history ", []string{`g2\tactive: the sofa is not in the kitchen`, `g1\tactive: the sofa is blue`}},
		{"an entry that has a pin", "grounding unpin ", []string{`g2\tactive: .*`}},
		{"an entry that has none", "grounding pin ", []string{`g1\tactive: .*`}},
		{"an entry to confirm", "grounding confirm ", nil},
		{"an entry or an episode", "grounding show ", []string{`g\d+\t.*`, `g\d+\t.*`, begun.Episode + `\t.*`}},
		{"a proposal", "knowledge approve ", []string{`p1\trule: .*`}},
		{"an item", "knowledge show ", nil},
		{"a job", "jobs cancel ", nil},
		{"a search", "lats show ", nil},
		{"a prompt", "config prompts ", []string{"planner", "scene", "final", "agent"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var out strings.Builder
			(&app{out: &out, err: io.Discard}).run(t.Context(), strings.Split("__complete --socket "+h.socket+" "+tc.args, " "))
			lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			if last := len(lines) - 1; lines[last] != ":4" && lines[last] != ":36" {
				t.Errorf("a shell is told to go on with files: %s", lines[last])
			} else {
				lines = lines[:last]
			}
			fits := func(line, pattern string) bool { return regexp.MustCompile("^" + pattern + "$").MatchString(line) }
			if !slices.EqualFunc(lines, tc.lines, fits) {
				t.Errorf("offered %q, want %q", lines, tc.lines)
			}
		})
	}
}
