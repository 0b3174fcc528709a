package episode

import (
	"time"

	"navd/daemon/nav"
)

// Status says whether an episode still runs.
type Status string

// The states of an episode.
const (
	Open  Status = "open"
	Ended Status = "ended"
)

// DefaultRun is the run of episodes that name none.
const DefaultRun = "default"

// Use says which parts of the memory an episode works with.
type Use struct {
	Context bool `json:"context"` // the Navigation Context, and what the local planner takes from it
}

// Episode is one search for one goal after another on one map.
type Episode struct {
	ID            string      `json:"episode"`
	Goal          string      `json:"goal"`
	Name          string      `json:"name,omitempty"`
	Run           string      `json:"run"`
	SceneID       string      `json:"scene_id,omitempty"`
	Frame         string      `json:"frame"`
	Instruction   string      `json:"instruction,omitempty"`
	Condition     string      `json:"condition,omitempty"`
	Use           Use         `json:"use"`
	Seed          *int64      `json:"seed,omitempty"`
	StartDistance *float64    `json:"start_distance,omitempty"`  // metres
	ShortestPathM *float64    `json:"shortest_path_m,omitempty"` // l of SPL, metres
	PoseSource    string      `json:"pose_source"`
	Config        nav.Config  `json:"config"`
	Prompt        nav.Prompt  `json:"system_prompt"`
	Status        Status      `json:"status"`
	Began         time.Time   `json:"began"`
	Ended         time.Time   `json:"ended,omitzero"`
	End           *End        `json:"end,omitempty"`
	Metrics       *Metrics    `json:"metrics,omitempty"`   // once ended
	GoalBase      *nav.Counts `json:"goal_base,omitempty"` // totals when the last goal was given
}

// End is what the controller says when an episode ends.
type End struct {
	Success        *bool    `json:"success,omitempty"`
	DistanceToGoal *float64 `json:"distance_to_goal,omitempty"` // metres
	PathM          *float64 `json:"path_m,omitempty"`           // metres really walked
	Steps          *int     `json:"steps,omitempty"`
	Reason         string   `json:"reason,omitempty"`
}
