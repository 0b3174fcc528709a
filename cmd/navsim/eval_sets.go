package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/episode"
	"navd/daemon/fault"
)

// The sets of episodes.
const (
	plainSet    = "plain"
	deadlockSet = "deadlock"
)

// episodeSet is a set of searches.
type episodeSet struct {
	name   string
	tasks  []robot.Task
	houses int // houses that have an episode
}

// section is a set with one profile of noise: what one report is about.
type section struct {
	episodeSet
	profile world.Profile
	runs    []episode.Run // the episodes of each arm, once all are done
}

// evaluation is everything to run: each section with each arm.
type evaluation struct {
	name     string // what the names of the runs begin with
	arms     []robot.Arm
	sections []section
	seed     uint64
	rays     int
	origin   evalOrigin // once a daemon is there
}

// evaluation prepares what the flags ask for. It leaves out a set without episodes and
// says so on stderr.
func (f *evalFlags) evaluation(stderr io.Writer) (*evaluation, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	names, err := f.chosen()
	if err != nil {
		return nil, err
	}
	profiles, err := f.noise()
	if err != nil {
		return nil, err
	}
	arms, err := f.sides()
	if err != nil {
		return nil, err
	}
	sets, err := f.load(names)
	if err != nil {
		return nil, err
	}
	e := &evaluation{name: f.name, arms: arms, seed: f.seed, rays: f.rays}
	for _, s := range sets {
		if len(s.tasks) == 0 {
			fmt.Fprintf(stderr, "navsim: the %s set is left out: it has no episodes in these houses\n", s.name)
			continue
		}
		for _, p := range profiles {
			e.sections = append(e.sections, section{episodeSet: s, profile: p})
		}
	}
	if len(e.sections) == 0 {
		return nil, fault.New(fault.NotFound, "there are no episodes in these houses")
	}
	return e, nil
}

// load makes the sets of these names.
func (f *evalFlags) load(names []string) ([]episodeSet, error) {
	all, err := housesOf(f.houses, f.seed, f.generate, f.plan)
	if err != nil {
		return nil, err
	}
	houses := halfOf(all, f.half)
	var sets []episodeSet
	for _, name := range names {
		s := episodeSet{name: name}
		if name == plainSet {
			s.tasks, err = f.plain(all, houses)
		} else {
			s.tasks, err = f.deadlocks(houses)
		}
		if err != nil {
			return nil, err
		}
		s.houses = distinct(s.tasks, func(t robot.Task) string { return t.Episode.House })
		sets = append(sets, s)
	}
	return sets, nil
}

// plain makes the searches of the plain set that are in the given houses.
func (f *evalFlags) plain(all, houses []*world.Map) ([]robot.Task, error) {
	tasks, err := f.allPlain(all)
	if err != nil {
		return nil, err
	}
	in := byName(houses)
	return slices.DeleteFunc(tasks, func(t robot.Task) bool { return in[t.Episode.House] == nil }), nil
}

// allPlain makes the searches of the plain set in all houses.
func (f *evalFlags) allPlain(all []*world.Map) ([]robot.Task, error) {
	if f.houses == "" {
		return robot.Generated(f.seed, f.generate, f.plan)
	}
	episodes, err := world.LoadEpisodes(f.episodes)
	if err != nil {
		return nil, err
	}
	return tasksOf(episodes, byName(all), f.houses)
}

// deadlocks makes the searches of the deadlock set.
func (f *evalFlags) deadlocks(houses []*world.Map) ([]robot.Task, error) {
	episodes, err := robot.Deadlocks(houses, f.starts, f.cases)
	if err != nil {
		return nil, err
	}
	return tasksOf(episodes, byName(houses), f.houses)
}

// halfOf returns the houses sorted by name, or every other one of them: "even" begins
// with the first.
func halfOf(houses []*world.Map, half string) []*world.Map {
	sorted := slices.SortedFunc(slices.Values(houses), func(a, b *world.Map) int { return cmp.Compare(a.House().ID, b.House().ID) })
	if half == "" {
		return sorted
	}
	var kept []*world.Map
	for i, m := range sorted {
		if (i%2 == 1) == (half == "odd") {
			kept = append(kept, m)
		}
	}
	return kept
}

func byName(houses []*world.Map) map[string]*world.Map {
	named := make(map[string]*world.Map, len(houses))
	for _, m := range houses {
		named[m.House().ID] = m
	}
	return named
}

// runName is the run under which the episodes of a section with an arm are
// filed.
func (e *evaluation) runName(s section, arm robot.Arm) string {
	return fmt.Sprintf("%s/%s/%s/%s", e.name, s.name, s.profile.Name, arm.Name)
}

// tasks lists all searches: section by section, and in each section arm by arm.
func (e *evaluation) tasks() []robot.Task {
	var all []robot.Task
	for _, s := range e.sections {
		for _, arm := range e.arms {
			for _, t := range s.tasks {
				t.Arm, t.Profile, t.Seed, t.Rays, t.Run = arm, s.profile, e.seed, e.rays, e.runName(s, arm)
				if arm.Condition != "" && arm.Space == "" && arm.Snapshot == "" { // arms must not advise each other
					t.Space = t.Run
				}
				all = append(all, t)
			}
		}
	}
	return all
}

// bySection returns the results of each section, in the order of the tasks.
func (e *evaluation) bySection(results []result) [][]result {
	parts := make([][]result, len(e.sections))
	from := 0 // index of the section's first task
	for i, s := range e.sections {
		to := from + len(s.tasks)*len(e.arms)
		parts[i] = only(results, func(r result) bool { return from <= r.index && r.index < to })
		from = to
	}
	return parts
}

// complete returns, with their runs, the sections whose episodes are all among the
// results.
func (e *evaluation) complete(results []result) []section {
	var done []section
	for i, in := range e.bySection(results) {
		s := e.sections[i]
		if len(in) < len(s.tasks)*len(e.arms) {
			continue
		}
		for part := range slices.Chunk(records(in), len(s.tasks)) {
			s.runs = append(s.runs, episode.Run{Name: e.arms[len(s.runs)].Name, Episodes: part})
		}
		done = append(done, s)
	}
	return done
}

// progress is how many of all episodes these are.
func (e *evaluation) progress(results []result) progress {
	p := progress{Done: len(results), Of: len(e.tasks()), unit: "episodes"}
	if len(e.complete(results)) > 0 {
		p.note = "the figures above are of the sections that were complete"
	}
	return p
}

// lastRuns names the runs of the last section that has results. After an
// interruption some arms have none.
func (e *evaluation) lastRuns(results []result) (names []string) {
	for _, in := range e.bySection(results) {
		if len(in) > 0 {
			names = nil
		}
		for _, r := range in {
			if !slices.Contains(names, r.record.Run) {
				names = append(names, r.record.Run)
			}
		}
	}
	return names
}

// noteMixed says on stderr when the daemon has episodes of one of the runs already: its
// report will count them too.
func (e *evaluation) noteMixed(ctx context.Context, socket string, stderr io.Writer) error {
	var runs []string
	for _, s := range e.sections {
		for _, arm := range e.arms {
			runs = append(runs, e.runName(s, arm))
		}
	}
	mixed, err := known(ctx, socket, runs)
	if err != nil || mixed == "" {
		return err
	}
	_, err = fmt.Fprintf(stderr, "navsim: navd already has episodes of run %s, and `navd report` will count them too; choose another --run to keep them apart\n", mixed)
	return err
}
