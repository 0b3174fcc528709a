package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"navd/cmd/navsim/robot"
	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/ipc"
)

// The sets of courses.
const (
	allSet   = "all"
	wrongSet = "wrong"
)

// teachArm is one kind of user, and what the robot does with the corrections.
type teachArm struct {
	name  string
	voice robot.Voice
	deaf  bool // the robot does not use them
	kept  bool // the house is kept from search to search, and the robot says its true pose in it
}

// allTeachArms lists all arms, in the order in which they are run by default.
func allTeachArms() []teachArm {
	return []teachArm{
		{name: "silent"}, {name: "deaf", voice: robot.Denies, deaf: true}, {name: "denies", voice: robot.Denies},
		{name: "tells", voice: robot.Tells}, {name: "both", voice: robot.Both},
	}
}

// teachArms returns the arms of these names in their order; without names, all. It
// refuses a single one, which could not be compared.
func teachArms(names []string) ([]teachArm, error) {
	all := allTeachArms()
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, a := range all {
		known = append(known, a.name)
	}
	if err := checkList("--arm", names, known...); err != nil {
		return nil, err
	}
	if len(names) < 2 {
		return nil, fault.Field("--arm", strings.Join(names, ","), "two or more")
	}
	var arms []teachArm
	for _, name := range names {
		arms = append(arms, all[slices.Index(known, name)])
	}
	return arms, nil
}

// withHouse returns the arms, and after them the same arms with a kept house.
func withHouse(arms []teachArm) []teachArm {
	all := slices.Clone(arms)
	for _, a := range arms {
		a.name, a.kept = a.name+"+house", true
		all = append(all, a)
	}
	return all
}

// lessons are all courses, to be made with each profile and arm.
type lessons struct {
	teachFlags
	arms     []teachArm
	profiles []world.Profile
	houses   [][]robot.Course // of each house that has one in a set
}

// add takes the courses of a house that belong to a set.
func (l *lessons) add(courses []robot.Course) {
	kept := slices.DeleteFunc(courses, func(c robot.Course) bool {
		return !slices.ContainsFunc(l.sets, func(set string) bool { return inSet(c, set) })
	})
	if len(kept) > 0 {
		l.houses = append(l.houses, kept)
	}
}

func inSet(c robot.Course, set string) bool {
	return set == allSet && c.Drawn || set == wrongSet && c.Wrong
}

// trial is one search, and what the simulated user said in it.
type trial struct {
	stay
	course     *robot.Course
	repetition int // from 0
	result
	talk robot.Talk
	said int // in the course, this search included
}

// stay is all courses in one house with one profile and arm, one after the other.
type stay struct {
	profile, arm int // indices
	courses      []robot.Course
}

// stays lists all stays, house by house.
func (l *lessons) stays() (all []stay) {
	for _, courses := range l.houses {
		for p := range l.profiles {
			for a := range l.arms {
				all = append(all, stay{p, a, courses})
			}
		}
	}
	return all
}

// runName is the run under which the episodes of a profile and an arm are filed.
func (l *lessons) runName(profile, arm int) string {
	return fmt.Sprintf("%s/%s/%s", l.name, l.profiles[profile].Name, l.arms[arm].name)
}

// runs names the runs of all profiles and arms.
func (l *lessons) runs() (names []string) {
	for p := range l.profiles {
		for a := range l.arms {
			names = append(names, l.runName(p, a))
		}
	}
	return names
}

// count returns the number of searches.
func (l *lessons) count() (n int) {
	for _, courses := range l.houses {
		n += len(courses) * l.repetitions * len(l.profiles) * len(l.arms)
	}
	return n
}

// teach makes all searches and returns them in the order of the stays. The first error ends
// it and is returned with the searches until then.
func (l *lessons) teach(ctx context.Context, socket string) ([]trial, error) {
	if err := l.fresh(ctx, socket, l.runs(), "what was said in them"); err != nil {
		return nil, err
	}
	return gather(ctx, l.workers(socket, l.count()), l.stays(), l.stay)
}

// progress is how far so many searches are.
func (l *lessons) progress(done int) progress {
	return progress{Done: done, Of: l.count(), unit: "searches"}
}

// stay makes the searches of all courses in a house.
func (l *lessons) stay(ctx context.Context, navd ipc.Caller, s stay, done func()) (all []trial, err error) {
	run, arm := l.runName(s.profile, s.arm), l.arms[s.arm]
	for i := range s.courses {
		course := &s.courses[i]
		scene := run + "/" + course.Map.House().ID
		oracle := robot.NewOracle(navd, arm.voice, scene, course.Truth)
		said := 0
		for n, e := range course.Episodes {
			t := robot.Task{
				Map: course.Map, Goal: course.Goal, Episode: e, Arm: robot.Arm{Name: arm.name, Use: &ipc.Use{Grounding: new(!arm.deaf)}},
				Profile: l.profiles[s.profile], Seed: l.seed, Run: run, Rays: robot.ScanRays,
			}
			if arm.kept {
				id := strings.ReplaceAll(scene, "/", " ") + " " + e.Target
				t.House = &ipc.BeginHouse{ID: id, Start: &ipc.HouseStart{Pose: new(robot.PoseOf(e.Start))}}
			}
			r, err := runOne(ctx, oracle, t)
			if err != nil {
				return all, fmt.Errorf("arm %s, episode %s: %w", arm.name, e.ID, err)
			}
			talk := oracle.Take()
			said += talk.Said
			all = append(all, trial{s, course, n, r, talk, said})
			done()
		}
	}
	return all, nil
}
