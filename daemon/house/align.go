package house

import "navd/daemon/nav"

// How an alignment came to be.
type How string

// The ways to an alignment.
const (
	Given  How = "given" // the caller said the pose
	First  How = "first" // the house was empty: its frame is that of the episode
	Docked How = "dock"  // a named start, confirmed by the first scan
	Scans  How = "scans" // found from what scans showed
	Drift  How = "drift" // the one before, corrected by what a scan showed
)

// Alignment says where the frame of an episode is in the house frame, from a step on.
type Alignment struct {
	Version int       `json:"version"`          // from 1 in the episode
	Seq     int       `json:"seq"`              // first step for which it counts
	Frame   nav.Frame `json:"frame"`            // pose of the episode's origin in the house frame
	How     How       `json:"how"`              // how it came to be
	Scans   int       `json:"scans"`            // scans that support it
	Score   float64   `json:"score"`            // natural logarithm of how much likelier it is than that the robot is at an unknown place
	Margin  float64   `json:"margin"`           // the same compared with all other known places; 0: these were not searched
	Undone  string    `json:"undone,omitempty"` // why it does not count any more
	Until   int       `json:"until,omitempty"`  // step at which it was undone
}

// Pose converts a pose of the episode to the house frame.
func (a Alignment) Pose(p nav.Pose) nav.Pose { return a.Frame.In(p) }
