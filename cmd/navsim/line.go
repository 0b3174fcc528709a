package main

import (
	"math"

	"navd/daemon/episode"
)

// line is one episode in the output of --json.
type line struct {
	Name      string          `json:"name"`
	House     string          `json:"house"`
	Target    string          `json:"target"`
	Episode   string          `json:"episode"` // id in navd
	Success   bool            `json:"success"`
	SPL       float64         `json:"spl"`
	SoftSPL   float64         `json:"soft_spl"`
	Steps     int             `json:"steps"`
	Plans     int             `json:"plans"`
	PathM     float64         `json:"path_m"`               // metres really walked
	ShortestM *float64        `json:"shortest_m,omitempty"` // absent when no way leads to the thing
	DistanceM *float64        `json:"distance_m,omitempty"` // from the thing at the end, along the shortest way
	Reason    string          `json:"reason"`               // stop or limit
	Metrics   episode.Metrics `json:"metrics"`              // as navd counts them
}

func lineOf(r result) line {
	o, e := r.Outcome, r.record
	return line{
		Name: e.Name, House: e.SceneID, Target: e.Goal, Episode: e.ID,
		Success: o.Success, SPL: share(e.Metrics.SPL), SoftSPL: share(e.Metrics.SoftSPL),
		Steps: o.Steps, Plans: o.Plans, PathM: o.PathM, ShortestM: finite(o.Shortest), DistanceM: finite(o.Distance),
		Reason: o.Reason, Metrics: o.Metrics,
	}
}

// share returns a share of the metrics, 0 if it is unknown.
func share(v *float64) float64 {
	if v == nil {
		return 0
	}
	return *v
}

// finite returns a length as JSON can have it: nil if it is infinite or not a number.
func finite(metres float64) *float64 {
	if math.IsInf(metres, 0) || math.IsNaN(metres) {
		return nil
	}
	return &metres
}
