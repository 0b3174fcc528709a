package journal

import (
	"context"

	"navd/daemon/background"
	"navd/daemon/event"
	"navd/daemon/store"
	"navd/kv"
)

// Told is an event on its way to a subscriber.
type Told struct {
	Cursor uint64
	Event  event.Logged
	Lost   int // lines before it that the subscriber missed, or that cannot be read
}

// Subscriber takes the events for one client. Push waits for a slow client only when wait
// is set, and is false when the event cannot be delivered.
type Subscriber interface {
	Context() context.Context // ends with the client
	Push(ev Told, wait bool) bool
}

// Subscribe pushes new events to a client until it goes, in the order of their
// cursors, and gives the cursor of the newest one before them.
func (j *Journal) Subscribe(to Subscriber, want func(event.Logged) bool) (newest uint64) {
	sub := &subscription{to: to, want: want}
	newest = j.feed.join(sub)
	context.AfterFunc(to.Context(), func() { j.feed.leave(sub) })
	return newest
}

// SubscribeAfter is Subscribe, but first pushes the stored events after a cursor, as fast as
// the client reads them. Each event comes once.
func (j *Journal) SubscribeAfter(cursor uint64, to Subscriber, want func(event.Logged) bool) (newest uint64, err error) {
	sub := &subscription{to: to, want: want}
	newest = j.feed.newest()
	if !j.feed.joinAt(sub, cursor) {
		first, err := j.page(cursor)
		if err != nil {
			return 0, err
		}
		if !j.work.Go(func() { j.replay(sub, first) }) {
			return 0, background.Stopping()
		}
	}
	context.AfterFunc(to.Context(), func() { j.feed.leave(sub) })
	return newest, nil
}

// subscription is one subscriber.
type subscription struct {
	want func(event.Logged) bool
	to   Subscriber
	lost int // lines that could not be read since the last event; the replay owns it, then feed.mu guards it
}

// push gives the subscriber an event.
func (s *subscription) push(ev Told, wait bool) bool {
	ev.Lost, s.lost = s.lost, 0
	return s.to.Push(ev, wait)
}

// replayPage is how many lines of the log are read in one transaction.
const replayPage = 512

// replay pushes a page of stored events and those after it, and then subscribes to new ones.
// Damaged lines of the log count as lost in the next event. When a page of the file cannot
// be read, all lines after it count as lost, and the daemon's log says why.
func (j *Journal) replay(sub *subscription, p page) {
	var err error
	for {
		for _, ev := range p.events {
			sub.lost += ev.Lost
			if sub.want(ev.Event) && !sub.push(ev, true) {
				return
			}
		}
		sub.lost += p.lost
		if err != nil {
			j.log.Error("events cannot be replayed", "error", err)
			j.feed.joinBehind(sub, p.last)
			return
		}
		if j.feed.joinAt(sub, p.last) {
			return
		}
		p, err = j.page(p.last)
	}
}

// page is the events of a part of the log, up to the cursor last. Each has the number of
// damaged lines right before it.
type page struct {
	events []Told
	lost   int // damaged lines after the last event
	last   uint64
}

// page reads the next settled events after a cursor; after an error, those before it.
func (j *Journal) page(since uint64) (page, error) {
	settled := j.feed.settledTo()
	p, lines, seen := page{last: settled}, 0, since
	err := j.View(func(tx *kv.Tx) error {
		return store.LinesAfter(tx, since, func(cursor uint64, ev *event.Logged, read bool) bool {
			if cursor > settled {
				return false
			}
			seen = cursor
			switch {
			case !read:
				p.lost++
			case ev != nil:
				p.events = append(p.events, Told{Cursor: cursor, Event: *ev, Lost: p.lost})
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
