package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/daemon/ask"
	"navd/daemon/draw"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/limits"
	"navd/daemon/table"
	"navd/daemon/think"
	"navd/daemon/words"
	"navd/ipc"
)

// latsCmd runs and shows tree searches.
func (a *app) latsCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "lats",
		Short: "Compare ways on the map before the robot walks one (tree search)",
		Long: "A tree search (LATS) compares a few ways on the map before the robot walks one: it proposes actions, looks up in the\n" +
			"memory what each would bring, judges that, and goes on where it is promising. navd does so by itself before it plans for\n" +
			"a robot that circles (lats.mode). A search stops at its budgets, and always has its best answer so far.",
		Example: "  navd lats run EPISODE\n  navd lats tree s1\n  navd lats tree s1 --svg -o tree.svg\n  navd lats list",
	}, a.latsRunCmd(), a.latsListCmd(), a.latsTreeCmd(), a.latsResumeCmd(), a.latsExportCmd(),
		oneCall(a, "show SEARCH", "Show what a search found, and the way to it", ipc.LatsResult, func(p *ipc.LatsParams) *string { return &p.Search }, a.printFound),
		oneCall(a, "cancel SEARCH", "End a search; its best answer so far is kept", ipc.LatsCancel, func(p *ipc.LatsChangeParams) *string { return &p.Search }, a.printSearch))
}

// budgetFlags adds the budgets of a search to a command, with the defaults of a new one. The
// function that it returns gives those that were set, nil when none was.
func budgetFlags(cmd *cobra.Command, fresh bool) func() (*ipc.LatsBudgets, error) {
	var b ipc.LatsBudgets
	doc := func(what, byDefault string) string {
		if fresh {
			return what + ", default " + byDefault
		}
		return what
	}
	optionalInt(cmd, &b.Calls, "calls", doc("calls of models", "60"))
	optionalInt(cmd, &b.Nodes, "nodes", doc("nodes of the tree", "300"))
	optionalInt(cmd, &b.Depth, "depth", doc("actions from the root to the deepest node", "7"))
	optionalInt(cmd, &b.TokensIn, "tokens-in", doc("tokens of prompts", "no limit"))
	optionalInt(cmd, &b.TokensOut, "tokens-out", doc("tokens of answers", "no limit"))
	f := cmd.Flags()
	f.Var(optional[float64]{&b.Cost, "float", func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }}, "cost", doc("what the calls may cost", "no limit"))
	deadline := f.Duration("deadline", 0, doc("time that it may run", "60s"))
	return func() (*ipc.LatsBudgets, error) {
		if f.Changed("deadline") {
			ms := int(deadline.Milliseconds())
			b.DeadlineMs = &ms
			if rule, _ := limits.Of("lats.deadline_ms"); !rule.HasNumber(float64(ms)) {
				return nil, rule.Refuse("").About("--deadline", deadline.String())
			}
		}
		switch {
		case b.Cost != nil && !(*b.Cost > 0 && *b.Cost <= 1e6): // JSON has no NaN
			return nil, fault.Field("--cost", fmt.Sprint(*b.Cost), "above 0 to 1000000")
		case b == (ipc.LatsBudgets{}):
			return nil, nil
		}
		return &b, nil
	}
}

func (a *app) latsRunCmd() *cobra.Command {
	p := ipc.LatsOpenParams{Env: think.EnvMemory}
	cmd := &cobra.Command{
		Use: "run EPISODE [QUESTION]", Short: "Search where to go next in an episode, and wait for the answer",
		Long: "Search where to go next in an episode, and wait for the answer. The question is where to look for the goal of the\n" +
			"episode unless you ask another, which only models read: navd itself looks for the goal. The search sees the memory as\n" +
			"it is now; the robot may go on meanwhile. lats.chain says who proposes and judges: models, or navd itself (local).\n\nCtrl-C cancels the search; its best answer so far is kept.",
		Example: "  navd lats run 0Q3K2T8M6Z\n  navd lats run 0Q3K2T8M6Z \"which way out of the loop?\" --nodes 100",
	}
	budgets := budgetFlags(cmd, true)
	cmd.Flags().StringSliceVar(&p.Chain, "chain", nil, "who proposes and judges, in order, default lats.chain")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		p.Episode = args[0]
		if len(args) > 1 {
			p.Question = args[1]
		}
		if p.Budgets, err = budgets(); err != nil {
			return err
		}
		return a.latsRun(cmd.Context(), p)
	}
	return cmd
}

// latsRun opens a search, runs it to its end, and prints what it found.
func (a *app) latsRun(ctx context.Context, p ipc.LatsOpenParams) error {
	asked := p.Question != ""
	return a.latsWait(ctx, func(ctx context.Context, c ipc.Caller) (think.Search, error) {
		if !asked {
			ep, err := ipc.EpisodeGet.Call(ctx, c, ipc.EpisodeParams{Episode: p.Episode})
			if err != nil {
				return think.Search{}, err
			}
			p.Question = fmt.Sprintf("Where should the robot go next to find %s?", story.The(ep.Goal))
		}
		s, err := ipc.LatsOpen.Call(ctx, c, p)
		if err == nil && asked && !ask.Any(s.Chain) {
			fmt.Fprintln(a.err, "navd: no model is asked, so nobody reads the question: navd itself looks for the goal of the episode")
		}
		return s, err
	})
}

// latsWait begins a search, runs it, and prints it when it has ended. When the command is
// interrupted, it cancels the search, still prints it, and fails.
func (a *app) latsWait(ctx context.Context, begin asks[think.Search]) (interrupted error) {
	c, err := a.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	s, err := begin(ctx, c)
	if err != nil {
		return err
	}
	for id := s.ID; s.State != think.Ended && s.Env == think.EnvMemory; { // a client with its own environment runs its search itself
		next, err := ipc.LatsRun.Call(ctx, c, ipc.LatsRunParams{Search: id, WaitMs: 1000})
		if err != nil && ctx.Err() != nil {
			late, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer stop()
			interrupted = fault.New(fault.Cancelled, "interrupted; the search %s was cancelled", id).WithHint("`navd lats resume %s` goes on with it", id)
			next, err = ipc.LatsCancel.Call(late, c, ipc.LatsChangeParams{Search: id})
		}
		if err != nil {
			return err
		}
		s = next
	}
	return errors.Join(a.show(s, func() error { return a.printSearch(s) }), interrupted)
}

func (a *app) latsListCmd() *cobra.Command {
	var p ipc.LatsListParams
	cmd := &cobra.Command{
		Use: "list", Short: "List searches, newest first",
		RunE: calling(a, ipc.LatsList, &p, a.printSearches),
	}
	f := cmd.Flags()
	f.StringVar(&p.State, "state", "", "only open, running or ended")
	f.StringVar(&p.Episode, "episode", "", "only over the memory of this episode")
	f.IntVar(&p.Limit, "limit", 20, "at most this many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this search's number")
	return cmd
}

func (a *app) printSearches(r ipc.LatsListResult) error {
	t := table.Table{Cut: []string{"ANSWER"}, Spare: []string{"CALLS", "NODES", "PLAN", "BEGAN", "STOP"}}
	t.Row("SEARCH", "EPISODE", "PLAN", "STATE", "STOP", "NODES", "CALLS", "BEGAN", "ANSWER")
	for _, s := range r.Searches {
		plan := "-"
		if s.Plan > 0 {
			plan = strconv.Itoa(s.Plan)
		}
		t.Row(s.ID, cmp.Or(plain(s.Episode), "-"), plan, s.State, cmp.Or(s.Stop, "-"), s.Nodes, s.Spent.Calls, s.Created.Format(time.DateTime), plain(foundBy(s)))
	}
	return a.printList(t, r.Cursor, "no searches; navd lats run EPISODE makes one")
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

// printSearch prints a search.
func (a *app) printSearch(s think.Search) error {
	a.say("%s  %s\n", s.ID, plain(s.Question))
	if s.Episode != "" {
		a.say("over      the memory of episode %s at step %d", plain(s.Episode), s.AtStep)
		if s.Plan > 0 {
			a.say(", for plan %d", s.Plan)
		}
		a.say("\n")
	}
	a.say("it is     %s", s.State)
	if s.Stop != "" {
		a.say(" (%s)", s.Stop)
	}
	a.say(", %s in %s, %s of models, %.2f s\n", words.Count(s.Nodes, "node"), words.Count(s.Rounds, "round"), words.Count(s.Spent.Calls, "call"), s.Took.Seconds())
	if s.Error != "" {
		a.say("error     %s\n", plain(s.Error))
	}
	switch best := s.Best; {
	case best == nil:
		a.say("answer    none yet\n")
	case best.Answer != nil && best.Answer.Angle != nil:
		a.say("answer    go %.0f° (from view 0, positive left), to %s\n", *best.Answer.Angle, cmp.Or(plain(best.Answer.Scene), "unknown"))
		a.say("          %s; worth %.2f, %s\n", cmp.Or(plain(best.Answer.Why), plain(best.Thought)), max(best.Reward, best.Value), verified(best))
	default:
		a.say("answer    %s; worth %.2f, %s\n", plain(best.Action), max(best.Reward, best.Value), verified(best))
	}
	if o := s.Outcome; o != nil {
		word := "it was wrong"
		if o.Success {
			word = "it was right"
		}
		if o.Note != "" {
			word += ": " + plain(o.Note)
		}
		a.say("outcome   %s\n", word)
	}
	return nil
}

func verified(b *think.Best) string {
	if b.Verified {
		return "verified"
	}
	return "not verified"
}

// printFound prints a search, and the nodes from the root to its answer.
func (a *app) printFound(r ipc.LatsResultResult) error {
	a.printSearch(r.Search)
	for _, n := range r.Path[min(1, len(r.Path)):] {
		a.say("%3d  thought  %s\n     action   %s\n     saw      %s\n", n.ID, plain(n.State.Thought), plain(n.State.Action), strings.ReplaceAll(plain(n.State.Observation), "\n", "\n              "))
	}
	return nil
}

func (a *app) latsTreeCmd() *cobra.Command {
	var out string
	var dot, svg bool
	p := ipc.LatsTreeParams{Format: "text"}
	cmd := &cobra.Command{
		Use: "tree SEARCH", Short: "Draw the tree of a search: as text, DOT or SVG",
		Example: "  navd lats tree s1\n  navd lats tree s1 --dot | dot -Tpdf > tree.pdf\n  navd lats tree s1 --svg -o tree.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if dot && svg {
				return misused("tree takes --dot or --svg, not both")
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

// latsTree writes the tree of a search, as a picture or as the daemon draws it.
func (a *app) latsTree(ctx context.Context, p ipc.LatsTreeParams, svg bool, out string) error {
	exported := func(ctx context.Context, c ipc.Caller) (lats.Tree, error) {
		r, err := ipc.LatsExport.Call(ctx, c, ipc.LatsParams{Search: p.Search})
		return r.Tree, err
	}
	if a.asJSON && out == "-" {
		return answer(ctx, a, exported, nil)
	}
	return a.dialled(func(c connection) error {
		picture := ""
		if svg {
			t, err := exported(ctx, c)
			if err != nil {
				return err
			}
			picture = string(draw.Search(t))
		} else {
			r, err := ipc.LatsTree.Call(ctx, c, p)
			if err != nil {
				return err
			}
			picture = r.Text
		}
		return a.writeOut(out, text(picture))
	})
}

func (a *app) latsResumeCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use: "resume SEARCH", Short: "Go on with a search, and wait for the answer",
		Long: "Go on with a search that ended at a budget or was cancelled, and wait for the answer. Budgets that you do not set stay\n" +
			"as they were. They include what the search used before, so one that ended at a budget needs a higher one. A search\n" +
			"whose answer was accepted, or that has nothing left to try, cannot be resumed; one that has not ended goes on as it is.\n" +
			"A search over an environment of your own is only opened again: your program goes on with it.",
		Example: "  navd lats resume s1 --nodes 600",
	}
	budgets := budgetFlags(cmd, false)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		b, err := budgets()
		if err != nil {
			return err
		}
		return a.latsWait(cmd.Context(), func(ctx context.Context, c ipc.Caller) (think.Search, error) {
			s, err := ipc.LatsStatus.Call(ctx, c, ipc.LatsParams{Search: args[0]})
			if err != nil || s.State != think.Ended && b == nil {
				return s, err
			}
			return ipc.LatsResume.Call(ctx, c, ipc.LatsResumeParams{Search: s.ID, Budgets: b})
		})
	}
	return cmd
}

func (a *app) latsExportCmd() *cobra.Command {
	var p ipc.LatsParams
	var out string
	cmd := &cobra.Command{
		Use: "export SEARCH", Short: "Write a search with its tree as JSON",
		Long: "Write a search with its tree as JSON: a list of nodes, each with its parent and its state\n" +
			"{thought, action, observation}.",
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Search = args[0]
			return a.dialled(func(c connection) error {
				r, err := ipc.LatsExport.Call(cmd.Context(), c, p)
				if err != nil {
					return err
				}
				return a.writeOut(out, func(w io.Writer) error { return writeJSON(w, r) })
			})
		},
	}
	cmd.Flags().StringVarP(&out, "out", "o", "-", "file to write, - for standard output")
	return cmd
}
