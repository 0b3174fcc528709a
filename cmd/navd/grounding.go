package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/ipc"
)

// groundingCmd holds the commands about what users taught the robot.
func (a *app) groundingCmd() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "grounding",
		Short: "Look at what users taught the robot, and change it",
		Long: "Grounding knowledge is what users told the robot (`navd feedback`), kept as entries: a text, what navd itself\n" +
			"reads in it, the feedback it rests on, and where it holds. An entry is active (in use), proposed (by a model, until\n" +
			"it is confirmed), superseded (a newer statement took its place) or retired. Nothing is ever lost: each change is\n" +
			"another version.",
	})
	cmd.AddCommand(a.entriesCmd(), a.entryShowCmd(),
		oneCall(a, "history ID", "Show what changed from version to version of an entry", ipc.GroundingHistory, func(p *ipc.EntryParams) *string { return &p.ID }, a.printHistory), a.entryUndoCmd(),
		a.groundingPromptCmd(), a.finalCmd(), a.usefulnessCmd())
	for _, t := range entryTurns() {
		cmd.AddCommand(a.entryTurnCmd(t))
	}
	return cmd
}

// entryTurn is a command that changes one entry.
type entryTurn struct {
	name, short string
	done        string // state of the entry after it
	ask         func(id string) asks[ipc.EntryResult]
}

func entryTurns() []entryTurn {
	change := func(m ipc.Method[ipc.EntryParams, ipc.EntryResult]) func(string) asks[ipc.EntryResult] {
		return func(id string) asks[ipc.EntryResult] { return m.With(ipc.EntryParams{ID: id}) }
	}
	pin := func(pinned bool) func(string) asks[ipc.EntryResult] {
		return func(id string) asks[ipc.EntryResult] {
			return ipc.GroundingPin.With(ipc.PinParams{ID: id, Pinned: &pinned})
		}
	}
	return []entryTurn{
		{"retire", "Take an entry out of use; what it had superseded is in use again", "retired", change(ipc.GroundingRetire)},
		{"confirm", "Put an entry in use that a model proposed", "confirmed", change(ipc.GroundingConfirm)},
		{"pin", "Show an entry before all others, and always whole", "pinned", pin(true)},
		{"unpin", "Take the pin off an entry", "unpinned", pin(false)},
	}
}

func (a *app) entryTurnCmd(t entryTurn) *cobra.Command {
	return &cobra.Command{
		Use: t.name + " ID", Short: t.short,
		RunE: func(cmd *cobra.Command, args []string) error {
			var changed []grounding.Entry
			ask := func(ctx context.Context, c ipc.Caller) (r ipc.EntryResult, err error) {
				if r, err = t.ask(args[0])(ctx, c); err == nil && !a.asJSON {
					others := slices.DeleteFunc(slices.Clone(r.Changed), func(id string) bool { return id == r.Entry.ID })
					changed = append([]grounding.Entry{r.Entry}, entriesOf(ctx, c, others)...)
				}
				return r, err
			}
			return answer(cmd.Context(), a, ask, func(r ipc.EntryResult) error {
				if len(r.Changed) == 0 {
					return a.say("%s was %s before; nothing changed\n", r.Entry.ID, t.done)
				}
				return a.printChanged(changed)
			})
		},
	}
}

// entriesOf reads entries by their ids. An entry that cannot be read has its id alone: the
// change that named it is stored already, and must not be reported as failed.
func entriesOf(ctx context.Context, c ipc.Caller, ids []string) []grounding.Entry {
	list := make([]grounding.Entry, len(ids))
	for i, id := range ids {
		if list[i].ID = id; id == "" {
			continue
		}
		if got, err := ipc.GroundingGet.Call(ctx, c, ipc.GroundingGetParams{ID: id}); err == nil && got.Entry != nil {
			list[i] = *got.Entry
		}
	}
	return list
}

func (a *app) entryUndoCmd() *cobra.Command {
	return &cobra.Command{
		Use: "undo ID | FEEDBACK", Short: "Take back the last change of an entry (g1), or a feedback (f1) or an imported file",
		Long: "Take back the last change of an entry (g1): a new version has the content of the one before. A second undo redoes the\n" +
			"change. A feedback (f1) is taken back with all entries that rest on it alone, and what these had superseded is in use\n" +
			"again. So is what came from a file: `navd import` gives its id, file: and 12 digits.",
		Example: "  navd grounding undo g3\n  navd grounding undo f12\n  navd grounding undo file:0e5f4ebc8afb",
		RunE: func(cmd *cobra.Command, args []string) error {
			p := ipc.UndoParams{ID: args[0]}
			if _, ok := feedback.Number(args[0]); ok || grounding.FromFile(args[0]) {
				p = ipc.UndoParams{Feedback: args[0]}
			} else if _, ok := grounding.EntryNumber(args[0]); !ok {
				return fault.Field("id", args[0], "an entry like g1, a feedback like f1, or a file like file:0e5f4ebc8afb")
			}
			return answer(cmd.Context(), a, ipc.GroundingUndo.With(p), func(r ipc.UndoResult) error {
				if p.Feedback != "" {
					a.say("%s is taken back\n", p.Feedback)
				}
				a.printChanged(r.Entries)
				for _, h := range r.Held {
					a.say(noteIndent+"%s stays in use: %s the same, and navd grounding undo takes back each; or all at once: navd grounding retire %s\n",
						h.ID, saySo(h.By), h.ID)
				}
				return nil
			})
		},
	}
}

// saySo says which feedback says something.
func saySo(by []string) string {
	switch n := len(by); {
	case n == 1:
		return by[0] + " says"
	case n > mostSaid:
		return fmt.Sprintf("%s and %d more say", strings.Join(by[:mostSaid], ", "), n-mostSaid)
	default:
		return strings.Join(by[:n-1], ", ") + " and " + by[n-1] + " say"
	}
}

// mostSaid is how many feedbacks are named at most that say the same.
const mostSaid = 5

// printChanged says how entries are after a change.
func (a *app) printChanged(entries []grounding.Entry) error {
	if len(entries) == 0 {
		a.say("no entry changed\n")
	}
	for _, e := range entries {
		if e.Version == 0 {
			a.say("%s changed too\n", e.ID)
			continue
		}
		a.say("%s is %s, version %d: %s\n", e.ID, standing(e), e.Version, plain(e.Text))
	}
	return nil
}

// standing says the state of an entry in words.
func standing(e grounding.Entry) string {
	s := cmp.Or(string(e.State), "of no state")
	if e.SupersededBy != "" {
		s += " by " + e.SupersededBy
	}
	if e.Pinned {
		s += ", pinned"
	}
	return s
}
