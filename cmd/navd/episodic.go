package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/table"
	"navd/daemon/words"
	"navd/ipc"
)

// episodicCmd holds the commands about records of past episodes.
func (a *app) episodicCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "episodic",
		Short: "Show what later episodes learn from past ones, and whether it helps",
		Long: "When the robot has gone where a plan led (a leg), navd makes a record of it: what was seen, what it brought, whether\n" +
			"the robot went in circles. Before the next plan it gives advice from records of other episodes, if the condition of the\n" +
			"episode says so (`condition` of episode.begin, else episodic.condition): C1 gives none, C2 gives advice, C2_silent looks\n" +
			"for it and does not show it, C2_holdout:0.3 holds back 3 of 10 by lot, C2_eval_only looks for it in a snapshot, shows\n" +
			"nothing and keeps no records. empty, shuffle, irrelevant, corrupt, filler and one_line put something else in place of the\n" +
			"advice, to compare with: advice that is no better than these has no effect.\n\n" +
			"To test what was learned until now, begin with C2 and a snapshot: the advice is from the records that it has, whatever\n" +
			"comes later. The episodes still add records of their own to the space, which a later snapshot has too. C2_eval_only adds\n" +
			"none, and shows nothing. For advice without new records name a condition of your own in the configuration, for\n" +
			"example episodic.conditions = [\"test retrieval_execute exposed frozen\"], and begin with test and a snapshot.",
	}, a.episodicStatsCmd(), a.caseListCmd(), a.caseShowCmd(), a.caseExplainCmd(), a.caseSnapshotCmd(), a.caseWithdrawCmd(),
		a.caseExportCmd(), a.caseImportCmd())
}

func spaceFlag(cmd *cobra.Command, space *string) {
	cmd.Flags().StringVar(space, "space", "", `memory to look at, default "default"`)
}

func (a *app) episodicStatsCmd() *cobra.Command {
	var p ipc.StatsParams
	cmd := &cobra.Command{
		Use: "stats", Short: "Say how it went under each condition, and what advice did",
		Long: "Print the results of the ended episodes under each condition, and of the samples that clients reported. Differences are\n" +
			"to the baseline, over pairs with the same house, name, goal and seed. Intervals are 95 %, from a bootstrap over houses.\n" +
			"FOUND counts plans for which past episodes had advice, SHOWN those that were given it, HELD those that\n" +
			"C2_holdout withheld it from at random; `navd episodes log EPISODE --kinds plan` says why it was hidden from the rest (advice.hidden).\n" +
			"OVERRIDES counts those that then went another way, HELPED and HARMED those whose leg brought something, or nothing. A\n" +
			"line below compares the legs of those shown with the legs of those held out.",
		Example: "  navd episodic stats --baseline C1\n  navd episodic stats --run week2",
		RunE: calling(a, ipc.EpisodicStats, &p, func(r ipc.StatsResult) error {
			if len(r.Conditions) == 0 && p.Space+p.Run != "" {
				return a.say("no ended episode and no sample fits; `navd episodic stats` without --space and --run has all\n")
			}
			return a.printStats(r)
		}),
	}
	cmd.Flags().StringVar(&p.Space, "space", "", "only of this memory, default all")
	cmd.Flags().StringVar(&p.Run, "run", "", "only episodes of this run, and of those below it")
	cmd.Flags().StringVar(&p.Baseline, "baseline", "", "condition that the others are compared with, default the first")
	return cmd
}

func (a *app) printStats(r ipc.StatsResult) error {
	a.say("%s: %s, %d withdrawn\n", cmp.Or(plain(strings.TrimSuffix("space "+r.Space, "space ")), "all spaces"), words.Count(r.Records, "record"), r.Withdrawn)
	if len(r.Conditions) == 0 {
		return a.say("no episode has ended under a condition yet, and no client has reported a sample\n")
	}
	t := table.Table{Spare: []string{"FOLLOWED", "OVERRIDES", "FOUND", "HELD", "SHOWN", "OF", "HARMED", "HELPED", "PAIRS"}}
	t.Row("CONDITION", "OF", "N", "FIGURE", "MEAN", "PAIRS", "DIFFERENCE", "FOUND", "SHOWN", "HELD", "FOLLOWED", "OVERRIDES", "HELPED", "HARMED")
	for _, c := range r.Conditions {
		than := map[string]episode.Value{}
		for _, v := range c.Than {
			than[v.Figure] = v
		}
		row := []any{plain(c.Condition), c.Of, c.N}
		rest := []any{c.Advice.Found, c.Advice.Shown, c.Advice.Held, c.Advice.Followed, c.Advice.Overrides, c.Advice.Helped, c.Advice.Harmed}
		for _, v := range c.Figures {
			pairs, difference := any("-"), "-"
			if d, ok := than[v.Figure]; ok {
				pairs, difference = d.N, differenceText(d.Interval)
			}
			t.Row(append(append(row, v.Figure, fmt.Sprintf("%.3g", v.Mean), pairs, difference), rest...)...)
			row, rest = []any{"", "", ""}, []any{"", "", "", "", "", "", ""}
		}
		if len(c.Figures) == 0 {
			t.Row(append(append(row, "-", "-", "-", "-"), rest...)...)
		}
	}
	a.printTable(t)
	for _, c := range r.Conditions {
		if h := c.Holdout; h != nil {
			a.say("%s: %.3g %% of %s with advice brought something, %.3g %% of %d held out, difference %s over %s\n", plain(c.Condition),
				100*h.ShownGood, words.Count(h.Shown, "leg"), 100*h.HeldGood, h.Held, differenceText(h.Difference), words.Count(h.Difference.Houses, "house"))
		}
		if len(c.Arms) > 1 {
			a.say("%s: the arms %s are counted together; --run tells runs apart\n", plain(c.Condition), plain(strings.Join(c.Arms, ", ")))
		}
		if len(c.NoBetter) > 0 {
			a.say("%s, %s: not clearly better than %s, and so it has shown nothing\n", plain(c.Condition), c.Of, strings.Join(c.NoBetter, " and "))
		}
	}
	a.say("differences to %s\n", plain(r.Baseline))
	for _, kind := range []struct{ of, group string }{{"episodes", "house"}, {"samples", "group"}} {
		var counts []int
		differences := differencesOf(r, kind.of)
		for _, d := range differences {
			counts = append(counts, d.Houses)
		}
		if counts != nil {
			a.say("[low, high] of %s: %s%s\n", kind.of, episode.Bootstrap(kind.group, counts...), episode.Marks(differences...))
		}
	}
	return nil
}

// differencesOf gives the differences of a kind: of episodes, over houses, or of samples,
// over their groups.
func differencesOf(r ipc.StatsResult, of string) (all []episode.Interval) {
	for _, c := range r.Conditions {
		if c.Of != of {
			continue
		}
		for _, v := range c.Than {
			all = append(all, v.Interval)
		}
		if c.Holdout != nil {
			all = append(all, c.Holdout.Difference)
		}
	}
	return all
}

func differenceText(v episode.Interval) string {
	number := func(x float64) string { return fmt.Sprintf("%+.3g", x) }
	return number(v.Mean) + v.Text(number)
}

func (a *app) caseListCmd() *cobra.Command {
	var p ipc.CaseListParams
	cmd := &cobra.Command{
		Use: "list", Short: "List records, newest first",
		Long: "List records, newest first. SHOWN counts plans that were given advice resting on the record; a ! marks those that\n" +
			"were taken out of use.",
		RunE: calling(a, ipc.EpisodicList, &p, func(r ipc.CaseListResult) error { return a.printCases(r, p.Space) }),
	}
	spaceFlag(cmd, &p.Space)
	f := cmd.Flags()
	f.StringVar(&p.Target, "target", "", "only about this thing")
	f.StringVar(&p.SceneID, "scene", "", "only of this house or building")
	f.StringVar(&p.Episode, "episode", "", "only of this episode")
	f.StringVar(&p.Condition, "condition", "", "only of this condition")
	f.IntVar(&p.Limit, "limit", 50, "at most this many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this record's number")
	return cmd
}

func (a *app) printCases(r ipc.CaseListResult, space string) error {
	none := fmt.Sprintf("no records in space %s; episodes that begin with condition C2 make them", cmp.Or(plain(space), episodic.DefaultSpace))
	for _, other := range r.Spaces {
		none += fmt.Sprintf("\nspace %s has some: --space %s", plain(other), plain(other))
	}
	t := table.Table{Cut: []string{"LESSON", "SCENE", "TARGET"}, Spare: []string{"HARMED", "HELPED", "SHOWN"}}
	t.Row("ID", "SCENE", "TARGET", "TYPE", "SHOWN", "HELPED", "HARMED", "LESSON")
	for _, s := range r.Records {
		e, id := episodic.ReadEntry(s.Entry), plain(s.ID)
		if s.Withdrawn != nil {
			id += "!"
		}
		t.Row(id, cmp.Or(plain(s.Meta.Scene), "-"), cmp.Or(plain(string(s.Meta.Target)), "-"), e.EpisodeType, s.Tally.Injected, s.Tally.Helped, s.Tally.Harmed,
			plain(cmp.Or(e.Correction.CorrectivePrinciple, e.CaseSummary.Symptom)))
	}
	return a.printList(t, r.Cursor, none)
}

func (a *app) caseShowCmd() *cobra.Command {
	var p ipc.CaseParams
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show a record: what happened, what it says, and what became of its advice",
		RunE: calling(a, ipc.EpisodicGet, &p, a.printCase, &p.ID),
	}
	spaceFlag(cmd, &p.Space)
	return cmd
}

func (a *app) printCase(s episodic.Stored) error {
	e, m := episodic.ReadEntry(s.Entry), s.Meta
	line := func(name, text string) {
		if text != "" {
			a.say("%-10s %s\n", name, plain(text))
		}
	}
	a.say("%s, profile %s, space %s, number %d\n", plain(s.ID), s.Profile, plain(s.Space), s.Seq)
	line("kept", when(m.Time)+" by "+cmp.Or(m.Source, "a client"))
	if m.Episode != "" {
		line("of", fmt.Sprintf("episode %s, plan %d, condition %s", m.Episode, m.Plan, m.Condition))
	}
	line("holds", strings.Join(e.Correction.ApplicableConditions, ", "))
	line("case", e.CaseSummary.Symptom)
	line("lesson", e.Correction.CorrectivePrinciple)
	line("outcome", fmt.Sprintf("%s; risk before %v, after %v", e.EpisodeType, e.Evaluation.RiskBefore.Tags, e.Evaluation.RiskAfter.Tags))
	for _, text := range claimTexts(m.Claims) {
		line("claims", text)
	}
	things := 0
	for _, way := range m.Ways {
		if things += 1; !way.Thing() {
			things--
			line("way", fmt.Sprintf("%s from %.1f, %.1f to %.1f, %.1f, %.1f m", way.Subject, way.X, way.Y, way.ToX, way.ToY, way.Metres))
		}
	}
	if things > 0 {
		line("seen", words.Count(things, "thing")+" from there, with where they stand")
	}
	t := s.Tally
	line("advice", fmt.Sprintf("found %d, shown %d, followed %d, helped %d, harmed %d", t.Retrieved, t.Injected, t.Followed, t.Helped, t.Harmed))
	if s.Withdrawn != nil {
		line("withdrawn", strings.TrimSpace(fmt.Sprintf("%s %s", when(s.Withdrawn.Time), cmp.Or(s.Withdrawn.Reason, s.Withdrawn.By))))
	}
	return nil
}

// claimTexts says claims in words; those of the same relation, object and weight share a line.
func claimTexts(claims []words.Claim) (lines []string) {
	at := map[string]int{}
	for _, c := range claims {
		key := fmt.Sprintf("%s %s (%.1f): ", strings.ReplaceAll(c.Relation, "_", " "), c.Object, c.Weight)
		i, have := at[key]
		if !have {
			i = len(lines)
			at[key], lines = i, append(lines, key)
		} else {
			lines[i] += ", "
		}
		lines[i] += strings.TrimPrefix(c.Subject, "target:")
	}
	return lines
}

func (a *app) caseExplainCmd() *cobra.Command {
	var p ipc.SlotParams
	cmd := &cobra.Command{
		Use: "explain", Short: "Say which records advice rests on, and why others are left out",
		Example: "  navd episodic explain --episode E\n  navd episodic explain --target sofa --scene house-1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.Episode == "" && p.Condition == "" {
				p.Condition = "C2"
			}
			return answer(cmd.Context(), a, ipc.EpisodicExplain.With(p), a.printExplained)
		},
	}
	spaceFlag(cmd, &p.Space)
	f := cmd.Flags()
	f.StringVar(&p.Episode, "episode", "", "as this episode would ask now")
	f.StringVar(&p.Condition, "condition", "", "under this condition, default that of the episode, else C2")
	f.StringVar(&p.Snapshot, "snapshot", "", "as the space was then")
	f.StringVar(&p.Profile, "profile", "", "how records are read: absa, nav or one of episodic.profiles; default nav")
	f.StringVar(&p.Target, "target", "", "what is looked for")
	f.StringVar(&p.SceneID, "scene", "", "house or building")
	f.StringVar(&p.Text, "text", "", "the situation, in words")
	return cmd
}

func (a *app) printExplained(r ipc.ExplainResult) error {
	t := table.Table{Cut: []string{"WHY NOT", "FROM"}}
	t.Row("ID", "SCORE", "USED", "FROM", "WHY NOT")
	for _, c := range r.Considered {
		t.Row(plain(c.ID), fmt.Sprintf("%.3f", c.Score), yesNo(c.Used), cmp.Or(strings.Join(c.From, ", "), "-"), cmp.Or(plain(c.Reason), "-"))
	}
	err := a.printList(t, "", "condition "+plain(r.Condition)+": no record was looked at")
	if r.More > 0 {
		return a.say("and %d more\n", r.More)
	}
	return err
}

func (a *app) caseSnapshotCmd() *cobra.Command {
	var p ipc.SnapshotParams
	cmd := &cobra.Command{
		Use: "snapshot [NAME]", Short: "Name the records as they are now, or list such names",
		Long: "Name the records of a space as they are now. Episodes that begin with {condition: C2, snapshot: NAME} are advised from\n" +
			"these, whatever comes later, and add their own records to the space; with C2_eval_only what they would have been told\n" +
			"is noted and not shown, and nothing is added. Without a name the snapshots are listed.",
		RunE: calling(a, ipc.EpisodicSnapshot, &p, a.printSnapshots, &p.Name),
	}
	spaceFlag(cmd, &p.Space)
	return cmd
}

func (a *app) printSnapshots(r ipc.SnapshotResult) error {
	if s := r.Snapshot; s != nil {
		return a.say("%s: %s up to number %d\n", plain(s.Name), words.Count(s.Records, "record"), s.Last)
	}
	t := table.Table{Spare: []string{"LAST", "TAKEN"}}
	t.Row("NAME", "TAKEN", "RECORDS", "LAST")
	for _, s := range r.Snapshots {
		t.Row(plain(s.Name), when(s.Time), s.Records, s.Last)
	}
	return a.printList(t, "", "no snapshots; `navd episodic snapshot NAME` takes one")
}

func (a *app) caseWithdrawCmd() *cobra.Command {
	var p ipc.SupersedeParams
	cmd := &cobra.Command{
		Use: "withdraw ID", Short: "Take a record out of use, with all advice that rests on it alone",
		Example: "  navd episodic withdraw epi_000012 --reason \"the sofa was moved\"",
		RunE: calling(a, ipc.EpisodicSupersede, &p, func(s episodic.Stored) error {
			return a.say("%s is withdrawn\n", plain(s.ID))
		}, &p.ID),
	}
	spaceFlag(cmd, &p.Space)
	cmd.Flags().StringVar(&p.By, "by", "", "id of the record that counts in its place")
	cmd.Flags().StringVar(&p.Reason, "reason", "", "why, in your words")
	return cmd
}

func (a *app) caseExportCmd() *cobra.Command {
	var p ipc.CaseExportParams
	out := ""
	cmd := &cobra.Command{
		Use: "export", Short: "Write the records of a space as JSONL",
		Example: "  navd episodic export > records.jsonl\n  navd episodic export --space house-1 --out records.jsonl",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.dialled(func(c connection) error {
				p.Limit = 1000
				return a.writeOut(out, func(w io.Writer) error {
					return eachPage(cmd.Context(), c, ipc.EpisodicExport, &p, &p.Cursor, func(r ipc.CaseExportResult) (string, error) {
						return r.Cursor, text(r.Lines)(w)
					})
				})
			})
		},
	}
	spaceFlag(cmd, &p.Space)
	cmd.Flags().StringVarP(&out, "out", "o", "", "`FILE` to write, default standard output")
	return cmd
}

func (a *app) caseImportCmd() *cobra.Command {
	var p ipc.CaseImportParams
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Import records from JSONL: an export of `navd episodic export`, or bare entries; - is standard input",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.importCases(cmd.Context(), p, cmd.InOrStdin(), args[0])
		},
	}
	spaceFlag(cmd, &p.Space)
	cmd.Flags().StringVar(&p.Profile, "profile", "", "how lines that are bare entries are read: absa, nav or one of episodic.profiles; default nav")
	return cmd
}

// importCases imports a file of records, in parts that fit a call.
func (a *app) importCases(ctx context.Context, p ipc.CaseImportParams, in io.Reader, path string) error {
	f, err := opened(in, path)
	if err != nil {
		return err
	}
	defer f.Close()
	ask := func(ctx context.Context, c ipc.Caller) (sum ipc.CaseImportResult, err error) {
		sum.Skipped = []ipc.SkippedLine{}
		err = inParts(f, func(text string, before int) error {
			p.Lines = text
			r, err := ipc.EpisodicImport.Call(ctx, c, p)
			for _, s := range r.Skipped {
				s.Line += before
				sum.Skipped = append(sum.Skipped, s)
				fmt.Fprintf(a.err, "navd: skipped line %d: %s\n", s.Line, plain(s.Reason))
			}
			sum.Stored, sum.Same, sum.More = sum.Stored+r.Stored, sum.Same+r.Same, sum.More+r.More
			return err
		})
		if n := len(sum.Skipped) + sum.More; err == nil && n > 0 && sum.Stored+sum.Same == 0 {
			err = fault.New(fault.Invalid, "nothing was imported; skipped: %s", words.Count(n, "line")).
				WithHint("a line is a record as `navd episodic export` writes it, or the entry of one")
		}
		return sum, err
	}
	return answer(ctx, a, ask, func(sum ipc.CaseImportResult) error {
		return a.say("%s new, %d known, %d lines skipped\n", words.Count(sum.Stored, "record"), sum.Same, len(sum.Skipped)+sum.More)
	})
}

// inParts reads lines and sends them in parts that fit a call; before is how many lines came
// before a part. A line that is too long or not UTF-8 is an error with its number.
func inParts(r io.Reader, send func(text string, before int) error) error {
	const part, longest = 1 << 20, 3 << 20 // bytes
	lines, line, before := bufio.NewReader(r), 0, 0
	var text strings.Builder
	for {
		one, err := lines.ReadString('\n')
		if one != "" {
			line++
			switch at := fmt.Sprintf("FILE line %d", line); {
			case len(one) > longest:
				return fault.New(fault.Invalid, "the line is too long").About(at, fmt.Sprintf("%d bytes", len(one))).WithHint("a line has at most %d bytes; lines before it may be stored already", longest)
			case !utf8.ValidString(one):
				return fault.New(fault.Invalid, "the line is not in UTF-8").About(at, nil).WithHint("write it in UTF-8; lines before it may be stored already")
			}
			text.WriteString(one)
		}
		if text.Len() > 0 && (text.Len() > part || err != nil) {
			if err := send(text.String(), before); err != nil {
				return err
			}
			before = line
			text.Reset()
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
