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

const evalLong = `Run the same episodes with several arms and compare what came of it: success, path lengths, loops and
costs of each arm, and how the last arm differs from each before it, paired by episode, with intervals
from a bootstrap over houses. Every arm sees the same houses with the same noise.

Sets (--sets):
  plain     the given episodes, or one in each generated house
  deadlock  searches that begin in a typical room without the target, see ` + "`navsim help deadlock`" + `

Arms (--arm, may be repeated; the last is compared with those before it):
  none      no memory; ties by dice
  recent5   the last five decisions, as PixelNav's prompt lists them
  nearest   the nearest way not yet explored, whatever it shows
  context   all of the memory
Without --arm it takes these four. Three more are no memory but plain explorers without navd, which
decide in its place in the same robot. Two know the truth of what they have seen: the robot's pose,
and on which floor it can stand; of what they have not seen they know nothing:
  frontier  the nearest open edge of the floor that was seen between the views' distances, or the --rays
  explorer  the edge with the best chance for its way, by the true types of the rooms that were seen
  told      the same, but beside its pose it knows only what navd is told: distances, and what views show
--ablate takes the whole memory, and before it the same with one part
left out each: frontiers, newness, looks, visits, outcomes, sites, recall, straight, legs, seen, ranges, rooms.

` + "`navd report --help`" + ` explains the figures.

Arms of your own are NAME=SETTINGS: parameters of episode.begin, PATH=VALUE with commas between them.
A value is a number, true, false, text, or a list in brackets:
  --arm small=config.localize_radius_m=1,config.stuck_rule=site
  --arm 'forgetful=use.without=[visits,sites]'
NAME= alone is the whole memory under another name.

It starts a navd of its own, with what navd's configuration says, in a directory that is removed at the
end; --data-dir keeps the data, --socket takes a navd that runs. The episodes are filed under the runs
RUN/SET/PROFILE/ARM, for ` + "`navd report`" + `.`

// evalCmd compares arms.
func evalCmd() *cobra.Command {
	f := &evalFlags{}
	cmd := f.command(&cobra.Command{
		Use:   "eval",
		Short: "Compare arms: the same episodes with and without parts of the memory",
		Long:  evalLong,
		Example: "  navsim eval --generate 20\n" +
			"  navsim eval --houses houses/ --episodes episodes.jsonl.gz --csv eval.csv --html eval.html\n" +
			"  navsim eval --houses houses/ --half even --profile std --arm context --arm 'small=config.localize_radius_m=1'",
	}, "seed of the noise and of the first generated house", "episodes at a time", f.run)
	fl := cmd.Flags()
	fl.StringVar(&f.episodes, "episodes", "", "file of episodes for the plain set, one JSON object a line, plain or gzip")
	fl.StringSliceVar(&f.sets, "sets", nil, "sets: plain, deadlock (default both; with --houses alone deadlock)")
	fl.IntVar(&f.cases, "cases", 3, "deadlock cases a house at most, 1 to 99")
	fl.IntVar(&f.starts, "starts", 10, "starts a deadlock case, 1 to 99")
	fl.StringVar(&f.half, "half", "", "only every other house by name: even (the first, third, …) or odd; one to tune with, one to check with")
	fl.StringArrayVar(&f.arms, "arm", nil, "an arm, by name or NAME=SETTINGS; may be repeated (default none, recent5, nearest, context)")
	fl.IntVar(&f.rays, "rays", robot.ScanRays, raysHelp)
	fl.BoolVar(&f.ablate, "ablate", false, "instead of --arm: the whole memory against itself with one part left out each")
	fl.StringVar(&f.csv, "csv", "", "file to write all episodes to as CSV")
	fl.StringVar(&f.html, "html", "", "file to write the reports to as one HTML page with plots")
	fl.BoolVar(&f.asJSON, "json", false, "print the reports as JSON")
	return cmd
}

// check refuses numbers and combinations that mean nothing.
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

// chosen gives the sets that the flags ask for.
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

// sides gives the arms that the flags ask for.
func (f *evalFlags) sides() ([]robot.Arm, error) {
	switch {
	case f.ablate && len(f.arms) > 0:
		return nil, fault.Field("--ablate", true, "nothing beside --arm")
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
	done := e.complete(results)
	delivered := f.deliver(done, stdout)
	if f.dataDir != "" && len(results) > 0 {
		fmt.Fprintln(stderr, f.howToLook(e.lastRuns(results)))
	}
	return errors.Join(delivered, failed)
}

// search runs all episodes, with a navd of its own when no socket is named.
// When it is interrupted, or an episode cannot be run, it gives those that were
// done, and when navd does not end well all of them, beside the error.
func (f *evalFlags) search(ctx context.Context, e *evaluation, stderr io.Writer) (results []result, err error) {
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return nil, e.cutOff(nil, err)
	}
	defer func() { err = errors.Join(err, stop()) }()
	if err := e.noteMixed(ctx, socket, stderr); err != nil {
		return nil, e.cutOff(nil, err)
	}
	results, err = runAll(ctx, socket, e.tasks(), f.jobs)
	return results, e.cutOff(results, err)
}

// deliver writes the episodes of the sections and prints these. One that fails
// does not keep the other back: it was long work.
func (f *evalFlags) deliver(done []section, stdout io.Writer) error {
	if len(done) == 0 {
		return nil
	}
	show := printTables
	if f.asJSON {
		show = printReports
	}
	return errors.Join(saveCSV(f.csv, done), savePage(f.html, done), show(stdout, done))
}

// howToLook says where the records are.
func (f *evalFlags) howToLook(runs []string) string {
	text := "the records are kept:\n  navd run --data-dir " + quoted(f.dataDir) + "\n  navd report"
	for _, name := range runs {
		text += " --run " + quoted(name)
	}
	return text
}

// quoted is a word for a shell.
func quoted(word string) string {
	plain := func(r rune) bool {
		return strings.ContainsRune("/._-+=:@%", r) || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
