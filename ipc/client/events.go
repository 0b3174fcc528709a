package client

import (
	"encoding/json"

	"navd/ipc"
)

// keptEvents is how many events wait for a slow reader.
const keptEvents = 1024

// Events gives the events that the server pushes after events.subscribe. Their Data is a
// [json.RawMessage]. A slow reader loses events; Lost of the next one counts them. The
// channel is closed with the connection.
func (c *Client) Events() <-chan ipc.Event { return c.events.out }

// mailbox keeps events for their reader without making the connection wait.
// Only the client's reader puts into it.
type mailbox struct {
	out  chan ipc.Event
	lost int
}

func newMailbox() *mailbox { return &mailbox{out: make(chan ipc.Event, keptEvents)} }

// put keeps an event; one that cannot be read counts as lost.
func (m *mailbox) put(params json.RawMessage) {
	ev := struct {
		*ipc.Event
		Data json.RawMessage `json:"data"`
	}{Event: &ipc.Event{}}
	if err := json.Unmarshal(params, &ev); err != nil {
		m.lost++
		return
	}
	if ev.Event.Lost += m.lost; ev.Data != nil {
		ev.Event.Data = ev.Data
	}
	select {
	case m.out <- *ev.Event:
		m.lost = 0
	default:
		m.lost++
	}
}

func (m *mailbox) close() { close(m.out) }
