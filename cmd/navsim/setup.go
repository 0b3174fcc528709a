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

	"github.com/spf13/cobra"

	"navd/cmd/navsim/world"
	"navd/cmd/outfile"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// setup has the flags that eval, teach, lifelong and advise share: where the robots
// search, with which noise, and with which navd.
type setup struct {
	houses                string
	generate              int
	plan                  world.Plan
	made                  bool // --generate was given
	profiles              []string
	seed                  uint64
	jobs                  int
	name                  string // what the names of the runs begin with
	socket, navd, dataDir string
}

// command adds the flags of setup to a command; seed and jobs are the help of these two
// flags.
func (s *setup) command(cmd *cobra.Command, seed, jobs string, run func(ctx context.Context, stdout, stderr io.Writer) error) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s.made = cmd.Flags().Changed("generate")
		return run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	fl := cmd.Flags()
	fl.StringVar(&s.houses, "houses", "", "directory or file of houses in ProcTHOR format")
	fl.IntVar(&s.generate, "generate", 20, "without --houses: number of generated houses")
	addLarge(cmd, &s.plan)
	fl.StringSliceVar(&s.profiles, "profile", []string{"clean", "std"}, "noise: "+strings.Join(world.ProfileNames(), ", "))
	fl.Uint64Var(&s.seed, "seed", 1, seed)
	fl.IntVar(&s.jobs, "jobs", runtime.NumCPU(), jobs)
	fl.StringVar(&s.name, "run", cmd.Name(), "first part of the names of the runs")
	fl.StringVar(&s.socket, "socket", "", "socket of a running navd (default: start one)")
	fl.StringVar(&s.navd, "navd", "", "navd program to start (default the one beside navsim, or else on PATH)")
	fl.StringVar(&s.dataDir, "data-dir", "", "data directory of the navd that is started (default one that is removed at the end)")
	return cmd
}

// addLarge adds the flag that makes generated houses large.
func addLarge(cmd *cobra.Command, plan *world.Plan) {
	cmd.Flags().BoolVar(&plan.Large, "large", false, "generate houses as large as those of ProcTHOR: rooms 1.4 to 2.1 times as wide and as long")
}

// check refuses numbers and combinations that are not allowed.
func (s *setup) check() error {
	return cmp.Or(
		refuse(s.generate < 1, "--generate", s.generate, "1 or more"),
		refuse(s.made && s.houses != "", "--generate", s.generate, "only without --houses"),
		refuse(s.plan.Large && s.houses != "", "--large", true, "only without --houses"),
		refuse(s.jobs < 1, "--jobs", s.jobs, "1 or more"),
		refuse(s.name == "", "--run", s.name, "a name"),
		refuse(s.socket != "" && s.navd != "", "--navd", s.navd, "only without --socket"),
		refuse(s.socket != "" && s.dataDir != "", "--data-dir", s.dataDir, "only without --socket"))
}

// refuse returns the error for a flag if it is wrong.
func refuse(wrong bool, flag string, given any, allowed string) error {
	if wrong {
		return fault.Field(flag, given, allowed)
	}
	return nil
}

// checkRange refuses a number outside low..high.
func checkRange(flag string, n, low, high int) error {
	return refuse(n < low || n > high, flag, n, fmt.Sprintf("%d..%d", low, high))
}

// checkRays refuses a number of rays that navd would not take.
func checkRays(n int) error {
	return refuse(n != 0 && (n < 12 || n > 1440), "--rays", n, "12..1440, or 0 for none")
}

// checkEpisodes refuses episodes without houses.
func checkEpisodes(episodes, houses string) error {
	if episodes != "" && houses == "" {
		return fault.New(fault.Invalid, "episodes need houses").About("--houses", "").WithHint("give the directory of the houses with --houses")
	}
	return nil
}

// checkFile refuses a file that cannot be written, before the work begins.
func checkFile(flag, path string) error {
	if path == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return fault.Field(flag, path, "a file in a directory that exists")
	}
	return outfile.Check(flag, path)
}

// save writes the file that a flag names, if it names one.
func save(flag, path string, write func(io.Writer) error) error {
	if path == "" {
		return nil
	}
	return outfile.Write(flag, path, write)
}

// printJSON prints a value as indented JSON.
func printJSON(w io.Writer, indent string, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", indent)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// checkList refuses a list that is empty, or has a value twice or one that is not
// allowed.
func checkList(flag string, given []string, allowed ...string) error {
	for i, name := range given {
		if !slices.Contains(allowed, name) || slices.Contains(given[:i], name) {
			return fault.Field(flag, strings.Join(given, ","), strings.Join(allowed, ", ")+", each once")
		}
	}
	if len(given) == 0 {
		return fault.Field(flag, "", strings.Join(allowed, ", "))
	}
	return nil
}

// noise returns the profiles that the flags name, each once.
func (s *setup) noise() ([]world.Profile, error) {
	if err := checkList("--profile", s.profiles, world.ProfileNames()...); err != nil {
		return nil, err
	}
	var profiles []world.Profile
	for _, name := range s.profiles {
		p, err := world.ProfileNamed(name)
		if err != nil {
			return nil, err
		}
		profiles = append(profiles, p)
	}
	return profiles, nil
}

// ground returns the noise and the houses that the flags name.
func (s *setup) ground() ([]world.Profile, []*world.Map, error) {
	profiles, err := s.noise()
	if err != nil {
		return nil, nil, err
	}
	houses, err := housesOf(s.houses, s.seed, s.generate, s.plan)
	return profiles, houses, err
}

// reach returns the socket of the navd that the flags name, or starts one. The caller must
// call stop in the end.
func (s *setup) reach(ctx context.Context) (socket string, stop func() error, err error) {
	if s.socket != "" {
		return s.socket, func() error { return nil }, nil
	}
	own, err := launch{binary: s.navd, dataDir: s.dataDir, ready: readyTime, stop: stopTime}.start(ctx)
	if err != nil {
		return "", nil, err
	}
	return own.socket, own.stop, nil
}

// workers are those for n searches. They do not wait for a navd of their own: nobody
// starts that again.
func (s *setup) workers(socket string, searches int) workers {
	w := workers{socket: socket, jobs: s.jobs, searches: searches}
	if s.socket != "" {
		w.wait = awayTime
	}
	return w
}

// fresh refuses a daemon that has episodes of one of the runs already, because it knows what
// was learned in them.
func (s *setup) fresh(ctx context.Context, socket string, runs []string, learned string) error {
	stale, err := known(ctx, socket, runs)
	if err != nil || stale == "" {
		return err
	}
	return fault.New(fault.Conflict, "navd already has episodes of the run %s, and knows %s", stale, learned).
		About("--run", s.name).WithHint("choose another name with --run")
}

// known returns the first of the runs of which the daemon has episodes already; "" if it
// has none.
func known(ctx context.Context, socket string, runs []string) (string, error) {
	c, err := client.Dial(socket)
	if err != nil {
		return "", err
	}
	defer c.Close()
	for _, run := range runs {
		r, err := ipc.EpisodeList.Call(ctx, c, ipc.EpisodeListParams{Run: run, Limit: 1})
		if err != nil || len(r.Episodes) > 0 {
			return run, err
		}
	}
	return "", nil
}
