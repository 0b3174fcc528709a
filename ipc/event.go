package ipc

import "time"

// The method of events.
const (
	// EventsSubscribe pushes events on this connection from now on, or those after a
	// cursor first. lost in an event counts the events before it that a slow reader
	// missed, and damaged lines of the store.
	//
	// Example: {"types": ["plan", "stuck"]}
	EventsSubscribe Method[SubscribeParams, SubscribeResult] = "events.subscribe"
)

// Event tells a subscriber what happened. Data must not change after the event
// was pushed.
type Event struct {
	Cursor  string    `json:"cursor"`            // send the last one as since to go on after it
	Type    string    `json:"type"`              // the type that data has too
	Episode string    `json:"episode,omitempty"` // id of the episode it happened in
	Seq     int       `json:"seq,omitempty"`     // step it happened at
	Time    time.Time `json:"time"`              // when it was stored
	Data    any       `json:"data,omitempty"`    // the event as nav.step gives it
	Lost    int       `json:"lost,omitempty"`    // events this subscriber missed since the last one delivered, and lines of the store that cannot be read any more
}

// SubscribeParams are the parameters of events.subscribe.
type SubscribeParams struct {
	Types   []string `json:"types,omitempty" allow:"place_created|place_entered|anchor_created|stuck|ababa|plan|fallback|scene|scene_failed|episode_begin|goal_changed|episode_end|feedback|job|aligned|alignment_undone|house_changed" max:"32"` // only these, all by default
	Episode string   `json:"episode,omitempty" max:"128"`                                                                                                                                                                                         // only of this episode
	Since   string   `json:"since,omitempty" max:"40"`                                                                                                                                                                                            // cursor of the last event already known
}

// SubscribeResult is the answer to events.subscribe; the events follow it.
type SubscribeResult struct {
	Cursor string `json:"cursor"`           // of the newest event before the subscription
	Missed bool   `json:"missed,omitempty"` // some events after since may have been removed, see retention.events_days, or since is beyond the newest, as when an older copy was restored
}
