package main

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/daemon/fault"
)

// teachFlags are the flags of `navsim teach`.
type teachFlags struct {
	setup
	sets, arms           []string
	targets, repetitions int
	house                bool
	out, plot            string
}

const teachLong = `Measure how much it helps to correct the robot. In each house the robot searches for the same things again and
again, each time from another start, while a simulated user who knows the house watches its plans. When a plan
goes to a type of room where the house does not have the thing, the user says so in plain words, English and
Korean alternately, through feedback.add: once for each thing and type of room, and at most once per plan. What
was said in one search is known in the next. navd reads the words without a model; the user gives it no
claims.

Arms (--arm, may be repeated; the others are compared with the first):
  silent  the user says nothing
  deaf    the user denies, and the robot does not use what was said (use.grounding=false)
  denies  "there is no sofa in the bedroom"
  tells   "the sofa is in the living room", once: the type of room with the most instances in reach
  both    "the sofa is not in the bedroom but in the living room"
--house runs each arm twice: as it is, and as ARM+house, where the house is kept from search to search for the
same thing and the robot says its true pose in it.
All arms have the same starts with the same noise; none knows what was said in another.

Sets (--sets):
  all    things chosen from all those in the house
  wrong  things chosen from those that are not in the type of room where the planner's table expects them most,
         of the types that the house has

A course is all searches for one thing in one house. For each of its searches in turn it prints success rate,
SPL and steps with 95 % intervals from a bootstrap over houses, the differences to the first arm, paired by
search, how many corrections were given until the end of that search, and how many of its plans went another
way because of claims. "2..N" is all searches but the first together.

It starts a navd of its own in a directory that is removed at the end; with --data-dir the data are kept, with
--socket it uses a navd that is running. Episodes are filed under the runs RUN/PROFILE/ARM, with the scene_id
RUN/PROFILE/ARM/HOUSE.

When it is interrupted, or a search fails, it prints nothing, and --out has a report of the searches that were made
until then, with "interrupted": how many of how many. Arms then have different numbers of them (n).`

// teachCmd measures how much corrections help.
func teachCmd() *cobra.Command {
	f := &teachFlags{}
	cmd := f.command(&cobra.Command{
		Use:     "teach",
		Short:   "Measure how much a user's corrections help, search after search in one house",
		Long:    teachLong,
		Example: "  navsim teach --generate 40 --plot teach.svg\n  navsim teach --houses houses/ --sets wrong --profile clean --out teach.json",
	}, "seed of the things, the starts, the noise and the first generated house", "houses at a time", f.run)
	fl := cmd.Flags()
	fl.StringSliceVar(&f.sets, "sets", []string{allSet, wrongSet}, "sets: all, wrong")
	fl.StringSliceVar(&f.arms, "arm", nil, "arms (default silent, deaf, denies, tells, both)")
	fl.IntVar(&f.targets, "targets", 3, "most things per house and set, 1 to 99")
	fl.IntVar(&f.repetitions, "repetitions", 6, "searches for each thing, 2 to 99")
	fl.BoolVar(&f.house, "house", false, "run each arm once more with a kept house, as ARM+house")
	fl.StringVar(&f.out, "out", "", "write the report to this file as JSON, with what produced it: navd's version, run, seed and the flags")
	fl.StringVar(&f.plot, "plot", "", "draw the curves to this file as SVG")
	return cmd
}

// check refuses numbers and combinations that are not allowed.
func (f *teachFlags) check() error {
	return cmp.Or(
		f.setup.check(),
		checkRange("--targets", f.targets, 1, robot.MaxDeadlocks),
		checkRange("--repetitions", f.repetitions, 2, robot.MaxDeadlocks),
		checkList("--sets", f.sets, allSet, wrongSet),
		checkFile("--out", f.out),
		checkFile("--plot", f.plot))
}

// run measures, writes the report to --out, also when not all searches were made, and prints
// and draws the report of all. It tries all of them even if one fails, because the results
// took long to compute.
func (f *teachFlags) run(ctx context.Context, stdout, _ io.Writer) (err error) {
	l, err := f.lessons()
	if err != nil {
		return err
	}
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return l.progress(0).cut(err, "")
	}
	defer func() { err = errors.Join(err, stop()) }()
	from, err := f.origin(ctx, socket)
	if err != nil {
		return l.progress(0).cut(err, "")
	}
	searches, err := l.teach(ctx, socket)
	r := l.report(searches)
	r.origin, r.Targets, r.Sets, r.House = from, f.targets, f.sets, f.house
	r.Interrupted = l.progress(len(searches)).unless(err)
	ended := l.progress(len(searches)).end(err, rows{"--out", f.out, func(w io.Writer) error { return printJSON(w, " ", r) }})
	if err != nil { // arms that are not complete cannot be compared
		return ended
	}
	return errors.Join(r.print(stdout), ended,
		save("--plot", f.plot, func(w io.Writer) error { _, err := w.Write(r.draw()); return err }))
}

// lessons prepares what the flags ask for.
func (f *teachFlags) lessons() (*lessons, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	arms, err := teachArms(f.arms)
	if err != nil {
		return nil, err
	}
	if f.house {
		arms = withHouse(arms)
	}
	profiles, maps, err := f.ground()
	if err != nil {
		return nil, err
	}
	l := &lessons{teachFlags: *f, arms: arms, profiles: profiles}
	draw := robot.Draw{Targets: f.targets, Repetitions: f.repetitions, Seed: f.seed}
	for _, m := range maps {
		courses, err := robot.Courses(m, draw)
		if err != nil {
			return nil, err
		}
		l.add(courses)
	}
	if len(l.houses) == 0 {
		return nil, fault.New(fault.NotFound, "there are no such searches in these houses").
			WithHint("a thing needs %d starts at least 4 m away from it, along the way: take fewer --repetitions, or more or other houses", f.repetitions)
	}
	return l, nil
}
