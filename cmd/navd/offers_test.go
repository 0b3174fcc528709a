package main

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"navd/ipc"
)

// TestArgsOf holds how many arguments a command takes by its usage.
func TestArgsOf(t *testing.T) {
	for use, fits := range map[string][4]bool{ // none, one, two, three
		"status":                     {true},
		"show ID | EPISODE":          {false, true},
		"rollback ID|FEEDBACK|BATCH": {false, true},
		"snapshot [NAME]":            {true, true},
		"run EPISODE [QUESTION]":     {false, true, true},
		"where WHAT --house HOUSE":   {false, true},
		"attach [SKILL]...":          {true, true, true, true},
		"end EPISODE [EPISODE]...":   {false, true, true, true},
		"feedback [TEXT… | -]":       {true, true, true, true},
	} {
		for n, want := range fits {
			if err := argsOf(use)(&cobra.Command{Use: use}, make([]string, n)); (err == nil) != want {
				t.Errorf("%s with %d arguments: %v", use, n, err)
			}
		}
	}
}

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
	begun := must(t, c, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa"})
	var said ipc.FeedbackResult
	for _, text := range []string{"the sofa is blue", "the sofa is not in the kitchen"} {
		said = must(t, c, ipc.FeedbackAdd, ipc.FeedbackParams{Episode: begun.Episode, Text: text})
	}
	pinned := true
	must(t, c, ipc.GroundingPin, ipc.PinParams{ID: said.Entries[0].ID, Pinned: &pinned})
	rule := must(t, c, ipc.KnowledgeSubmit, ipc.SubmitParams{Text: "never enter the bathroom when looking for a television"})
	must(t, c, ipc.KnowledgeProcess, ipc.ProcessParams{Feedback: rule.Feedback}) // else the proposal comes some time later
	for _, tc := range []struct {
		name  string
		args  string
		lines []string // patterns, one for each name
	}{
		{"an episode", "episodes show ", []string{begun.Episode + `\tsofa, open, \d{4}-.*`}},
		{"an open episode", "episodes end ", []string{begun.Episode + `\tsofa, open, .*`}},
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
