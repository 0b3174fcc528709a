package robot

import (
	"cmp"
	"fmt"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/words"
)

// Visit is one search of a robot that visits the same house again and again.
type Visit struct {
	Map     *world.Map // the house at that time
	Goal    *world.Goal
	Episode world.Episode
	Before  int // earlier visits for the same thing
}

// Visiting says how often a robot visits a house, and for what.
type Visiting struct {
	Targets     int    // things to search for, 1 to 99
	Repetitions int    // searches for each of them, 1 to 99
	Seed        uint64 // of things, starts and their order
	Dock        bool   // all visits begin at the same spot; otherwise each at another one
}

// Visits returns the visits to a house in order. Things and their order are the same with a
// dock and without. Every thing is at least 4 m from every start of a search for it, along
// the way. If a house has fewer things, there are visits for these; if it has less than
// two, there are none. Ids are HOUSE-vN. Numbers that are not 1 to 99 are fault.Invalid.
func Visits(m *world.Map, v Visiting) ([]Visit, error) {
	if err := cmp.Or(check99("targets", v.Targets), check99("repetitions", v.Repetitions)); err != nil {
		return nil, err
	}
	rng := lots(v.Seed, m.House().ID, "visits")
	dock := m.RandomStart(rng)
	goals, err := v.goals(m, dock)
	if err != nil || len(goals) < 2 {
		return nil, err
	}
	var order []int
	for i := range goals {
		for range v.Repetitions {
			order = append(order, i)
		}
	}
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	seen := make([]int, len(goals))
	var all []Visit
	for _, i := range order {
		start, ok := dock, true
		if !v.Dock {
			start, ok = startFor(m, goals[i], rng.Uint64())
		}
		e, found := goals[i].Episode(start)
		if !ok || !found {
			continue
		}
		e.ID, e.MaxSteps = fmt.Sprintf("%s-v%d", m.House().ID, len(all)+1), maxSteps
		all = append(all, Visit{Map: m, Goal: goals[i], Episode: e, Before: seen[i]})
		seen[i]++
	}
	return all, nil
}

// goals chooses the things: those at least 4 m from the dock along the way, each key once.
func (v Visiting) goals(m *world.Map, dock world.Pose) (goals []*world.Goal, err error) {
	var taken []words.Key
	for _, target := range shuffled(m, v.Seed) {
		goal, err := reachable(m, target)
		if err != nil {
			return nil, err
		}
		key := words.ObjectKey(target)
		if slices.Contains(taken, key) || !farOff(goal, dock) {
			continue
		}
		if taken, goals = append(taken, key), append(goals, goal); len(goals) == v.Targets {
			break
		}
	}
	return goals, nil
}

// startFor chooses a start at least 4 m from a goal along the way; false if it finds none.
func startFor(m *world.Map, goal *world.Goal, seed uint64) (world.Pose, bool) {
	rng := lots(seed, m.House().ID, "start")
	for range 200 {
		if start := m.RandomStart(rng); farOff(goal, start) {
			return start, true
		}
	}
	return world.Pose{}, false
}
