package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/config"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// runFlags are the flags of `navsim run`.
type runFlags struct {
	socket, houses, episodes, profile, name string
	arm                                     string
	rays                                    int
	seed                                    uint64
	plan                                    world.Plan
	jobs, maxSteps, generate                int
	asJSON, images, noLabels, scenes        bool
	unprinted                               bool
}

// raysHelp is the help of the flag --rays.
const raysHelp = "number of directions all around, 12 to 1440, in which each plan is told how far the robot sees; 0: only two distances per view"

func runCmd() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run episodes against a running navd and print a scorecard",
		Long: "Run episodes against a running navd and print a scorecard: success rate (SR), SPL and SoftSPL,\n" +
			"with the figures of each episode as JSON lines with --json. Without --episodes it makes its own houses.\n" +
			"When navd ends and is started again within a minute, the searches go on where they were.",
		Example: "  navsim run --houses houses/ --episodes episodes.jsonl.gz --jobs 2\n  navsim run --generate 10",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.socket, "socket", "", "navd's socket (default as for navd)")
	fl.StringVar(&f.houses, "houses", "", "directory or file of houses in ProcTHOR format, for --episodes")
	fl.StringVar(&f.episodes, "episodes", "", "file of episodes in --houses, one JSON object per line, plain or gzip")
	fl.StringVar(&f.profile, "profile", "clean", "noise: "+strings.Join(world.ProfileNames(), ", "))
	fl.StringVar(&f.name, "run", "navsim", "run under which the episodes are filed")
	fl.StringVar(&f.arm, "arm", "context", "what decides, and with which memory: none, recent5, nearest, context, frontier, explorer, told, or NAME=SETTINGS; see `navsim help eval`")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the noise and of the first generated house")
	fl.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "episodes at a time")
	fl.IntVar(&f.maxSteps, "max-steps", 0, "most steps of an episode (default the limit of the episode)")
	fl.IntVar(&f.generate, "generate", 5, "without --episodes: number of generated houses, with one episode each")
	addLarge(cmd, &f.plan)
	fl.BoolVar(&f.images, "images", false, "send a panorama as JPEG with each plan, in addition to the labels")
	fl.BoolVar(&f.noLabels, "no-labels", false, "send the panorama instead of the labels, for a model to look at; see navsim help model")
	fl.BoolVar(&f.unprinted, "unprinted", false, "with a panorama, do not tell navd which angles are printed on its tiles, so that prompts use navd's own names")
	fl.IntVar(&f.rays, "rays", robot.ScanRays, raysHelp)
	fl.BoolVar(&f.scenes, "scenes", false, "send a panorama with each scene sample, for navd's scene models to read, instead of naming the place")
	fl.BoolVar(&f.asJSON, "json", false, "print one JSON line per episode, then the scorecard as one more line")
	return cmd
}

// check refuses numbers and combinations that are not allowed.
func (f *runFlags) check() error {
	if err := cmp.Or(
		refuse(f.jobs < 1, "--jobs", f.jobs, "1 or more"),
		refuse(f.maxSteps < 0, "--max-steps", f.maxSteps, "1 or more, or 0 for the limit of the episode"),
		refuse(f.generate < 1, "--generate", f.generate, "1 or more"),
		refuse(f.plan.Large && f.houses != "", "--large", true, "only without --houses"),
		checkEpisodes(f.episodes, f.houses)); err != nil {
		return err
	}
	if f.episodes == "" && f.houses != "" {
		return fault.New(fault.Invalid, "houses need episodes").About("--episodes", "").WithHint("give the file of the episodes with --episodes, or leave --houses out")
	}
	return checkRays(f.rays)
}

func (f *runFlags) run(ctx context.Context, out io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	profile, err := world.ProfileNamed(f.profile)
	if err != nil {
		return err
	}
	arm, err := robot.ParseArm(f.arm)
	if err != nil {
		return err
	}
	tasks, err := f.tasks()
	if err != nil {
		return err
	}
	for i := range tasks {
		t := &tasks[i]
		t.Arm, t.Profile, t.Seed, t.Run, t.MaxSteps = arm, profile, f.seed, f.name, f.maxSteps
		t.Images, t.NoLabels, t.Scenes, t.Unprinted, t.Rays = f.images, f.noLabels, f.scenes, f.unprinted, f.rays
	}
	socket, err := f.path()
	if err != nil {
		return err
	}
	results, err := runAll(ctx, workers{socket: socket, jobs: f.jobs, wait: awayTime}, tasks)
	if err != nil && len(results) == 0 {
		return err
	}
	if failed := f.print(out, results); err == nil || failed != nil {
		return failed
	}
	made := progress{Done: len(results), Of: len(tasks), unit: "episodes", note: "the figures above are those of the episodes that were done"}
	return made.cut(err, "")
}

// path returns navd's socket: that of the flag, or else the one that navd itself would
// use, by the environment and its configuration file.
func (f *runFlags) path() (string, error) {
	if f.socket != "" {
		return f.socket, nil
	}
	l, err := config.Load(config.Options{})
	if err != nil {
		return "", err
	}
	return l.Config.Socket.Path, nil
}

// tasks makes the searches, from files or from generated houses.
func (f *runFlags) tasks() ([]robot.Task, error) {
	if f.episodes == "" {
		return robot.Generated(f.seed, f.generate, f.plan)
	}
	maps, err := loadMaps(f.houses)
	if err != nil {
		return nil, err
	}
	episodes, err := world.LoadEpisodes(f.episodes)
	if err != nil {
		return nil, err
	}
	return tasksOf(episodes, maps, f.houses)
}

// tasksOf makes the searches of episodes in the houses of maps; path is for errors.
func tasksOf(episodes []world.Episode, maps map[string]*world.Map, path string) ([]robot.Task, error) {
	var tasks []robot.Task
	for _, e := range episodes {
		m, ok := maps[e.House]
		if !ok {
			return nil, fault.New(fault.NotFound, "no house of this name in %s", path).About("episodes: house", e.House)
		}
		goal, err := m.Goal(e.Target, e.Instances)
		if err != nil {
			return nil, err
		}
		tasks = append(tasks, robot.Task{Map: m, Episode: e, Goal: goal})
	}
	return tasks, nil
}

// loadMaps reads the houses of a file, or of every file in a directory.
func loadMaps(path string) (map[string]*world.Map, error) {
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		files = nil
		for _, pattern := range []string{"*.json", "*.json.gz", "*.jsonl", "*.jsonl.gz"} {
			found, err := filepath.Glob(filepath.Join(path, pattern))
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
		}
		slices.Sort(files)
	}
	maps := map[string]*world.Map{}
	for _, file := range files {
		houses, err := world.LoadFile(file)
		if err != nil {
			return nil, err
		}
		for _, h := range houses {
			if maps[h.ID], err = world.NewMap(h); err != nil {
				return nil, err
			}
		}
	}
	return maps, nil
}

// runAll has workers run the tasks, and returns the results in the order of the tasks. The
// first error ends it and is returned with the results until then.
func runAll(ctx context.Context, w workers, tasks []robot.Task) ([]result, error) {
	w.searches = len(tasks)
	results, err := gather(ctx, w, oneOfEach(tasks), func(ctx context.Context, navd ipc.Caller, i int, done func()) ([]result, error) {
		r, err := runOne(ctx, navd, tasks[i])
		if err != nil {
			return nil, fmt.Errorf("arm %s, episode %s: %w", tasks[i].Arm.Name, tasks[i].Episode.ID, err)
		}
		r.index = i
		done()
		return []result{r}, nil
	})
	slices.SortFunc(results, func(a, b result) int { return cmp.Compare(a.index, b.index) })
	return results, err
}

// workers are goroutines, as many as jobs says, each with its own connection to a socket.
type workers struct {
	socket   string
	jobs     int
	searches int // in all work together, for the progress bar

	wait time.Duration // for a daemon that went away; 0: not at all
}

// awayTime is how long calls wait for a daemon that is started again.
const awayTime = time.Minute

// gather lets workers do all work, and returns the results in the order of work. do calls
// done after each search. The first error ends it and is returned with the results until
// then.
func gather[W, R any](ctx context.Context, w workers, work []W, do func(ctx context.Context, navd ipc.Caller, one W, done func()) ([]R, error)) ([]R, error) {
	bar := newBar(w.searches)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	queue, results := make(chan int, len(work)), make([][]R, len(work)) // each worker writes only the results of its own work
	for i := range work {
		queue <- i
	}
	close(queue)
	var running sync.WaitGroup
	for range max(1, min(w.jobs, len(work))) {
		running.Go(func() {
			c, err := client.DialSteady(w.socket, w.wait)
			if err != nil {
				cancel(err)
				return
			}
			defer c.Close()
			for i := range queue {
				if ctx.Err() != nil {
					return
				}
				if results[i], err = do(ctx, patient{c, patience}, work[i], func() { _ = bar.Add(1) }); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	running.Wait()
	return slices.Concat(results...), context.Cause(ctx)
}

// oneOfEach returns the order in which tasks are run: first one of each arm, so that an
// arm that the daemon refuses fails at once, and not after hours of other arms.
func oneOfEach(tasks []robot.Task) []int {
	var first, rest []int
	known := map[string]bool{}
	for i, t := range tasks {
		if known[t.Arm.Name] {
			rest = append(rest, i)
			continue
		}
		known[t.Arm.Name] = true
		first = append(first, i)
	}
	return append(first, rest...)
}

func runOne(ctx context.Context, navd ipc.Caller, t robot.Task) (result, error) {
	began := time.Now()
	out, err := robot.Search(ctx, navd, t, nil)
	if err != nil {
		return result{}, err
	}
	return result{Outcome: out, record: recordOf(t, out, began, time.Now())}, nil
}

// newBar returns a progress bar that is visible only on a terminal.
func newBar(n int) *progressbar.ProgressBar {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return progressbar.DefaultSilent(int64(n))
	}
	return progressbar.Default(int64(n), "episodes")
}

// print prints the scorecard, with --json after the lines of the episodes.
func (f *runFlags) print(out io.Writer, results []result) error {
	s := score(results)
	if !f.asJSON {
		return s.print(out, f)
	}
	e := json.NewEncoder(out)
	for _, r := range results {
		if err := e.Encode(lineOf(r)); err != nil {
			return err
		}
	}
	return e.Encode(s)
}
