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

const teachLong = `Measure what it helps to correct the robot. In each house the robot looks for the same things again and
again, each time from another start, while a simulated user who knows the house watches its plans. When a plan
goes for a type of room where the house does not have the thing, the user says so in plain words, English
and Korean alternately, through feedback.add: once for each thing and type of room, at most once a plan. What
was said in one search is known in the next. navd reads the words without a model; the user gives it no
claims.

Arms (--arm, may be repeated; the first is the one that the others are compared with):
  silent  the user says nothing
  deaf    the user denies, and the robot does not use it (use.grounding=false)
  denies  "there is no sofa in the bedroom"
  tells   "the sofa is in the living room", once: the type of room with the most instances in reach
  both    "the sofa is not in the bedroom but in the living room"
--house runs each arm twice: as it is, and as ARM+house, in a house that is kept from search to search of a thing;
the robot says its true pose there.
All arms see the same starts with the same noise; none knows what was said in another.

Sets (--sets):
  all    things drawn from all those in the house
  wrong  things drawn from those that are not in the likeliest type of room that the house has, by the
         planner's table

It prints, for each search of a course, success rate, SPL and steps with 95 % intervals from a bootstrap
over houses, the differences to the first arm, paired by search, how many corrections were said until the
search ended, and how many of its plans claims moved. "2..N" is all but the first search together.

It starts a navd of its own in a directory that is removed at the end; --data-dir keeps the data, --socket
takes a navd that runs. Episodes are filed under the runs RUN/PROFILE/ARM, their scene_id is
RUN/PROFILE/ARM/HOUSE.`

// teachCmd measures what corrections bring.
func teachCmd() *cobra.Command {
	f := &teachFlags{}
	cmd := f.command(&cobra.Command{
		Use:     "teach",
		Short:   "Measure what a user's corrections bring, search after search in one house",
		Long:    teachLong,
		Example: "  navsim teach --generate 40 --plot teach.svg\n  navsim teach --houses houses/ --sets wrong --profile clean --out teach.json",
	}, "seed of the things, the starts, the noise and of the first generated house", "houses at a time", f.run)
	fl := cmd.Flags()
	fl.StringSliceVar(&f.sets, "sets", []string{allSet, wrongSet}, "sets: all, wrong")
	fl.StringSliceVar(&f.arms, "arm", nil, "arms (default silent, deaf, denies, tells, both)")
	fl.IntVar(&f.targets, "targets", 3, "things a house and set at most, 1 to 99")
	fl.IntVar(&f.repetitions, "repetitions", 6, "searches for each thing, 2 to 99")
	fl.BoolVar(&f.house, "house", false, "each arm once more with a kept house: ARM+house")
	fl.StringVar(&f.out, "out", "", "file to write the report to as JSON")
	fl.StringVar(&f.plot, "plot", "", "file to draw the curves to as SVG")
	return cmd
}

// check refuses numbers and combinations that mean nothing.
func (f *teachFlags) check() error {
	return cmp.Or(
		f.setup.check(),
		checkRange("--targets", f.targets, 1, robot.MaxDeadlocks),
		checkRange("--repetitions", f.repetitions, 2, robot.MaxDeadlocks),
		checkList("--sets", f.sets, allSet, wrongSet),
		checkFile("--out", f.out),
		checkFile("--plot", f.plot))
}

// run measures, prints the report, and writes it to the files that were asked
// for. One that fails does not keep the others back: it was long work.
func (f *teachFlags) run(ctx context.Context, stdout, _ io.Writer) error {
	l, err := f.lessons()
	if err != nil {
		return err
	}
	searches, err := l.teach(ctx)
	if err != nil {
		return err
	}
	r := l.report(searches)
	return errors.Join(
		r.print(stdout),
		save("--out", f.out, func(w io.Writer) error { return printJSON(w, " ", r) }),
		save("--plot", f.plot, func(w io.Writer) error { _, err := w.Write(r.draw()); return err }))
}

// lessons makes what the flags ask for.
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
	profiles, err := f.noise()
	if err != nil {
		return nil, err
	}
	maps, err := housesOf(f.houses, f.seed, f.generate)
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
			WithHint("a thing needs %d starts that are 4 m of way from it", f.repetitions)
	}
	return l, nil
}
