package robot

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/words"
)

// Course is one thing to look for in one house, again and again, each time from
// another start.
type Course struct {
	Map      *world.Map
	Goal     *world.Goal
	Truth    *Truth
	Episodes []world.Episode // one a repetition, in their order
	Drawn    bool            // it is one of those drawn from all targets of the house
	Wrong    bool            // general knowledge leads astray: see [Truth.Misleads]
}

// Draw says how many courses a house is to give.
type Draw struct {
	Targets     int    // courses drawn from all targets of the house, and as many from those that mislead; at most 99
	Repetitions int    // searches a course, at most 99
	Seed        uint64 // of targets and starts
}

// Courses draws courses in a house. Targets are drawn by a hash of house and
// name: the first so many of all, and the first so many of those where general
// knowledge leads astray, which may be the same. Starts are different cells, at
// least 4 m of way from the nearest instance. A target without so many starts is
// passed over, and so is one that people call by the name of an earlier one: what
// is said of a sofa is said of a loveseat. No planner is looked at. Ids are HOUSE-TARGET-rN, repetitions counted from 1. Numbers that are
// not 1 to 99 are fault.Invalid.
func Courses(m *world.Map, d Draw) ([]Course, error) {
	if err := cmp.Or(check99("targets", d.Targets), check99("repetitions", d.Repetitions)); err != nil {
		return nil, err
	}
	var courses []Course
	drawn, wrong := 0, 0
	taken := map[words.Key]bool{}
	for _, target := range d.shuffled(m) {
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

// shuffled gives the targets of a house in the order in which they are drawn.
func (d Draw) shuffled(m *world.Map) []string {
	targets := m.Targets()
	lots(d.Seed, m.House().ID).Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
	return targets
}

// reachable gives the things of a type that can be walked to as a goal.
func reachable(m *world.Map, target string) (*world.Goal, error) {
	var reached []string
	for o := range m.House().All() {
		if o.Type == target && m.Reachable(o) {
			reached = append(reached, o.ID)
		}
	}
	return m.Goal(target, reached)
}

// course draws the starts of one target; false when there are not enough.
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
		if metres := goal.Distance(start.Point()); slices.Contains(taken, start.Point()) || metres < minDistance || math.IsInf(metres, 1) {
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
