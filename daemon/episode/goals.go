package episode

import (
	"fmt"
	"slices"
	"time"
)

// MostGoals is how many earlier goals an episode keeps; the earliest make room.
const MostGoals = 1000

// Past is a search of an episode for an earlier goal, with its end and its figures.
type Past struct {
	Goal          string    `json:"goal"`                      // what was looked for
	Began         time.Time `json:"began"`                     // when it was given
	Ended         time.Time `json:"ended"`                     // when the next one was given
	StartDistance *float64  `json:"start_distance,omitempty"`  // straight to it from where it was given, metres
	ShortestPathM *float64  `json:"shortest_path_m,omitempty"` // to it from there, l of SPL, metres
	End           End       `json:"end"`                       // what the controller said of it
	Metrics       Metrics   `json:"metrics"`                   // its figures
}

// GoalBegan is when the present or last goal was given.
func (e Episode) GoalBegan() time.Time {
	if n := len(e.Goals); n > 0 {
		return e.Goals[n-1].Ended
	}
	return e.Began
}

// Pass files the present goal with its end and figures among the earlier ones.
func (e *Episode) Pass(at time.Time, end End, m Metrics) {
	past := Past{e.Goal, e.GoalBegan(), at, e.StartDistance, e.ShortestPathM, end, m}
	e.Goals = append(slices.Clone(e.Goals), past)
	e.Goals = slices.Delete(e.Goals, 0, max(0, len(e.Goals)-MostGoals))
}

// Searches gives the searches of an episode as episodes of their own, one for each goal,
// in their order: the unit of what reports count. An earlier goal counts if somebody said
// whether it was reached; its search has the id of the episode and its number, from 1. What
// past episodes had to do with one that does not count is counted with the last.
func (e Episode) Searches() (all []Episode) {
	last := e
	last.Began, last.Goals, last.Nth = e.GoalBegan(), nil, len(e.Goals)
	for i, p := range e.Goals {
		if p.End.Success == nil {
			if p.Metrics.Advice != nil && last.Metrics != nil {
				m := *last.Metrics
				m.Advice = new(p.Metrics.Advice.Add(m.Advice))
				last.Metrics = &m
			}
			continue
		}
		s := e
		s.Nth = i
		s.ID, s.Goal, s.Began, s.Ended, s.Status = fmt.Sprintf("%s/%d", e.ID, i+1), p.Goal, p.Began, p.Ended, Ended
		s.StartDistance, s.ShortestPathM, s.End, s.Metrics, s.Goals = p.StartDistance, p.ShortestPathM, &p.End, &p.Metrics, nil
		all = append(all, s)
	}
	return append(all, last)
}
