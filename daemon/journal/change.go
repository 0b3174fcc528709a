package journal

import (
	"context"
	"time"

	"navd/daemon/event"
	"navd/daemon/store"
	"navd/kv"
)

// Change is one write: what is to be stored, with its log lines, due documents and answer.
// One goroutine uses it.
type Change struct {
	kv.Changes

	// At is when it took its episode, UTC: the time of its lines.
	At time.Time

	j       *Journal
	call    Call
	content string // digest of the call
	unlock  func() // unlocks the key, nil: there is none

	episode *Episode // that it holds, nil: none
	lines   []store.Entry
	light   bool // no chapter is written: the lines stay in the tail
	forget  bool // the tail is dropped
	dues    int  // documents that are due
	after   []func()
	finally []func(stored bool)

	chain  *kv.Chain // to which it is added, nil: none
	queued func()
	done   bool // it is committed
}

// New begins a change that no call asked for.
func (j *Journal) New() *Change { return &Change{j: j} }

// End releases what the change holds. What was not committed is not stored.
func (c *Change) End() {
	for _, do := range c.finally {
		do(c.done)
	}
	c.finally = nil
	if c.episode != nil {
		c.episode.Release()
		c.episode = nil
	}
	if c.unlock != nil {
		c.unlock()
		c.unlock = nil
	}
}

// Hold waits until nobody else holds an episode, and takes it.
func (c *Change) Hold(id string) {
	c.episode = c.j.Hold(id)
	c.At = c.j.now().UTC()
}

// Tail gives the episode's lines that no chapter lists.
func (c *Change) Tail() store.Chapter { return c.episode.Tail() }

// Begun tells whether the change has anything to store, or refused something.
func (c *Change) Begun() bool { return c.Len() > 0 || len(c.lines) > 0 || c.Err() != nil }

// Done tells whether it is committed.
func (c *Change) Done() bool { return c.done }

// Log adds a line to the log of the episode that it holds.
func (c *Change) Log(line store.Entry) {
	line.Episode, line.Time = c.episode.ID, c.At
	c.lines = append(c.lines, line)
}

// LogPast adds a line of another store, which keeps its time.
func (c *Change) LogPast(line store.Entry) { c.lines = append(c.lines, line) }

// Events lists the events among the lines.
func (c *Change) Events() []event.Event {
	events := []event.Event{}
	for _, l := range c.lines {
		if l.Event != nil {
			events = append(events, *l.Event)
		}
	}
	return events
}

// LeaveTail has the lines written without the chapter that lists them, for changes that
// come often.
func (c *Change) LeaveTail() { c.light = true }

// Forget drops the tail of the episode: the episode is deleted, or the tail is in a
// chapter.
func (c *Change) Forget() { c.forget = true }

// Due queues a document for the index. It belongs to an episode, or to none.
func (c *Change) Due(kind, id, episode string) {
	c.dues++
	store.PutOutbox(&c.Changes, c.j.number.Add(1), store.Due{Kind: kind, ID: id, Episode: episode})
}

// Then has do called once the change is committed, before it is answered.
func (c *Change) Then(do func()) { c.after = append(c.after, do) }

// Finally has do called at the end of the change, whether it was stored or not, while it
// still holds its episode.
func (c *Change) Finally(do func(stored bool)) { c.finally = append(c.finally, do) }

// Follow adds the change to a chain, whose lock the caller holds. queued is called when
// that lock may be released: when the change has its place in the queue of commits, or
// Commit failed. See [kv.DB.ApplyNext].
func (c *Change) Follow(chain *kv.Chain, queued func()) { c.chain, c.queued = chain, queued }

// Commit stores the change with the answer to its call, and then publishes its events.
// After an error nothing of it is stored.
func (c *Change) Commit(ctx context.Context, answer any) error {
	if err := c.keep(answer); err != nil {
		return err
	}
	if !c.Begun() {
		c.finish()
		return nil
	}
	var first uint64
	if c.episode != nil {
		first = c.number()
	}
	var told []Told
	defer func() { // also when the store panics, so that later cursors are published
		if c.done {
			told = c.told(first)
		}
		c.j.feed.settle(first, len(c.lines), told)
		if c.done {
			c.j.chaptersDue(first, len(c.lines))
		}
	}()
	if err := c.j.note(c.apply(ctx), c.call.Method != ""); err != nil {
		return err
	}
	c.finish()
	return nil
}

// number gives the lines their cursors and adds them, and the chapter that lists the tail
// and them, unless the change leaves the tail.
func (c *Change) number() (first uint64) {
	first = c.j.feed.reserve(len(c.lines))
	told := c.episode.tail // appending does not change the episode's own list
	for i, line := range c.lines {
		cursor := first + uint64(i)
		told.Add(line, cursor)
		store.PutEntry(&c.Changes, cursor, line)
	}
	switch {
	case c.forget:
		told = store.Chapter{}
	case !c.light:
		store.PutChapter(&c.Changes, c.episode.ID, told)
		told = store.Chapter{}
	}
	e := c.episode
	c.Then(func() { e.tail = told })
	return first
}

func (c *Change) apply(ctx context.Context) error {
	if c.chain == nil {
		return c.j.db.Apply(ctx, &c.Changes)
	}
	return c.j.db.ApplyNext(ctx, c.chain, &c.Changes, c.queued)
}

// finish calls what Then was given, and wakes the index.
func (c *Change) finish() {
	c.done = true
	for _, do := range c.after {
		do()
	}
	if c.dues == 0 {
		return
	}
	select {
	case c.j.due <- struct{}{}:
	default: // it is awake already
	}
}

// told gives the events among the lines, with their cursors.
func (c *Change) told(first uint64) (events []Told) {
	for i, l := range c.lines {
		if l.Event != nil {
			events = append(events, Told{Cursor: first + uint64(i), Event: event.Logged{Episode: l.Episode, Time: l.Time, Event: *l.Event}})
		}
	}
	return events
}
