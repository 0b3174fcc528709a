package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) groundingPromptCmd() *cobra.Command {
	var p ipc.GroundingPromptParams
	cmd := &cobra.Command{
		Use: "prompt", Short: "Print the entries that a plan's prompt would have, and why",
		Long: "Print the block that a planner's prompt would get: the active entries that fit scene, place and target, within the\n" +
			"budget. Standard error gets the reason for each entry that went in or was left out. --kind entropy prints an\n" +
			"instruction that asks a model for the probabilities of the next actions, with the block in it.",
		Example: "  navd grounding prompt --episode EPISODE\n  navd grounding prompt --scene house-1 --target sofa --budget 200",
		RunE:    calling(a, ipc.GroundingPrompt, &p, a.printPrompt),
	}
	f := cmd.Flags()
	f.StringVar(&p.Episode, "episode", "", "take scene, place, goal and files from this episode")
	f.StringVar(&p.SceneID, "scene", "", "the house or building, without an episode")
	f.StringVar(&p.Place, "place", "", "label of the place at hand")
	f.StringVar(&p.Target, "target", "", "what is looked for")
	f.StringVar(&p.Kind, "kind", "", "normal or entropy, default normal")
	optionalInt(cmd, &p.Budget, "budget", "tokens, default grounding.budget")
	return cmd
}

// printPrompt prints the block on standard output, and the reasons on standard error.
func (a *app) printPrompt(r ipc.GroundingPromptResult) error {
	text := r.Prompt
	if r.System != "" {
		text = r.System
	}
	if text = plainLines(strings.TrimRight(text, "\n"), ""); text != "" {
		a.say("%s\n", text)
	}
	return printChoice(a.err, r)
}

// printChoice says what went into a prompt, what did not, and why.
func printChoice(out io.Writer, r ipc.GroundingPromptResult) error {
	var b strings.Builder
	if r.Off != "" {
		fmt.Fprintf(&b, "plans get none of it: %s\n", plain(r.Off))
	}
	if r.Prompt == "" {
		b.WriteString("nothing went in\n")
	} else {
		fmt.Fprintf(&b, "%s went in, about %s\n", words.Count(len(r.In), "entry"), words.Count(r.Tokens, "token"))
	}
	for _, e := range r.In {
		fmt.Fprintf(&b, "  in   %s  %s\n", e.ID, plain(e.Reason))
	}
	for _, e := range r.LeftOut {
		fmt.Fprintf(&b, "  out  %s  %s\n", e.ID, plain(e.Reason))
	}
	if r.More > 0 {
		fmt.Fprintf(&b, "  out  %d more\n", r.More)
	}
	for _, s := range r.Skipped {
		fmt.Fprintf(&b, "  file %s was skipped: %s\n", plain(s.Name), plain(s.Reason))
	}
	_, err := io.WriteString(out, b.String())
	return err
}
