package nav

// EventType names something worth telling: in replies, in the log and pushed.
type EventType string

// The event types of navigation.
const (
	PlaceCreated  EventType = "place_created"  // a new place; always with place_entered
	PlaceEntered  EventType = "place_entered"  // the robot is in another place now
	AnchorCreated EventType = "anchor_created" // a new anchor at the robot's pose
	EventStuck    EventType = "stuck"          // the stuck rule rose: no progress
	EventABABA    EventType = "ababa"          // two places in turn, twice, by revisit key
	EventPlan     EventType = "plan"           // a plan was made
	EventFallback EventType = "fallback"       // no planner gave a usable answer, with the reason
	EventScene    EventType = "scene"          // a scene sample was taken
	SceneFailed   EventType = "scene_failed"   // a scene call failed, with the reason
	EpisodeBegin  EventType = "episode_begin"  // an episode began, label is its goal
	EpisodeEnd    EventType = "episode_end"    // an episode ended, with the reason
	EventFeedback EventType = "feedback"       // feedback came in
	EventJob      EventType = "job"            // background work went on or ended
)

// EventTypes lists every type that can be subscribed to.
func EventTypes() []EventType {
	return []EventType{PlaceCreated, PlaceEntered, AnchorCreated, EventStuck, EventABABA, EventPlan, EventFallback,
		EventScene, SceneFailed, EpisodeBegin, EpisodeEnd, EventFeedback, EventJob}
}

// Event is one thing that happened at a step. Only the members that belong to
// its type are set.
type Event struct {
	Type   EventType `json:"type"`             // what happened
	Seq    int       `json:"seq"`              // step it happened at, 0 before the first
	Place  PlaceID   `json:"place,omitempty"`  // place it happened in
	Anchor AnchorID  `json:"anchor,omitempty"` // anchor that was made, or where it happened
	Key    PlaceID   `json:"key,omitempty"`    // revisit key of the place
	Label  string    `json:"label,omitempty"`  // the model's own name of the place type
	Plan   PlanRef   `json:"plan,omitempty"`   // plan and fallback
	Rule   StuckRule `json:"rule,omitempty"`   // which rule raised stuck
	Reason string    `json:"reason,omitempty"` // fallback, scene_failed, and a job that is to be tried again

	Feedback string `json:"feedback,omitempty"` // id of the feedback that came in
	Job      string `json:"job,omitempty"`      // id of the job that went on
}
