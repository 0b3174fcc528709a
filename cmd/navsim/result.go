package main

import (
	"cmp"
	"time"

	"navd/cmd/navsim/robot"
	"navd/daemon/episode"
)

// result is the result of one episode.
type result struct {
	robot.Outcome
	record episode.Episode // as reports count it
	index  int             // of its task
}

// counted is the search as reports count it.
func (r result) counted() episode.Episode { return r.record }

// recordOf returns a search as reports count it: success, lengths and steps are measured
// by the simulator, the rest is counted by navd.
func recordOf(t robot.Task, o robot.Outcome, began, ended time.Time) episode.Episode {
	shortest, left := finite(o.Shortest), finite(o.Distance)
	m := o.Metrics
	m.Success, m.DistanceToGoal, m.Steps, m.PathM, m.SPL, m.SoftSPL = &o.Success, left, o.Steps, o.PathM, nil, nil
	if shortest != nil {
		m.SPL = new(episode.SPL(o.Success, *shortest, o.PathM))
	}
	if shortest != nil && left != nil {
		m.SoftSPL = new(episode.SoftSPL(*left, *shortest, o.PathM))
	}
	return episode.Episode{
		ID: o.Episode, Goal: t.Episode.Target, Name: t.Episode.ID, Run: t.Run, SceneID: t.Episode.House,
		Arm: t.Arm.Name, Condition: cmp.Or(t.Arm.Condition, "C1"), Seed: new(int64(t.Seed)), ShortestPathM: shortest,
		Status: episode.Ended, Began: began, Ended: ended, Metrics: &m,
		End: &episode.End{Success: &o.Success, DistanceToGoal: left, PathM: &o.PathM, Steps: &o.Steps, Reason: o.Reason},
	}
}
