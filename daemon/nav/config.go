package nav

import (
	"math"
	"slices"

	"navd/daemon/event"
	"navd/daemon/fault"
)

// Trigger names a reason for which a plan is due.
type Trigger string

// The triggers. The first two are the default; GoalChanged is always on.
const (
	TriggerStart       Trigger = "episode_start"     // the episode began
	TriggerStop        Trigger = "stop_without_goal" // a stop where the last plan had not seen the goal
	TriggerStuck       Trigger = "stuck"             // the stuck rule rose
	TriggerABABA       Trigger = "ababa"             // two places in turn, twice
	TriggerGoalChanged Trigger = "goal_changed"      // episode.goal gave a new goal
)

// Config is what one episode runs with. It is stored with the episode.
type Config struct {
	ForwardM        float64         `json:"forward_m"`           // length of one forward, metres, 0.01..10
	TurnDeg         float64         `json:"turn_deg"`            // angle of one turn, degrees, 1..180
	SceneEvery      int             `json:"scene_every"`         // steps between scene samples, 1..10000
	QueueSize       int             `json:"queue_size"`          // records in the discovered-context queue, 1..100
	LocalizeRadiusM float64         `json:"localize_radius_m"`   // radius r of localization and revisit keys, metres, 0.1..100
	StuckWindow     int             `json:"stuck_window"`        // steps W in the stuck window, 2..1000
	AnchorEvery     int             `json:"anchor_every"`        // forwards S between anchors, 1..1000
	DwellSteps      int             `json:"dwell_steps"`         // steps k until a candidate place is confirmed, 1..1000
	StuckRule       event.StuckRule `json:"stuck_rule"`          // the rule that raises stuck
	PlanTriggers    []Trigger       `json:"plan_triggers"`       // what makes a plan due besides a new goal
	ContextPlaces   int             `json:"context_places"`      // recent places M in the Navigation Context, 0..100
	ContextAnchors  int             `json:"context_anchors"`     // recent anchors K in the Navigation Context, 0..100
	OdomPose        bool            `json:"odom_pose,omitempty"` // poses come from odom in the steps
}

// DefaultConfig is the set of parameters an episode has when nobody says
// otherwise, the same as the defaults of package config.
func DefaultConfig() Config {
	return Config{
		ForwardM: 0.25, TurnDeg: 30, SceneEvery: 20, QueueSize: 5, LocalizeRadiusM: 1.5,
		StuckWindow: 10, AnchorEvery: 2, DwellSteps: 3, StuckRule: event.StuckProgress,
		PlanTriggers:  []Trigger{TriggerStart, TriggerStop},
		ContextPlaces: 5, ContextAnchors: 8,
	}
}

// Check reports the first value out of its range as an invalid fault whose
// field is the JSON name with the given prefix ("config." for episode.begin).
func (c Config) Check(prefix string) error {
	for _, f := range []struct {
		name      string
		v         float64
		above, to float64 // allowed: above < v <= to
		allowed   string
	}{
		{"forward_m", c.ForwardM, under(0.01), 10, "0.01..10 (metres)"},
		{"turn_deg", c.TurnDeg, under(1), 180, "1..180 (degrees)"},
		{"scene_every", float64(c.SceneEvery), 0, 10000, "1..10000 (steps)"},
		{"queue_size", float64(c.QueueSize), 0, 100, "1..100"},
		{"localize_radius_m", c.LocalizeRadiusM, under(0.1), 100, "0.1..100 (metres)"},
		{"stuck_window", float64(c.StuckWindow), 1, 1000, "2..1000 (steps)"},
		{"anchor_every", float64(c.AnchorEvery), 0, 1000, "1..1000 (forwards)"},
		{"dwell_steps", float64(c.DwellSteps), 0, 1000, "1..1000 (steps)"},
		{"context_places", float64(c.ContextPlaces), -1, 100, "0..100"},
		{"context_anchors", float64(c.ContextAnchors), -1, 100, "0..100"},
	} {
		if math.IsNaN(f.v) || f.v <= f.above || f.v > f.to {
			return fault.Field(prefix+f.name, f.v, f.allowed)
		}
	}
	return c.checkNames(prefix)
}

func (c Config) checkNames(prefix string) error {
	switch c.StuckRule {
	case event.StuckProgress, event.StuckLiteral, event.StuckSite:
	default:
		return fault.Field(prefix+"stuck_rule", string(c.StuckRule), "progress, literal, site")
	}
	for _, t := range c.PlanTriggers {
		switch t {
		case TriggerStart, TriggerStop, TriggerStuck, TriggerABABA:
		default:
			return fault.Field(prefix+"plan_triggers", string(t), "episode_start, stop_without_goal, stuck, ababa")
		}
	}
	return nil
}

func (c Config) triggers(t Trigger) bool { return slices.Contains(c.PlanTriggers, t) }

// scanTurns is how many equal turns look around once, less one: 11 at 30°.
// It is 0 when turns are too coarse for a scan to be inferred, or so fine that
// hundreds of them would have to be held out.
func (c Config) scanTurns() int {
	if c.TurnDeg > 30 || c.TurnDeg < 1 {
		return 0
	}
	return c.scaled(11)
}

// scaled gives the number of turns that takes as far round as n turns of 30°.
func (c Config) scaled(n int) int { return int(math.Round(float64(n) * 30 / c.TurnDeg)) }

// under is the next number below v: a range that begins above it begins at v.
func under(v float64) float64 { return math.Nextafter(v, 0) }
