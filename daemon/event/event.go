// Package event is what is worth telling of an episode: in replies, in its log, and
// pushed to who subscribed.
package event

import "navd/daemon/ref"

// Type names something worth telling: in replies, in the log and pushed.
type Type string

// The event types.
const (
	PlaceCreated  Type = "place_created"  // a new place; always with place_entered
	PlaceEntered  Type = "place_entered"  // the robot is in another place now
	AnchorCreated Type = "anchor_created" // a new anchor at the robot's pose
	Stuck         Type = "stuck"          // the stuck rule rose: no progress
	ABABA         Type = "ababa"          // two places alternating, twice, by revisit key
	Plan          Type = "plan"           // a plan was made
	Fallback      Type = "fallback"       // no planner gave a usable answer, with the reason
	Scene         Type = "scene"          // a scene sample was taken
	SceneFailed   Type = "scene_failed"   // a scene call failed, with the reason
	EpisodeBegin  Type = "episode_begin"  // an episode began, label is its goal
	GoalChanged   Type = "goal_changed"   // an episode looks for something else from here on, label is its new goal
	EpisodeEnd    Type = "episode_end"    // an episode ended, with the reason
	Feedback      Type = "feedback"       // feedback came in
	Job           Type = "job"            // background work went on or ended

	Aligned         Type = "aligned"          // an episode knows now where it is in its house, reason says how
	AlignmentUndone Type = "alignment_undone" // what it took for that was wrong, with the reason
	HouseChanged    Type = "house_changed"    // a house has a new version, label is its name
)

// Types lists every type that can be subscribed to.
func Types() []Type {
	return []Type{PlaceCreated, PlaceEntered, AnchorCreated, Stuck, ABABA, Plan, Fallback,
		Scene, SceneFailed, EpisodeBegin, GoalChanged, EpisodeEnd, Feedback, Job, Aligned, AlignmentUndone, HouseChanged}
}

// Event is one thing that happened at a step. Only the members that belong to
// its type are set.
type Event struct {
	Type   Type         `json:"type"`             // what happened
	Seq    int          `json:"seq"`              // step it happened at, 0 before the first
	Place  ref.PlaceID  `json:"place,omitempty"`  // place it happened in
	Anchor ref.AnchorID `json:"anchor,omitempty"` // anchor that was made, or where it happened
	Key    ref.PlaceID  `json:"key,omitempty"`    // revisit key of the place
	Label  string       `json:"label,omitempty"`  // the model's own name of the place type
	Plan   ref.PlanRef  `json:"plan,omitempty"`   // plan and fallback
	Rule   StuckRule    `json:"rule,omitempty"`   // which rule raised stuck
	Reason string       `json:"reason,omitempty"` // fallback, scene_failed, and a job that is to be tried again

	Feedback string `json:"feedback,omitempty"` // id of the feedback that came in
	Job      string `json:"job,omitempty"`      // id of the job that went on
}

// Circles tells whether an event says that the robot goes in circles.
func (e Event) Circles() bool { return e.Type == Stuck || e.Type == ABABA }
