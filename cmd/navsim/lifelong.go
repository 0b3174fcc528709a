package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
)

// lifelongFlags are the flags of `navsim lifelong`.
type lifelongFlags struct {
	setup
	arms, starts   []string
	moved          []float64
	searches, rays int
	out            string
}

// The arms of a life.
const (
	armReset   = "reset"
	armGoal    = "goal"
	armKept    = "kept"
	armPose    = "pose"
	armPerfect = "perfect"
	armWrong   = "wrong"
	armOther   = "other"
	armOracle  = "oracle"
)

func lifeArms() []string {
	return []string{armReset, armGoal, armKept, armPose, armPerfect, armWrong, armOther, armOracle}
}

const lifelongLong = `Measure what it helps to remember the house. In each house a robot looks for six things by turns, search
after search, in episodes of their own (episode.begin with house).

Starts (--starts):
  last     where the last search ended. For all arms that is where the shortest way to the last thing ends: a robot
           that keeps its reckoning is driven there, by steps that do not count and show it nothing
  dock     one spot of each house, either way round
  unknown  anywhere

Arms (--arm, may be repeated; the first is the one that the others are compared with):
  reset    no house: each search begins without a map
  goal     one episode for all searches (episode.goal), only for --starts last
  kept     the house is kept. The robot says what it knows of its start: with last the pose that it takes itself to
           have, if it has one; with dock {"at": "dock"}; else nothing
  pose     the house is kept, and the robot says its true pose
  perfect  the same, with a house that was filled by scans every 1.5 m, and is only read: the upper bound
  wrong    as pose, but in every second search the pose is 3 m off and turned by 90°
  other    as kept, after as many searches in another building under the same name of the house
  oracle   walks the shortest way, without navd
All arms see the same houses, things and starts with the same noise.

--moved is the share of small things, chairs and the like that is put into another room before each next search.
Profiles of noise: those of ` + "`navsim eval`" + `. The memory is measured with clean and with rough, which is std with
rays and odometry that are off too: std alone reckons without error.

It prints, for each search of a life, success rate, SPL and steps with 95 % intervals from a bootstrap over
houses, and the differences to the first arm, paired by search; those whose thing an earlier search of the same
arm has had in view ("seen") apart from the others ("new"). Of the arms with a house it prints where they took themselves to be:
right is within 0.75 m and 20° of the truth.

It starts a navd of its own in a directory that is removed at the end; --data-dir keeps the data, --socket
takes a navd that runs. Episodes are filed under the runs RUN/STARTS/MOVED/PROFILE/ARM, the
houses that are kept are named like them, with spaces, and HOUSE in the end.`

// lifelongCmd measures what the memory of a house brings.
func lifelongCmd() *cobra.Command {
	f := &lifelongFlags{}
	cmd := f.command(&cobra.Command{
		Use:     "lifelong",
		Short:   "Measure what it brings to remember the house, search after search",
		Long:    lifelongLong,
		Example: "  navsim lifelong --generate 20\n  navsim lifelong --houses houses/ --starts dock --moved 0,0.3 --arm reset --arm kept --arm pose --out life.jsonl",
	}, "seed of the things, the starts, the noise, what is moved, and of the first generated house", "lives at a time", f.run)
	fl := cmd.Flags()
	f.profiles, fl.Lookup("profile").DefValue = []string{"clean", "rough"}, "[clean,rough]"
	fl.StringSliceVar(&f.arms, "arm", nil, "arms (default all)")
	fl.StringSliceVar(&f.starts, "starts", []string{robot.FromLast, robot.FromDock, robot.FromUnknown}, "starts: last, dock, unknown")
	fl.Float64SliceVar(&f.moved, "moved", []float64{0}, "shares of the movable things that are moved before each next search, 0 to 1")
	fl.IntVar(&f.searches, "searches", 6, "searches of a life, 1 to 1000")
	fl.IntVar(&f.rays, "rays", robot.ScanRays, raysHelp)
	fl.StringVar(&f.out, "out", "", "file to write all searches to, one JSON object a line")
	return cmd
}

// check refuses numbers and combinations that mean nothing.
func (f *lifelongFlags) check() error {
	if err := f.setup.check(); err != nil {
		return err
	}
	if len(f.arms) == 0 {
		f.arms = lifeArms()
	}
	for _, s := range f.moved {
		if !(s >= 0 && s <= 1) {
			return fault.Field("--moved", s, "0..1")
		}
	}
	if err := checkRange("--searches", f.searches, 1, robot.MaxLife); err != nil {
		return err
	}
	return errors.Join(
		checkList("--arm", f.arms, lifeArms()...),
		checkList("--starts", f.starts, robot.FromLast, robot.FromDock, robot.FromUnknown),
		checkRays(f.rays), checkFile("--out", f.out))
}

// run measures, writes the searches to the file that was asked for, and prints the
// report.
func (f *lifelongFlags) run(ctx context.Context, stdout, _ io.Writer) error {
	l, err := f.lives()
	if err != nil {
		return err
	}
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return err
	}
	all, err := l.all(ctx, socket)
	if err = errors.Join(err, stop()); err != nil {
		return err
	}
	return errors.Join(save("--out", f.out, func(w io.Writer) error { return encodeLines(w, all) }), l.print(stdout, all))
}

// encodeLines writes searches as JSON, one a line.
func encodeLines(w io.Writer, all []lived) error {
	e := json.NewEncoder(w)
	for i := range all {
		if err := e.Encode(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

// lives makes what the flags ask for.
func (f *lifelongFlags) lives() (*lives, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	l := &lives{lifelongFlags: *f, visits: map[setting][][]robot.Visit{}}
	var err error
	if l.noises, err = f.noise(); err != nil {
		return nil, err
	}
	if l.houses, err = housesOf(f.houses, f.seed, f.generate); err != nil {
		return nil, err
	}
	if len(l.houses) == 1 { // the other building has to be another one
		m, err := world.NewMap(world.Generate(f.seed + 1))
		if err != nil {
			return nil, err
		}
		l.neighbour = m
	}
	for _, starts := range f.starts {
		for _, moved := range f.moved {
			for _, m := range l.houses {
				v, err := l.life(starts, moved).Visits(m)
				if err != nil {
					return nil, err
				}
				s := setting{starts, moved}
				l.visits[s] = append(l.visits[s], v)
			}
		}
	}
	return l, nil
}

// life says how a robot lives.
func (f *lifelongFlags) life(starts string, moved float64) robot.Life {
	return robot.Life{Searches: f.searches, Start: starts, Moved: moved, Seed: f.seed}
}

// runName is the run under which the episodes of a life are filed.
func (l *lives) runName(w lifetime) string {
	names := []string{l.name, w.starts, fmt.Sprint(w.moved), l.noises[w.profile].Name, w.arm}
	if l.condition != "" {
		names = append(names, l.condition)
	}
	return strings.Join(names, "/")
}

// houseName is the name of the kept house of a life.
func (l *lives) houseName(w lifetime) string {
	return strings.NewReplacer("/", " ", ":", " ").Replace(l.runName(w)) + " " + l.houses[w.house].House().ID
}
