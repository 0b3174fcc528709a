package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/daemon/item"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/limits"
	"navd/daemon/table"
	"navd/daemon/words"
	"navd/ipc"
)

// knowledgeCmd holds the commands that turn feedback into knowledge, and show it.
func (a *app) knowledgeCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "knowledge",
		Short: "Turn what people say into rules and memories, and take it back",
		Long: "What people say becomes a proposal: of a rule for a condition or a ban (a DMN decision table that every plan\n" +
			"evaluates), of a skill for numbered steps, of a memory for anything else. When you approve it, it holds from the next\n" +
			"plan on. Everything has versions, and everything can be rolled back. No model is needed.",
		Example: "  navd knowledge submit \"Never enter the bathroom when looking for a television\"\n" +
			"  navd knowledge approve p1\n  navd knowledge rollback k1 --reason \"there is one in the bathroom\"",
	}, a.submitCmd(), a.processCmd(), a.proposalsCmd(),
		a.decideCmd("approve", "Take a proposal into use, from the next plan on", ipc.KnowledgeApprove),
		a.decideCmd("reject", "Say no to a proposal; the same is not proposed again", ipc.KnowledgeReject), a.itemListCmd(), a.itemShowCmd(),
		oneCall(a, "history ID", "Show the versions of an item, and who did what to it", ipc.KnowledgeHistory, func(p *ipc.ItemHistoryParams) *string { return &p.ID }, a.printItemHistory),
		a.itemDiffCmd(), a.rollbackCmd(), a.attachCmd(), a.detachCmd(), a.itemSearchCmd(), a.ruleCheckCmd(), a.ruleEvaluateCmd(), a.ruleImportCmd(), a.ruleExportCmd())
}

// told is the record of a feedback, with the proposals that were made of it.
type told struct {
	knowledge.Feedback
	Made []ipc.ProposalView `json:"made"`
}

func (a *app) submitCmd() *cobra.Command {
	var p ipc.SubmitParams
	cmd := &cobra.Command{
		Use: "submit TEXT", Short: "Say something, and see what it would become",
		Long: "Say something, in English or Korean, and see what it would become: the table of a rule, what is wrong with it, and\n" +
			"which of the last plans it would have changed. It holds when you approve it.",
		Example: "  navd knowledge submit \"when stuck, turn left\"\n  navd knowledge submit --kind memory \"the keys hang by the door\"\n" +
			"  navd knowledge submit --amends k1 --relation EXTENDS \"never enter the kitchen when looking for a laptop\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Text = args[0]
			return a.submit(cmd.Context(), p)
		},
	}
	f := cmd.Flags()
	f.StringVar(&p.Kind, "kind", "", "memory, rule or skill, default by its text")
	f.StringVar(&p.SceneID, "scene", "", "house or building in which it holds, default everywhere")
	f.StringVar(&p.Episode, "episode", "", "episode that it was said in")
	f.StringVar(&p.Author, "author", "", "who says so")
	f.StringVar(&p.Amends, "amends", "", "`ID` of the item that it changes; needs --relation")
	f.StringVar(&p.Relation, "relation", "", "how it changes that item: EXTENDS, EXCEPTION, REFINES, SUPERSEDES or WITHDRAWS")
	f.StringSliceVar(&p.Follows, "from", nil, "`IDS` of items that it is derived from; when all of them are gone, navd proposes to retire it")
	f.IntVar(&p.At, "at", 0, "which row, step or statement of that item it changes, from 1")
	return cmd
}

// submit sends a text, has it turned into proposals, and prints them.
func (a *app) submit(ctx context.Context, p ipc.SubmitParams) error {
	ask := func(ctx context.Context, c ipc.Caller) (t told, err error) {
		sent, err := ipc.KnowledgeSubmit.Call(ctx, c, p)
		if err != nil {
			return t, err
		}
		done, err := ipc.KnowledgeProcess.Call(ctx, c, ipc.ProcessParams{Feedback: sent.Feedback})
		if err != nil {
			return t, err
		}
		return madeOf(ctx, c, done.Feedback[0])
	}
	return answer(ctx, a, ask, a.printTold)
}

// madeOf finds what was made of a feedback.
func madeOf(ctx context.Context, c ipc.Caller, f knowledge.Feedback) (told, error) {
	t := told{Feedback: f, Made: []ipc.ProposalView{}}
	if f.Proposal == "" || f.Outcome == knowledge.Ignored {
		return t, nil
	}
	all, err := ipc.KnowledgeProposals.Call(ctx, c, ipc.ProposalListParams{Limit: 1000})
	for _, one := range all.Proposals {
		if one.ID == f.Proposal || slices.Contains(f.More, one.ID) {
			t.Made = append(t.Made, one)
		}
	}
	return t, err
}

func (a *app) printTold(t told) error {
	for _, one := range t.Made {
		a.printProposal(one)
		switch one.Standing {
		case knowledge.Open:
			a.say("it holds when you say so: navd knowledge approve %s\n", one.ID)
		case knowledge.Approved:
			a.say("it holds from the next plan on, as %s; navd knowledge rollback %s takes it back\n", one.Item, t.ID)
		case knowledge.DryRun:
			a.say("a dry run: nothing holds\n")
		}
	}
	switch {
	case t.Outcome == "":
		a.say("%s is kept and waits: %s; navd knowledge process %s tries again\n", t.ID, plain(cmp.Or(t.Reason, "nothing was made of it yet")), t.ID)
	case len(t.Made) == 0:
		a.say("%s: %s\n", t.Outcome, plain(strings.TrimSpace(strings.Join([]string{t.Item, t.Feedback.Proposal, inCommands(t.Reason)}, " "))))
	case t.Reason != "":
		a.say("note      %s\n", plain(t.Reason))
	}
	return nil
}

func (a *app) processCmd() *cobra.Command {
	return &cobra.Command{
		Use: "process [FEEDBACK]", Short: "Turn waiting feedback into proposals now",
		Long: "Turn waiting feedback into proposals now: one (q3), or all. Feedback waits while no model of knowledge.chain answers,\n" +
			"and for more feedback when knowledge.batch_items makes batches.",
		Example: "  navd knowledge process\n  navd knowledge process q3",
		RunE: func(cmd *cobra.Command, args []string) error {
			ask := func(ctx context.Context, c ipc.Caller) ([]told, error) {
				done, err := ipc.KnowledgeProcess.Call(ctx, c, ipc.ProcessParams{Feedback: append(args, "")[0]})
				if err != nil {
					return nil, err
				}
				list := make([]told, len(done.Feedback))
				for i, f := range done.Feedback {
					if list[i], err = madeOf(ctx, c, f); err != nil {
						return nil, err
					}
				}
				return list, nil
			}
			return answer(cmd.Context(), a, ask, func(list []told) error {
				for _, t := range list {
					a.printTold(t)
				}
				if len(list) == 0 {
					a.say("no feedback waits\n")
				}
				return nil
			})
		},
	}
}

func (a *app) printProposal(p ipc.ProposalView) {
	a.say("%s, %s, a %s, made by %s\n", p.ID, p.Standing, p.Kind, plain(p.By))
	a.say("wants     %s\n", plain(p.Case.Intent))
	a.say("relation  %s: %s\n", p.Case.Relation, plain(p.Case.Because))
	for _, known := range p.Case.Existing {
		a.say("touches   %s@%d %s: %s\n", known.ID, known.Version, known.Relation, plain(known.Title))
	}
	for _, e := range p.Entries {
		a.say("touches   %s %s: %s\n", e.ID, e.Relation, plain(e.Title))
	}
	if p.By != limits.Local { // the model's own doubts
		for _, line := range p.Case.Doubts {
			a.say("doubt     %s\n", plain(line))
		}
	}
	for _, line := range p.Diff {
		a.say("  %s\n", plain(line))
	}
	if p.Kind == knowledge.Memory && p.Operation != knowledge.Delete {
		a.printReads(p.Body.Text, p.Claims, p.Standing == knowledge.Approved)
	}
	if p.Check != nil {
		report := *p.Check
		report.Gaps = nil // a rule demands nothing where no row matches
		a.printReport(report)
	}
	a.printReplay(p.Replay)
}

// printReads says what navd itself makes of a memory.
func (a *app) printReads(text string, claims []words.Claim, inUse bool) {
	for _, line := range claimLines(text, claims, inUse, "") {
		a.say("reads     %s\n", line)
	}
}

// printReport says what a check found.
func (a *app) printReport(r dmn.Report) {
	verdict := "fit to go live"
	if !r.OK {
		verdict = "cannot go live"
	}
	a.say("check     %s\n", verdict)
	for _, list := range [][]dmn.Problem{r.Types, r.Overlaps, r.Dead, r.Gaps} {
		for _, p := range list {
			rows := ""
			if len(p.Rows) > 0 {
				rows = " row " + rowList(p.Rows)
			}
			a.say("  %s%s: %s\n", p.Kind, rows, plain(p.What))
		}
	}
	for _, line := range r.Partial {
		a.say("  %s\n", plain(line))
	}
}

// rowList names rows by their numbers.
func rowList(rows []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(rows), " ", ", "), "[]")
}

// printReplay says which plans a rule would have changed.
func (a *app) printReplay(r *knowledge.Replay) {
	if r == nil {
		return
	}
	a.say("replay    it would have changed %d of the last %s\n", len(r.Changed)+r.More, words.Count(r.Looked, "plan"))
	for _, c := range r.Changed {
		a.say("  %s for the %s went to %s: %s\n", c.Plan, plain(c.Goal), plain(c.Was), plain(c.Why))
	}
	if r.Failed > 0 {
		a.say("  in %s it would have failed: %s\n", words.Count(r.Failed, "plan"), plain(r.Why))
	}
}

func (a *app) proposalsCmd() *cobra.Command {
	p := ipc.ProposalListParams{Status: string(knowledge.Open)}
	all := false
	cmd := &cobra.Command{
		Use: "proposals", Short: "Show what waits for your decision",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all {
				p.Status = ""
			}
			return answer(cmd.Context(), a, ipc.KnowledgeProposals.With(p), a.printProposals)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "also what was decided")
	cmd.Flags().IntVar(&p.Limit, "limit", 20, "at most this many, 1 to 1000")
	cmd.Flags().StringVar(&p.Cursor, "cursor", "", "go on after this number")
	return cmd
}

func (a *app) printProposals(r ipc.ProposalListResult) error {
	if len(r.Proposals) == 0 {
		return a.say("no proposals; `navd knowledge submit \"…\"` makes one\n")
	}
	for _, p := range r.Proposals {
		a.printProposal(p)
	}
	if r.Cursor != "" {
		a.say("more with --cursor %s\n", r.Cursor)
	}
	return nil
}

func (a *app) decideCmd(verb, short string, m ipc.Method[ipc.DecideParams, ipc.DecideResult]) *cobra.Command {
	var p ipc.DecideParams
	cmd := &cobra.Command{
		Use: verb + " PROPOSAL", Short: short,
		RunE: calling(a, m, &p, func(r ipc.DecideResult) error {
			if r.Item == nil {
				return a.say("%s %s\n", r.Proposal.ID, r.Proposal.Standing)
			}
			a.say("%s %s: %s is %s\n", r.Proposal.ID, r.Proposal.Standing, r.Item.Ref(), r.Item.Status)
			if r.Item.Kind == knowledge.Memory && r.Item.Status == item.Active {
				a.printReads(r.Item.Body.Text, r.Item.Claims, true)
			}
			a.printOrphans(r.Proposed)
			return nil
		}, &p.Proposal),
	}
	cmd.Flags().StringVar(&p.Author, "author", "", "who decides")
	cmd.Flags().StringVar(&p.Reason, "reason", "", "why, in your words")
	return cmd
}

func (a *app) itemListCmd() *cobra.Command {
	var p ipc.KnowledgeListParams
	cmd := &cobra.Command{
		Use: "list", Short: "List what was learned, newest first",
		RunE: calling(a, ipc.KnowledgeList, &p, func(r ipc.KnowledgeListResult) error {
			return a.printItems(r.Items, r.Cursor)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&p.Kind, "kind", "", "only memory, rule or skill")
	f.StringVar(&p.Status, "status", "", "only active, superseded or retired")
	f.StringVar(&p.SceneID, "scene", "", "only what holds in this house or building alone")
	f.IntVar(&p.Limit, "limit", 50, "at most this many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this id")
	return cmd
}

func (a *app) printItems(items []knowledge.Item, cursor string) error {
	t := table.Table{Cut: []string{"SAYS", "SCENE"}}
	t.Row("ID", "KIND", "STATUS", "SCENE", "SAYS")
	for _, i := range items {
		t.Row(i.Ref(), i.Kind, i.Status, cmp.Or(plain(i.Scope.Scene), "-"), plain(i.Body.Title()))
	}
	return a.printList(t, cursor, "nothing is known")
}

func (a *app) itemShowCmd() *cobra.Command {
	var p ipc.ItemParams
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show an item: what it says, and what it rests on",
		RunE: calling(a, ipc.KnowledgeGet, &p, a.printItem, &p.ID),
	}
	cmd.Flags().IntVar(&p.Version, "version", 0, "this version, default the last")
	return cmd
}

func (a *app) printItem(i knowledge.Item) error {
	a.say("%s (%s), a %s, %s, since %s\n", i.Ref(), i.Number, i.Kind, i.Status, when(i.From))
	for line := range strings.SplitSeq(strings.TrimSpace(i.Body.Render()), "\n") {
		a.say("  %s\n", plain(line))
	}
	if i.Kind == knowledge.Memory {
		a.printReads(i.Body.Text, i.Claims, i.Status == item.Active)
	}
	if len(i.Follows) > 0 {
		a.say("derived from %s\n", plain(strings.Join(i.Follows, ", ")))
	}
	for _, v := range i.Evidence {
		a.say("rests on %s, said %s%s\n", v.Feedback, when(v.At), by(v.Author))
	}
	return nil
}

// by names an author, if there is one.
func by(author string) string {
	if author == "" {
		return ""
	}
	return " by " + plain(author)
}

func (a *app) printItemHistory(r ipc.ItemHistoryResult) error {
	t := table.Table{Cut: []string{"WHY"}}
	t.Row("VERSION", "NUMBER", "STATUS", "DONE", "SINCE", "WHY")
	for _, i := range r.Versions {
		t.Row(i.Version, i.Number, i.Status, i.Operation, when(i.From), cmp.Or(plain(i.Reason), "-"))
	}
	a.printTable(t)
	for _, l := range r.Log {
		a.say("%s %s%s %s\n", when(l.Time), l.Did, by(l.By), plain(strings.TrimSpace(l.Proposal+" "+l.Feedback+" "+l.Reason)))
	}
	return nil
}

func (a *app) itemDiffCmd() *cobra.Command {
	var p ipc.DiffParams
	cmd := &cobra.Command{
		Use: "diff ID", Short: "Say what changed between two versions of an item",
		RunE: calling(a, ipc.KnowledgeDiff, &p, func(r ipc.DiffResult) error {
			if len(r.Diff) == 0 {
				a.say("both say the same\n")
			}
			for _, line := range r.Diff {
				a.say("%s\n", plain(line))
			}
			return nil
		}, &p.ID),
	}
	cmd.Flags().IntVar(&p.From, "from", 0, "version, default the one before --to")
	cmd.Flags().IntVar(&p.To, "to", 0, "version, default the last")
	return cmd
}

func (a *app) rollbackCmd() *cobra.Command {
	var p ipc.RollbackParams
	cmd := &cobra.Command{
		Use: "rollback ID|FEEDBACK|BATCH", Short: "Go back to an earlier version of an item, or take back what a feedback or a batch changed",
		Long: "Go back to the version before the last, or to the one that --version names; 0 takes the item out of use, as before its\n" +
			"first version. With the id of a feedback (q3), what it changed last is taken back; with the id of the job that did a\n" +
			"batch of feedback (j3), what they all changed. Nothing is lost: the rollback is a new version, and can be rolled back\n" +
			"as well.",
		Example: "  navd knowledge rollback k1 --reason \"it was wrong\"\n  navd knowledge rollback q3 --reason \"said by mistake\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch p.ID = args[0]; p.ID[:min(len(p.ID), 1)] {
			case "q":
				p.ID, p.Feedback = "", p.ID
			case "j":
				p.ID, p.Batch = "", p.ID
			}
			if p.Reason == "" {
				return misused("rollback needs --reason: navd knowledge %s --reason \"…\"", cmd.Use)
			}
			return answer(cmd.Context(), a, ipc.KnowledgeRollback.With(p), a.printRolled)
		},
	}
	f := cmd.Flags()
	optionalInt(cmd, &p.Version, "version", "version to go back to, default the one before the last")
	f.StringVar(&p.Reason, "reason", "", "why, in your words; needed")
	f.StringVar(&p.Author, "author", "", "who wants it")
	return cmd
}

// printOrphans names the proposals to retire items whose sources are gone.
func (a *app) printOrphans(proposals []string) {
	for _, id := range proposals {
		a.say("%s: to retire what was derived from it, and now rests on nothing; navd knowledge approve %s does it\n", id, id)
	}
}

func (a *app) printRolled(r ipc.RollbackResult) error {
	for _, i := range r.Items {
		a.say("%s is %s: %s\n", i.Ref(), i.Status, plain(i.Body.Title()))
	}
	for _, id := range r.Left {
		a.say("%s was changed again since then, and stays as it is\n", id)
	}
	a.printOrphans(r.Proposed)
	for _, id := range r.Withdrawn {
		a.say("%s is taken back\n", id)
	}
	if len(r.Items)+len(r.Left)+len(r.Withdrawn) == 0 {
		a.say("there was nothing to take back\n")
	}
	return nil
}

func (a *app) attachCmd() *cobra.Command {
	var p ipc.AttachParams
	cmd := &cobra.Command{
		Use: "attach [SKILL]...", Short: "Put the whole text of skills into plans, or list attached skills",
		Long: "Put the whole text of skills into plans, of one scene or of all, within knowledge.skills_budget. Plans get only name and\n" +
			"description of other skills. A skill is named by its id (k3) or its name; without one, the attached skills are listed.\n" +
			"An attached version stays until you attach another.",
		Example: "  navd knowledge attach door-crossing\n  navd knowledge attach k3 --version 2 --scene home\n  navd knowledge attach",
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Skills = append([]string{}, args...)
			return answer(cmd.Context(), a, ipc.KnowledgeAttach.With(p), a.printAttached)
		},
	}
	cmd.Flags().StringVar(&p.SceneID, "scene", "", "house or building, default all plans")
	cmd.Flags().IntVar(&p.Version, "version", 0, "of the skill, default the last")
	cmd.Flags().StringVar(&p.Author, "author", "", "who wants it")
	return cmd
}

func (a *app) detachCmd() *cobra.Command {
	var p ipc.AttachParams
	cmd := &cobra.Command{
		Use: "detach SKILL...", Short: "Give plans only name and description of skills again", Args: argsBetween(1, 20),
		Example: "  navd knowledge detach door-crossing\n  navd knowledge detach k3 --scene home",
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Skills = args
			return answer(cmd.Context(), a, ipc.KnowledgeDetach.With(p), a.printAttached)
		},
	}
	cmd.Flags().StringVar(&p.SceneID, "scene", "", "house or building that it was attached to, default all plans")
	cmd.Flags().StringVar(&p.Author, "author", "", "who wants it")
	return cmd
}

func (a *app) printAttached(r ipc.AttachResult) error {
	for _, at := range r.Attached {
		a.say("%s@%d is attached to %s\n", at.Skill, at.Version, plain(cmp.Or(at.Scene, "all plans")))
	}
	if len(r.Attached) == 0 {
		a.say("no skill is attached\n")
	}
	return nil
}

func (a *app) itemSearchCmd() *cobra.Command {
	var p ipc.KnowledgeSearchParams
	cmd := &cobra.Command{
		Use: "search QUESTION", Short: "Find what was learned, best first",
		RunE: calling(a, ipc.KnowledgeSearch, &p, func(r ipc.KnowledgeSearchResult) error {
			var items []knowledge.Item
			for _, h := range r.Items {
				items = append(items, h.Item)
			}
			return a.printItems(items, "")
		}, &p.Query),
	}
	cmd.Flags().StringSliceVar(&p.Kinds, "kind", nil, "only memory, rule or skill")
	cmd.Flags().StringVar(&p.SceneID, "scene", "", "with what holds in this house or building alone")
	cmd.Flags().IntVar(&p.K, "k", 10, "at most this many, 1 to 100")
	return cmd
}
