package robot

import (
	"fmt"
	"math"
	"slices"

	"navd/cmd/navsim/world"
	"navd/daemon/fault"
	"navd/daemon/words"
)

// Where the searches of a [Life] begin.
const (
	FromLast    = "last"    // where the last one ended
	FromDock    = "dock"    // at one spot, facing one way or the opposite
	FromUnknown = "unknown" // anywhere
)

// MaxLife is how many searches a [Life] may have.
const MaxLife = 1000

// Life describes the searches of a robot that stays in one house.
type Life struct {
	Searches int     // 1 to 1,000
	Start    string  // where they begin: last, dock or unknown
	Moved    float64 // share of the movable things that are put into another room before each next search, 0 to 1
	Seed     uint64  // of things, starts, and what is moved
}

// turns is how many things the searches of a life are for.
const turns = 6

// Visits returns the searches of a life in order: for six things by turns, each at least
// 4 m from the start, along the way, or as far away as possible. A search that begins where
// the last one ended begins where the shortest way to the last goal ends, so that all
// robots begin at the same spots, whether they found it or not. A house in which no thing
// can be reached has none. Ids are HOUSE-lN.
func (l Life) Visits(m *world.Map) (all []Visit, err error) {
	if l.Searches < 1 || l.Searches > MaxLife {
		return nil, fault.Field("searches", l.Searches, fmt.Sprintf("1..%d", MaxLife))
	}
	id := m.House().ID
	rng, moves := lots(l.Seed, id, "life", l.Start), lots(l.Seed, id, "moved")
	dock := m.RandomStart(lots(l.Seed, id, "dock"))
	at, pool := dock, shuffled(m, l.Seed)
	var mine []string // the things searched for so far, the one of longest ago first
	for n := range l.Searches {
		if n > 0 && l.Moved > 0 {
			if m, err = m.Moved(l.Moved, moves.Uint64(), at.Point(), dock.Point()); err != nil {
				return nil, err
			}
		}
		switch l.Start {
		case FromDock:
			at = dock.Turned(180 * float64(rng.IntN(2)))
		case FromUnknown:
			at = m.RandomStart(rng)
		}
		goal, err := nextGoal(m, at, mine, pool)
		if err != nil {
			return nil, err
		}
		e, ok := world.Episode{}, goal != nil
		if ok {
			e, ok = goal.Episode(at)
		}
		if !ok {
			return all, nil
		}
		e.ID, e.MaxSteps = fmt.Sprintf("%s-l%d", id, n+1), maxSteps
		mine = append(slices.DeleteFunc(mine, func(t string) bool { return t == e.Target }), e.Target)
		all = append(all, Visit{Map: m, Goal: goal, Episode: e, Before: slices.IndexFunc(all, func(v Visit) bool { return v.Episode.Target == e.Target }) + 1})
		at = endOf(e)
	}
	return all, nil
}

// nextGoal returns the next thing to search for: a new one until there are six, then the
// one of longest ago. It takes the first that is at least 4 m away, or else the farthest;
// nil when no way leads to any.
func nextGoal(m *world.Map, at world.Pose, mine, pool []string) (best *world.Goal, err error) {
	var fresh []string
	for _, t := range pool {
		if !slices.ContainsFunc(mine, func(other string) bool { return words.ObjectKey(other).Equal(words.ObjectKey(t)) }) {
			fresh = append(fresh, t)
		}
	}
	in := slices.Concat(fresh, mine)
	if len(mine) >= turns || len(fresh) == 0 {
		in = mine
	}
	far := -1.0
	for _, target := range in {
		goal, err := reachable(m, target)
		if err != nil {
			return nil, err
		}
		metres := goal.Distance(at.Point())
		if math.IsInf(metres, 1) || metres <= far {
			continue
		}
		if best, far = goal, metres; far >= minDistance {
			break
		}
	}
	return best, nil
}

// endOf returns where the shortest way of an episode ends, and the robot's yaw there.
func endOf(e world.Episode) world.Pose {
	at := e.Start
	for _, p := range e.Path {
		to := world.Point{X: p[0], Z: p[1]}
		if to != at.Point() {
			at = world.Pose{X: to.X, Z: to.Z, Yaw: math.Mod(math.Round(at.Point().Toward(to)/world.ViewStep)*world.ViewStep, 360)}
		}
	}
	return at
}
