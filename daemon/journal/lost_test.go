package journal

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/episode"
	"navd/daemon/event"
	"navd/daemon/store"
	"navd/kv"
)

// older is a journal as an older navd had it, which could lose the tail of an episode.
type older struct {
	*Journal
	t    *testing.T
	path string
	n    map[string]int // lines of each episode
}

func openOlder(t *testing.T, ids ...string) *older {
	t.Helper()
	path := filepath.Join(t.TempDir(), "navd.db")
	o := &older{Journal: openJournal(t, path), t: t, path: path, n: map[string]int{}}
	for _, id := range ids {
		c := o.New()
		c.Hold(id)
		store.PutEpisode(&c.Changes, episode.Episode{ID: id})
		o.write(c)
	}
	return o
}

// write adds the next line to a change, and commits it.
func (o *older) write(c *Change) {
	o.t.Helper()
	id := c.episode.ID
	o.n[id]++
	c.line(o.n[id])
	if err := c.Commit(o.t.Context(), nil); err != nil {
		o.t.Fatal(err)
	}
	c.End()
}

// light writes lines of an episode without a chapter, each in a change of its own.
func (o *older) light(id string, lines int) {
	o.t.Helper()
	for range lines {
		c := o.New()
		c.Hold(id)
		c.LeaveTail()
		o.write(c)
	}
}

// checkpoint writes a line with a chapter.
func (o *older) checkpoint(id string) {
	o.t.Helper()
	c := o.New()
	c.Hold(id)
	o.write(c)
}

// loses forgets an episode with its tail. That was the end of it when one holder had read
// that the tail is empty, let another in that left lines there, and then forgot the episode.
func (o *older) loses(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.episodes[id].tail.Cursors) == 0 {
		o.t.Fatalf("%s has no tail to lose", id)
	}
	delete(o.episodes, id)
}

// forgets has the memory of an episode read again from the store, without the newest lines.
func (o *older) forgets(id string, lines int) { o.n[id] -= lines }

// ends stops the journal, cleanly or not, and gives the file the mark of an older navd.
func (o *older) ends(clean bool) {
	o.t.Helper()
	if clean {
		if err := o.flush(); err != nil {
			o.t.Fatal(err)
		}
	}
	o.crash()
	marks := kv.NewTable[store.Mark]("marks", 1)
	db, err := kv.Open(o.path, kv.Options{Tables: []kv.TableInfo{marks}})
	if err != nil {
		o.t.Fatal(err)
	}
	var changes kv.Changes
	err = db.View(func(tx *kv.Tx) error {
		m, err := marks.Get(tx, kv.K("listed"))
		if err != nil {
			return err
		}
		marks.Delete(&changes, kv.K("listed"))
		marks.Put(&changes, kv.K("log"), m)
		return nil
	})
	if !errors.Is(err, kv.ErrNotFound) {
		err = errors.Join(err, db.Apply(o.t.Context(), &changes))
	} else {
		err = nil
	}
	if err := errors.Join(err, db.Close()); err != nil {
		o.t.Fatal(err)
	}
}

// crash closes the store as it is.
func (j *Journal) crash() {
	j.work.Close()
	_ = j.db.Close()
}

func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i+1)
	}
	return numbers
}

// TestLostLines: lines that an older navd left out of the chapters are listed again at the
// first start, and stay so.
func TestLostLines(t *testing.T) {
	for _, tt := range []struct {
		name  string
		hurt  func(o *older)
		lines int // of e that there are then
	}{
		{"before a chapter", func(o *older) { o.light("e", 3); o.loses("e"); o.checkpoint("e") }, 5},
		{"before other lines without one", func(o *older) { o.light("e", 1); o.loses("e"); o.light("e", 2) }, 4},
		{"twice in a row", func(o *older) { o.light("e", 2); o.loses("e"); o.light("e", 2); o.loses("e"); o.checkpoint("e") }, 6},
		{"at two places", func(o *older) {
			o.light("e", 2)
			o.loses("e")
			o.checkpoint("e")
			o.light("e", 1)
			o.checkpoint("e")
			o.light("e", 1)
			o.loses("e")
			o.checkpoint("e")
			o.light("e", 1)
		}, 9},
		{"at the end", func(o *older) { o.checkpoint("e"); o.light("e", 4); o.loses("e") }, 6},
		{"among those of another", func(o *older) {
			for range 3 {
				o.light("e", 1)
				o.light("f", 2)
				o.loses("f")
				o.loses("e")
				o.checkpoint("f")
				o.light("e", 1)
			}
		}, 7},
		{"and forgotten", func(o *older) { o.light("e", 3); o.loses("e"); o.forgets("e", 3); o.light("e", 2); o.checkpoint("e") }, 4},
		{"forgotten, and lost again", func(o *older) {
			o.light("e", 3)
			o.loses("e")
			o.forgets("e", 2)
			o.light("e", 2)
			o.loses("e")
			o.checkpoint("e")
		}, 5},
		{"and all forgotten", func(o *older) { o.light("e", 3); o.loses("e"); o.forgets("e", 3); o.light("e", 1) }, 2},
		{"forgotten, and at the end", func(o *older) { o.light("e", 3); o.loses("e"); o.forgets("e", 2); o.light("e", 1) }, 3},
		{"before a round of chapters", func(o *older) {
			o.light("e", 2)
			o.loses("e")
			o.light("e", 1)
			if err := o.writeChapters(o.feed.settledTo()); err != nil {
				o.t.Error(err)
			}
			o.light("e", 1)
		}, 5},
	} {
		for _, clean := range []bool{true, false} {
			t.Run(tt.name+map[bool]string{true: ", stopped", false: ", killed"}[clean], func(t *testing.T) {
				o := openOlder(t, "e", "f")
				tt.hurt(o)
				o.ends(clean)
				for start := range 4 {
					j := openJournal(t, o.path)
					for id, n := range map[string]int{"e": tt.lines, "f": o.n["f"]} {
						if diff := cmp.Diff(upTo(n), logged(t, j, id)); diff != "" {
							t.Errorf("start %d, %s: %s", start, id, diff)
						}
					}
					if start%2 == 0 {
						j.crash()
					} else if err := j.Close(); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}

// TestLostLinesOfTheMemory: of lines with one number those count that the later ones follow.
func TestLostLinesOfTheMemory(t *testing.T) {
	o := openOlder(t, "e")
	o.light("e", 2)
	o.loses("e")
	o.forgets("e", 2)
	c := o.New()
	c.Hold("e")
	c.LeaveTail()
	o.n["e"]++
	c.Log(store.Entry{N: 2, Seq: 2, Kind: store.KindEvent, Event: &event.Event{Type: event.Plan, Seq: 2, Reason: "again"}})
	if err := c.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	c.End()
	o.loses("e")
	o.checkpoint("e")
	o.ends(true)
	j := openJournal(t, o.path)
	defer j.crash()
	var reasons []string
	err := j.View(func(tx *kv.Tx) error {
		for e, err := range store.Entries(tx, "e", j.Tail("e"), 0, 0) {
			if err != nil {
				return err
			}
			reasons = append(reasons, e.Event.Reason)
		}
		return nil
	})
	if diff := cmp.Diff([]string{"", "again", ""}, reasons); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestNothingLost: a store from which nothing is missing keeps its bytes.
func TestNothingLost(t *testing.T) {
	for _, clean := range []bool{true, false} {
		o := openOlder(t, "e", "f", "gone")
		o.light("e", 3)
		o.checkpoint("e")
		o.light("f", 2)
		o.light("gone", 2)
		c := o.New()
		c.Hold("gone")
		err := o.View(func(tx *kv.Tx) error {
			_, err := store.DeleteEpisode(tx, &c.Changes, "gone", c.Tail())
			return err
		})
		c.Forget()
		if err := errors.Join(err, c.Commit(t.Context(), nil)); err != nil {
			t.Fatal(err)
		}
		c.End()
		o.ends(clean)
		before, err := os.ReadFile(o.path)
		if err != nil {
			t.Fatal(err)
		}
		openJournal(t, o.path).crash()
		after, err := os.ReadFile(o.path)
		if err != nil || !bytes.Equal(before, after) {
			t.Errorf("clean %t: the file was changed, %v", clean, err)
		}
	}
}

// TestLostLinesCannotBeListed: when the chapters cannot be written, no mark says that they
// were, and the next start lists the lines.
func TestLostLinesCannotBeListed(t *testing.T) {
	o := openOlder(t, "e")
	o.light("e", 2)
	o.loses("e")
	o.checkpoint("e")
	var gaps []store.Gap
	if err := o.View(func(tx *kv.Tx) (err error) { gaps, err = o.load(tx); return err }); err != nil {
		t.Fatal(err)
	}
	if want := []store.Gap{{Episode: "e", Lines: store.Chapter{First: 2, Seqs: []int{2, 3}, Cursors: []uint64{2, 3}}}}; !cmp.Equal(gaps, want) {
		t.Fatal(cmp.Diff(want, gaps))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	o.fill(ctx, gaps)
	if err := errors.Join(o.writeChapters(o.feed.settledTo()), o.Close()); err != nil {
		t.Fatal(err)
	}
	j := openJournal(t, o.path)
	defer j.crash()
	if diff := cmp.Diff(upTo(4), logged(t, j, "e")); diff != "" {
		t.Error(diff)
	}
}
