package ipc

import (
	"encoding/json"
	"time"

	"navd/daemon/episode"
	"navd/daemon/grounding"
	"navd/daemon/nav"
	"navd/daemon/ref"
)

// The methods of episode.
const (
	// EpisodeBegin begins an episode: place 1 of unknown type and anchor 1 at
	// the origin of its frame. A scene sample and a plan are due at once.
	//
	// Example: {"goal": "sofa", "run": "try", "seed": 7, "shortest_path_m": 6.2}
	EpisodeBegin Method[BeginParams, BeginResult] = "episode.begin"

	// EpisodeGoal gives an open episode a new goal on the same map: the queue
	// is emptied, scan sites stay, a plan is due, metrics count from here.
	//
	// Example: {"episode": "EPISODE", "goal": "bed"}
	EpisodeGoal Method[GoalParams, GoalResult] = "episode.goal"

	// EpisodeEnd ends an episode and gives its metrics. A second end gives the
	// stored answer, and names what it says otherwise in ignored. After the end new steps, observations and plans are conflicts.
	//
	// Example: {"episode": "EPISODE", "success": true, "distance_to_goal": 0.4, "path_m": 7.5, "reason": "stop"}
	EpisodeEnd Method[EndParams, EndResult] = "episode.end"

	// EpisodeGet gives an episode with its configuration and metrics.
	//
	// Example: {"episode": "EPISODE"}
	EpisodeGet Method[EpisodeParams, episode.Episode] = "episode.get"

	// EpisodeList gives episodes, newest first.
	//
	// Example: {"run": "try", "limit": 10}
	EpisodeList Method[EpisodeListParams, EpisodeListResult] = "episode.list"

	// EpisodeLog gives an episode's log in order of creation: steps, events,
	// plans, scene samples and feedback.
	//
	// Example: {"episode": "EPISODE", "kinds": ["event", "plan"]}
	EpisodeLog Method[LogParams, LogResult] = "episode.log"

	// EpisodeDelete removes an episode with all its records. It is gone at once; its
	// records are removed from the file in the background. What it added to a kept house
	// stays there.
	//
	// Example: {"episode": "EPISODE"}
	EpisodeDelete Method[DeleteParams, DeleteResult] = "episode.delete"
)

// BeginParams are the parameters of episode.begin.
type BeginParams struct {
	Goal           string          `json:"goal" min:"1" max:"200"`                            // what to look for, e.g. "sofa"
	Name           string          `json:"name,omitempty" max:"200"`                          // the controller's own name of the episode
	Run            string          `json:"run,omitempty" max:"200"`                           // experiment it belongs to, default "default"
	SceneID        string          `json:"scene_id,omitempty" max:"500"`                      // house or building, default the id of the house that it uses
	Frame          string          `json:"frame,omitempty" max:"100"`                         // frame of the start pose; default "odom", a frame of this episode alone. Episodes in one scene_id that name the same other frame share it, for example when all start from a dock
	Instruction    string          `json:"instruction,omitempty" max:"4000"`                  // the user's order in words
	Arm            string          `json:"arm,omitempty" max:"200"`                           // your own name of the arm of an experiment
	Condition      string          `json:"condition,omitempty" max:"200"`                     // how past episodes advise it: C1 for not at all, C2, C2_silent or C2_eval_only to look for advice and not show it, C2_holdout:p to hold it back with chance p, a control arm, or one of episodic.conditions; default as configured
	Space          string          `json:"space,omitempty" max:"200"`                         // memory of past episodes that it reads and writes, default "default"
	Snapshot       string          `json:"snapshot,omitempty" max:"200"`                      // read the space as it was at this snapshot; records of the episode are still added to the space, as its condition says
	House          *BeginHouse     `json:"house,omitempty"`                                   // the kept house that it is in; default as house.default says, else none
	Use            *Use            `json:"use,omitempty"`                                     // parts of the memory to use, all by default
	GroundingFiles []GroundingFile `json:"grounding_files,omitempty" max:"100"`               // the user's own grounding files: always whole in the prompt
	Seed           *int64          `json:"seed,omitempty"`                                    // recorded for repetition. A condition that decides by lot draws by name, scene_id, goal, seed and number of the plan: what agrees in these has the same lot; without a name or a seed by the id of the episode
	StartDistance  *float64        `json:"start_distance,omitempty" allow:"0.."`              // straight distance to the goal, metres
	ShortestPathM  *float64        `json:"shortest_path_m,omitempty" allow:"0.."`             // shortest path from start to goal, the l of SPL, metres; with 0 SPL is 1 for a success
	Config         *BeginConfig    `json:"config,omitempty"`                                  // settings that replace those of the daemon's configuration
	PoseSource     string          `json:"pose_source,omitempty" allow:"dead_reckoning|odom"` // whether poses come from the actions or from odom in the steps, default dead_reckoning
	Key            string          `json:"key,omitempty" max:"128"`                           // same key and content: the stored answer
}

// Use switches parts of the memory off for an experiment. Absent means on.
type Use struct {
	Context   *bool      `json:"context,omitempty"`                                                                                                                  // the Navigation Context and what the local planner takes from it
	Grounding *bool      `json:"grounding,omitempty"`                                                                                                                // what users said: entries and files in prompts, claims for the local planner. What was said holds in its scene, or everywhere, for all runs, arms, conditions and spaces: false, or a scene_id for each arm, keeps the arms of an experiment apart
	Search    *bool      `json:"search,omitempty"`                                                                                                                   // a tree search when the robot circles, as lats.mode says
	Knowledge *bool      `json:"knowledge,omitempty"`                                                                                                                // rules, and what was learned
	Episodic  *bool      `json:"episodic,omitempty"`                                                                                                                 // past episodes, as the condition says
	House     *bool      `json:"house,omitempty"`                                                                                                                    // what is kept of the house
	Recent    bool       `json:"recent,omitempty"`                                                                                                                   // with context off: the last decisions, as a prompt lists them; off by default
	Without   []nav.Part `json:"without,omitempty" allow:"frontiers|newness|looks|visits|outcomes|sites|recall|straight|legs|seen|near|ranges|rooms|skips" max:"14"` // parts of the memory that the planner does not get
}

// BeginConfig overrides the navigation defaults for one episode.
type BeginConfig struct {
	ForwardM        *float64      `json:"forward_m,omitempty" setting:"nav.forward_m"`                 // length of one forward
	TurnDeg         *float64      `json:"turn_deg,omitempty" setting:"nav.turn_deg"`                   // angle of one turn
	SceneEvery      *int          `json:"scene_every,omitempty" setting:"nav.scene_every"`             // steps between scene samples
	QueueSize       *int          `json:"queue_size,omitempty" setting:"nav.queue_size"`               // records in the discovered-context queue
	LocalizeRadiusM *float64      `json:"localize_radius_m,omitempty" setting:"nav.localize_radius_m"` // radius of localization and of revisits
	StuckWindow     *int          `json:"stuck_window,omitempty" setting:"nav.stuck_window"`           // steps that the stuck rules look at
	AnchorEvery     *int          `json:"anchor_every,omitempty" setting:"nav.anchor_every"`           // forwards between anchors
	DwellSteps      *int          `json:"dwell_steps,omitempty" setting:"nav.dwell_steps"`             // steps until another room type becomes a place
	StuckRule       string        `json:"stuck_rule,omitempty" setting:"nav.stuck_rule"`               // the rule that raises stuck
	PlanTriggers    []nav.Trigger `json:"plan_triggers,omitzero" setting:"nav.plan_triggers"`          // what makes a plan due besides a new goal
	PlannerChain    []string      `json:"planner_chain,omitempty" setting:"planner.chain"`             // who is asked for a plan, in order, until one answers; empty: as the daemon is configured. nearest goes the nearest way that is not explored yet, whatever it shows
	LatsMode        string        `json:"lats_mode,omitempty" setting:"lats.mode"`                     // what a tree search does for the plan after the robot began to circle: off nothing, advise tells the planner, decide goes where a good answer says; default as the daemon is configured
}

// BeginResult is the answer to episode.begin.
type BeginResult struct {
	Episode  string              `json:"episode"`                     // id of the new episode
	Place    nav.Where           `json:"place"`                       // the start place, of unknown type
	Anchor   ref.AnchorID        `json:"anchor"`                      // the start anchor
	PlanDue  nav.Due             `json:"plan_due"`                    // whether a plan is wanted now
	ScanDue  nav.Due             `json:"scan_due"`                    // whether a look around is wanted before the first plan; not with reason known: the kept house knows where to look, and nav.plan needs no views. With reason near it knows that too, and the goal may be so near that the look shows it
	SceneDue nav.Due             `json:"scene_due"`                   // whether a scene sample is wanted now
	House    *HouseNow           `json:"house,omitempty"`             // the house that it is in, when it has one
	Skipped  []grounding.Skipped `json:"grounding_skipped,omitempty"` // grounding files that could not be used, and why
}

// GoalParams are the parameters of episode.goal.
type GoalParams struct {
	Episode string `json:"episode" min:"1" max:"128"` // id of an open episode
	Goal    string `json:"goal" min:"1" max:"200"`    // what to look for next

	// Of the goal until now, as in episode.end:
	Success        *bool    `json:"success,omitempty"`                      // whether it was reached; without it no report counts it
	DistanceToGoal *float64 `json:"distance_to_goal,omitempty" allow:"0.."` // metres
	PathM          *float64 `json:"path_m,omitempty" allow:"0.."`           // metres really walked for it
	Steps          *int     `json:"steps,omitempty" allow:"0.."`            // the controller's own count for it

	// Of the new goal, as in episode.begin:
	StartDistance *float64 `json:"start_distance,omitempty" allow:"0.."`  // straight distance to it, metres
	ShortestPathM *float64 `json:"shortest_path_m,omitempty" allow:"0.."` // shortest path to it from here, the l of SPL, metres; with 0 SPL is 1 for a success

	Key string `json:"key,omitempty" max:"128"` // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p GoalParams) Queue() string { return p.Episode }

// GoalResult is the answer to episode.goal.
type GoalResult struct {
	Episode string  `json:"episode"`  // id of the episode
	Goal    string  `json:"goal"`     // the new goal
	PlanDue nav.Due `json:"plan_due"` // always due, reason goal_changed
	ScanDue nav.Due `json:"scan_due"` // as for episode.begin

	Metrics episode.Metrics `json:"metrics"` // figures of the goal until now
}

// EndParams are the parameters of episode.end.
type EndParams struct {
	Episode        string   `json:"episode" min:"1" max:"128"`                      // id of the episode
	Success        *bool    `json:"success,omitempty"`                              // whether the goal was reached
	DistanceToGoal *float64 `json:"distance_to_goal,omitempty" allow:"0.."`         // metres
	ShortestPathM  *float64 `json:"shortest_path_m,omitempty" allow:"0.."`          // shortest path from start to goal, metres, when begin did not know it, or the goal is a later one
	PathM          *float64 `json:"path_m,omitempty" allow:"0.."`                   // metres really walked
	Steps          *int     `json:"steps,omitempty" allow:"0.."`                    // the controller's own count
	Reason         string   `json:"reason,omitempty" allow:"stop|limit|reset|exit"` // what ended it
	Key            string   `json:"key,omitempty" max:"128"`                        // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p EndParams) Queue() string { return p.Episode }

// EndResult is the answer to episode.end.
type EndResult struct {
	Episode string          `json:"episode"` // id of the episode
	Metrics episode.Metrics `json:"metrics"` // its figures, for the last goal

	// When the episode had ended before: the parameters in which this call differs from what
	// was stored then. They change nothing.
	Ignored []string `json:"ignored,omitempty"`
}

// EpisodeParams name one episode.
type EpisodeParams struct {
	Episode string `json:"episode" min:"1" max:"128"` // id of the episode
}

// DeleteParams are the parameters of episode.delete.
type DeleteParams struct {
	Episode string `json:"episode" min:"1" max:"128"` // id of the episode
	Key     string `json:"key,omitempty" max:"128"`   // makes it safe to send again
}

// Queue names the episode whose calls run one after the other.
func (p DeleteParams) Queue() string { return p.Episode }

// DeleteResult is the answer to episode.delete.
type DeleteResult struct {
	Episode string `json:"episode"` // id of the episode
	Records int    `json:"records"` // how many records it had

	House string `json:"house,omitempty"` // name of the kept house that keeps what the episode added; house.align with undo takes that out, before and after
}

// EpisodeListParams are the filters of episode.list.
type EpisodeListParams struct {
	Run       string    `json:"run,omitempty" max:"200"`         // only of this experiment
	SceneID   string    `json:"scene_id,omitempty" max:"500"`    // only in this house or building
	Goal      string    `json:"goal,omitempty" max:"200"`        // only with this goal, by any of its names
	Arm       string    `json:"arm,omitempty" max:"200"`         // only of this arm of an experiment
	Condition string    `json:"condition,omitempty" max:"200"`   // only of this condition of past episodes
	Since     time.Time `json:"since,omitzero"`                  // begun at or after
	Until     time.Time `json:"until,omitzero"`                  // begun before
	Limit     int       `json:"limit,omitempty" allow:"1..1000"` // of a page, default 100
	Cursor    string    `json:"cursor,omitempty" max:"200"`      // of the page before
}

// EpisodeListResult is one page of episodes, newest first.
type EpisodeListResult struct {
	Episodes []episode.Episode `json:"episodes"`         // the page
	Cursor   string            `json:"cursor,omitempty"` // give it back for the next page
}

// LogParams are the parameters of episode.log.
type LogParams struct {
	Episode  string   `json:"episode" min:"1" max:"128"`                                       // id of the episode
	AfterSeq int      `json:"after_seq,omitempty" allow:"0.."`                                 // only entries of later steps
	Kinds    []string `json:"kinds,omitempty" allow:"step|event|plan|scene|feedback" max:"16"` // only these, all by default
	Limit    int      `json:"limit,omitempty" allow:"1..1000"`                                 // of a page, default 100
	Cursor   string   `json:"cursor,omitempty" max:"200"`                                      // of the page before
}

// LogResult is one page of an episode's log, oldest first.
type LogResult struct {
	Entries []LogEntry `json:"entries"`           // the page
	Cursor  string     `json:"cursor,omitempty"`  // give it back for the next page
	Removed bool       `json:"removed,omitempty"` // lines of the log were removed, see retention.log_days
}

// LoggedStep is a step with its answer, which a repeat of the same seq gets too.
type LoggedStep struct {
	Step   nav.Step     `json:"step"`            // as the controller sent it, defaults filled in
	Answer nav.Stepped  `json:"answer"`          // as it was answered
	Queue  []ref.SiteID `json:"queue,omitempty"` // plans in the discovered-context queue, oldest first
}

// LogEntry is one line of an episode's log. Data depends on the kind: the step with
// its answer, the event, the whole plan record, the scene sample, or the feedback.
type LogEntry struct {
	Kind string          `json:"kind"` // step, event, plan, scene or feedback: what data holds
	Seq  int             `json:"seq"`  // step after which it was written
	N    int             `json:"n"`    // order of creation in the episode
	Time time.Time       `json:"time"` // when it was written
	Data json.RawMessage `json:"data"` // as kind says, in the order of the kinds
}
