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

const lifelongLong = `Measure how much it helps to remember the house. In each house a robot searches for six things by turns, one
search after the other, each in an episode of its own (episode.begin with house).

Starts (--starts):
  last     where the last search ended. For all arms that is the end of the shortest way to the last thing: a robot
           that keeps its odometry is driven there first, by steps that do not count and show it nothing
  dock     one spot in each house, facing one way or the opposite way
  unknown  anywhere

Arms (--arm, may be repeated; the others are compared with the first):
  reset    no house: each search begins without a map
  goal     one episode for all searches (episode.goal); only with --starts last
  kept     the house is kept. The robot says what it knows of its start: with last the pose that it believes it is
           at, if any; with dock {"at": "dock"}; otherwise nothing
  pose     the house is kept, and the robot says its true pose. When the house knows the thing it does not scan
           before its first plan
  perfect  as pose, with a house that was filled by scans every 1.5 m and is not changed: the upper bound
  wrong    as pose, but in every second search the pose is wrong, by 3 m and 90°
  other    as kept, after as many searches in another building under the same name of the house
  oracle   walks the shortest way, without navd
All arms have the same houses, things and starts with the same noise.

--moved is the share of movable things (small things, chairs and the like) that are put into another room before
each next search. The noise profiles are those of ` + "`navsim eval`" + `. The memory is measured with clean and with rough:
rough is std with errors in rays and in the lengths of steps and turns; in std the reckoned pose is only wrong after
a slip or a collision that was not noticed.

For each search of a life it prints success rate, SPL and steps with 95 % intervals from a bootstrap over houses.
For all searches but the first it prints the differences to the first arm, paired by search, and separately those
whose thing was in view in an earlier search of the same arm ("seen") and the others ("new"). For the arms with a
house it prints how well the robot was located: right is within 0.75 m and 20° of the truth.

It starts a navd of its own in a directory that is removed at the end; with --data-dir the data are kept, with
--socket it uses a navd that is running. Episodes are filed under the runs RUN/STARTS/MOVED/PROFILE/ARM; a kept
house has that name with spaces for slashes, followed by HOUSE.

When it is interrupted, or a search fails, --out has the searches that were made until then, and nothing is printed.`

// lifelongCmd measures how much the memory of a house helps.
func lifelongCmd() *cobra.Command {
	f := &lifelongFlags{}
	cmd := f.command(&cobra.Command{
		Use:     "lifelong",
		Short:   "Measure how much it helps to remember the house, search after search",
		Long:    lifelongLong,
		Example: "  navsim lifelong --generate 20\n  navsim lifelong --houses houses/ --starts dock --moved 0,0.3 --arm reset --arm kept --arm pose --out life.jsonl",
	}, "seed of the things, the starts, the noise, what is moved, and the first generated house", "lives (all searches of an arm in a house) at a time", f.run)
	fl := cmd.Flags()
	f.profiles, fl.Lookup("profile").DefValue = []string{"clean", "rough"}, "[clean,rough]"
	fl.StringSliceVar(&f.arms, "arm", nil, "arms (default all)")
	fl.StringSliceVar(&f.starts, "starts", []string{robot.FromLast, robot.FromDock, robot.FromUnknown}, "starts: last, dock, unknown")
	fl.Float64SliceVar(&f.moved, "moved", []float64{0}, "shares of the movable things that are moved before each next search, 0 to 1")
	fl.IntVar(&f.searches, "searches", 6, "searches per house and arm, 1 to 1000")
	fl.IntVar(&f.rays, "rays", robot.ScanRays, raysHelp)
	fl.StringVar(&f.out, "out", "", "write all searches to this file, one JSON object per line, each with run, seed and navd's version")
	return cmd
}

// check refuses numbers and combinations that are not allowed.
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

// run measures, writes the searches to --out, also when not all were made, and prints the
// report of all.
func (f *lifelongFlags) run(ctx context.Context, stdout, _ io.Writer) (err error) {
	l, err := f.lives()
	if err != nil {
		return err
	}
	_, n := l.lifetimes()
	made := progress{Of: n, unit: "searches"}
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return made.cut(err, "")
	}
	defer func() { err = errors.Join(err, stop()) }()
	from, err := f.origin(ctx, socket)
	if err != nil {
		return made.cut(err, "")
	}
	all, err := l.all(ctx, socket)
	made.Done = len(all)
	l.sign(all, from)
	ended := made.end(err, rows{"--out", f.out, func(w io.Writer) error { return encodeLines(w, all) }})
	if err != nil {
		return ended
	}
	return errors.Join(ended, l.print(stdout, all))
}

// sign writes into searches what produced them.
func (l *lives) sign(all []lived, from origin) {
	for i := range all {
		all[i].Navd, all[i].Seed, all[i].Run = from.Navd, from.Seed, all[i].record.Run
	}
}

// encodeLines writes searches as JSON, one per line.
func encodeLines(w io.Writer, all []lived) error {
	e := json.NewEncoder(w)
	for i := range all {
		if err := e.Encode(&all[i]); err != nil {
			return err
		}
	}
	return nil
}

// lives prepares what the flags ask for.
func (f *lifelongFlags) lives() (*lives, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	l := &lives{lifelongFlags: *f, visits: map[setting][][]robot.Visit{}}
	var err error
	if l.noises, l.houses, err = f.ground(); err != nil {
		return nil, err
	}
	if len(l.houses) == 1 { // the arm other needs another building
		if l.neighbour, err = world.NewMap(f.plan.Generate(f.seed + 1)); err != nil {
			return nil, err
		}
	}
	for _, s := range f.settings() {
		for _, m := range l.houses {
			v, err := l.life(s).Visits(m)
			if err != nil {
				return nil, err
			}
			l.visits[s] = append(l.visits[s], v)
		}
	}
	return l, nil
}

// settings lists every start with every share of moved things.
func (f *lifelongFlags) settings() (all []setting) {
	for _, starts := range f.starts {
		for _, moved := range f.moved {
			all = append(all, setting{starts, moved})
		}
	}
	return all
}

// life describes the searches of a robot in a house.
func (f *lifelongFlags) life(s setting) robot.Life {
	return robot.Life{Searches: f.searches, Start: s.starts, Moved: s.moved, Seed: f.seed}
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
