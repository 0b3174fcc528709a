package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/daemon/item"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) entryShowCmd() *cobra.Command {
	version := 0
	cmd := &cobra.Command{
		Use: "show ID | EPISODE", Short: "Print an entry in full, or what was said in an episode",
		Long: "Print an entry (g1) in full: what navd does because of it, where it holds, the feedback it rests on, its counters.\n" +
			"Or print what users said in an episode: step by step, all of it by category, and its final.",
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := shown(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("version") {
				if p.ID != "" {
					return fault.New(fault.Invalid, "it is for the finals of an episode, and an entry has none").About("--version", version).WithHint("name an episode")
				}
				p.Version = version
			}
			return answer(cmd.Context(), a, ipc.GroundingGet.With(p), a.printGrounding)
		},
	}
	cmd.Flags().IntVar(&version, "version", 0, "version of the episode's final, default the last")
	return cmd
}

// shown reads a name as an entry or as an episode.
func shown(name string) (p ipc.GroundingGetParams, err error) {
	if _, ok := grounding.EntryNumber(name); ok {
		return ipc.GroundingGetParams{ID: name}, nil
	}
	if _, ok := feedback.Number(name); ok {
		return p, fault.Field("id", name, "an entry like g1, or an episode").WithHint("a feedback is shown with its episode")
	}
	if name == "" {
		return p, fault.Field("id", name, "an entry like g1, or an episode")
	}
	return ipc.GroundingGetParams{Episode: name}, nil
}

func (a *app) printGrounding(r ipc.GroundingGetResult) error {
	if r.Entry != nil {
		return a.printEntry(*r.Entry)
	}
	return a.printSaid(r)
}

// printEntry prints an entry in full.
func (a *app) printEntry(e grounding.Entry) error {
	a.say("%s  %s, %s\n%s%s\n", e.ID, e.Category, standing(e), noteIndent, plainLines(e.Text, noteIndent))
	if e.Replaces != "" {
		a.say("a model proposed it in place of %s\n", e.Replaces)
	}
	a.say("holds %s\n", scopeText(e.Scope))
	for _, line := range claimLines(e.Text, e.Claims, e.State == item.Active, e.Scope.Room.Type) {
		a.say("%s\n", line)
	}
	if len(e.Evidence) == 0 {
		a.say("the feedback it rested on was taken back\n")
	} else {
		a.say("%s:\n", restsOn(len(e.Evidence)))
	}
	for _, v := range e.Evidence {
		a.say("%s%s\n", noteIndent, evidenceText(v))
	}
	a.say("shown %s, helped %d, harmed %d\n", times(e.Counters.Shown), e.Counters.Helped, e.Counters.Harmed)
	return a.say("version %d; `navd grounding history %s` tells what changed\n", e.Version, e.ID)
}

// evidenceText says who said something, where and when.
func evidenceText(v feedback.Evidence) string {
	s := fmt.Sprintf("%s  episode %s, step %d", v.Feedback, plain(v.Episode), v.Step)
	if v.Episode == "" { // a file need not name one
		s = v.Feedback + "  a file of no episode"
	}
	if v.File != "" {
		s += ", " + plain(v.File)
	}
	if v.Verdict != "" {
		s += ", " + string(v.Verdict)
	}
	if v.Author != "" {
		s += ", by " + plain(v.Author)
	}
	if v.At.IsZero() {
		return s
	}
	return s + ", " + when(v.At)
}

// times counts how often.
func times(n int) string { return words.Count(n, "time") }

// printSaid prints what was said in an episode, and its final.
func (a *app) printSaid(r ipc.GroundingGetResult) error {
	if len(r.Feedback) == 0 {
		a.say("nothing was said; `navd feedback --episode EPISODE TEXT` says something\n")
	}
	for _, f := range r.Feedback {
		a.printRecord(f)
	}
	if s := r.Snapshot; s != nil && len(r.Feedback) > 0 {
		a.say("\nstacked\n")
		for _, c := range feedback.Categories() {
			for i, line := range *s.Stacked.Of(c) {
				if i == 0 {
					a.say("  %s\n", c)
				}
				a.say("%s%s\n", noteIndent, plainLines(line, noteIndent))
			}
		}
	}
	if r.Final == nil {
		if len(r.Feedback) > 0 {
			a.say("\nno final yet; it is made when the episode ends, or with `navd grounding final EPISODE`\n")
		}
		return nil
	}
	a.say("\n")
	return a.printFinal(*r.Final, r.Versions)
}

// printRecord prints one feedback.
func (a *app) printRecord(f feedback.Record) {
	a.say("%s  step %d", f.ID, f.Step)
	if f.Verdict != "" {
		a.say(", %s", f.Verdict)
	}
	if f.Author != "" {
		a.say(", by %s", plain(f.Author))
	}
	a.say(", %s", f.At.Format(time.DateTime))
	if !f.Withdrawn.IsZero() {
		a.say(", taken back %s", f.Withdrawn.Format(time.DateTime))
	}
	a.say("\n%sthe order was: %s\n", noteIndent, plainLines(f.Instruction, noteIndent))
	for i, item := range f.Items {
		entry := ""
		if i < len(f.Entries) && f.Entries[i] != "" {
			entry = " (" + f.Entries[i] + ")"
		}
		a.say("%s%s%s: %s\n", noteIndent, item.Category, entry, plainLines(item.Text, noteIndent))
	}
}
