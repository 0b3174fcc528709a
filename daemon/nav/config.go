package nav

import (
	"math"
	"slices"

	"navd/daemon/event"
)

// Trigger names a reason for which a plan is due.
type Trigger string

// The triggers. The first two are the default; GoalChanged is always on.
const (
	TriggerStart       Trigger = "episode_start"     // the episode began
	TriggerStop        Trigger = "stop_without_goal" // a stop where the last plan had not seen the goal
	TriggerStuck       Trigger = "stuck"             // the stuck rule rose
	TriggerABABA       Trigger = "ababa"             // two places alternating, twice
	TriggerGoalChanged Trigger = "goal_changed"      // episode.goal gave a new goal
)

// Config is what one episode runs with. It is stored with the episode.
type Config struct {
	ForwardM        float64         `json:"forward_m" toml:"forward_m"`                 // length of one forward, metres
	TurnDeg         float64         `json:"turn_deg" toml:"turn_deg"`                   // angle of one turn, degrees
	SceneEvery      int             `json:"scene_every" toml:"scene_every"`             // steps between scene samples
	QueueSize       int             `json:"queue_size" toml:"queue_size"`               // records in the discovered-context queue
	LocalizeRadiusM float64         `json:"localize_radius_m" toml:"localize_radius_m"` // radius r of localization and revisit keys, metres
	StuckWindow     int             `json:"stuck_window" toml:"stuck_window"`           // steps W in the stuck window
	AnchorEvery     int             `json:"anchor_every" toml:"anchor_every"`           // forwards S between anchors
	DwellSteps      int             `json:"dwell_steps" toml:"dwell_steps"`             // steps k until a candidate place is confirmed
	StuckRule       event.StuckRule `json:"stuck_rule" toml:"stuck_rule"`               // the rule that raises stuck
	PlanTriggers    []Trigger       `json:"plan_triggers" toml:"plan_triggers"`         // what makes a plan due besides a new goal
	ContextPlaces   int             `json:"context_places" toml:"context_places"`       // recent places M in the Navigation Context
	ContextAnchors  int             `json:"context_anchors" toml:"context_anchors"`     // recent anchors K in the Navigation Context
	OdomPose        bool            `json:"odom_pose,omitempty" toml:"-"`               // poses come from odom in the steps
}

// DefaultConfig is the default configuration of an episode.
func DefaultConfig() Config {
	return Config{
		ForwardM: 0.25, TurnDeg: 30, SceneEvery: 20, QueueSize: 5, LocalizeRadiusM: 1.5,
		StuckWindow: 10, AnchorEvery: 2, DwellSteps: 3, StuckRule: event.StuckProgress,
		PlanTriggers:  []Trigger{TriggerStart, TriggerStop},
		ContextPlaces: 5, ContextAnchors: 8,
	}
}

func (c Config) triggers(t Trigger) bool { return slices.Contains(c.PlanTriggers, t) }

// scanTurns is how many equal turns a scan needs at least: one less than a full turn, 11 at
// 30°. It is 0 when turns are too coarse for a scan to be inferred, or so fine that
// hundreds of them would have to be held out.
func (c Config) scanTurns() int {
	if c.TurnDeg > 30 || c.TurnDeg < 1 {
		return 0
	}
	return c.scaled(11)
}

// scaled gives the number of turns that are together as far as n turns of 30°.
func (c Config) scaled(n int) int { return int(math.Round(float64(n) * 30 / c.TurnDeg)) }
