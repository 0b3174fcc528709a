package journal

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"navd/daemon/store"
)

// Episode is the lock of an episode: only its holder reads or changes the episode's memory.
type Episode struct {
	ID string

	j    *Journal
	refs int // guarded by Journal.mu: the holder and those that wait

	mu   sync.Mutex    // held by the holder; guards all below
	tail store.Chapter // its lines that no chapter lists yet
}

// Hold waits until nobody else holds an episode, and takes it. The episode need not exist.
func (j *Journal) Hold(id string) *Episode {
	j.mu.Lock()
	e := j.episodes[id]
	if e == nil {
		e = &Episode{ID: id, j: j}
		j.episodes[id] = e
	}
	e.refs++
	j.mu.Unlock()
	e.mu.Lock()
	return e
}

// Release lets the next one take the episode. It is forgotten while it is still held, so that
// nobody leaves a tail in one that is forgotten.
func (e *Episode) Release() {
	defer e.mu.Unlock()
	e.j.mu.Lock()
	defer e.j.mu.Unlock()
	if e.refs--; e.refs == 0 && len(e.tail.Cursors) == 0 {
		delete(e.j.episodes, e.ID)
	}
}

// Tail gives a copy of the list of its lines that no chapter has yet.
func (e *Episode) Tail() store.Chapter { return e.tail.Clone() }

// Tail gives the tail of an episode, which it holds for a moment.
func (j *Journal) Tail(id string) store.Chapter {
	e := j.Hold(id)
	defer e.Release()
	return e.Tail()
}

// chaptersEvery is by how many lines the log grows between two rounds of writing chapters:
// about what a start after a crash has to read again.
const chaptersEvery = 4096

// chaptersDue begins a round of writing chapters when n lines from a cursor on pass the
// next multiple of chaptersEvery. Only one round runs at a time, in the background; the
// next one does what it left.
func (j *Journal) chaptersDue(first uint64, n int) {
	if first/chaptersEvery == (first+uint64(n))/chaptersEvery || !j.rounds.CompareAndSwap(false, true) {
		return
	}
	begun := j.work.Go(func() {
		defer j.rounds.Store(false)
		if err := j.writeChapters(j.feed.settledTo()); err != nil {
			j.log.Error("the log's chapters cannot be written", "error", err)
		}
	})
	if !begun {
		j.rounds.Store(false)
	}
}

// writeChapters writes a chapter for every tail that begins up to a cursor, and then the
// mark after which a start has to look for tails. Every episode with such a tail was in the
// journal's map before the cursor was settled.
func (j *Journal) writeChapters(cursor uint64) error {
	var failed error
	for _, id := range j.ids() {
		failed = errors.Join(failed, j.writeChapter(id, cursor))
	}
	if failed != nil {
		return failed // the mark stays, so a start looks at more lines
	}
	c := j.New()
	c.MakesRoom = true // also when the disk is full
	j.mark(c, cursor)
	return c.Commit(context.Background(), nil)
}

// mark adds to a change that chapters list every line up to a cursor.
func (j *Journal) mark(c *Change, cursor uint64) {
	if !j.behind {
		store.PutMark(&c.Changes, cursor)
	}
}

// fill writes chapters of lines that an older navd left out of them. When they cannot be
// written, the mark stays, and the next start finds the lines again.
func (j *Journal) fill(ctx context.Context, gaps []store.Gap) {
	if len(gaps) == 0 {
		return
	}
	c := j.New()
	c.MakesRoom = true
	lines := 0
	for _, g := range gaps {
		store.PutChapter(&c.Changes, g.Episode, g.Lines)
		lines += len(g.Lines.Cursors)
	}
	err := c.Commit(ctx, nil)
	j.behind = err != nil
	if j.behind {
		j.log.Error("lines of logs that an older navd lost cannot be listed", "error", err)
		return
	}
	j.log.Info("lines of logs that an older navd lost are listed again", "lines", lines)
}

func (j *Journal) writeChapter(id string, cursor uint64) error {
	c := j.New()
	defer c.End()
	c.Hold(id)
	tail := c.episode.tail
	if len(tail.Cursors) == 0 || tail.Cursors[0] > cursor {
		return nil
	}
	c.MakesRoom = true
	store.PutChapter(&c.Changes, id, tail)
	c.Forget() // the chapter has it
	return c.Commit(context.Background(), nil)
}

// flush writes all tails as chapters, and the mark, in one commit, when the journal closes.
func (j *Journal) flush() error {
	c := j.New()
	c.MakesRoom = true
	j.mark(c, j.feed.settledTo())
	for _, id := range j.ids() {
		store.PutChapter(&c.Changes, id, j.Tail(id))
	}
	return c.Commit(context.Background(), nil)
}

// ids lists the episodes that are held or have a tail.
func (j *Journal) ids() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Sorted(maps.Keys(j.episodes))
}
