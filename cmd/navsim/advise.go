package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/episode"
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

const adviseLong = `Measure what past episodes bring to the next one. A robot comes to each house again and again and looks for
one of a few things each time, in an order that is drawn. Its condition says what navd does with what happened
at earlier visits: C1 nothing, C2 gives advice from it, and the control arms put something else in its place.
Each condition has a memory of its own for each house, which begins empty. No model is asked: the advice acts
through its claims on the local planner alone.

Houses (--kept):
  dock   each visit begins at the same spot and says so (frame "dock"): poses of one visit hold in the next
  none   each visit begins elsewhere: only rooms and things carry over
  house-last, house-dock, house-unknown
         navd keeps the house too (episode.begin with house), and knows where the robot is there, as it finds out.
         Each visit begins where the last one ended, at one spot either way round, or anywhere, as with the arm
         kept of ` + "`navsim lifelong`" + `, which has the visits as well: for six things, by turns. What is kept of the
         house alone is C1. Profile rough has rays and odometry that are off too

All conditions see the same visits with the same noise. It prints, for all visits but the first, success rate,
SPL and steps with 95 % intervals from a bootstrap over houses, the differences to the first condition, paired
by visit, and how many plans advice was found for, was shown, was followed, changed the way, helped and harmed.

It starts a navd of its own in a directory that is removed at the end; --data-dir keeps the data, --socket
takes a navd that runs. Episodes are filed under the runs RUN/KEPT/PROFILE/CONDITION.`

// adviseCmd measures what past episodes bring.
func adviseCmd() *cobra.Command {
	f := &adviseFlags{}
	cmd := f.command(&cobra.Command{
		Use:     "advise",
		Short:   "Measure what past episodes bring, visit after visit to one house",
		Long:    adviseLong,
		Example: "  navsim advise --generate 40\n  navsim advise --houses houses/ --kept dock --condition C1,C2,shuffle --out advise.json",
	}, "seed of the things, the starts, the noise and of the first generated house", "houses at a time", f.run)
	fl := cmd.Flags()
	fl.StringSliceVar(&f.kept, "kept", []string{keptDock, keptNone}, "houses: dock, none, house-last, house-dock, house-unknown")
	fl.StringSliceVar(&f.conditions, "condition", []string{"C1", "C2", "C2_silent", "C2_holdout:0.5", "empty", "shuffle", "irrelevant", "corrupt", "filler", "one_line"},
		"conditions, the first is what the others are compared with")
	fl.IntVar(&f.targets, "targets", 4, "things a house at most, 2 to 99")
	fl.IntVar(&f.repetitions, "repetitions", 3, "searches for each thing, 1 to 99")
	fl.StringVar(&f.out, "out", "", "file to write the report to as JSON")
	return cmd
}

// What of a house is kept from visit to visit.
const (
	keptDock = "dock"
	keptNone = "none"

	keptHouse = "house-" // and the start of a life
)

// startOf gives where visits to a kept house begin; false where navd keeps none.
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
		checkList("--kept", f.kept, keptDock, keptNone, keptHouse+robot.FromLast, keptHouse+robot.FromDock, keptHouse+robot.FromUnknown),
		checkFile("--out", f.out))
}

// advising is all visits, to be gone through with each profile and condition.
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
	if a.profiles, err = f.noise(); err != nil {
		return err
	}
	if a.houses, err = housesOf(f.houses, f.seed, f.generate); err != nil {
		return err
	}
	for _, kept := range f.kept {
		for _, m := range a.houses {
			v, err := f.visitsTo(m, kept)
			if err != nil {
				return err
			}
			a.visits[kept] = append(a.visits[kept], v)
		}
	}
	socket, stop, err := f.reach(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	all, err := a.all(ctx, socket)
	if err != nil {
		return err
	}
	r := a.report(all)
	return errors.Join(r.print(stdout), save("--out", f.out, func(w io.Writer) error { return printJSON(w, " ", r) }))
}

// came is one visit as it went.
type came struct {
	kept, condition string
	profile, number int
	before          int
	result
}

// sojourn is all visits to one house under one condition, in their order.
type sojourn struct {
	kept, condition string
	profile, house  int
}

func (a *advising) all(ctx context.Context, socket string) ([]came, error) {
	var work []sojourn
	n := 0
	for _, kept := range a.kept {
		for h := range a.houses {
			for p := range a.profiles {
				for _, c := range a.conditions {
					work = append(work, sojourn{kept, c, p, h})
					n += len(a.visits[kept][h])
				}
			}
		}
	}
	return gather(ctx, workers{socket, a.jobs, n}, work, a.stay)
}

// stay lets a robot come to a house again and again.
func (a *advising) stay(ctx context.Context, navd ipc.Caller, s sojourn, done func()) (all []came, err error) {
	profile := a.profiles[s.profile]
	if start, ok := startOf(s.kept); ok {
		return a.live(ctx, navd, s, start, done)
	}
	run := fmt.Sprintf("%s/%s/%s/%s", a.name, s.kept, profile.Name, s.condition)
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
		all = append(all, came{s.kept, s.condition, s.profile, n, v.Before, r})
		done()
	}
	return all, nil
}

// live lets a robot come again and again to a house that is kept.
func (a *advising) live(ctx context.Context, navd ipc.Caller, s sojourn, start string, done func()) (all []came, err error) {
	l := &lives{lifelongFlags: lifelongFlags{setup: a.setup, rays: robot.ScanRays, searches: robot.MaxLife}, noises: a.profiles, houses: a.houses, condition: s.condition}
	visits := a.visits[s.kept][s.house]
	t := newTenant(l, lifetime{setting{starts: start}, s.profile, s.house, armKept}, navd)
	err = t.live(ctx, visits, done)
	for n, one := range t.lived {
		all = append(all, came{s.kept, s.condition, s.profile, n, visits[n].Before, result{record: one.record}})
	}
	return all, err
}

// adviseReport is what past episodes brought.
type adviseReport struct {
	Sections []adviseSection `json:"sections"`
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

// adviseArm is how it went under one condition.
type adviseArm struct {
	Condition string `json:"condition"`
	beside
	Advice episode.Advice `json:"advice"`
}

// kinds says which visits a section is of.
func kinds() []struct {
	name string
	is   func(came) bool
} {
	return []struct {
		name string
		is   func(came) bool
	}{
		{"first", func(c came) bool { return c.number == 0 }},
		{"other", func(c came) bool { return c.number > 0 && c.before == 0 }},
		{"again", func(c came) bool { return c.before > 0 }},
		{"all but the first", func(c came) bool { return c.number > 0 }},
	}
}

func (a *advising) report(all []came) (r adviseReport) {
	for _, kept := range a.kept {
		for p, profile := range a.profiles {
			for _, kind := range kinds() {
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
	for _, s := range r.Sections {
		fmt.Fprintf(w, "house kept: %s, %s, visits: %s (%d in %d houses)\n\n", s.Kept, s.Profile, s.Visits, s.Pairs, s.Houses)
		t := table.Table{}
		t.Row("CONDITION", "SR", "SPL", "STEPS", "SR −", "SPL −", "STEPS −", "PLANS", "FOUND", "SHOWN", "FOLLOWED", "OVERRIDES", "HELPED", "HARMED")
		for _, a := range s.Arms {
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
	_, err := fmt.Fprintf(w, "mean [low, high]: 95 %% bootstrap over houses, 10,000 draws; differences to %s, paired by visit\n", r.Sections[0].Arms[0].Condition)
	return err
}
