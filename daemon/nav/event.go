package nav

// EventType names something worth telling: in replies, in the log and pushed.
type EventType string

// The event types of navigation.
const (
	PlaceCreated  EventType = "place_created"
	PlaceEntered  EventType = "place_entered"
	AnchorCreated EventType = "anchor_created"
	EventStuck    EventType = "stuck"
	EventABABA    EventType = "ababa"
	EventPlan     EventType = "plan"
	EventFallback EventType = "fallback"
	EventScene    EventType = "scene"
	SceneFailed   EventType = "scene_failed"
	EpisodeBegin  EventType = "episode_begin"
	EpisodeEnd    EventType = "episode_end"
	EventFeedback EventType = "feedback"
	EventJob      EventType = "job"
)

// EventTypes lists every type that can be subscribed to.
func EventTypes() []EventType {
	return []EventType{PlaceCreated, PlaceEntered, AnchorCreated, EventStuck, EventABABA, EventPlan, EventFallback,
		EventScene, SceneFailed, EpisodeBegin, EpisodeEnd, EventFeedback, EventJob}
}

// Event is one thing that happened at step Seq (0: before the first step).
// Only the members that belong to its type are set.
type Event struct {
	Type   EventType `json:"type"`
	Seq    int       `json:"seq"`
	Place  PlaceID   `json:"place,omitempty"`
	Anchor AnchorID  `json:"anchor,omitempty"`
	Key    PlaceID   `json:"key,omitempty"`    // revisit key of the place
	Label  string    `json:"label,omitempty"`  // the model's own name of the place type
	Plan   PlanRef   `json:"plan,omitempty"`   // plan and fallback
	Rule   StuckRule `json:"rule,omitempty"`   // which rule raised stuck
	Reason string    `json:"reason,omitempty"` // fallback and scene_failed
}
