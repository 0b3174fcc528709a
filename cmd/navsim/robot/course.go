package robot

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/words"
)

// Course is one thing to search for in one house, again and again, each time from another
// start.
type Course struct {
	Map      *world.Map
	Goal     *world.Goal
	Truth    *Truth
	Episodes []world.Episode // one per repetition, in order
	Drawn    bool            // one of those chosen from all targets of the house
	Wrong    bool            // general knowledge misleads: see [Truth.Misleads]
}

// Draw says how many courses to make in a house.
type Draw struct {
	Targets     int    // courses chosen from all targets of the house, and as many from those that mislead; 1 to 99
	Repetitions int    // searches per course, 1 to 99
	Seed        uint64 // of targets and starts
}

// Courses makes the courses in a house. The targets are put in a random order by seed and
// house; then the first Draw.Targets of all are taken, and as many of those where general
// knowledge misleads, which may be the same ones. The starts of a course are different
// cells, at least 4 m from the nearest instance, along the way. A target without enough
// starts is left out, and so is one that has the same key as an earlier one in package
// words: what a user says of a sofa also counts for a loveseat. Ids are HOUSE-TARGET-rN,
// with repetitions from 1. Numbers that are not 1 to 99 are fault.Invalid.
func Courses(m *world.Map, d Draw) ([]Course, error) {
	if err := cmp.Or(check99("targets", d.Targets), check99("repetitions", d.Repetitions)); err != nil {
		return nil, err
	}
	var courses []Course
	drawn, wrong := 0, 0
	taken := map[words.Key]bool{}
	for _, target := range shuffled(m, d.Seed) {
		truth := NewTruth(m, target)
		misleads := truth.Misleads()
		if taken[truth.target] || drawn >= d.Targets && (wrong >= d.Targets || !misleads) {
			continue
		}
		c, ok, err := d.course(m, target)
		if err != nil {
			return nil, fmt.Errorf("house %s: %w", m.House().ID, err)
		}
		if !ok {
			continue
		}
		c.Truth, c.Drawn, c.Wrong = truth, drawn < d.Targets, misleads
		taken[truth.target] = true
		drawn++
		if misleads {
			wrong++
		}
		courses = append(courses, c)
	}
	return courses, nil
}

// shuffled returns the targets of a house in the order in which they are chosen.
func shuffled(m *world.Map, seed uint64) []string {
	targets := m.Targets()
	lots(seed, m.House().ID).Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	return targets
}

// reachable returns the goal of all things of a type that a robot can get to.
func reachable(m *world.Map, target string) (*world.Goal, error) {
	var reached []string
	for o := range m.House().All() {
		if o.Type == target && m.Reachable(o) {
			reached = append(reached, o.ID)
		}
	}
	return m.Goal(target, reached)
}

// farOff reports whether a goal is at least 4 m away, along the way.
func farOff(goal *world.Goal, from world.Pose) bool {
	metres := goal.Distance(from.Point())
	return metres >= minDistance && !math.IsInf(metres, 1)
}

// course chooses the starts for one target; false when there are not enough.
func (d Draw) course(m *world.Map, target string) (Course, bool, error) {
	goal, err := reachable(m, target)
	if err != nil {
		return Course{}, false, err
	}
	c := Course{Map: m, Goal: goal}
	rng := lots(d.Seed, m.House().ID, target)
	var taken []world.Point
	for range 100 * d.Repetitions {
		start := m.RandomStart(rng)
		if slices.Contains(taken, start.Point()) || !farOff(goal, start) {
			continue
		}
		e, ok := goal.Episode(start)
		if !ok {
			continue
		}
		taken = append(taken, start.Point())
		e.ID = fmt.Sprintf("%s-%s-r%d", m.House().ID, target, len(taken))
		e.MaxSteps = maxSteps
		if c.Episodes = append(c.Episodes, e); len(taken) == d.Repetitions {
			return c, true, nil
		}
	}
	return Course{}, false, nil
}
