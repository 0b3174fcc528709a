package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navd/story"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/table"
	"navd/daemon/words"
	"navd/ipc"
)

func (a *app) episodesCmd() *cobra.Command {
	var p ipc.EpisodeListParams
	cmd := &cobra.Command{
		Use: "episodes", Short: "List episodes, newest first",
		Long: "List episodes, the searches of robots, newest first. STATE is open while one runs, then found or failed, or ended if\n" +
			"nobody said which. SPL is 1 for the shortest way and 0 for not found. Of several goals STATE says how many were found,\n" +
			"STEPS and PLANS are the sums over these goals, and SPL is their mean; `navd report` counts the same ones, and\n" +
			"`navd episodes show` has each. A narrow terminal gets fewer columns; --json has all.",
		RunE: calling(a, ipc.EpisodeList, &p, func(r ipc.EpisodeListResult) error {
			if len(r.Episodes) == 0 && p.Run+p.SceneID+p.Goal != "" {
				return a.say("no episode fits; `navd episodes` without these flags lists all\n")
			}
			return a.printEpisodes(r)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&p.Run, "run", "", "only of this run")
	f.StringVar(&p.SceneID, "scene", "", "only of this house or building")
	f.StringVar(&p.Goal, "goal", "", "only with this goal, by any of its names")
	f.IntVar(&p.Limit, "limit", 20, "at most this many, 1 to 1000")
	f.StringVar(&p.Cursor, "cursor", "", "go on after this episode")
	cmd.AddCommand(a.episodeShowCmd(), a.episodeLogCmd(), a.episodeEndCmd(), a.episodeDeleteCmd())
	return cmd
}

// noEpisodes is what is printed in place of an empty list.
const noEpisodes = "no episodes; a controller begins them, in Python with attach(env); `navd demo` shows one, in a memory of its own"

// printEpisodes prints a list of episodes. The figures that searches are compared by come
// first; a narrow terminal leaves out the rest.
func (a *app) printEpisodes(r ipc.EpisodeListResult) error {
	t := table.Table{Cut: []string{"GOAL"}, Spare: []string{"CONDITION", "ARM", "RUN", "SCENE", "BEGAN"}}
	t.Row("EPISODE", "GOAL", "STATE", "STEPS", "SPL", "PLANS", "BEGAN", "SCENE", "RUN", "ARM", "CONDITION")
	for _, e := range r.Episodes {
		steps, plans, spl := figuresOf(e)
		t.Row(e.ID, plain(goalsText(e)), foundText(e), steps, spl, plans, e.Began.Format(time.DateTime),
			cmp.Or(plain(e.SceneID), "-"), cmp.Or(plain(e.Run), "-"), cmp.Or(plain(e.Arm), "-"), cmp.Or(plain(e.Condition), "-"))
	}
	return a.printList(t, r.Cursor, noEpisodes)
}

// foundText is the state of an episode; of several goals it says how many were found.
func foundText(e episode.Episode) string {
	found, known := 0, 0
	for _, s := range e.Searches() {
		if s.End != nil && s.End.Success != nil {
			if known++; *s.End.Success {
				found++
			}
		}
	}
	if len(e.Goals) == 0 || e.Status == episode.Open || known == 0 {
		return story.State(e)
	}
	return fmt.Sprintf("found %d of %d", found, known)
}

// figuresOf gives the steps and plans of an episode, added up over its goals, and the mean of
// their SPL, as reports count them. A figure that no goal has is "-".
func figuresOf(e episode.Episode) (steps, plans, spl any) {
	var sum episode.Metrics
	var mean *float64
	total, measured, known := 0.0, false, 0.0
	for _, s := range e.Searches() {
		if m := s.Metrics; m != nil {
			measured = true
			sum.Steps, sum.Plans = sum.Steps+m.Steps, sum.Plans+m.Plans
			if m.SPL != nil {
				total, known = total+*m.SPL, known+1
				mean = new(total / known)
			}
		}
	}
	if !measured {
		return "-", "-", "-"
	}
	return sum.Steps, sum.Plans, figure(mean)
}

// goalsText names the goals of an episode, the last one first.
func goalsText(e episode.Episode) string {
	if len(e.Goals) == 0 {
		return e.Goal
	}
	return fmt.Sprintf("%s, after %s", e.Goal, words.Count(len(e.Goals), "other"))
}

func (a *app) episodeShowCmd() *cobra.Command {
	var p ipc.EpisodeParams
	return &cobra.Command{
		Use: "show EPISODE", Short: "Print an episode with its configuration and metrics",
		Long: "Print an episode with its configuration and metrics, as JSON. A member is absent when its value is unknown. While\n" +
			"scene_samples is 0, navd does not know which place is which: places, distinct_places, ababa, ababa_literal, the literal\n" +
			"rule, revisit_ratio, unique_place_ratio, escape_rate and left_start mean nothing then; `navd report` prints - for them.",
		RunE: calling(a, ipc.EpisodeGet, &p, func(e episode.Episode) error { return a.printJSON(e) }, &p.Episode),
	}
}

func (a *app) episodeLogCmd() *cobra.Command {
	var kinds []string
	var follow bool
	cmd := &cobra.Command{
		Use: "log EPISODE", Short: "Print an episode's log as JSON lines",
		RunE: func(cmd *cobra.Command, args []string) error {
			if follow {
				return a.followLog(cmd.Context(), args[0], kinds)
			}
			return a.dialled(func(c connection) error { return writeLog(cmd.Context(), c, args[0], kinds, a.out) })
		},
	}
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on as it grows, until the episode has ended; waits for a daemon that is away")
	cmd.Flags().StringSliceVar(&kinds, "kinds", nil, "only these: step, event, plan, scene, feedback")
	return cmd
}

// writeLog writes an episode's log as JSON lines.
func writeLog(ctx context.Context, c ipc.Caller, id string, kinds []string, w io.Writer) error {
	return eachEntry(ctx, c, ipc.LogParams{Episode: id, Kinds: kinds}, func(e ipc.LogEntry) error { return writeEntry(w, e) })
}

// writeEntry writes a line of a log as a line of JSON.
func writeEntry(w io.Writer, e ipc.LogEntry) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out.Encode(e)
}

// eachEntry reads a log page by page, from where p asks for. An error of use ends it.
func eachEntry(ctx context.Context, c ipc.Caller, p ipc.LogParams, use func(ipc.LogEntry) error) error {
	p.Limit = 1000
	return eachPage(ctx, c, ipc.EpisodeLog, &p, &p.Cursor, func(r ipc.LogResult) (string, error) {
		for _, e := range r.Entries {
			if err := use(e); err != nil {
				return "", err
			}
		}
		return r.Cursor, nil
	})
}

// endedReport is what `navd episodes end` prints.
type endedReport struct {
	Episodes []ipc.EndResult `json:"episodes"` // in the order of the arguments
}

func (a *app) episodeEndCmd() *cobra.Command {
	return &cobra.Command{
		Use: "end EPISODE [EPISODE]...", Short: "End episodes whose controller is gone",
		Long: "End episodes that a controller left open, because it was killed or lost its connection to navd. Nobody said whether the goal\n" +
			"was found: their state is ended. One that has ended already stays as it is.",
		RunE: func(cmd *cobra.Command, args []string) error {
			return answer(cmd.Context(), a, func(ctx context.Context, c ipc.Caller) (r endedReport, err error) {
				for _, id := range args {
					e, err := ipc.EpisodeEnd.Call(ctx, c, ipc.EndParams{Episode: id, Reason: "exit"})
					if err != nil {
						return r, err
					}
					r.Episodes = append(r.Episodes, e)
				}
				return r, nil
			}, func(r endedReport) error {
				for _, e := range r.Episodes {
					a.say("episode %s has ended, %s\n", plain(e.Episode), words.Count(e.Metrics.Steps, "step"))
				}
				return nil
			})
		},
	}
}

func (a *app) episodeDeleteCmd() *cobra.Command {
	run := ""
	cmd := deleteCmd(&cobra.Command{
		Use: "delete EPISODE | --run RUN", Short: "Remove an episode, or all of a run, with all records",
		Args: argsBetween(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (len(args) == 1) == (run != "") {
				return misused("name an episode or a run: navd %s", cmd.CommandPath()+" EPISODE | --run RUN")
			}
			if run != "" {
				return a.deleteRun(cmd.Context(), run)
			}
			return answer(cmd.Context(), a, ipc.EpisodeDelete.With(ipc.DeleteParams{Episode: args[0]}),
				func(r ipc.DeleteResult) error {
					a.say("episode %s is gone, %d records\n", r.Episode, r.Records)
					a.sayKept(r)
					return nil
				})
		},
	})
	cmd.Flags().StringVar(&run, "run", "", "all episodes of this run")
	return cmd
}

// sayKept says that a house keeps what a deleted episode added, and how to take it out.
func (a *app) sayKept(r ipc.DeleteResult) {
	if r.House != "" {
		a.say("the house %s keeps what it added: navd house undo %s takes that out\n", plain(r.House), plain(r.Episode))
	}
}

// deletedRun is what `navd episodes delete --run` prints.
type deletedRun struct {
	Run      string   `json:"run"`
	Episodes []string `json:"episodes"` // that are gone, the newest first
	Records  int      `json:"records"`

	Kept []ipc.DeleteResult `json:"kept,omitempty"` // those of which a house keeps what they added
}

// deleteRun removes the episodes of a run, the newest first.
func (a *app) deleteRun(ctx context.Context, run string) error {
	return answer(ctx, a, func(ctx context.Context, c ipc.Caller) (deletedRun, error) {
		gone, ids := deletedRun{Run: run, Episodes: []string{}}, []string{}
		err := eachEpisode(ctx, c, run, func(e episode.Episode) { ids = append(ids, e.ID) })
		if err == nil && len(ids) == 0 {
			err = noRun(ctx, c, run)
		}
		for _, id := range ids {
			if err != nil {
				break
			}
			var r ipc.DeleteResult
			r, err = ipc.EpisodeDelete.Call(ctx, c, ipc.DeleteParams{Episode: id})
			gone.Episodes, gone.Records = append(gone.Episodes, id), gone.Records+r.Records
			if r.House != "" {
				gone.Kept = append(gone.Kept, r)
			}
		}
		return gone, err
	}, func(r deletedRun) error {
		a.say("%s of run %s are gone, %d records\n", words.Count(len(r.Episodes), "episode"), plain(r.Run), r.Records)
		for _, one := range r.Kept {
			a.sayKept(one)
		}
		return nil
	})
}

// deleteCmd adds --yes to a command that deletes; without it nothing is deleted.
func deleteCmd(cmd *cobra.Command) *cobra.Command {
	run := cmd.RunE
	yes := cmd.Flags().Bool("yes", false, "really delete")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !*yes {
			return fault.New(fault.Invalid, "nothing was deleted: --yes is not given").WithHint("add --yes; a delete cannot be undone")
		}
		return run(cmd, args)
	}
	return cmd
}
