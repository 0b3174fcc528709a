package main

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/outfile"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/page"
	"navd/daemon/table"
	"navd/ipc"
)

// reportFlags are the flags of `navd report`.
type reportFlags struct {
	origins []origin // in the order given: the last is compared with each before it
	write   string
	html    string
}

// origin is where a run's episodes come from: the daemon, or a CSV file.
type origin struct {
	name string
	file bool
}

func (a *app) reportCmd() *cobra.Command {
	f := reportFlags{}
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Compare runs of episodes; read and write their CSV",
		Long: "Print the results of runs side by side, and how the last run differs from each one before it, over pairs of episodes\n" +
			"with the same house, start, target and seed. Runs come from the daemon or from CSV files: navd's own, or those of\n" +
			"PixelNav benchmarks. Open episodes are left out. Without --run and --csv it lists the daemon's runs.\n\n" +
			"What a person says to the robot holds in its scene, or everywhere, for all runs, arms, conditions and spaces: a correction\n" +
			"in one run changes the other. To keep them apart begin with use.grounding false, give each arm a scene_id of its own\n" +
			"(RUN/ARM/HOUSE, as `navsim teach` does; report then does not pair them), or use a data directory for each and --csv.\n\n" +
			"Each figure is the mean over the ended episodes that have it, and - where none has it. Without scenes (nav.observe)\n" +
			"navd does not know which place is which: a figure that needs it is then -, and empty in CSV.\n\n" +
			"[low, high] is the 95 % interval of a bootstrap over houses. Houses that all have the same mean show no such interval:\n" +
			"then a rate (sr, escaped_start) has that of E. B. Wilson (Probable inference, JASA 22, 1927), with a w behind it, in\n" +
			"which each house counts once, and any other figure or difference has [=]; in --json \"interval\" is wilson or same.\n\n" +
			"--html writes one page without scripts that needs no other files: success, SPL, loops, steps, calls and cost of each\n" +
			"run, arm and condition with their intervals, the paired differences, curves over steps, and the episodes.\n\n" + episode.Glossary(120) + "\n" +
			"Columns of CSV (--write) that are not figures, or have another name there; an empty cell is not known:\n" + strings.TrimSuffix(episode.ColumnGlossary(120), "\n"),
		Example: "  navd report                                  the runs there are\n" +
			"  navd report --run before --run after         after against before\n" +
			"  navd report --csv pixelnav.csv --run mine    against figures from elsewhere\n" +
			"  navd report --run mine --write mine.csv      the episodes as CSV; - is standard output\n" +
			"  navd report --run a --run b --html r.html    one page with plots, for a browser or to print",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.report(cmd.Context(), f) },
	}
	cmd.Flags().Var(originValue{&f.origins, false}, "run", "a run of the daemon's episodes; may be repeated")
	cmd.Flags().Var(originValue{&f.origins, true}, "csv", "a CSV file, a run under its file name; may be repeated")
	cmd.Flags().StringVar(&f.write, "write", "", "file to write the ended episodes of all runs to as CSV; - prints the CSV and no report")
	cmd.Flags().StringVar(&f.html, "html", "", "file to write the report to as one HTML page with plots")
	return cmd
}

// originValue adds to the origins, so that --run and --csv keep their order.
type originValue struct {
	to   *[]origin
	file bool
}

// String is the value before any was given.
func (v originValue) String() string { return "" }

// Set adds an origin.
func (v originValue) Set(s string) error {
	if s == "" {
		return errors.New("it is empty")
	}
	*v.to = append(*v.to, origin{s, v.file})
	return nil
}

// Type is what the help calls the value.
func (v originValue) Type() string {
	if v.file {
		return "FILE"
	}
	return "RUN"
}

func (a *app) report(ctx context.Context, f reportFlags) error {
	switch {
	case len(f.origins) == 0 && f.html != "":
		return misused("--html needs episodes: give --run or --csv")
	case len(f.origins) == 0 && f.write != "":
		return misused("--write needs episodes: give --run or --csv")
	case len(f.origins) == 0:
		return answer(ctx, a, countRuns, func(l runList) error { return a.printRuns(l.Runs) })
	case f.write == "-" && a.asJSON:
		return misused("--write - and --json both need standard output: name a file, or leave one out")
	}
	runs, err := a.readRuns(ctx, f.origins)
	if err != nil {
		return err
	}
	if err := a.writeReport(runs, f); err != nil || f.write == "-" {
		return err
	}
	r := episode.NewReport(runs)
	return a.show(r, func() error {
		if err := r.Print(a.out); err != nil {
			return err
		}
		for _, file := range [][2]string{{"episodes", f.write}, {"page", f.html}} {
			if file[1] != "" {
				a.say("%s in %s\n", file[0], file[1])
			}
		}
		return nil
	})
}

// writeReport writes the files that the flags ask for.
func (a *app) writeReport(runs []episode.Run, f reportFlags) error {
	if f.html != "" {
		p := page.Page{Title: "Report of episodes", Sections: []page.Section{{Runs: runs}}}
		if err := outfile.Write("--html", f.html, p.Write); err != nil {
			return err
		}
	}
	var all []episode.Episode
	for _, r := range runs {
		all = append(all, r.Episodes...)
	}
	switch f.write {
	case "":
		return nil
	case "-":
		return episode.WriteCSV(a.out, all)
	}
	return outfile.Write("--write", f.write, func(w io.Writer) error { return episode.WriteCSV(w, all) })
}

// readRuns reads the episodes of each origin; the daemon is asked only for
// those that are its own.
func (a *app) readRuns(ctx context.Context, origins []origin) (runs []episode.Run, err error) {
	var c connection
	if slices.ContainsFunc(origins, func(s origin) bool { return !s.file }) {
		if c, err = a.dial(); err != nil {
			return nil, err
		}
		defer c.Close()
	}
	for _, s := range origins {
		var run episode.Run
		if s.file {
			run, err = readCSV(s.name)
		} else {
			run, err = readRun(ctx, c, s.name)
		}
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// readRun reads a run of the daemon's episodes, in the order they began.
func readRun(ctx context.Context, c ipc.Caller, name string) (episode.Run, error) {
	run := episode.Run{Name: name}
	err := eachEpisode(ctx, c, name, func(e episode.Episode) {
		searches := e.Searches()
		slices.Reverse(searches)
		run.Episodes = append(run.Episodes, searches...)
	})
	if err == nil && len(run.Episodes) == 0 {
		err = noRun(ctx, c, name)
	}
	slices.Reverse(run.Episodes) // as they began
	return run, err
}

// noRun is the fault of a run without episodes. It names the runs below it: those of one
// experiment are a/C1 and a/C2.
func noRun(ctx context.Context, c ipc.Caller, name string) error {
	none := fault.New(fault.NotFound, "there is no episode of this run").About("run", name).WithHint("`navd report` lists the runs")
	list, err := countRuns(ctx, c)
	var below []string
	for _, r := range list.Runs {
		if strings.HasPrefix(r.Run, name+"/") {
			below = append(below, "--run "+r.Run)
		}
	}
	if err != nil || len(below) == 0 {
		return none
	}
	slices.Sort(below)
	return none.WithHint("the runs below it are: %s", strings.Join(below, " "))
}

// eachEpisode reads the episodes of a run, or all without one, newest first.
func eachEpisode(ctx context.Context, c ipc.Caller, run string, use func(episode.Episode)) error {
	p := ipc.EpisodeListParams{Run: run, Limit: 1000}
	return eachPage(ctx, c, ipc.EpisodeList, &p, &p.Cursor, func(r ipc.EpisodeListResult) (string, error) {
		for _, e := range r.Episodes {
			use(e)
		}
		return r.Cursor, nil
	})
}

// readCSV reads a run from a CSV file. Its errors name the file.
func readCSV(name string) (episode.Run, error) {
	run := episode.Run{Name: filepath.Base(name)}
	f, err := opened(nil, name)
	if err != nil {
		return run, fault.As(err).About("csv", name)
	}
	defer f.Close()
	run.Episodes, err = episode.ReadCSV(f)
	var bad *fault.Error
	if errors.As(err, &bad) {
		if bad.Field != "" {
			bad.Field = ", " + bad.Field
		}
		bad.Field = name + bad.Field
	}
	if err == nil && len(run.Episodes) == 0 {
		err = fault.New(fault.NotFound, "there is no episode in this file").About("csv", name)
	}
	return run, err
}

// runCount is one run in the list of runs.
type runCount struct {
	Run      string    `json:"run"`
	Episodes int       `json:"episodes"`
	Open     int       `json:"open"`
	Houses   int       `json:"houses"`
	First    time.Time `json:"first"` // when its first episode began
	Last     time.Time `json:"last"`  // when its last episode began

	houses map[string]bool
}

// runList is what `navd report` prints without runs.
type runList struct {
	Runs []*runCount `json:"runs"`
}

// countRuns counts the daemon's episodes by their run.
func countRuns(ctx context.Context, c ipc.Caller) (runList, error) {
	runs, at := []*runCount{}, map[string]*runCount{}
	err := eachEpisode(ctx, c, "", func(e episode.Episode) {
		r := at[e.Run]
		if r == nil {
			r = &runCount{Run: e.Run, First: e.Began, Last: e.Began, houses: map[string]bool{}}
			at[e.Run], runs = r, append(runs, r)
		}
		r.add(e)
	})
	return runList{runs}, err
}

func (r *runCount) add(e episode.Episode) {
	r.Episodes++
	if e.Status == episode.Open {
		r.Open++
	}
	r.houses[e.SceneID] = true
	r.Houses = len(r.houses)
	if e.Began.Before(r.First) {
		r.First = e.Began
	}
	if e.Began.After(r.Last) {
		r.Last = e.Began
	}
}

func (a *app) printRuns(runs []*runCount) error {
	t := table.Table{Spare: []string{"FIRST", "HOUSES"}}
	t.Row("RUN", "EPISODES", "OPEN", "HOUSES", "FIRST", "LAST")
	for _, r := range runs {
		t.Row(plain(r.Run), r.Episodes, r.Open, r.Houses, r.First.Format(time.DateTime), r.Last.Format(time.DateTime))
	}
	return a.printList(t, "", noEpisodes)
}
