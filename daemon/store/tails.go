package store

import (
	"errors"

	"navd/kv"
)

// PutMark adds to a change set that chapters list every entry up to a cursor, so that
// UnlistedLines begins after it.
func PutMark(c *kv.Changes, cursor uint64) { marks.Put(c, kv.K(listedMark), Mark{cursor}) }

// Gap is lines between two chapters of an episode, which no chapter lists because an older
// navd lost them.
type Gap struct {
	Episode string
	Lines   Chapter
}

// UnlistedLines finds the lines that no chapter lists, in the log after the mark: by episode
// those after its last chapter, its tail, and the gaps. Damaged lines are left out; a reader
// of that episode's log gets a fault.
//
// An older navd could let go of a tail before a chapter had it. Its mark says nothing of
// such lines, so in a store without a newer mark they are looked for from the beginning,
// once: a second for a million lines.
func UnlistedLines(tx *kv.Tx) (tails map[string]Chapter, gaps []Gap, err error) {
	mark, _ := cursorAt(tx, listedMark) // a damaged mark is none
	older, _ := cursorAt(tx, logMark)
	var known cursors
	if mark == 0 {
		last, err := LastCursor(tx)
		if err != nil {
			return nil, nil, err
		}
		known = listed(tx, last)
	}
	all := map[string]*unlisted{}
	for key, err := range lines.Keys(tx, kv.Range{From: kv.Key{}.Uint(mark + 1), OnCorrupt: skip}) {
		var e Entry
		cursor := kv.ReadKey(key).Uint()
		if err == nil && !known.has(cursor) {
			e, err = lines.Get(tx, key)
		}
		switch {
		case errors.Is(err, kv.ErrCorrupt):
		case err != nil:
			return nil, nil, Fault(err)
		case e.N > 0:
			u := all[e.Episode]
			if u == nil {
				u = unlistedOf(tx, e.Episode)
				all[e.Episode] = u
			}
			u.add(tx, e, cursor, older)
		}
	}
	tails = map[string]Chapter{}
	for id, u := range all {
		if len(u.tail.Cursors) > 0 {
			tails[id] = u.tail
		}
		for _, ch := range u.gaps {
			gaps = append(gaps, Gap{id, ch})
		}
	}
	return tails, gaps, nil
}

// cursors is a set of cursors: a bit for each.
type cursors []uint64

func (s cursors) has(c uint64) bool { return c/64 < uint64(len(s)) && s[c/64]&(1<<(c%64)) != 0 }

// listed gives the cursors that chapters list, as far as these can be read. last is the
// newest one.
func listed(tx *kv.Tx, last uint64) cursors {
	all := make(cursors, last/64+1)
	for ch, err := range chapters.Scan(tx, kv.Range{OnCorrupt: skip}) {
		if err != nil {
			return all
		}
		for _, c := range ch.Value.Cursors {
			if c <= last {
				all[c/64] |= 1 << (c % 64)
			}
		}
	}
	return all
}

// cursorAt reads the cursor of a mark, 0 when there is none.
func cursorAt(tx *kv.Tx, name string) (uint64, error) {
	m, err := marks.Get(tx, kv.K(name))
	if errors.Is(err, kv.ErrNotFound) {
		return 0, nil
	}
	return m.Cursor, err
}

// unlisted is what UnlistedLines found of an episode so far.
type unlisted struct {
	tail    Chapter
	gaps    []Chapter
	told    int     // number of the last entry that a chapter has
	until   uint64  // cursor of that entry
	damaged bool    // its chapters cannot be read
	at      Chapter // that was read last
}

// gone is larger than the number of any line.
const gone = 1 << 62

// unlistedOf begins with an episode. Nothing more of it is wanted when it is deleted or its
// log was removed. When its chapters are damaged all lines may be its tail, so that the
// other episodes can be read.
func unlistedOf(tx *kv.Tx, id string) *unlisted {
	if there, err := episodes.Has(tx, kv.K(id)); err == nil && !there {
		return &unlisted{told: gone}
	}
	if aged, err := LogAged(tx, id); err == nil && aged { // only events are left
		return &unlisted{told: gone}
	}
	last, err := chapterIn(tx, kv.Range{Prefix: kv.K(id), Reverse: true})
	if n := len(last.Cursors); n > 0 {
		return &unlisted{told: last.end() - 1, until: last.Cursors[n-1]}
	}
	return &unlisted{damaged: err != nil && !errors.Is(err, kv.ErrNotFound)}
}

// chapterIn reads the first chapter of a range. It is compiled once, as Range is large.
//
//go:noinline
func chapterIn(tx *kv.Tx, r kv.Range) (Chapter, error) {
	first, err := chapters.First(tx, r)
	return first.Value, err
}

// add adds a line to the tail, or to the gap behind the chapter where it belongs, if there
// is one. Steps that a memory forgot have the numbers of later lines, which a chapter of
// their steps or of earlier ones lists with later cursors: they belong nowhere. older is
// the mark of an older navd.
func (u *unlisted) add(tx *kv.Tx, e Entry, cursor, older uint64) {
	switch {
	case u.damaged && cursor <= older: // what its chapters list is not known
		return
	case e.N > u.told && cursor > u.until:
		u.tail.Add(e, cursor)
		return
	case u.told == gone || u.at.First <= e.N && e.N < u.at.end():
		return
	}
	of := kv.K(e.Episode)
	var err error
	u.at, err = chapterIn(tx, kv.Range{Prefix: of, To: of.Int(e.Seq).Int(e.N + 1), Reverse: true})
	if n := len(u.at.Cursors); err != nil || e.N < u.at.end() || cursor < u.at.Cursors[n-1] {
		return
	}
	last := len(u.gaps) - 1
	for ; last >= 0 && u.gaps[last].First > e.N; last-- { // forgotten before this one was written
		u.gaps = u.gaps[:last]
	}
	if last < 0 || e.N > u.gaps[last].end() {
		u.gaps = append(u.gaps, Chapter{})
		last++
	}
	u.gaps[last].Add(e, cursor)
}
