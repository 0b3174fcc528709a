package ipc

import (
	"encoding/json"
	"time"

	"navd/daemon/episode"
	"navd/daemon/nav"
)

// BeginParams are the parameters of episode.begin.
type BeginParams struct {
	Goal          string       `json:"goal" min:"1" max:"200"`                // what to look for, e.g. "sofa"
	Name          string       `json:"name,omitempty" max:"200"`              // the controller's own name of the episode
	Run           string       `json:"run,omitempty" max:"200"`               // experiment it belongs to, default "default"
	SceneID       string       `json:"scene_id,omitempty" max:"500"`          // house or building
	Frame         string       `json:"frame,omitempty" max:"100"`             // frame of the start pose, default "odom"
	Instruction   string       `json:"instruction,omitempty" max:"4000"`      // the user's order in words
	Condition     string       `json:"condition,omitempty" max:"200"`         // experimental condition
	Use           *Use         `json:"use,omitempty"`                         // parts of the memory to use, all by default
	Seed          *int64       `json:"seed,omitempty"`                        // recorded for repetition
	StartDistance *float64     `json:"start_distance,omitempty" allow:"0.."`  // straight distance to the goal, metres
	ShortestPathM *float64     `json:"shortest_path_m,omitempty" allow:"0.."` // l of SPL, metres
	Config        *BeginConfig `json:"config,omitempty"`                      // deviations from the daemon's configuration
	PoseSource    string       `json:"pose_source,omitempty" allow:"dead_reckoning|odom"`
	Key           string       `json:"key,omitempty" max:"128"` // same key and content: the stored answer
}

// Use switches parts of the memory off for an experiment. Absent means on.
type Use struct {
	Context *bool `json:"context,omitempty"` // the Navigation Context and what the local planner takes from it
}

// BeginConfig overrides the navigation defaults for one episode.
type BeginConfig struct {
	ForwardM        *float64      `json:"forward_m,omitempty"`
	TurnDeg         *float64      `json:"turn_deg,omitempty"`
	SceneEvery      *int          `json:"scene_every,omitempty"`
	QueueSize       *int          `json:"queue_size,omitempty"`
	LocalizeRadiusM *float64      `json:"localize_radius_m,omitempty"`
	StuckWindow     *int          `json:"stuck_window,omitempty"`
	AnchorEvery     *int          `json:"anchor_every,omitempty"`
	DwellSteps      *int          `json:"dwell_steps,omitempty"`
	StuckRule       string        `json:"stuck_rule,omitempty" allow:"progress|literal|site"`
	PlanTriggers    []nav.Trigger `json:"plan_triggers,omitempty" allow:"episode_start|stop_without_goal|stuck|ababa"`
}

// BeginResult is the answer to episode.begin.
type BeginResult struct {
	Episode  string       `json:"episode"`
	Place    nav.Where    `json:"place"`
	Anchor   nav.AnchorID `json:"anchor"`
	PlanDue  nav.Due      `json:"plan_due"`
	SceneDue nav.Due      `json:"scene_due"`
}

// GoalParams are the parameters of episode.goal.
type GoalParams struct {
	Episode string `json:"episode" min:"1" max:"128"`
	Goal    string `json:"goal" min:"1" max:"200"`
	Key     string `json:"key,omitempty" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p GoalParams) Turn() string { return p.Episode }

// GoalResult is the answer to episode.goal.
type GoalResult struct {
	Episode string  `json:"episode"`
	Goal    string  `json:"goal"`
	PlanDue nav.Due `json:"plan_due"`
}

// EndParams are the parameters of episode.end.
type EndParams struct {
	Episode        string   `json:"episode" min:"1" max:"128"`
	Success        *bool    `json:"success,omitempty"`
	DistanceToGoal *float64 `json:"distance_to_goal,omitempty" allow:"0.."` // metres
	ShortestPathM  *float64 `json:"shortest_path_m,omitempty" allow:"0.."`  // l of SPL, when begin did not know it
	PathM          *float64 `json:"path_m,omitempty" allow:"0.."`           // metres really walked
	Steps          *int     `json:"steps,omitempty" allow:"0.."`            // the controller's own count
	Reason         string   `json:"reason,omitempty" allow:"stop|limit|reset|exit"`
	Key            string   `json:"key,omitempty" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p EndParams) Turn() string { return p.Episode }

// EndResult is the answer to episode.end.
type EndResult struct {
	Episode string          `json:"episode"`
	Metrics episode.Metrics `json:"metrics"`
}

// EpisodeParams name one episode.
type EpisodeParams struct {
	Episode string `json:"episode" min:"1" max:"128"`
}

// DeleteParams are the parameters of episode.delete.
type DeleteParams struct {
	Episode string `json:"episode" min:"1" max:"128"`
}

// Turn names the episode whose order the call keeps.
func (p DeleteParams) Turn() string { return p.Episode }

// DeleteResult is the answer to episode.delete.
type DeleteResult struct {
	Episode string `json:"episode"`
	Records int    `json:"records"` // removed
}

// EpisodeListParams are the filters of episode.list.
type EpisodeListParams struct {
	Run       string    `json:"run,omitempty" max:"200"`
	SceneID   string    `json:"scene_id,omitempty" max:"500"`
	Goal      string    `json:"goal,omitempty" max:"200"`
	Condition string    `json:"condition,omitempty" max:"200"`
	Since     time.Time `json:"since,omitzero"` // begun at or after
	Until     time.Time `json:"until,omitzero"` // begun before
	Limit     int       `json:"limit,omitempty" allow:"1..1000"`
	Cursor    string    `json:"cursor,omitempty" max:"200"`
}

// EpisodeListResult is one page of episodes, newest first.
type EpisodeListResult struct {
	Episodes []episode.Episode `json:"episodes"`
	Cursor   string            `json:"cursor,omitempty"` // give it back for the next page
}

// LogParams are the parameters of episode.log.
type LogParams struct {
	Episode  string   `json:"episode" min:"1" max:"128"`
	AfterSeq int      `json:"after_seq,omitempty" allow:"0.."` // only entries of later steps
	Kinds    []string `json:"kinds,omitempty" allow:"step|event|plan|scene|feedback"`
	Limit    int      `json:"limit,omitempty" allow:"1..1000"`
	Cursor   string   `json:"cursor,omitempty" max:"200"`
}

// LogResult is one page of an episode's log, oldest first.
type LogResult struct {
	Entries []LogEntry `json:"entries"`
	Cursor  string     `json:"cursor,omitempty"`
}

// LogEntry is one line of an episode's log. Data depends on the kind: the step
// with its answer, the event, the whole plan record, or the scene sample.
type LogEntry struct {
	Kind string          `json:"kind"`
	Seq  int             `json:"seq"`
	N    int             `json:"n"` // order of creation in the episode
	Time time.Time       `json:"time"`
	Data json.RawMessage `json:"data"`
}
