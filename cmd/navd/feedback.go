package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/ipc"
)

func (a *app) feedbackCmd() *cobra.Command {
	var p ipc.FeedbackParams
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "feedback [TEXT… | -]",
		Short: "Tell the robot what it should know: kept at once, used from the next plan on",
		Long: "Give feedback to an episode: --episode names it; else it is the only open one, or, when none is open, the newest. When\n" +
			"several are open, name one; those without a step for an hour before the last step of another do not count. The text\n" +
			"becomes entries of grounding knowledge: the answer says for each what was done with it, which entries it replaced, and\n" +
			"which it may conflict with.\n\n" +
			"The text may be free, or name categories: user_preference (u), spatial (s), procedural (p), general (g), also in\n" +
			"Korean (선호, 공간, 절차, 일반). A verdict may stand in front, with parentheses: success (s), failure (f), wip (w).\n" +
			"A text without a category is general. What is spatial, or says where or how things are, holds in the scene of the\n" +
			"episode; a ban, or what says that it is for always, holds everywhere; an order (\"go look in the bathroom\") and what is\n" +
			"for now (\"not today\") hold in this episode alone. What navd does not understand holds in the scene if it names a room or a thing, else in the\n" +
			"episode alone, and the answer says so. --scope changes that. A command to the robot (\"turn left\") stays in the\n" +
			"record and becomes no entry.\n\n" +
			"None of this asks for run, arm, condition or space: what is said in one arm of an experiment is known in all others\n" +
			"that have the scene. `navd help report` says how to keep them apart.\n\n" +
			"Several words need no quotes, but the shell's own characters do: ( ) ; & | < > * ? ! # ' \" $. A text\n" +
			"that begins with a dash goes after --, and - alone reads standard input. `navd grounding undo` takes it back.",
		Example: "  navd feedback spatial: the kitchen is green\n" +
			"  navd feedback --verdict failure --step 12 'the sofa is never in the bathroom'\n" +
			"  navd feedback 'f:(s: 화장실에는 소파가 없어, p: look behind doors)'\n" +
			"  navd feedback --dry-run 'u: keep away from the nursery'\n" +
			"  navd feedback -- --episode is a flag, this is a text",
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := feedbackText(cmd, args)
			if err != nil {
				return err
			}
			if dryRun {
				return a.parseFeedback(cmd, text, p.Episode)
			}
			p.Text = text
			return a.giveFeedback(cmd.Context(), p)
		},
	}
	cmd.Flags().StringVar(&p.Episode, "episode", "", "the episode it is about, open or ended; default the only open one, else the newest")
	optionalInt(cmd, &p.Step, "step", "the step it is about, default the present one")
	cmd.Flags().StringVar(&p.Category, "category", "", "for a text that names none: user_preference, spatial, procedural or general")
	cmd.Flags().StringVar(&p.Verdict, "verdict", "", "how the step went: success, failure or wip; needs no text")
	cmd.Flags().StringVar(&p.Author, "author", "", "who says it")
	cmd.Flags().StringVar(&p.Scope, "scope", "", "where it holds: scene or everywhere")
	cmd.Flags().StringVar(&p.Target, "target", "", "it holds only while this is looked for")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "only say how the text is understood")
	return cmd
}

// longestText is how many bytes are read of standard input, more than the daemon takes.
const longestText = 1 << 20

// feedbackText joins the words, or reads standard input when they are a single dash that
// does not follow "--".
func feedbackText(cmd *cobra.Command, args []string) (string, error) {
	text := strings.Join(args, " ")
	switch {
	case len(args) == 1 && args[0] == "-" && cmd.ArgsLenAtDash() < 0:
		data, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), longestText))
		if err != nil {
			return "", err
		}
		text = string(data)
	case len(args) == 0 && !cmd.Flags().Changed("verdict"):
		return "", usageError{misused("nothing was said: navd %s", cmd.Use).error, "`navd help feedback` shows how"}
	}
	if !utf8.ValidString(text) {
		return "", fault.Field("text", text, "UTF-8")
	}
	return text, nil
}

// giveFeedback stores a feedback and prints what was done with it.
func (a *app) giveFeedback(ctx context.Context, p ipc.FeedbackParams) error {
	ask := func(ctx context.Context, c ipc.Caller) (r feedbackReport, err error) {
		if p.Episode == "" {
			if p.Episode, err = only(ctx, c); err != nil {
				return r, err
			}
			r.Newest = true
		}
		r.Episode = p.Episode
		if r.FeedbackResult, err = ipc.FeedbackAdd.Call(ctx, c, p); err != nil {
			return r, err
		}
		r.Entry = entriesBehind(ctx, c, r.FeedbackResult)
		return r, nil
	}
	return answer(ctx, a, ask, a.printFeedback)
}

// only gives the episode that is meant when none is named: the only open one whose
// controller is not gone, or the newest when none is open. Several are an error.
func only(ctx context.Context, c ipc.Caller) (string, error) {
	r, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{Limit: recent})
	if err != nil {
		return "", err
	}
	if len(r.Episodes) == 0 {
		return "", fault.New(fault.NotFound, "there is no episode yet").WithHint("a controller begins one, in Python with attach(env)")
	}
	var open []episode.Episode
	for _, e := range r.Episodes {
		if e.Status == episode.Open {
			open = append(open, e)
		}
	}
	if open, err = alive(ctx, c, open); err != nil {
		return "", err
	}
	switch len(open) {
	case 0:
		return r.Episodes[0].ID, nil
	case 1:
		return open[0].ID, nil
	}
	var named []string
	for _, e := range open[:min(len(open), mostOpen)] {
		named = append(named, fmt.Sprintf("%s (%s)", e.ID, plain(strings.Join(slices.DeleteFunc([]string{e.Goal, e.SceneID}, func(s string) bool { return s == "" }), ", "))))
	}
	if more := len(open) - len(named); more > 0 {
		named = append(named, fmt.Sprintf("and %d more", more))
	}
	return "", fault.New(fault.Invalid, "%d episodes are open, and it could be about any of them: %s", len(open), strings.Join(named, ", ")).
		About("--episode", nil).WithHint("name one with --episode ID; `navd episodes end EPISODE` ends one whose controller is gone")
}

// alive gives the open episodes whose controllers seem to run: each took a step, or began,
// within goneTime before the last that did. All these times are of the daemon's clock.
func alive(ctx context.Context, c ipc.Caller, open []episode.Episode) (kept []episode.Episode, err error) {
	if len(open) < 2 {
		return open, nil
	}
	at, last := make([]time.Time, len(open)), time.Time{}
	for i, e := range open {
		r, err := ipc.NavWhere.Call(ctx, c, ipc.EpisodeParams{Episode: e.ID})
		if err != nil {
			return nil, err
		}
		if at[i] = r.At; r.At.After(last) {
			last = r.At
		}
	}
	for i, e := range open {
		if last.Sub(at[i]) <= goneTime {
			kept = append(kept, e)
		}
	}
	return kept, nil
}

const (
	recent   = 1000 // episodes that are looked through for open ones
	mostOpen = 10   // open episodes that the error names

	goneTime = time.Hour // without a step while others walk: the controller was killed
)

// entriesBehind looks up the entries that an answer names. The feedback is
// stored already, so an entry that cannot be read now is named by its id alone.
func entriesBehind(ctx context.Context, c ipc.Caller, r ipc.FeedbackResult) map[string]grounding.Entry {
	var ids []string
	for _, e := range r.Entries {
		ids = slices.Concat(ids, []string{e.ID, e.By}, e.Superseded, e.Possible)
	}
	slices.Sort(ids)
	found := map[string]grounding.Entry{}
	for _, e := range entriesOf(ctx, c, slices.Compact(ids)) {
		if e.Version > 0 {
			found[e.ID] = e
		}
	}
	return found
}

// parseFeedback prints how a text is understood, and stores nothing. When no episode is
// meant, it reads the text alone.
func (a *app) parseFeedback(cmd *cobra.Command, text, episode string) error {
	for _, flag := range []string{"category", "verdict"} {
		if cmd.Flags().Changed(flag) {
			return fault.New(fault.Invalid, "--dry-run reads the text alone").About("--"+flag, nil).WithHint("name it in the text, or leave it out")
		}
	}
	ask := func(ctx context.Context, c ipc.Caller) (ipc.ParseResult, error) {
		if episode == "" {
			if about, err := only(ctx, c); err == nil {
				episode = about
			}
		}
		return ipc.FeedbackParse.Call(ctx, c, ipc.ParseParams{Text: text, Episode: episode})
	}
	return answer(cmd.Context(), a, ask, a.printParsed)
}
