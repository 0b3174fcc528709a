package think

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"navd/daemon/nav"
)

// Proposal is an action with the thought behind it.
type Proposal struct {
	Thought string
	Action  string // "Simulate[-30]"
}

// enough is how many ways a simulated robot goes before the proposer answers.
const enough = 2

// Propose gives the actions that are worth trying from a state, the best first, at most n,
// without a model. It simulates the ways that are worth most; after two of them, or when no
// other way is left, it answers with the first.
func (m *Memory) Propose(s State, n int) (out []Proposal) {
	ranked := m.ranked(s)
	if len(s.Taken) >= enough || len(s.Taken) > 0 && len(ranked) == 0 {
		first := m.Ways[s.Taken[0]]
		answer := Proposal{
			Thought: fmt.Sprintf("going there is worth %.2f: %s", m.Value(s), first.Why),
			Action:  fmt.Sprintf("Finish[angle=%s; goal_scene_type=%s; why=%s]", number(first.Angle), room(first.Room), first.Why),
		}
		return append(out, answer)
	}
	for _, i := range ranked {
		if len(out) == n {
			break
		}
		w := m.Ways[i]
		angle := w.Angle
		if s.At != nil {
			angle = nav.NormDeg(s.At.Bearing(w.End) - m.View0)
		}
		if m.wayAlong(s, angle) != i {
			continue // another way begins there
		}
		out = append(out, Proposal{
			Thought: fmt.Sprintf("%s, chance %.2f, %.0f%% new", room(w.Room), w.Chance, 100*w.New),
			Action:  fmt.Sprintf("Simulate[%s]", number(angle)),
		})
	}
	return out
}

func number(deg float64) string { return fmt.Sprintf("%g", math.Round(deg*10)/10+0) }

// ranked gives the indexes of the ways that are allowed and not taken, sorted by the value
// of the state with the way in it, the highest first.
func (m *Memory) ranked(s State) (all []int) {
	worth := map[int]float64{}
	for i, w := range m.Ways {
		if _, is := m.banned(w.View); is || slices.Contains(s.Taken, i) {
			continue
		}
		worth[i] = m.Value(State{Taken: append(slices.Clone(s.Taken), i)})
		all = append(all, i)
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return all
}

// patience is the factor on the worth of finding the goal for each step until then: after 70
// steps a find is worth half.
const patience = 0.99

// Value is what the ways of a state are worth together, 0..1: the sum over the ways of the
// chance that the goal is found there first, discounted by patience for each step until
// then. A state without ways is worth 0.
func (m *Memory) Value(s State) (v float64) {
	missed, steps, last := 1.0, 0.0, -1
	for _, i := range s.Taken {
		if i < 0 || i >= len(m.Ways) {
			continue
		}
		if last < 0 {
			steps += m.Ways[i].Steps
		} else {
			steps += perScan + perMetre*m.toEnd(m.Ways[last].End, m.near[last], i)
		}
		v += missed * m.Ways[i].Chance * math.Pow(patience, steps)
		missed *= 1 - m.Ways[i].Chance
		last = i
	}
	return v
}

// Toward turns a state into an answer: the first way that its simulated robot took; nil when
// it took none.
func (m *Memory) Toward(s State) *Answer {
	if len(s.Taken) == 0 || s.Taken[0] < 0 || s.Taken[0] >= len(m.Ways) {
		return nil
	}
	w := m.Ways[s.Taken[0]]
	return &Answer{Angle: &w.Angle, Scene: w.Room, Why: w.Why}
}
