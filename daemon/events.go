package daemon

import (
	"context"
	"slices"
	"strconv"
	"sync"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Events tells subscribers what happens.
type Events struct{ c *core }

// Subscriber takes events on the way to one client. Push must not block.
type Subscriber interface {
	Context() context.Context // ends with the client
	Push(ipc.Event) bool
}

// Subscribe pushes events until the client goes: first the stored ones after
// the given cursor, then new ones, each once and in the order of their cursors.
func (e *Events) Subscribe(_ context.Context, p ipc.SubscribeParams, to Subscriber) (ipc.SubscribeResult, error) {
	since, err := readCursor(p.Since)
	if err != nil {
		return ipc.SubscribeResult{}, err
	}
	want := func(ev store.Event) bool {
		return (p.Episode == "" || ev.Episode == p.Episode) && (len(p.Types) == 0 || slices.Contains(p.Types, string(ev.Event.Type)))
	}
	sub := &subscription{want: want, to: to}
	settled, newest := e.c.hub.join(sub)
	if p.Since != "" && since < settled {
		err = e.replay(sub, since, settled)
	}
	if err != nil {
		e.c.hub.leave(sub)
		return ipc.SubscribeResult{}, err
	}
	context.AfterFunc(to.Context(), func() { e.c.hub.leave(sub) })
	e.c.hub.start(sub)
	return ipc.SubscribeResult{Cursor: strconv.FormatUint(newest, 10)}, nil
}

// replay pushes the stored events after since, up to the cursor settled.
func (e *Events) replay(sub *subscription, since, settled uint64) error {
	return e.c.view(func(tx *kv.Tx) error {
		return store.EventsAfter(tx, since, func(cursor uint64, ev store.Event) bool {
			if cursor <= settled && sub.want(ev) {
				sub.to.Push(wireEvent(cursor, ev))
			}
			return cursor < settled
		})
	})
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

func wireEvent(cursor uint64, ev store.Event) ipc.Event {
	return ipc.Event{
		Cursor: strconv.FormatUint(cursor, 10), Type: string(ev.Event.Type), Episode: ev.Episode, Seq: ev.Event.Seq,
		Time: ev.Time, Data: ev.Event,
	}
}

// subscription is one subscriber. Events that come before it has been given
// the stored ones are kept back.
type subscription struct {
	want  func(store.Event) bool
	to    Subscriber
	early []ipc.Event // guarded by hub.mu
	ready bool        // guarded by hub.mu
}

// hub numbers events and publishes them in that order, whatever the order in
// which their commits end.
type hub struct {
	mu      sync.Mutex // guards all below
	next    uint64     // cursor of the next event
	sent    uint64     // cursor up to which all are settled
	stored  uint64     // newest of those that was stored; a failed commit's cursors come again after a restart
	settled map[uint64][]store.Event
	widths  map[uint64]int
	subs    map[*subscription]bool
}

func newHub(last uint64) *hub {
	return &hub{
		next: last + 1, sent: last, stored: last,
		settled: map[uint64][]store.Event{}, widths: map[uint64]int{}, subs: map[*subscription]bool{},
	}
}

// reserve takes n cursors and gives the first.
func (h *hub) reserve(n int) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	first := h.next
	h.next += uint64(n)
	return first
}

// settle tells what became of reserved cursors: the events that were stored,
// or none when the commit failed. What is now without a gap is published.
func (h *hub) settle(first uint64, n int, events []store.Event) {
	if n == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.settled[first], h.widths[first] = events, n
	for {
		from := h.sent + 1
		width, ok := h.widths[from]
		if !ok {
			return
		}
		for i, ev := range h.settled[from] {
			h.stored = from + uint64(i)
			h.publish(h.stored, ev)
		}
		delete(h.settled, from)
		delete(h.widths, from)
		h.sent += uint64(width)
	}
}

func (h *hub) publish(cursor uint64, ev store.Event) {
	for s := range h.subs {
		switch {
		case !s.want(ev):
		case s.ready:
			s.to.Push(wireEvent(cursor, ev))
		default:
			s.early = append(s.early, wireEvent(cursor, ev))
		}
	}
}

// join adds a subscriber and gives the cursor up to which all before it are
// settled, and that of the newest event among them.
func (h *hub) join(s *subscription) (settled, newest uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subs[s] = true
	return h.sent, h.stored
}

// start lets a subscriber have new events, beginning with those kept back.
func (h *hub) start(s *subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, ev := range s.early {
		s.to.Push(ev)
	}
	s.early, s.ready = nil, true
}

func (h *hub) leave(s *subscription) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.subs, s)
}

func (h *hub) subscribers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.subs)
}
