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

// Subscriber takes events on the way to one client. Push waits only when told
// to, and is false when the event cannot be delivered.
type Subscriber interface {
	Context() context.Context // ends with the client
	Push(ev ipc.Event, wait bool) bool
}

// Subscribe pushes events until the client goes: first the stored ones after
// the given cursor, as fast as the client reads them, then new ones, each once
// and in the order of their cursors.
func (e *Events) Subscribe(_ context.Context, p ipc.SubscribeParams, to Subscriber) (ipc.SubscribeResult, error) {
	since, err := readCursor(p.Since)
	if err != nil {
		return ipc.SubscribeResult{}, err
	}
	sub := &subscription{to: to, want: func(ev store.Event) bool {
		return (p.Episode == "" || ev.Episode == p.Episode) && (len(p.Types) == 0 || slices.Contains(p.Types, string(ev.Event.Type)))
	}}
	newest := e.c.hub.newest()
	switch {
	case p.Since == "":
		newest = e.c.hub.join(sub)
	case !e.c.hub.joinAt(sub, since):
		first, err := e.page(since)
		if err != nil {
			return ipc.SubscribeResult{}, err
		}
		if !e.c.background.Go(func() { e.replay(sub, first) }) {
			return ipc.SubscribeResult{}, stopping()
		}
	}
	context.AfterFunc(to.Context(), func() { e.c.hub.leave(sub) })
	return ipc.SubscribeResult{Cursor: strconv.FormatUint(newest, 10)}, nil
}

// replayPage is how many lines of the log are read in one transaction.
const replayPage = 512

// replay delivers a page of stored events and those after it, then lets the
// subscriber have new ones. Lines of the log that cannot be read are counted as
// lost in the event that comes next; behind a page of the file that cannot be
// read all are, and the daemon's log says why.
func (e *Events) replay(sub *subscription, p page) {
	var err error
	for {
		for _, ev := range p.events {
			sub.lost += ev.lost
			if sub.want(ev.event) && !sub.push(ev.numbered, true) {
				return
			}
		}
		sub.lost += p.lost
		if err != nil {
			e.c.log.Error("events cannot be replayed", "error", err)
			e.c.hub.joinBehind(sub, p.last)
			return
		}
		if e.c.hub.joinAt(sub, p.last) {
			return
		}
		p, err = e.page(p.last)
	}
}

// page is the events of a run of the log up to the cursor last.
type page struct {
	events []replayed
	lost   int // lines behind the last event that cannot be read
	last   uint64
}

// replayed is a stored event, and how many lines before it cannot be read.
type replayed struct {
	numbered
	lost int
}

// numbered is a stored event with its cursor.
type numbered struct {
	cursor uint64
	event  store.Event
}

// page reads the next settled events after a cursor, with an error those up to
// it.
func (e *Events) page(since uint64) (page, error) {
	settled := e.c.hub.settledTo()
	p, lines, seen := page{last: settled}, 0, since
	err := e.c.view(func(tx *kv.Tx) error {
		return store.LinesAfter(tx, since, func(cursor uint64, ev *store.Event, read bool) bool {
			if cursor > settled {
				return false
			}
			seen = cursor
			switch {
			case !read:
				p.lost++
			case ev != nil:
				p.events = append(p.events, replayed{numbered{cursor, *ev}, p.lost})
				p.lost = 0
			}
			if lines++; lines == replayPage {
				p.last = cursor
				return false
			}
			return true
		})
	})
	if err != nil {
		p.last = seen
	}
	return p, err
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

// subscription is one subscriber.
type subscription struct {
	want func(store.Event) bool
	to   Subscriber
	lost int // lines that could not be read since the last event; of the replay, then guarded by hub.mu
}

// push gives the subscriber an event.
func (s *subscription) push(ev numbered, wait bool) bool {
	w := wireEvent(ev.cursor, ev.event)
	w.Lost, s.lost = s.lost, 0
	return s.to.Push(w, wait)
}

// hub numbers the lines of the log of all and publishes the events among them
// in that order, whatever the order in which their commits end.
type hub struct {
	mu      sync.Mutex // guards all below
	next    uint64     // cursor of the next line
	sent    uint64     // cursor up to which all are settled
	stored  uint64     // newest of those that is an event and was stored; a failed commit's cursors come again after a restart
	settled map[uint64][]numbered
	widths  map[uint64]int
	subs    map[*subscription]bool
}

func newHub(last uint64) *hub {
	return &hub{
		next: last + 1, sent: last, stored: last,
		settled: map[uint64][]numbered{}, widths: map[uint64]int{}, subs: map[*subscription]bool{},
	}
}

// reserve takes n cursors and gives the first of them.
func (h *hub) reserve(n int) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	first := h.next
	h.next += uint64(n)
	return first
}

// settle tells what became of reserved cursors: the events among those that
// were stored, none when the commit failed. What is now without a gap is
// published.
func (h *hub) settle(first uint64, n int, events []numbered) {
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
		for _, ev := range h.settled[from] {
			h.stored = ev.cursor
			h.publish(ev)
		}
		delete(h.settled, from)
		delete(h.widths, from)
		h.sent += uint64(width)
	}
}

func (h *hub) publish(ev numbered) {
	for s := range h.subs {
		if s.want(ev.event) {
			s.push(ev, false)
		}
	}
}

// join lets a subscriber have new events and gives the cursor of the newest
// one before them.
func (h *hub) join(s *subscription) (newest uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.subs[s] = true
	return h.stored
}

// joinBehind is join for a subscriber that misses the events after a cursor.
func (h *hub) joinBehind(s *subscription, have uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s.lost += int(h.sent - have)
	if s.to.Context().Err() == nil {
		h.subs[s] = true
	}
}

// joinAt lets a subscriber that has all events up to a cursor have new ones;
// false when there are newer ones already.
func (h *hub) joinAt(s *subscription, have uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if have < h.sent {
		return false
	}
	if s.to.Context().Err() == nil {
		h.subs[s] = true
	}
	return true
}

// newest is the cursor of the newest event that was published.
func (h *hub) newest() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.stored
}

// settledTo is the cursor up to which every line is stored or given up.
func (h *hub) settledTo() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sent
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
