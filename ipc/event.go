package ipc

import "time"

// Event tells a subscriber what happened. Data must not change after the event
// was pushed.
type Event struct {
	Cursor  string    `json:"cursor"`
	Type    string    `json:"type"`
	Episode string    `json:"episode,omitempty"`
	Seq     int       `json:"seq,omitempty"`
	Time    time.Time `json:"time"`
	Data    any       `json:"data,omitempty"`
	Lost    int       `json:"lost,omitempty"` // events this subscriber missed since the last one delivered
}

// SubscribeParams are the parameters of events.subscribe.
type SubscribeParams struct {
	Types   []string `json:"types,omitempty" allow:"place_created|place_entered|anchor_created|stuck|ababa|plan|fallback|scene|scene_failed|episode_begin|episode_end|feedback|job"`
	Episode string   `json:"episode,omitempty" max:"128"`
	Since   string   `json:"since,omitempty" max:"40"` // cursor of the last event already known
}

// SubscribeResult is the answer to events.subscribe; the events follow it.
type SubscribeResult struct {
	Cursor string `json:"cursor"` // of the newest event before the subscription
}
