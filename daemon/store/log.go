package store

import (
	"errors"
	"iter"
	"slices"

	"navd/daemon/event"
	"navd/daemon/fault"
	"navd/kv"
)

// PutEntry adds an entry of an episode's log to a change set. All episodes share one log in
// the order of cursors, so that what is written together is stored together; chapters list
// the lines of an episode.
func PutEntry(c *kv.Changes, cursor uint64, e Entry) { lines.Put(c, kv.Key{}.Uint(cursor), e) }

// GetStep reads the step of a seq with its answer. ok is false when that step
// was not taken. The tail lists the lines that no chapter has yet.
func GetStep(tx *kv.Tx, id string, tail Chapter, seq int) (e Entry, ok bool, err error) {
	for e, err := range Entries(tx, id, tail, seq, 0) {
		if err != nil || e.Step == nil || e.Seq != seq {
			return Entry{}, false, err
		}
		return e, true, nil
	}
	return Entry{}, false, nil
}

// Entries gives an episode's log in order of creation, beginning after the
// entry numbered (seq, n). The tail lists the lines that no chapter has yet. An entry
// that is missing is a corrupt fault and ends it.
func Entries(tx *kv.Tx, id string, tail Chapter, seq, n int) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		old := kv.Range{Prefix: kv.K(id), From: kv.K(id).Int(seq).Int(n + 1)}
		for e, err := range oldEntries.Scan(tx, old) {
			if !yield(e.Value, Fault(err)) || err != nil {
				return
			}
		}
		next := 0 // number of the entry that must follow, 0: any
		for ch, err := range contents(tx, id, tail, seq, n) {
			if err == nil && next > 0 && ch.First != next {
				err = missing(id, next)
			}
			if err != nil {
				yield(Entry{}, err)
				return
			}
			next = ch.First + len(ch.Cursors)
			for i := range ch.Cursors {
				if !ch.after(i, seq, n) {
					continue
				}
				e, err := ch.read(tx, id, i)
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// contents gives an episode's chapters and its tail, beginning with the one
// that may hold the entry after (seq, n).
func contents(tx *kv.Tx, id string, tail Chapter, seq, n int) iter.Seq2[Chapter, error] {
	return func(yield func(Chapter, error) bool) {
		r := kv.Range{Prefix: kv.K(id)}
		for k, err := range chapters.Keys(tx, kv.Range{Prefix: kv.K(id), To: kv.K(id).Int(seq).Int(n + 1), Reverse: true, Limit: 1}) {
			if err != nil {
				yield(Chapter{}, Fault(err))
				return
			}
			r.From = k
		}
		end := 0
		for e, err := range chapters.Scan(tx, r) {
			if !yield(e.Value, Fault(err)) || err != nil {
				return
			}
			end = e.Value.First + len(e.Value.Cursors)
		}
		if rest := tail.From(end); len(rest.Cursors) > 0 {
			yield(rest, nil)
		}
	}
}

func missing(id string, n int) error {
	return fault.New(fault.Corrupt, "entry %d of the log is missing", n).About("episode", id).WithHint(wayOut)
}

// Add appends the next entry. Missing ones before it, which could not be read, get the
// cursor 0. When it has the number of an earlier entry, that one and all after it go: they
// were forgotten before this one was written.
func (c *Chapter) Add(e Entry, cursor uint64) {
	if keep := max(e.N-c.First, 0); keep < len(c.Cursors) {
		c.Seqs, c.Cursors = c.Seqs[:keep:keep], c.Cursors[:keep:keep] // others may have the list
	}
	if len(c.Cursors) == 0 {
		c.First = e.N
	}
	for c.First+len(c.Cursors) < e.N {
		c.Seqs, c.Cursors = append(c.Seqs, e.Seq), append(c.Cursors, 0)
	}
	c.Seqs, c.Cursors = append(c.Seqs, e.Seq), append(c.Cursors, cursor)
}

// end is the number of the entry that follows the chapter.
func (c Chapter) end() int { return c.First + len(c.Cursors) }

// Clone gives a copy.
func (c Chapter) Clone() Chapter {
	c.Seqs, c.Cursors = slices.Clone(c.Seqs), slices.Clone(c.Cursors)
	return c
}

// From gives the part of the chapter from entry n on.
func (c Chapter) From(n int) Chapter {
	skip := min(max(n-c.First, 0), len(c.Cursors))
	return Chapter{First: c.First + skip, Seqs: c.Seqs[skip:], Cursors: c.Cursors[skip:]}
}

// after tells whether its i-th entry comes after the one numbered (seq, n).
func (c Chapter) after(i, seq, n int) bool {
	return c.Seqs[i] > seq || c.Seqs[i] == seq && c.First+i > n
}

// read gives its i-th entry.
func (c Chapter) read(tx *kv.Tx, id string, i int) (Entry, error) {
	if c.Cursors[i] == 0 {
		return Entry{}, missing(id, c.First+i)
	}
	e, err := lines.Get(tx, kv.Key{}.Uint(c.Cursors[i]))
	if errors.Is(err, kv.ErrNotFound) || err == nil && (e.Episode != id || e.N != c.First+i || e.Seq != c.Seqs[i]) {
		return Entry{}, missing(id, c.First+i)
	}
	return e, Fault(err)
}

// PutChapter adds a chapter to a change set, unless it is empty.
func PutChapter(c *kv.Changes, id string, ch Chapter) {
	if len(ch.Cursors) > 0 {
		chapters.Put(c, kv.K(id).Int(ch.Seqs[0]).Int(ch.First), ch)
	}
}

// The marks.
const (
	listedMark = "listed" // chapters list every entry up to here
	logMark    = "log"    // not written any more: as listedMark, but of an older navd, which left lines out
	lastMark   = "last"   // cursors up to here were used, even if their lines were deleted

	deletedMark = "deleted" // with an episode: it is deleted and has records left
	agedMark    = "aged"    // with an episode: its log was, or is being, removed by retention
	searchMark  = "search"  // numbers of searches up to here were given
	eventsMark  = "events"  // up to here events may have been removed by retention
)

// keepCursor adds the newest cursor to a change set that deletes lines, so that no cursor
// is given again: clients may know it.
func keepCursor(tx *kv.Tx, c *kv.Changes) error {
	last, err := LastCursor(tx)
	marks.Put(c, kv.K(lastMark), Mark{last})
	return err
}

// LastCursor gives the newest cursor of the log of all episodes, 0 when there was none. No
// line has a higher one, damaged lines included, and no mark: cursors of deleted lines, and
// those up to the mark of chapters, where Tails would not look, are not used again.
func LastCursor(tx *kv.Tx) (uint64, error) {
	newest := uint64(0)
	last := kv.Range{Reverse: true, Limit: 1, OnCorrupt: func(bad *kv.CorruptError) {
		newest = max(newest, kv.ReadKey(bad.Key).Uint())
	}}
	for _, t := range []table{lines, oldEvents} {
		for k, err := range t.Keys(tx, last) {
			if err != nil {
				return 0, Fault(err)
			}
			newest = max(newest, kv.ReadKey(k).Uint())
		}
	}
	for _, name := range []string{listedMark, logMark, lastMark} {
		cursor, err := cursorAt(tx, name)
		if err != nil && !errors.Is(err, kv.ErrCorrupt) { // a damaged one is read as none
			return 0, Fault(err)
		}
		newest = max(newest, cursor)
	}
	return newest, nil
}

// LinesAfter gives the lines of the log of all episodes after a cursor, oldest
// first: the event of a line, or nil for a line of another kind. read is false for
// a damaged line.
func LinesAfter(tx *kv.Tx, cursor uint64, yield func(cursor uint64, ev *event.Logged, read bool) bool) error {
	over := false
	r := kv.Range{From: kv.Key{}.Uint(cursor + 1), OnCorrupt: func(bad *kv.CorruptError) {
		over = over || !yield(kv.ReadKey(bad.Key).Uint(), nil, false)
	}}
	for e, err := range oldEvents.Scan(tx, r) {
		if err != nil {
			return Fault(err)
		}
		if over || !yield(kv.ReadKey(e.Key).Uint(), &e.Value, true) {
			return nil
		}
	}
	for e, err := range lines.Scan(tx, r) {
		if err != nil {
			return Fault(err)
		}
		if over {
			return nil
		}
		var ev *event.Logged
		if l := e.Value; l.Kind == KindEvent {
			ev = &event.Logged{Episode: l.Episode, Time: l.Time, Event: *l.Event}
		}
		if !yield(kv.ReadKey(e.Key).Uint(), ev, true) {
			return nil
		}
	}
	return nil
}

// PutAnswer keeps the answer to a call with a key.
func PutAnswer(c *kv.Changes, key string, a Answer) { answers.Put(c, kv.K(key), a) }

// GetAnswer reads the stored answer of a key.
func GetAnswer(tx *kv.Tx, key string) (Answer, bool, error) {
	return found(answers.Get(tx, kv.K(key)))
}

// Counts tells how many records each table holds, in constant time.
func Counts(tx *kv.Tx) (map[string]int, error) {
	counts := map[string]int{}
	for _, c := range []struct {
		name  string
		table interface{ Count(*kv.Tx) (int, error) }
	}{
		{"episodes", episodes}, {"anchors", anchors}, {"places", places}, {"sites", sites},
		{"plans", plans}, {"scenes", scenes}, {"feedback", records}, {"grounding", entries}, {"jobs", jobs}, {"episodic", cases}, {"knowledge", learned}, {"searches", searches}, {"houses", houses},
		{"log_entries", lines}, {"log_entries", oldEntries},
	} {
		n, err := c.table.Count(tx)
		if err != nil {
			return nil, Fault(err)
		}
		counts[c.name] += n
	}
	return counts, nil
}
