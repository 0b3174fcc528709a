package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/daemon/episode"
	"navd/daemon/fault"
)

// evalFlags are the flags of `navsim eval`.
type evalFlags struct {
	setup
	episodes, half, csv, html string
	sets, arms                []string
	cases, starts, rays       int
	ablate, asJSON            bool
}

const evalLong = `Run the same episodes with several arms and compare the results: success, path lengths, loops and costs of
each arm, and the differences of the last arm to each of the others, paired by episode, with intervals from a
bootstrap over houses. All arms have the same houses and the same noise. Where all houses have the same mean, a rate
has the interval of E. B. Wilson (1927) over houses instead, marked w, and any other figure none, marked [=].

Sets (--sets):
  plain     the given episodes, or one in each generated house
  deadlock  searches that begin in a typical room without the target, see ` + "`navsim help deadlock`" + `

Arms (--arm, may be repeated; the last one is compared with the others):
  none      no memory; ties are decided at random
  recent5   the last five decisions, as PixelNav's prompt lists them
  nearest   the nearest way not yet explored, whatever is to be seen there
  context   the whole memory
Without --arm these four are compared. Three more arms use neither navd's memory nor its planners: a simple
explorer decides, with the same robot. In the first two it knows the truth about what it has seen (the robot's
pose, the floor that it can stand on) and nothing else:
  frontier  the nearest open edge of the floor seen so far, as the distances of the views, or --rays, show it
  explorer  the edge with the best chance for the way to it, by the true types of the rooms seen so far
  told      the same, but besides its pose it knows only what navd is told: distances, and what the views show
--ablate compares the whole memory with memories that lack one part each: frontiers, newness, looks, visits,
outcomes, sites, recall, straight, legs, seen, near, ranges, rooms, skips (scans that are not made, or not whole).

` + "`navd report --help`" + ` explains the figures.

Other arms are NAME=SETTINGS, where SETTINGS are parameters of episode.begin: PATH=VALUE, separated by
commas. A value is a number, true, false, text, or a list in brackets:
  --arm small=config.localize_radius_m=1,config.stuck_rule=site
  --arm 'forgetful=use.without=[visits,sites]'
  --arm posed=pose_source=odom
  --arm advised=condition=C2
They are config.…, use.…, pose_source, condition, space, snapshot and instruction; each search has its own goal,
name, house and seed. NAME= without settings is the whole memory under another name. With pose_source=odom the
robot tells its true pose with each step, as a simulator knows it. An arm with a condition and without a space or
a snapshot learns in a space of its own, named like its run. What a search is told depends on which have ended
before: --jobs 1 makes that the same each time. ` + "`navsim advise`" + ` compares conditions over visits to one house.

The scene_id of all arms is the house: what a person says to navd in it holds in all of them, whatever their space.
An arm with use.grounding=false does not use it; ` + "`navsim teach`" + ` gives each arm scenes of its own.

It starts a navd of its own, with navd's usual configuration, in a directory that is removed at the end;
with --data-dir the data are kept, with --socket it uses a navd that is running. The episodes are filed under
the runs RUN/SET/PROFILE/ARM, for ` + "`navd report`" + `.

When it is interrupted, or an episode cannot be run, --csv has the episodes that were done until then; tables,
--json and --html have the sections (a set with a profile) that are complete.

--json begins with what produced the reports: navd (its version), run, seed, houses or generate and large, profiles,
episodes, half, sets, cases, starts, rays and arms, named like the flags. Rows of --csv have run, seed and arm.`

// evalCmd compares arms.
func evalCmd() *cobra.Command {
	f := &evalFlags{}
	cmd := f.command(&cobra.Command{
		Use:   "eval",
		Short: "Compare arms: run the same episodes with and without parts of the memory",
		Long:  evalLong,
		Example: "  navsim eval --generate 20\n" +
			"  navsim eval --houses houses/ --episodes episodes.jsonl.gz --csv eval.csv --html eval.html\n" +
			"  navsim eval --houses houses/ --half even --profile std --arm context --arm 'small=config.localize_radius_m=1'",
	}, "seed of the noise and of the first generated house", "episodes at a time", f.run)
	fl := cmd.Flags()
	fl.StringVar(&f.episodes, "episodes", "", "file of episodes for the plain set, one JSON object per line, plain or gzip")
	fl.StringSliceVar(&f.sets, "sets", nil, "sets: plain, deadlock (default both; with --houses but no --episodes only deadlock)")
	fl.IntVar(&f.cases, "cases", 3, "most deadlock cases per house, 1 to 99")
	fl.IntVar(&f.starts, "starts", 10, "starts per deadlock case, 1 to 99")
	fl.StringVar(&f.half, "half", "", "only every other house by name: even (the first, third, …) or odd; tune with one half, test with the other")
	fl.StringArrayVar(&f.arms, "arm", nil, "an arm, by name or NAME=SETTINGS; may be repeated (default none, recent5, nearest, context)")
	fl.IntVar(&f.rays, "rays", robot.ScanRays, raysHelp)
	fl.BoolVar(&f.ablate, "ablate", false, "instead of --arm: compare the whole memory with memories that lack one part each")
	fl.StringVar(&f.csv, "csv", "", "write all episodes to this file as CSV")
	fl.StringVar(&f.html, "html", "", "write the reports to this file as one HTML page with plots")
	fl.BoolVar(&f.asJSON, "json", false, "print the reports as JSON")
	return cmd
}

// check refuses numbers and combinations that are not allowed.
func (f *evalFlags) check() error {
	return cmp.Or(
		f.setup.check(),
		checkEpisodes(f.episodes, f.houses),
		checkRange("--cases", f.cases, 1, robot.MaxDeadlocks),
		checkRange("--starts", f.starts, 1, robot.MaxDeadlocks),
		refuse(f.half != "" && f.half != "even" && f.half != "odd", "--half", f.half, "even, odd"),
		checkRays(f.rays),
		checkFile("--csv", f.csv),
		checkFile("--html", f.html))
}

// chosen returns the sets that the flags ask for.
func (f *evalFlags) chosen() ([]string, error) {
	unlisted := f.houses != "" && f.episodes == ""
	if f.sets == nil {
		if unlisted {
			return []string{deadlockSet}, nil
		}
		return []string{plainSet, deadlockSet}, nil
	}
	if err := checkList("--sets", f.sets, plainSet, deadlockSet); err != nil {
		return nil, err
	}
	if unlisted && slices.Contains(f.sets, plainSet) {
		return nil, fault.New(fault.Invalid, "the plain set needs episodes").About("--episodes", "").
			WithHint("give the file of the episodes with --episodes, or --sets deadlock")
	}
	return f.sets, nil
}

// sides returns the arms that the flags ask for.
func (f *evalFlags) sides() ([]robot.Arm, error) {
	switch {
	case f.ablate && len(f.arms) > 0:
		return nil, fault.Field("--ablate", true, "only without --arm")
	case f.ablate:
		return robot.Ablations(), nil
	case len(f.arms) == 0:
		return robot.Arms(), nil
	}
	var arms []robot.Arm
	for _, text := range f.arms {
		arm, err := robot.ParseArm(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(arms, func(a robot.Arm) bool { return a.Name == arm.Name }) {
			return nil, fault.Field("--arm", text, "a name that no other arm has")
		}
		arms = append(arms, arm)
	}
	return arms, nil
}

func (f *evalFlags) run(ctx context.Context, stdout, stderr io.Writer) error {
	e, err := f.evaluation(stderr)
	if err != nil {
		return err
	}
	results, failed := f.search(ctx, e, stderr)
	delivered := f.deliver(e, e.complete(results), stdout)
	if f.dataDir != "" && len(results) > 0 {
		fmt.Fprintln(stderr, f.howToLook(e.lastRuns(results)))
	}
	return errors.Join(delivered, failed)
}

// search runs all episodes, with a navd of its own unless a socket is named, and writes the
// CSV file. Beside an error it returns the episodes that were done: some of them when it is
// interrupted or an episode cannot be run, all of them when only navd does not end well.
func (f *evalFlags) search(ctx context.Context, e *evaluation, stderr io.Writer) (results []result, err error) {
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return nil, e.progress(nil).cut(err, "")
	}
	defer func() { err = errors.Join(err, stop()) }()
	o, err := f.origin(ctx, socket)
	if err != nil {
		return nil, e.progress(nil).cut(err, "")
	}
	e.origin = f.evalOrigin(o, e)
	if err := e.noteMixed(ctx, socket, stderr); err != nil {
		return nil, e.progress(nil).cut(err, "")
	}
	results, err = runAll(ctx, f.workers(socket, 0), e.tasks())
	return results, e.progress(results).end(err, rows{"--csv", f.csv, func(w io.Writer) error { return episode.WriteCSV(w, records(results)) }})
}

// deliver writes the page and prints the sections. It tries both even if one fails, because
// the results took long to compute.
func (f *evalFlags) deliver(e *evaluation, done []section, stdout io.Writer) error {
	if len(done) == 0 {
		return nil
	}
	show := printTables
	if f.asJSON {
		show = e.printReports
	}
	return errors.Join(savePage(f.html, done), show(stdout, done))
}

// howToLook says how to look at the records.
func (f *evalFlags) howToLook(runs []string) string {
	text := "the records are kept:\n  navd run --data-dir " + quoted(f.dataDir) + "\n  navd report"
	for _, name := range runs {
		text += " --run " + quoted(name)
	}
	return text
}

// quoted quotes a word for a shell, if need be.
func quoted(word string) string {
	plain := func(r rune) bool {
		return strings.ContainsRune("/._-+=:@%", r) || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
