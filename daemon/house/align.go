package house

import "navd/daemon/nav"

// How an alignment came to be.
type How string

// The ways to an alignment.
const (
	Given  How = "given" // the caller said the pose
	First  How = "first" // the house was empty: its frame is that of the episode
	Docked How = "dock"  // a named start, borne out by the first scan
	Scans  How = "scans" // found by what scans showed
	Drift  How = "drift" // the one before, moved by what a scan showed
)

// Alignment is where the frame of an episode lies in the house frame, from a step on.
type Alignment struct {
	Version int       `json:"version"`          // from 1 in the episode
	Seq     int       `json:"seq"`              // step from which on it counts
	Frame   nav.Frame `json:"frame"`            // pose of the episode's origin in the house frame
	How     How       `json:"how"`              // how it came to be
	Scans   int       `json:"scans"`            // that speak for it
	Score   float64   `json:"score"`            // natural logarithm of how much better it explains the scans than nothing known does
	Margin  float64   `json:"margin"`           // the same against the second-best place; 0 where nobody looked for one
	Undone  string    `json:"undone,omitempty"` // why it does not count any more
	Until   int       `json:"until,omitempty"`  // step at which it was undone
}

// Pose gives a pose of the episode in the house frame.
func (a Alignment) Pose(p nav.Pose) nav.Pose { return a.Frame.In(p) }
