package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/model/tape"
	"navd/daemon/reply"
	"navd/daemon/table"
	"navd/daemon/words"
)

// The configuration keys that the commands of tapes set.
const (
	tapeKey     = "models.tape"
	tapeModeKey = "models.tape_mode"
)

func (a *app) tapeCmd() *cobra.Command {
	return group(&cobra.Command{
		Use: "tape", Short: "Record what models answer, and replay it without them",
		Long: "A tape keeps what models answered. `navd tape record` is `navd run` that also records, `navd tape replay`\n" +
			"is `navd run` that asks no model: the tape answers. A question is found only if all of it is the same (provider,\n" +
			"model, temperature, longest answer, prompt, pictures), so replay with the configuration of the recording.\n" +
			"Prompts and pictures are not kept, only their hashes.",
		Example: "  navd tape record kitchen.tape --planner-chain vertex,local\n  navd tape list kitchen.tape\n" +
			"  navd tape replay kitchen.tape --planner-chain vertex,local --data-dir again",
	}, a.tapeShowCmd(), a.tapeListCmd(), a.tapeRecordCmd(), a.tapeReplayCmd(), a.tapeDropCmd())
}

func (a *app) tapeRecordCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "record FILE", Short: "Run the daemon and record what models answer",
		Long: "Run the daemon as `navd run` does, and record every answer of a model in FILE, a path from the working\n" +
			"directory. An existing tape is continued: what models answered there answers again, and what had no\n" +
			"answer is asked again. `navd status` tells when the tape cannot be written any more, so that answers\n" +
			"are missing on it.",
		Example: "  navd tape record kitchen.tape --planner-chain vertex,local --data-dir kitchen",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := a.loadTape(args[0], "record")
			if err != nil {
				return err
			}
			if bad := regular(l.Config.Models.Tape); bad != nil && bad.Kind != fault.NotFound {
				return bad.About("tape", l.Config.Models.Tape).WithHint("name a new file, or a tape to go on with")
			}
			return a.runDaemon(cmd.Context(), l, fmt.Sprintf("what models answer goes to %s\n%s", l.Config.Models.Tape, noModels(l.Config)))
		},
	}
	a.tapeFlags(cmd)
	return cmd
}

func (a *app) tapeReplayCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "replay FILE", Short: "Run the daemon with a tape in the place of the models",
		Long: "Run the daemon as `navd run` does, and answer every question to a model from FILE, a path from the working\n" +
			"directory. No model is asked. A question that is not on the tape fails, and the next entry of the chain\n" +
			"is asked, as when a model does not answer. Plans tell the tokens, cost and time of the recording; the\n" +
			"daily budget counts nothing. `navd status` counts the questions that the tape answered and those that are\n" +
			"not on it; plans and log say of these what is there instead. A tape that was continued replays the last\n" +
			"recording.",
		Example: "  navd tape replay kitchen.tape --planner-chain vertex,local --data-dir again",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := a.loadTape(args[0], "replay")
			if err != nil {
				return err
			}
			t, err := openTape(l.Config.Models.Tape)
			if err != nil {
				return err
			}
			also := fmt.Sprintf("%s answers for the models: %s\n%s", l.Config.Models.Tape, contents(t), noModels(l.Config))
			return a.runDaemon(cmd.Context(), l, also)
		},
	}
	a.tapeFlags(cmd)
	return cmd
}

// tapeFlags adds the flags of `navd run`, but for those that the command sets.
func (a *app) tapeFlags(cmd *cobra.Command) {
	a.keyFlags(cmd, func(key string) bool { return !slices.Contains([]string{socketKey, tapeKey, tapeModeKey}, key) })
	a.groupKeys(cmd)
}

// loadTape reads the configuration and sets its tape, whatever file and environment say.
func (a *app) loadTape(file, mode string) (*config.Loaded, error) {
	if file == "" {
		return nil, misused("the tape needs a name")
	}
	a.flags[tapeKey], a.flags[tapeModeKey] = file, mode
	return a.load()
}

// openTape reads a tape. When there is none, the error says how to make one.
func openTape(path string) (*tape.Tape, error) {
	if bad := noTapeFile(path); bad != nil {
		return nil, bad
	}
	return tape.Open(path)
}

// contents says in a few words what is on a tape.
func contents(t *tape.Tape) string {
	return strings.TrimSuffix(fmt.Sprintf("%s of %s", words.Count(len(t.Calls()), "call"), strings.Join(t.Providers(), ", ")), " of ")
}

// noModels gives a warning, one line, when no chain of a configuration names a model:
// then only episodes with a chain of their own ask one.
func noModels(cfg config.Config) string {
	if len(modelEntries(cfg)) > 0 {
		return ""
	}
	return "no chain names a model (--planner-chain, --scene-chain, --grounding-chain, --knowledge-chain, --lats-chain): only episodes with a chain of their own ask one\n"
}

func (a *app) tapeListCmd() *cobra.Command {
	return &cobra.Command{
		Use: "list FILE", Short: "List the calls on a tape, with what they took",
		Long: "List the calls on a tape in the order of recording: who was asked, the answer or the error, and its tokens, cost\n" +
			"and time when it was recorded. The last line sums up. A tape that is being recorded can be listed.",
		Example: "  navd tape list kitchen.tape\n  navd tape list kitchen.tape --json",
		RunE: func(_ *cobra.Command, args []string) error {
			t, err := openTape(args[0])
			if err != nil {
				return err
			}
			l := listTape(t.Calls())
			return a.show(l, func() error { return a.printTape(l) })
		},
	}
}

// tapeList is what `navd tape list` prints.
type tapeList struct {
	Calls []tape.Call `json:"calls"` // in the order of recording
	Total tapeTotal   `json:"total"`
}

// tapeTotal sums up a tape.
type tapeTotal struct {
	Calls       int `json:"calls"`
	Failures    int `json:"failures"` // of the calls, those without a text
	reply.Usage     // of all calls
}

func listTape(calls []tape.Call) tapeList {
	l := tapeList{Calls: append([]tape.Call{}, calls...), Total: tapeTotal{Calls: len(calls)}}
	for _, c := range calls {
		if c.Fault != nil {
			l.Total.Failures++
		}
		l.Total.TokensIn += c.Usage.TokensIn
		l.Total.TokensOut += c.Usage.TokensOut
		l.Total.Cost += c.Usage.Cost
		l.Total.Took += c.Usage.Took
	}
	return l
}

// answerColumns is how much of an answer the table shows.
const answerColumns = 60

func (a *app) printTape(l tapeList) error {
	t := table.Table{Cut: []string{"ANSWER", "MODEL"}, Spare: []string{"TRY", "PROVIDER", "COST", "ROLE"}}
	t.Row("N", "ROLE", "PROVIDER", "MODEL", "TRY", "ANSWER", "IN", "OUT", "COST", "TOOK")
	took := func(u reply.Usage, cells ...any) {
		t.Row(append(cells, u.TokensIn, u.TokensOut, story.Cost(u.Cost), u.Took.Round(time.Millisecond))...)
	}
	for i, c := range l.Calls {
		took(c.Usage, i+1, plain(c.Role), plain(c.Provider), plain(c.Model), c.Try, answerOf(c))
	}
	took(l.Total.Usage, "total", "", "", "", "", fmt.Sprintf("%s, %d failed", words.Count(l.Total.Calls, "call"), l.Total.Failures))
	return a.printTable(t)
}

// answerOf is the beginning of an answer on one line, or the fault in its place.
func answerOf(c tape.Call) string {
	text := c.Text
	if c.Fault != nil {
		text = fmt.Sprintf("(%s: %s)", c.Fault.Kind, c.Fault.Message)
	}
	return table.Fit(strings.Join(strings.Fields(plain(text)), " "), answerColumns)
}
