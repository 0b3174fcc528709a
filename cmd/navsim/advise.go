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
	"navd/cmd/navsim/world"
	"navd/daemon/episode"
	"navd/daemon/episodic"
	"navd/daemon/fault"
	"navd/daemon/table"
	"navd/ipc"
)

// adviseFlags are the flags of `navsim advise`.
type adviseFlags struct {
	setup
	kept, conditions     []string
	targets, repetitions int
	out                  string
}

const adviseLong = `Measure how much past episodes help the next one. A robot visits each house again and again, and each time
searches for one of a few things, in a random order. The condition says what navd does with the earlier visits:
C1 does nothing with them, C2 gives advice from them, and the others, which are controls, replace that advice by
something else. Each condition has a separate memory for each house, empty at first. No model is asked: advice
only acts through its claims on the local planner.

Houses (--kept):
  dock   each visit begins at the same spot and says so (frame "dock"), so that poses of one visit are valid in
         the next
  none   each visit begins at another spot: only what is known of rooms and things is of use later
  house-last, house-dock, house-unknown
         navd also keeps the house (episode.begin with house), and locates the robot in it. Each visit begins
         where the last one ended, at one spot (facing one way or the opposite), or anywhere. The visits are those of the
         arm kept of ` + "`navsim lifelong`" + `: searches for six things by turns. C1 then shows the effect of the kept
         house without advice. Consider --profile rough, in which rays and odometry have errors too

All conditions have the same visits and the same noise. For the first visit, the later visits for a new thing, the
later visits for a thing searched for before, and all visits but the first, it prints: success rate, SPL and
steps with 95 % intervals from a bootstrap over houses; the differences to the first condition, paired by visit;
and the number of plans for which advice was found, was shown, was followed, changed the way, helped and harmed.

It starts a navd of its own in a directory that is removed at the end; with --data-dir the data are kept, with
--socket it uses a navd that is running. Episodes are filed under the runs RUN/KEPT/PROFILE/CONDITION.

When it is interrupted, or a visit fails, it prints nothing, and --out has a report of the visits that were made
until then, with "interrupted": how many of how many. Conditions then have different numbers of them (n).`

// adviseCmd measures how much past episodes help.
func adviseCmd() *cobra.Command {
	f := &adviseFlags{}
	cmd := f.command(&cobra.Command{
		Use:     "advise",
		Short:   "Measure how much past episodes help, visit after visit to one house",
		Long:    adviseLong,
		Example: "  navsim advise --generate 40\n  navsim advise --houses houses/ --kept dock --condition C1,C2,shuffle --out advise.json",
	}, "seed of the things, the starts, the noise and the first generated house", "houses at a time", f.run)
	fl := cmd.Flags()
	fl.StringSliceVar(&f.kept, "kept", []string{keptDock, keptNone}, "what is kept of a house: dock, none, house-last, house-dock, house-unknown")
	fl.StringSliceVar(&f.conditions, "condition", []string{"C1", "C2", "C2_silent", "C2_holdout:0.5", "empty", "shuffle", "irrelevant", "corrupt", "filler", "one_line"},
		"conditions, two or more; the others are compared with the first")
	fl.IntVar(&f.targets, "targets", 4, "most things per house, 2 to 99")
	fl.IntVar(&f.repetitions, "repetitions", 3, "searches for each thing, 1 to 99")
	fl.StringVar(&f.out, "out", "", "file to write the report to as JSON, with what produced it: navd's version, run, seed and the flags")
	return cmd
}

// Values of --kept.
const (
	keptDock = "dock"
	keptNone = "none"

	keptHouse = "house-" // followed by a value of --starts of navsim lifelong
)

// startOf returns where visits to a kept house begin; false when navd keeps no house.
func startOf(kept string) (string, bool) { return strings.CutPrefix(kept, keptHouse) }

// visitsTo draws the visits to a house.
func (f *adviseFlags) visitsTo(m *world.Map, kept string) ([]robot.Visit, error) {
	if start, ok := startOf(kept); ok {
		return robot.Life{Searches: min(f.targets*f.repetitions, robot.MaxLife), Start: start, Seed: f.seed}.Visits(m)
	}
	return robot.Visits(m, robot.Visiting{Targets: f.targets, Repetitions: f.repetitions, Seed: f.seed, Dock: kept == keptDock})
}

func (f *adviseFlags) check() error {
	return cmp.Or(
		f.setup.check(),
		checkRange("--targets", f.targets, 2, robot.MaxDeadlocks),
		checkRange("--repetitions", f.repetitions, 1, robot.MaxDeadlocks),
		refuse(len(f.conditions) < 2, "--condition", f.conditions, "two or more"),
		refuse(slices.ContainsFunc(f.conditions, func(c string) bool { return episodic.ConditionName(c) == "C2_eval_only" }), "--condition", f.conditions,
			"conditions without a snapshot, which these memories do not have"),
		checkList("--kept", f.kept, keptDock, keptNone, keptHouse+robot.FromLast, keptHouse+robot.FromDock, keptHouse+robot.FromUnknown),
		checkFile("--out", f.out))
}

// advising is all visits, to be made with each profile and condition.
type advising struct {
	adviseFlags
	profiles []world.Profile
	houses   []*world.Map
	visits   map[string][][]robot.Visit // by what is kept: of each house
}

func (f *adviseFlags) run(ctx context.Context, stdout, _ io.Writer) (err error) {
	if err := f.check(); err != nil {
		return err
	}
	a := advising{adviseFlags: *f, visits: map[string][][]robot.Visit{}}
	if a.profiles, a.houses, err = f.ground(); err != nil {
		return err
	}
	some := false
	for _, kept := range f.kept {
		for _, m := range a.houses {
			v, err := f.visitsTo(m, kept)
			if err != nil {
				return err
			}
			a.visits[kept] = append(a.visits[kept], v)
			some = some || len(v) > 0
		}
	}
	if !some {
		return fault.New(fault.NotFound, "there are no such visits in these houses").
			WithHint("a house needs two things, at least 4 m from the start along the way: take more or other houses")
	}
	_, n := a.sojourns()
	made := progress{Of: n, unit: "visits"}
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return made.cut(err, "")
	}
	defer func() { err = errors.Join(err, stop()) }()
	from, err := f.origin(ctx, socket)
	if err != nil {
		return made.cut(err, "")
	}
	all, err := a.all(ctx, socket)
	made.Done = len(all)
	r := a.report(all)
	r.origin, r.Kept, r.Conditions, r.Targets, r.Repetitions = from, f.kept, f.conditions, f.targets, f.repetitions
	r.Interrupted = made.unless(err)
	ended := made.end(err, rows{"--out", f.out, func(w io.Writer) error { return printJSON(w, " ", r) }})
	if err != nil { // conditions that are not complete cannot be compared
		return ended
	}
	return errors.Join(r.print(stdout), ended)
}

// sojourns lists all visits, house by house, and counts them.
func (a *advising) sojourns() (work []sojourn, n int) {
	for _, kept := range a.kept {
		for h := range a.houses {
			for p := range a.profiles {
				for _, c := range a.conditions {
					work, n = append(work, sojourn{kept, c, p, h}), n+len(a.visits[kept][h])
				}
			}
		}
	}
	return work, n
}

// came is one visit and its result.
type came struct {
	sojourn
	number int // of the visit, from 0
	before int // earlier visits with the same target
	result
}

// sojourn is all visits to one house with one profile and condition, in their order.
type sojourn struct {
	kept, condition string
	profile, house  int
}

func (a *advising) all(ctx context.Context, socket string) ([]came, error) {
	work, n := a.sojourns()
	var runs []string
	for _, s := range work {
		runs = append(runs, a.runOf(s))
	}
	slices.Sort(runs)
	if err := a.fresh(ctx, socket, slices.Compact(runs), "what was learned in them"); err != nil {
		return nil, err
	}
	return gather(ctx, a.workers(socket, n), work, a.stay)
}

// runOf is the run that the visits to a house are filed under.
func (a *advising) runOf(s sojourn) string {
	if start, ok := startOf(s.kept); ok {
		l, life := a.lifeOf(s, start)
		return l.runName(life)
	}
	return fmt.Sprintf("%s/%s/%s/%s", a.name, s.kept, a.profiles[s.profile].Name, s.condition)
}

// stay makes the visits to a house.
func (a *advising) stay(ctx context.Context, navd ipc.Caller, s sojourn, done func()) (all []came, err error) {
	profile := a.profiles[s.profile]
	if start, ok := startOf(s.kept); ok {
		return a.live(ctx, navd, s, start, done)
	}
	run := a.runOf(s)
	for n, v := range a.visits[s.kept][s.house] {
		t := robot.Task{
			Map: a.houses[s.house], Goal: v.Goal, Episode: v.Episode, Profile: profile, Seed: a.seed, Run: run, Rays: robot.ScanRays,
			Arm: robot.Arm{Name: s.condition, Condition: s.condition}, Space: run + "/" + v.Episode.House,
		}
		if s.kept == keptDock {
			t.Frame = keptDock
		}
		r, err := runOne(ctx, navd, t)
		if err != nil {
			return all, fmt.Errorf("condition %s, episode %s: %w", s.condition, v.Episode.ID, err)
		}
		all = append(all, came{s, n, v.Before, r})
		done()
	}
	return all, nil
}

// live makes the visits to a house that navd keeps.
func (a *advising) live(ctx context.Context, navd ipc.Caller, s sojourn, start string, done func()) (all []came, err error) {
	l, life := a.lifeOf(s, start)
	visits := a.visits[s.kept][s.house]
	t := newTenant(l, life, navd)
	err = t.live(ctx, visits, done)
	for n, one := range t.lived {
		all = append(all, came{s, n, visits[n].Before, result{record: one.record}})
	}
	return all, err
}

// lifeOf is the life in a kept house that the visits to it are.
func (a *advising) lifeOf(s sojourn, start string) (*lives, lifetime) {
	l := &lives{lifelongFlags: lifelongFlags{setup: a.setup, rays: robot.ScanRays, searches: robot.MaxLife}, noises: a.profiles, houses: a.houses, condition: s.condition}
	return l, lifetime{setting{starts: start}, s.profile, s.house, armKept}
}

// adviseReport is the report of all visits.
type adviseReport struct {
	origin
	Kept        []string        `json:"kept"`
	Conditions  []string        `json:"conditions"`
	Targets     int             `json:"targets"`               // most things per house
	Repetitions int             `json:"repetitions"`           // searches for each thing
	Interrupted *progress       `json:"interrupted,omitempty"` // when not all visits were made; absent: they were
	Sections    []adviseSection `json:"sections"`
}

// adviseSection is one kind of visits with one profile of noise.
type adviseSection struct {
	Kept    string      `json:"kept"`
	Profile string      `json:"profile"`
	Visits  string      `json:"visits"` // which: first, again (the thing was looked for before), other (it was not)
	Pairs   int         `json:"pairs"`
	Houses  int         `json:"houses"`
	Arms    []adviseArm `json:"conditions"`
}

// adviseArm is the result of one condition.
type adviseArm struct {
	Condition string `json:"condition"`
	beside
	Advice episode.Advice `json:"advice"`
}

// visitKind is a group of visits that has a section of its own.
type visitKind struct {
	name string
	is   func(came) bool
}

func visitKinds() []visitKind {
	return []visitKind{
		{"first", func(c came) bool { return c.number == 0 }},
		{"other", func(c came) bool { return c.number > 0 && c.before == 0 }},
		{"again", func(c came) bool { return c.before > 0 }},
		{"all but the first", func(c came) bool { return c.number > 0 }},
	}
}

func (a *advising) report(all []came) (r adviseReport) {
	for _, kept := range a.kept {
		for p, profile := range a.profiles {
			for _, kind := range visitKinds() {
				s := adviseSection{Kept: kept, Profile: profile.Name, Visits: kind.name}
				var first []came
				for i, condition := range a.conditions {
					mine := only(all, func(c came) bool {
						return c.kept == kept && c.profile == p && c.condition == condition && kind.is(c)
					})
					arm := adviseArm{Condition: condition, beside: besideFirst(records(mine), records(first))}
					for _, c := range mine {
						arm.Advice = arm.Advice.Add(c.record.Metrics.Advice)
					}
					if i == 0 {
						first, s.Pairs, s.Houses = mine, arm.SR.N, arm.SR.Houses
					}
					s.Arms = append(s.Arms, arm)
				}
				if s.Pairs > 0 {
					r.Sections = append(r.Sections, s)
				}
			}
		}
	}
	return r
}

func (r adviseReport) print(w io.Writer) error {
	var houses []int
	var all []beside
	for _, s := range r.Sections {
		houses = append(houses, s.Houses)
		fmt.Fprintf(w, "house kept: %s, %s, visits: %s (%d in %d houses)\n\n", s.Kept, s.Profile, s.Visits, s.Pairs, s.Houses)
		t := table.Table{}
		t.Row("CONDITION", "SR", "SPL", "STEPS", "SR −", "SPL −", "STEPS −", "PLANS", "FOUND", "SHOWN", "FOLLOWED", "OVERRIDES", "HELPED", "HARMED")
		for _, a := range s.Arms {
			all = append(all, beside{Than: a.Than})
			than := a.Than.texts("%+.*f")
			t.Row(a.Condition, fmt.Sprintf("%.3f", a.SR.Mean), fmt.Sprintf("%.3f", a.SPL.Mean), fmt.Sprintf("%.1f", a.Steps.Mean), than[0], than[1], than[2],
				a.Advice.Plans, a.Advice.Found, a.Advice.Shown, a.Advice.Followed, a.Advice.Overrides, a.Advice.Helped, a.Advice.Harmed)
		}
		if err := t.Print(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "mean [low, high]: %s; differences to %s, paired by visit%s\n", episode.Bootstrap("house", houses...), r.Sections[0].Arms[0].Condition, marks(all))
	return err
}
