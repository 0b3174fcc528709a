package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/cmd/outfile"
	"navd/config"
	"navd/daemon"
	"navd/daemon/draw"
	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// demoFlags are the flags of `navd demo`.
type demoFlags struct {
	seed    uint64
	goal    string
	profile string
	dir     string
	compare bool
	correct bool
	twice   bool
	web     bool
	detail  bool
	pace    time.Duration
}

// demoSeed is the default house of the demo.
const demoSeed = 14

// The default house and goal of --twice.
const (
	twiceSeed = 9
	twiceGoal = "Bed"
)

func (a *app) demoCmd() *cobra.Command {
	f := demoFlags{}
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Watch a simulated robot find something in a house it has never seen",
		Long: "Start a daemon in a temporary directory, let a simulated robot look for something in a generated house\n" +
			"over the daemon's real socket, and say what it sees, what it decides and why.\n\n" +
			"--compare makes the same search twice, from the same start with the same noise, first without memory,\n" +
			"then with it, sets what happened side by side and draws both maps in one picture. Without --seed it takes\n" +
			"a house where the search without memory goes in circles; `navsim eval` gives the figures over many houses.\n\n" +
			"--correct makes a search twice too: first nobody says anything, then a user who knows the house corrects the\n" +
			"robot's plans in plain words, English and Korean. It writes an animated SVG of the second search.\n\n" +
			"--twice searches the same house twice, and navd keeps the house: the second time the robot stands in its dock\n" +
			"turned round, finds that out by its first scan, and walks to where the thing was seen. Without --seed and --goal\n" +
			"it looks for a bed in a house where the first search has to look around; `navsim lifelong` gives the figures over\n" +
			"many houses.\n\n" +
			"--web, with any of these, shows it in a browser: it prints the page's address, starts the robot when the page is\n" +
			"open, slowly enough to be watched, and keeps the page until ctrl-C.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.web && a.asJSON {
				return misused("demo takes --web or --json, not both")
			}
			if f.pace < 0 || f.pace > 10*time.Second {
				return misused("--pace: out of range, given %s, allowed 0s to 10s", f.pace)
			}
			if f.web && !cmd.Flags().Changed("pace") {
				f.pace = webPace
			}
			switch {
			case f.compare && f.correct, f.compare && f.twice, f.correct && f.twice:
				return misused("demo takes one of --compare, --correct and --twice, not several")
			case f.compare && !cmd.Flags().Changed("seed"):
				f.seed = compareSeed
			case f.twice && !cmd.Flags().Changed("seed") && !cmd.Flags().Changed("goal"):
				f.seed, f.goal = twiceSeed, twiceGoal
			case f.correct && !cmd.Flags().Changed("goal"):
				f.goal = correctGoal
			}
			return a.demo(cmd.Context(), f)
		},
	}
	cmd.Flags().Uint64Var(&f.seed, "seed", demoSeed, fmt.Sprintf("seed of the house; with --compare %d unless given", compareSeed))
	cmd.Flags().StringVar(&f.goal, "goal", "Sofa", "what to look for: an object type of the house")
	cmd.Flags().StringVar(&f.profile, "profile", "clean", "noise: "+strings.Join(world.ProfileNames(), ", "))
	cmd.Flags().StringVar(&f.dir, "dir", "", "directory to leave the files in (default a new temporary one)")
	cmd.Flags().BoolVar(&f.correct, "correct", false, "search twice, the second time with a user who corrects the plans, and make a film of that")
	cmd.Flags().BoolVar(&f.twice, "twice", false, "search the same house twice, and see what navd remembers of it")
	cmd.Flags().BoolVar(&f.web, "web", false, "show it in a browser, live")
	cmd.Flags().DurationVar(&f.pace, "pace", 0, fmt.Sprintf("how long a step of the robot takes, up to 10s; with --web %s unless given", webPace))
	cmd.Flags().BoolVar(&f.detail, "detail", false, "draw the maps in full detail, as navd map --detail does")
	cmd.Flags().BoolVar(&f.compare, "compare", false, "search without memory and with it, and show both side by side")
	return cmd
}

func (a *app) demo(ctx context.Context, f demoFlags) error {
	task, err := demoTask(f)
	if err != nil {
		return err
	}
	own := f.dir == ""
	if own {
		f.dir, err = os.MkdirTemp("", "navd-demo-")
	} else {
		err = os.MkdirAll(f.dir, 0o700)
	}
	if err != nil {
		return err
	}
	d := &demo{app: a, task: task, dir: f.dir, flags: f, out: a.out}
	if a.asJSON {
		d.out = io.Discard
	}
	err = d.show(ctx)
	switch {
	case err == nil || ctx.Err() == nil:
		return err
	case own:
		return errors.Join(fault.New(fault.Cancelled, "the demo was stopped before its end; nothing of it is left"), os.RemoveAll(f.dir))
	}
	return fault.New(fault.Cancelled, "the demo was stopped before its end; what it wrote is in %s", f.dir)
}

// show shows the demo that the flags want.
func (d *demo) show(ctx context.Context) error {
	switch f := d.flags; {
	case f.compare:
		return d.compare(ctx)
	case f.correct:
		return d.correct(ctx)
	case f.twice:
		return d.twice(ctx)
	}
	return d.run(ctx)
}

// demoTask makes the house and draws a start that is far from the goal.
func demoTask(f demoFlags) (robot.Task, error) {
	profile, err := world.ProfileNamed(f.profile)
	if err != nil {
		return robot.Task{}, err
	}
	task, err := robot.GeneratedFor(f.seed, f.goal)
	task.Profile, task.Run, task.Rays = profile, "demo", robot.ScanRays
	return task, err
}

// demo is a running demonstration.
type demo struct {
	app  *app
	task robot.Task
	dir  string

	flags demoFlags
	out   io.Writer // what people read
}

// demoReport is what `navd demo --json` prints.
type demoReport struct {
	Dir      string       `json:"dir"` // has all files
	Database string       `json:"database"`
	Map      string       `json:"map"`
	Log      string       `json:"log,omitempty"` // of the episode; none when there are two searches
	House    string       `json:"house"`
	Goal     string       `json:"goal"`
	Searches []demoSearch `json:"searches"` // in order; two with --compare, --correct and --twice
}

// demoSearch is one search of a demo.
type demoSearch struct {
	Episode   string          `json:"episode"`
	Found     bool            `json:"found"`
	Steps     int             `json:"steps"`
	PathM     float64         `json:"path_m"`             // really walked, metres
	ShortestM float64         `json:"shortest_path_m"`    // metres
	LeftM     float64         `json:"distance_to_goal_m"` // at the end, metres
	Metrics   episode.Metrics `json:"metrics"`
}

// report prints the results of the searches as JSON.
func (d *demo) report(picture, log string, outs ...robot.Outcome) error {
	r := demoReport{
		Dir: d.dir, Database: d.path(daemon.DBFile), Map: d.path(picture), House: d.task.Map.House().ID, Goal: d.task.Episode.Target,
	}
	if log != "" {
		r.Log = d.path(log)
	}
	for _, o := range outs {
		r.Searches = append(r.Searches, demoSearch{o.Episode, o.Success, o.Steps, o.PathM, o.Shortest, o.Distance, o.Metrics})
	}
	return d.app.printJSON(r)
}

func (d *demo) path(name string) string { return filepath.Join(d.dir, name) }

func (d *demo) run(ctx context.Context) error {
	var out robot.Outcome
	err := d.host(ctx, d.looks(), func(c *client.Client) (err error) {
		out, err = d.search(ctx, c)
		return err
	})
	switch {
	case err != nil:
		return err
	case d.app.asJSON:
		return d.report("map.svg", "episode.jsonl", out)
	}
	d.next()
	return nil
}

// looks introduces a search in a house that is new to the robot.
func (d *demo) looks() string {
	h := d.task.Map.House()
	return fmt.Sprintf("A robot looks for the %s in a house it has never seen: %s, %d rooms.\n", name(d.task.Episode.Target), h.ID, len(h.Rooms))
}

// host starts a daemon, prints what and that the daemon runs, and does the work with it.
func (d *demo) host(ctx context.Context, what string, work func(*client.Client) error) error {
	cfg := config.Default()
	cfg.DataDir, cfg.Socket.Path, cfg.Log.File = d.dir, d.path("navd.sock"), d.path("navd.log")
	log, err := newLog(cfg.Log)
	if err != nil {
		return err
	}
	defer log.close()
	began := time.Now()
	s, err := serve(ctx, cfg, log, works)
	if err != nil {
		return err
	}
	took := time.Since(began)
	show := func() error {
		fmt.Fprintf(d.out, "%snavd %s answers on %s after %d ms.\n\n", what, daemon.Version, cfg.Socket.Path, took.Milliseconds())
		c, err := client.Dial(cfg.Socket.Path)
		if err != nil {
			return err
		}
		defer c.Close()
		return work(c)
	}
	if d.flags.web {
		err = d.watched(ctx, cfg.Socket.Path, show)
	} else {
		err = show()
	}
	return cmp.Or(err, s.stop())
}

// leave writes the picture of two searches, and says where the files are and what to try
// next; next holds arguments of navd, each with its purpose.
func (d *demo) leave(kind, file string, picture []byte, note string, next []string, a, b robot.Outcome) error {
	if err := d.write(file, text(string(picture))); err != nil {
		return err
	}
	if d.app.asJSON {
		return d.report(file, "", a, b)
	}
	wide := max(len(kind), len("database")) + 1
	fmt.Fprintf(d.out, "\n%-*s %s%s\n%-*s %s\n", wide, kind, d.path(file), note, wide, "database", d.path(daemon.DBFile))
	d.tryNext(next)
	return nil
}

// tryNext prints commands to try.
func (d *demo) tryNext(next []string) {
	fmt.Fprintf(d.out, "\nTry next:\n")
	for _, args := range next {
		fmt.Fprintf(d.out, "  %s %s\n", navd(), args)
	}
}

// again gives the arguments that run the daemon on the memory of this demo.
func (d *demo) again() string {
	return "run --data-dir " + d.dir + "    the daemon on this memory; then, in another shell:"
}

// search lets the robot look, then prints the scorecard and writes the files.
func (d *demo) search(ctx context.Context, c *client.Client) (out robot.Outcome, err error) {
	n := &narrator{out: d.out, task: d.task}
	if out, err = robot.Search(ctx, c, d.task, d.paced(ctx, n.moment)); err != nil {
		return out, err
	}
	metrics, err := ipc.NavdMetrics.Call(ctx, c, ipc.None{})
	if err != nil {
		return out, err
	}
	n.scorecard(out, metrics)
	return out, d.keep(ctx, c, out)
}

// keep writes the map, the log and the house.
func (d *demo) keep(ctx context.Context, c ipc.Caller, out robot.Outcome) error {
	m, err := mapData(ctx, c, out.Episode, alone)
	if err != nil {
		return err
	}
	underlay(&m, d.task)
	m.Detail = d.flags.detail
	return errors.Join(
		d.write("map.svg", text(string(draw.Map(m)))),
		d.write("house.json", d.task.Map.House().Encode),
		d.write("episode.jsonl", func(w io.Writer) error { return writeLog(ctx, c, out.Episode, nil, w) }),
	)
}

// write writes a file of the demo.
func (d *demo) write(file string, content func(io.Writer) error) error {
	return outfile.Write("--dir", d.path(file), content)
}

// next says where everything is and what to try.
func (d *demo) next() {
	w := d.out
	fmt.Fprintf(w, "\nmap       %s\n", d.path("map.svg"))
	fmt.Fprintf(w, "log       %s (every step, plan and event), %s (the daemon's)\n", d.path("episode.jsonl"), d.path("navd.log"))
	fmt.Fprintf(w, "database  %s\n", d.path(daemon.DBFile))
	first := "demo " + another().text() + "    another house, another goal, a noisy robot"
	if d.flags.is(another()) {
		first = "demo --compare    a search without memory and with it, side by side"
	}
	d.tryNext([]string{first, d.again(), "episodes"})
}

// another is a demo to try after this one.
func another() demoFlags { return demoFlags{seed: 12, goal: "Bed", profile: "std"} }

// is reports whether two demos make the same search.
func (f demoFlags) is(g demoFlags) bool {
	return f.seed == g.seed && f.goal == g.goal && f.profile == g.profile
}

// text gives the flags of a search.
func (f demoFlags) text() string {
	return fmt.Sprintf("--seed %d --goal %s --profile %s", f.seed, f.goal, f.profile)
}

// navd is how this command was called: by its path, or with `go run`, which builds below a
// directory go-build….
func navd() string {
	if strings.Contains(os.Args[0], "go-build") {
		return "go run ./cmd/navd"
	}
	return os.Args[0]
}

// name is an object type in plain words.
func name(objectType string) string { return world.Label(objectType) }
