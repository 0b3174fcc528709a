package journal

import (
	"context"
	"time"

	"navd/daemon/event"
	"navd/daemon/store"
	"navd/kv"
)

// Change is one write on its way: what is to be stored, with the log lines, due
// documents and the answer that belong to it. It is used by one goroutine.
type Change struct {
	kv.Changes

	// At is when it took its episode, UTC: the time of its lines.
	At time.Time

	j       *Journal
	call    Call
	content string // digest of the call
	unlock  func() // lets the next call with the key go on, nil: there is no key

	episode *Episode // that it holds, nil: none
	lines   []store.Entry
	light   bool // the lines stay in the tail
	forget  bool // the episode is deleted
	dues    int
	after   []func()
	finally []func(stored bool)

	chain  *kv.Chain // that it is the next of, nil: none
	queued func()
	done   bool // it is committed
}

// New begins a change that no call asked for.
func (j *Journal) New() *Change { return &Change{j: j} }

// End lets go of what the change holds. What was not committed is not stored.
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

// Hold takes an episode, when nobody else has it.
func (c *Change) Hold(id string) {
	c.episode = c.j.Hold(id)
	c.At = c.j.now().UTC()
}

// Tail gives the episode's lines that no chapter lists.
func (c *Change) Tail() store.Chapter { return c.episode.Tail() }

// Begun tells whether anything is to be stored, or was refused.
func (c *Change) Begun() bool { return c.Len() > 0 || len(c.lines) > 0 || c.Err() != nil }

// Done tells whether it is committed.
func (c *Change) Done() bool { return c.done }

// Log adds a line to the log of the episode that it holds.
func (c *Change) Log(line store.Entry) {
	line.Episode, line.Time = c.episode.ID, c.At
	c.lines = append(c.lines, line)
}

// LogPast adds a line that another store had, with the time of it. Unlike other lines it
// is not of this moment.
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

// LeaveTail has the lines written alone, without the chapter that lists them:
// for changes that come often.
func (c *Change) LeaveTail() { c.light = true }

// Forget has the journal forget the tail of the episode, which is deleted.
func (c *Change) Forget() { c.forget = true }

// Due has a document indexed again. It belongs to an episode, or to none.
func (c *Change) Due(kind, id, episode string) {
	c.dues++
	store.PutOutbox(&c.Changes, c.j.number.Add(1), store.Due{Kind: kind, ID: id, Episode: episode})
}

// Then has something done once the change is committed, before it is answered.
func (c *Change) Then(do func()) { c.after = append(c.after, do) }

// Finally has something done at the end of the change, while it still holds its
// episode: whether it was stored or not.
func (c *Change) Finally(do func(stored bool)) { c.finally = append(c.finally, do) }

// Follow makes it the next of a chain, whose lock the caller holds. queued is
// called when that lock may be released: when the change has its place behind
// those before it, or Commit failed. See [kv.DB.ApplyNext].
func (c *Change) Follow(chain *kv.Chain, queued func()) { c.chain, c.queued = chain, queued }

// Commit stores the change with the answer to its call, and then tells of it.
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
	defer func() { // also when the store panics: whoever waits for a cursor goes on
		if c.done {
			told = c.told(first)
		}
		c.j.feed.settle(first, len(c.lines), told)
		if c.done {
			c.j.chaptersDue(first, len(c.lines))
		}
	}()
	if err := c.j.note(c.apply(ctx)); err != nil {
		return err
	}
	c.finish()
	return nil
}

// number gives the lines their cursors, and adds the chapter that lists them and the
// tail.
func (c *Change) number() (first uint64) {
	first = c.j.feed.reserve(len(c.lines))
	told := c.episode.tail // what is added stands behind its length
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

// finish does what is to be done once it is stored.
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
	default: // it has been told
	}
}

// told gives the events among its lines, with their cursors.
func (c *Change) told(first uint64) (events []Told) {
	for i, l := range c.lines {
		if l.Event != nil {
			events = append(events, Told{Cursor: first + uint64(i), Event: event.Logged{Episode: l.Episode, Time: l.Time, Event: *l.Event}})
		}
	}
	return events
}
