package episode

import (
	"slices"
	"time"

	"navd/daemon/nav"
)

// Status says whether an episode still runs.
type Status string

// The states of an episode.
const (
	Open  Status = "open"  // takes steps, samples and plans
	Ended Status = "ended" // has its metrics; takes no more steps, samples or plans
)

// DefaultRun is the run of episodes that name none.
const DefaultRun = "default"

// Use says which parts of the memory an episode works with.
type Use struct {
	Context bool       `json:"context"`           // the Navigation Context, and what the local planner takes from it
	Recent  bool       `json:"recent,omitempty"`  // without the context: the last decisions, as a prompt would list them
	Without []nav.Part `json:"without,omitempty"` // parts of the memory that the planner is not told

	Grounding bool `json:"grounding"`       // what users said
	Episodic  bool `json:"episodic"`        // advice from past episodes, as the condition says
	Knowledge bool `json:"knowledge"`       // rules, and what was learned
	House     bool `json:"house,omitempty"` // what is kept of the house that it is in
	Search    bool `json:"search"`          // a tree search when the robot circles, as lats.mode says
}

// Skips reports whether the episode may plan without a scan, or by a part of one.
func (u Use) Skips() bool { return u.Context && !slices.Contains(u.Without, nav.PartSkips) }

// Files are the user's own grounding files as an episode read them.
type Files struct {
	Names  []string `json:"names"`  // of those that were used, in their order
	Hash   string   `json:"hash"`   // SHA-256 of the text that they became, hexadecimal
	Tokens int      `json:"tokens"` // of that text, estimate
}

// Episode is one search for one goal after another on one map.
type Episode struct {
	ID            string      `json:"episode"`                   // id, made by the daemon
	Goal          string      `json:"goal"`                      // the present or last goal
	Name          string      `json:"name,omitempty"`            // the controller's own name of it
	Run           string      `json:"run"`                       // experiment it belongs to
	SceneID       string      `json:"scene_id,omitempty"`        // house or building
	Frame         string      `json:"frame"`                     // frame of the start pose
	Instruction   string      `json:"instruction,omitempty"`     // the user's order in words
	Arm           string      `json:"arm,omitempty"`             // the controller's own name of the arm of an experiment
	Condition     string      `json:"condition,omitempty"`       // how past episodes advise it: C1, C2, …
	Space         string      `json:"space,omitempty"`           // memory of past episodes that it reads and writes
	Snapshot      string      `json:"snapshot,omitempty"`        // that it reads of the space, empty: the space itself
	Use           Use         `json:"use"`                       // parts of the memory it works with
	Seed          *int64      `json:"seed,omitempty"`            // recorded for repetition
	StartDistance *float64    `json:"start_distance,omitempty"`  // straight to the goal, metres
	ShortestPathM *float64    `json:"shortest_path_m,omitempty"` // to the goal, l of SPL, metres
	PoseSource    string      `json:"pose_source"`               // dead_reckoning or odom
	Config        nav.Config  `json:"config"`                    // what it runs with
	Chain         []string    `json:"planner_chain,omitempty"`   // who is asked for a plan, in order; empty: as the daemon is configured
	Lats          string      `json:"lats_mode,omitempty"`       // what a tree search has to do with its plans: off, advise or decide; empty: as the daemon is configured
	Home          *Home       `json:"home,omitempty"`            // the kept house that it is in
	Files         *Files      `json:"grounding_files,omitempty"` // the user's own grounding files
	Prompt        nav.Prompt  `json:"system_prompt"`             // the planner's system prompt when it began
	Made          *Made       `json:"made,omitempty"`            // which navd ran it; nil: an older one, which did not say
	Status        Status      `json:"status"`                    // whether it still runs
	Began         time.Time   `json:"began"`                     // when it began
	Ended         time.Time   `json:"ended,omitzero"`            // when it ended
	End           *End        `json:"end,omitempty"`             // what the controller said at its end
	Metrics       *Metrics    `json:"metrics,omitempty"`         // once ended
	GoalBase      *nav.Counts `json:"goal_base,omitempty"`       // totals when the last goal was given
	Goals         []Past      `json:"goals,omitempty"`           // searches for earlier goals, at most 1,000
	Nth           int         `json:"-"`                         // of one of its Searches: how many goals came before
}

// Made says which navd ran an episode, and how that was set.
type Made struct {
	Navd     string            `json:"navd"`               // version
	Settings map[string]string `json:"settings,omitempty"` // those by which robots decide and that were not the defaults when it began, as in the file
}

// StepsForGoal is how many steps of an episode that has taken all steps went to its last
// goal.
func (e Episode) StepsForGoal(all int) int {
	if e.GoalBase == nil {
		return all
	}
	return all - e.GoalBase.Steps
}

// End is what the controller says when an episode ends.
type End struct {
	Success        *bool    `json:"success,omitempty"`          // whether the goal was reached
	DistanceToGoal *float64 `json:"distance_to_goal,omitempty"` // metres
	PathM          *float64 `json:"path_m,omitempty"`           // metres really walked
	Steps          *int     `json:"steps,omitempty"`            // the controller's own count
	Reason         string   `json:"reason,omitempty"`           // stop, limit, reset or exit
}
