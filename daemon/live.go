package daemon

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"navd/daemon/episode"
	"navd/daemon/fault"
	"navd/daemon/nav"
	"navd/daemon/store"
	"navd/kv"
)

// live is an episode whose memory is in RAM.
type live struct {
	id   string
	used uint64 // guarded by core.mu: number of its last use
	refs int    // guarded by core.mu: holders and waiters

	mu     sync.Mutex // guards all below; taken after core.mu is released
	loaded bool
	ep     episode.Episode
	mem    *nav.Memory
	logged int // entries of the log

	// Steps since the last checkpoint, and what they changed: their entries of
	// the log are stored, the records are not.
	behind  int
	pending nav.Delta

	// What the log has of the episode that no chapter tells of yet. It is
	// kept when the memory is dropped.
	tail store.Chapter
}

// checkpointEvery is how many steps stand in the log alone before the records
// they changed are written: what a restart has to take again, and what a step
// need not write.
const checkpointEvery = 16

// with runs fn on an episode, alone. The memory is read from the store when it
// is not in RAM.
func (c *core) with(id string, fn func(*live) error) error {
	return c.alone(id, func(l *live) error {
		if !l.loaded {
			if err := c.load(l); err != nil {
				return err
			}
		}
		return fn(l)
	})
}

// alone is with for a fn that needs no memory. A fn that panics leaves none
// behind.
func (c *core) alone(id string, fn func(*live) error) error {
	l := c.hold(id)
	defer c.letGo(l)
	l.mu.Lock()
	defer l.mu.Unlock()
	returned := false
	defer func() {
		if !returned {
			l.drop()
		}
	}()
	err := fn(l)
	returned = true
	return err
}

// drop forgets a memory that may differ from what is stored; the next call
// reads it again.
func (l *live) drop() {
	l.loaded, l.mem, l.behind, l.pending = false, nil, 0, nav.Delta{}
}

// withOpen is with for an episode that has not ended.
func (c *core) withOpen(id string, fn func(*live) error) error {
	return c.with(id, func(l *live) error {
		if l.ep.Status == episode.Ended {
			return ended(id)
		}
		return fn(l)
	})
}

func ended(id string) error {
	return fault.New(fault.Conflict, "the episode has ended").About("episode", id).WithHint("begin a new one with episode.begin")
}

func (c *core) load(l *live) error {
	return c.view(func(tx *kv.Tx) (err error) {
		if l.ep, err = store.GetEpisode(tx, l.id); err != nil {
			return err
		}
		var m store.Memory
		if m, err = store.GetMemory(tx, l.ep, l.tail); err != nil {
			return err
		}
		if m.Differs > 0 {
			c.log.Warn("steps after the last checkpoint give other answers now than were told", "episode", l.id, "first", m.Differs)
		}
		l.mem, l.logged, l.behind, l.pending, l.loaded = m.Memory, m.Logged, m.Behind, m.Pending, true
		return nil
	})
}

// hold finds or makes the entry of an episode and keeps it from being evicted.
func (c *core) hold(id string) *live {
	c.mu.Lock()
	defer c.mu.Unlock()
	l := c.live[id]
	if l == nil {
		l = &live{id: id, tail: c.tails[id]}
		c.live[id] = l
		delete(c.tails, id)
	}
	l.refs++
	c.uses++
	l.used = c.uses
	return l
}

// letGo ends a hold. An entry that nobody holds goes when it is not loaded, or
// when there are more than the configured number and it is the oldest.
func (c *core) letGo(l *live) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l.refs--
	if l.refs == 0 && !l.loaded {
		c.remove(l)
	}
	if len(c.live) > c.config().Nav.LiveEpisodes {
		c.evict()
	}
}

// evict drops the idle entry that was used longest ago.
func (c *core) evict() {
	var oldest *live
	for _, l := range c.live {
		if l.refs == 0 && (oldest == nil || l.used < oldest.used) {
			oldest = l
		}
	}
	if oldest != nil {
		c.remove(oldest)
	}
}

// remove takes the entry of an episode away that nobody holds; its tail stays.
func (c *core) remove(l *live) {
	delete(c.live, l.id)
	if len(l.tail.Cursors) > 0 {
		c.tails[l.id] = l.tail
	}
}

// edit collects what one operation changes in an episode.
type edit struct {
	kv.Changes
	core  *core
	live  *live
	at    time.Time
	lines []store.Entry // of the log
	after []func()      // to run once it is committed
	dues  int           // documents to be indexed again
	err   error         // first that came up while it was collected
}

func (c *core) edit(l *live) *edit { return &edit{core: c, live: l, at: c.now().UTC()} }

// entry adds a line to the episode's log.
func (e *edit) entry(en store.Entry) {
	e.live.logged++
	en.Episode, en.N, en.Time = e.live.id, e.live.logged, e.at
	e.lines = append(e.lines, en)
}

// tell adds events to the log, from which they are pushed after the commit.
func (e *edit) tell(events ...nav.Event) {
	for i := range events {
		e.entry(store.Entry{Seq: e.live.mem.Seq(), Kind: store.KindEvent, Event: &events[i]})
	}
}

// events lists what was told.
func (e *edit) events() []nav.Event {
	out := []nav.Event{}
	for _, l := range e.lines {
		if l.Event != nil {
			out = append(out, *l.Event)
		}
	}
	return out
}

// due has a document indexed again: the edit changes it.
func (e *edit) due(kind, id string) {
	e.dues++
	store.PutOutbox(&e.Changes, e.core.indexer.number(), store.Due{Kind: kind, ID: id, Episode: e.live.id})
}

// described has the places indexed again that a scene sample changed, and those
// that steps since the last checkpoint did. Steps alone have nothing indexed.
func (e *edit) described(d nav.Delta) {
	changed := map[nav.PlaceID]bool{}
	for _, p := range slices.Concat(e.live.pending.Places, d.Places) {
		changed[p.ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(changed)) {
		e.due(kindPlace, placeID(e.live.id, id))
	}
}

// note keeps the first error of what is added; commit returns it.
func (e *edit) note(err error) {
	if e.err == nil {
		e.err = err
	}
}

// commit writes a checkpoint: the memory's delta, those that steps left behind,
// and the chapter of the log that tells of the entries since the last one. Then
// it publishes the events. After an error nothing of it is stored, and the
// memory is dropped.
func (e *edit) commit(ctx context.Context, d nav.Delta) error {
	l := e.live
	store.PutDelta(&e.Changes, l.id, l.pending.Then(d), l.logged)
	first, told := e.reserve()
	store.PutChapter(&e.Changes, l.id, told)
	if err := e.write(ctx, first); err != nil {
		return err
	}
	l.behind, l.pending, l.tail = 0, nav.Delta{}, store.Chapter{}
	return nil
}

// commitSteps is commit for an edit of nothing but n steps. Taking them again
// from the log gives the same delta, so a checkpoint is written now and then
// only, and whenever they changed a site, which is read without a memory.
func (e *edit) commitSteps(ctx context.Context, n int, d nav.Delta) error {
	l := e.live
	if l.behind+n >= checkpointEvery || len(d.Sites) > 0 {
		return e.commit(ctx, d)
	}
	first, told := e.reserve()
	if err := e.write(ctx, first); err != nil {
		return err
	}
	l.behind, l.pending, l.tail = l.behind+n, l.pending.Then(d), told
	return nil
}

// reserve gives the lines of the edit their cursors, beginning with first, and
// tells what no chapter tells of once they are written. The tail, which it begins
// with, stays as it is: what is added stands behind its length.
func (e *edit) reserve() (first uint64, told store.Chapter) {
	first = e.core.hub.reserve(len(e.lines))
	told = e.live.tail
	for i, l := range e.lines {
		told.Add(l, first+uint64(i))
	}
	return first, told
}

// write applies the change set and publishes the events.
func (e *edit) write(ctx context.Context, first uint64) (err error) {
	var told []numbered
	written := false
	defer func() {
		if !written {
			told = nil
			e.live.drop()
		}
		e.core.hub.settle(first, len(e.lines), told)
		if written && indexDue(first, len(e.lines)) {
			e.core.index()
		}
		if written && e.dues > 0 {
			e.core.indexer.ring()
		}
	}()
	if e.err != nil {
		return e.err
	}
	for i, l := range e.lines {
		cursor := first + uint64(i)
		store.PutEntry(&e.Changes, cursor, l)
		if l.Event != nil {
			told = append(told, numbered{cursor, store.Event{Episode: l.Episode, Time: l.Time, Event: *l.Event}})
		}
	}
	err = e.core.apply(ctx, &e.Changes)
	if written = err == nil; written {
		for _, then := range e.after {
			then()
		}
	}
	return err
}
