package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/outfile"
	"navd/daemon/draw"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/table"
	"navd/daemon/think"
	"navd/ipc"
)

// latsCmd runs and shows tree searches.
func (a *app) latsCmd() *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "lats",
		Short: "Try out ways in thought before one is gone (tree search), and show what was found",
		Long: "A tree search (LATS) compares a few ways on the map before the robot goes one: it proposes actions, looks at what each\n" +
			"comes to in the memory, judges that, and goes on where it is promising. navd does so by itself before the plan of a\n" +
			"robot that circles (lats.mode). It stops at its budgets, and always has its best answer so far.",
		Example: "  navd lats run EPISODE\n  navd lats tree s1\n  navd lats tree s1 --svg -o tree.svg\n  navd lats list",
	})
	cmd.AddCommand(a.latsRunCmd(), a.latsListCmd(), a.latsShowCmd(), a.latsTreeCmd(), a.latsCancelCmd(), a.latsResumeCmd(), a.latsExportCmd())
	return cmd
}

// budgetFlags adds the budgets of a search to a command, and gives those that are set.
func budgetFlags(cmd *cobra.Command) func() *ipc.LatsBudgets {
	var calls, nodes, depth, in, out int
	var cost float64
	var deadline time.Duration
	f := cmd.Flags()
	f.IntVar(&calls, "calls", 0, "calls of models, default 60")
	f.IntVar(&nodes, "nodes", 0, "nodes of the tree, default 300")
	f.IntVar(&depth, "depth", 0, "actions from the root to the deepest node, default 7")
	f.IntVar(&in, "tokens-in", 0, "tokens of prompts, default no limit")
	f.IntVar(&out, "tokens-out", 0, "tokens of answers, default no limit")
	f.Float64Var(&cost, "cost", 0, "what the calls may cost, default no limit")
	f.DurationVar(&deadline, "deadline", 0, "time that it may run, default 60s")
	return func() *ipc.LatsBudgets {
		var b ipc.LatsBudgets
		any := false
		for _, one := range []struct {
			name string
			to   **int
			from *int
		}{{"calls", &b.Calls, &calls}, {"nodes", &b.Nodes, &nodes}, {"depth", &b.Depth, &depth}, {"tokens-in", &b.TokensIn, &in}, {"tokens-out", &b.TokensOut, &out}} {
			if f.Changed(one.name) {
				*one.to, any = one.from, true
			}
		}
		if f.Changed("cost") {
			b.Cost, any = &cost, true
		}
		if f.Changed("deadline") {
			ms := int(deadline.Milliseconds())
			b.DeadlineMs, any = &ms, true
		}
		if !any {
			return nil
		}
		return &b
	}
}

func (a *app) latsRunCmd() *cobra.Command {
	p := ipc.LatsOpenParams{Env: think.EnvMemory}
	cmd := &cobra.Command{
		Use: "run EPISODE [QUESTION]", Short: "Search where to go next in an episode, and wait for the answer", Args: argsBetween(1, 2),
		Long: "Search where to go next in an episode, and wait for the answer. The question is where to look for the goal of the\n" +
			"episode unless you ask another. The search sees the memory as it is now; the robot may go on meanwhile. lats.chain says\n" +
			"who proposes and judges: models, or navd itself (local).\n\nCtrl-C cancels the search; its best answer so far is kept.",
		Example: "  navd lats run 0Q3K2T8M6Z\n  navd lats run 0Q3K2T8M6Z \"which way out of the loop?\" --nodes 100",
	}
	budgets := budgetFlags(cmd)
	cmd.Flags().StringSliceVar(&p.Chain, "chain", nil, "who proposes and judges, in order, default lats.chain")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p.Episode, p.Budgets = args[0], budgets()
		if len(args) > 1 {
			p.Question = args[1]
		}
		return a.latsRun(cmd.Context(), p)
	}
	return cmd
}

// latsRun opens a search, runs it to its end, and prints what it found.
func (a *app) latsRun(ctx context.Context, p ipc.LatsOpenParams) error {
	c, err := a.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	if p.Question == "" {
		ep, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: p.Episode})
		if err != nil {
			return err
		}
		p.Question = fmt.Sprintf("Where should the robot go next to find the %s?", ep.Goal)
	}
	s, err := ipc.LatsOpen.Call(ctx, c, p)
	if err != nil {
		return err
	}
	return a.latsWait(ctx, c, s)
}

// latsWait runs a search and prints it when it has ended. When the command is
// interrupted it cancels the search, prints it all the same, and fails.
func (a *app) latsWait(ctx context.Context, c ipc.Caller, s think.Search) error {
	var interrupted error
	for id := s.ID; s.State != think.Ended && s.Env == think.EnvMemory; { // another is run by whoever has its environment
		next, err := ipc.LatsRun.Call(ctx, c, ipc.LatsRunParams{Search: id, WaitMs: 1000})
		if err != nil && ctx.Err() != nil {
			late, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer stop()
			interrupted = fault.New(fault.Cancelled, "interrupted; the search %s was cancelled", id).WithHint("navd lats resume %s goes on with it", id)
			next, err = ipc.LatsCancel.Call(late, c, ipc.LatsChangeParams{Search: id})
		}
		if err != nil {
			return err
		}
		s = next
	}
	if a.asJSON {
		return errors.Join(a.printJSON(s), interrupted)
	}
	return errors.Join(a.printSearch(s), interrupted)
}

func (a *app) latsListCmd() *cobra.Command {
	var p ipc.LatsListParams
	cmd := &cobra.Command{
		Use: "list", Short: "List searches, newest first", Args: exactArgs(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return answer(cmd.Context(), a, ipc.LatsList.With(p), a.printSearches)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.State, "state", "", "only open, running or ended")
	f.StringVar(&p.Episode, "episode", "", "only over the memory of this episode")
	f.IntVar(&p.Limit, "limit", 20, "at most so many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this search's number")
	return cmd
}

func (a *app) printSearches(r ipc.LatsListResult) error {
	if len(r.Searches) == 0 {
		_, err := fmt.Fprintln(a.out, "no searches; navd lats run EPISODE makes one")
		return err
	}
	var t table.Table
	t.Row("SEARCH", "EPISODE", "PLAN", "STATE", "STOP", "NODES", "CALLS", "BEGAN", "ANSWER")
	for _, s := range r.Searches {
		plan := "-"
		if s.Plan > 0 {
			plan = strconv.Itoa(s.Plan)
		}
		t.Row(s.ID, cmp.Or(plain(s.Episode), "-"), plan, s.State, cmp.Or(s.Stop, "-"), s.Nodes, s.Spent.Calls, s.Created.Format(time.DateTime), plain(foundBy(s)))
	}
	return a.printPage(t, r.Cursor)
}

// foundBy is the best answer of a search in a few words.
func foundBy(s think.Search) string {
	if s.Best == nil {
		return "none"
	}
	text := s.Best.Action
	if a := s.Best.Answer; a != nil && a.Angle != nil {
		text = fmt.Sprintf("%.0f° to %s", *a.Angle, cmp.Or(a.Scene, "unknown"))
	}
	if !s.Best.Verified {
		text += " (not verified)"
	}
	return text
}

func (a *app) latsShowCmd() *cobra.Command {
	return &cobra.Command{
		Use: "show SEARCH", Short: "Show what a search found, and the way to it", Args: exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return answer(cmd.Context(), a, ipc.LatsResult.With(ipc.LatsParams{Search: args[0]}), func(r ipc.LatsResultResult) error {
				if err := a.printSearch(r.Search); err != nil {
					return err
				}
				return printWay(a.out, r.Path)
			})
		},
	}
}

// printSearch says how a search stands.
func (a *app) printSearch(s think.Search) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n", s.ID, plain(s.Question))
	if s.Episode != "" {
		fmt.Fprintf(&b, "over      the memory of episode %s at step %d", plain(s.Episode), s.AtStep)
		if s.Plan > 0 {
			fmt.Fprintf(&b, ", for plan %d", s.Plan)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "it is     %s", s.State)
	if s.Stop != "" {
		fmt.Fprintf(&b, " (%s)", s.Stop)
	}
	fmt.Fprintf(&b, ", %s in %s, %s of models, %.2f s\n", plural(s.Nodes, "node"), plural(s.Rounds, "round"), plural(s.Spent.Calls, "call"), s.Took.Seconds())
	if s.Error != "" {
		fmt.Fprintf(&b, "error     %s\n", plain(s.Error))
	}
	switch best := s.Best; {
	case best == nil:
		b.WriteString("answer    none yet\n")
	case best.Answer != nil && best.Answer.Angle != nil:
		fmt.Fprintf(&b, "answer    go %.0f° (from view 0, positive left), to %s\n", *best.Answer.Angle, cmp.Or(plain(best.Answer.Scene), "unknown"))
		fmt.Fprintf(&b, "          %s; worth %.2f, %s\n", cmp.Or(plain(best.Answer.Why), plain(best.Thought)), max(best.Reward, best.Value), verified(best))
	default:
		fmt.Fprintf(&b, "answer    %s; worth %.2f, %s\n", plain(best.Action), max(best.Reward, best.Value), verified(best))
	}
	if o := s.Outcome; o != nil {
		word := "it was wrong"
		if o.Success {
			word = "it was right"
		}
		if o.Note != "" {
			word += ": " + plain(o.Note)
		}
		fmt.Fprintf(&b, "outcome   %s\n", word)
	}
	_, err := io.WriteString(a.out, b.String())
	return err
}

func verified(b *think.Best) string {
	if b.Verified {
		return "verified"
	}
	return "not verified"
}

// printWay prints the nodes from the root to an answer.
func printWay(out io.Writer, path []lats.TreeNode) error {
	for _, n := range path[min(1, len(path)):] {
		if _, err := fmt.Fprintf(out, "%3d  thought  %s\n     action   %s\n     saw      %s\n", n.ID, plain(n.State.Thought), plain(n.State.Action), strings.ReplaceAll(plain(n.State.Observation), "\n", "\n              ")); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) latsTreeCmd() *cobra.Command {
	var out string
	var dot, svg bool
	p := ipc.LatsTreeParams{Format: "text"}
	cmd := &cobra.Command{
		Use: "tree SEARCH", Short: "Draw the tree of a search: as text, DOT or SVG", Args: exactArgs(1),
		Example: "  navd lats tree s1\n  navd lats tree s1 --dot | dot -Tpdf > tree.pdf\n  navd lats tree s1 --svg -o tree.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if dot && svg {
				return misused("--dot and --svg are two formats, given both")
			}
			if p.Search = args[0]; dot {
				p.Format = "dot"
			}
			return a.latsTree(cmd.Context(), p, svg, out)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&dot, "dot", false, "for Graphviz")
	f.BoolVar(&svg, "svg", false, "a picture")
	f.IntVar(&p.Width, "width", 100, "columns of a line of text, 40 to 500")
	f.StringVarP(&out, "out", "o", "-", "file to write, - for standard output")
	return cmd
}

func (a *app) latsTree(ctx context.Context, p ipc.LatsTreeParams, svg bool, out string) error {
	c, err := a.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	text := ""
	if svg || a.asJSON {
		r, err := ipc.LatsExport.Call(ctx, c, ipc.LatsParams{Search: p.Search})
		if err != nil {
			return err
		}
		if a.asJSON {
			return a.printJSON(r.Tree)
		}
		text = string(draw.Search(r.Tree))
	} else {
		r, err := ipc.LatsTree.Call(ctx, c, p)
		if err != nil {
			return err
		}
		text = r.Text
	}
	if out == "-" {
		_, err := io.WriteString(a.out, text)
		return err
	}
	return outfile.Write("-o", out, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

func (a *app) latsCancelCmd() *cobra.Command {
	return &cobra.Command{
		Use: "cancel SEARCH", Short: "End a search; its best answer so far is kept", Args: exactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return answer(cmd.Context(), a, ipc.LatsCancel.With(ipc.LatsChangeParams{Search: args[0]}), a.printSearch)
		},
	}
}

func (a *app) latsResumeCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "resume SEARCH", Short: "Go on with a search that has ended, and wait for the answer", Args: exactArgs(1),
		Long: "Go on with a search that ended at a budget or was cancelled, and wait for the answer. The budgets count what it took\n" +
			"before: one that ended at a budget needs a higher one. One whose answer was accepted, or that has nothing left to try,\n" +
			"is not gone on with. A search over an environment of others waits for answers to its tickets instead.",
		Example: "  navd lats resume s1 --nodes 600",
	}
	budgets := budgetFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c, err := a.dial()
		if err != nil {
			return err
		}
		defer c.Close()
		s, err := ipc.LatsResume.Call(cmd.Context(), c, ipc.LatsResumeParams{Search: args[0], Budgets: budgets()})
		if err != nil {
			return err
		}
		return a.latsWait(cmd.Context(), c, s)
	}
	return cmd
}

func (a *app) latsExportCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use: "export SEARCH", Short: "Write a search with its tree as JSON", Args: exactArgs(1),
		Long: "Write a search with its tree as JSON: a list of nodes, each with its parent and its state\n" +
			"{thought, action, observation}.",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := a.dial()
			if err != nil {
				return err
			}
			defer c.Close()
			r, err := ipc.LatsExport.Call(cmd.Context(), c, ipc.LatsParams{Search: args[0]})
			if err != nil {
				return err
			}
			if out == "-" {
				return a.printJSON(r)
			}
			return outfile.Write("-o", out, func(w io.Writer) error {
				e := json.NewEncoder(w)
				e.SetIndent("", "  ")
				return e.Encode(r)
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "-", "file to write, - for standard output")
	return cmd
}
