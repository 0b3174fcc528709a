package daemon

import (
	"context"
	"slices"
	"strconv"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/daemon/journal"
	"navd/daemon/store"
	"navd/ipc"
)

// Events tells subscribers what happens.
type Events struct{ c *core }

// Subscriber takes the events for one client. Push waits for a slow client only when
// wait is set, and is false when the event cannot be delivered.
type Subscriber interface {
	Context() context.Context // ends with the client
	Push(ev ipc.Event, wait bool) bool
}

// Subscribe pushes events until the client goes: first the stored ones after
// the given cursor, as fast as the client reads them, then new ones, each once
// and in the order of their cursors.
func (e *Events) Subscribe(_ context.Context, p ipc.SubscribeParams, to Subscriber) (r ipc.SubscribeResult, err error) {
	since, err := readCursor(p.Since)
	if err != nil {
		return r, err
	}
	want := func(ev event.Logged) bool {
		return (p.Episode == "" || ev.Episode == p.Episode) && (len(p.Types) == 0 || slices.Contains(p.Types, string(ev.Event.Type)))
	}
	var newest uint64
	if p.Since == "" {
		newest = e.c.journal.Subscribe(wire{to}, want)
	} else if newest, err = e.c.journal.SubscribeAfter(since, wire{to}, want); err != nil {
		return r, err
	}
	removed, err := read(e.c, store.EventsRemoved)
	if err != nil {
		return r, err
	}
	return ipc.SubscribeResult{Cursor: strconv.FormatUint(newest, 10), Missed: p.Since != "" && (since < removed || since > newest)}, nil
}

// wire gives a subscriber events as clients get them.
type wire struct{ Subscriber }

// Push turns the journal's event into the client's.
func (w wire) Push(ev journal.Told, wait bool) bool {
	return w.Subscriber.Push(ipc.Event{
		Cursor: strconv.FormatUint(ev.Cursor, 10), Type: string(ev.Event.Event.Type), Episode: ev.Event.Episode, Seq: ev.Event.Event.Seq,
		Time: ev.Event.Time, Data: ev.Event.Event, Lost: ev.Lost,
	}, wait)
}

func readCursor(s string) (uint64, error) {
	if s == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, badParams(fault.Field("since", s, "the cursor of an event"))
	}
	return n, nil
}
