package store

import (
	"errors"

	"navd/kv"
)

// PutMark adds to a change set that chapters list every entry up to a cursor, so that
// UnlistedLines begins after it.
func PutMark(c *kv.Changes, cursor uint64) { marks.Put(c, kv.K(listedMark), Mark{cursor}) }

// Unlisted are the lines of an episode's log that no chapter lists.
type Unlisted struct {
	Tail Chapter   // those after its last chapter
	Gaps []Chapter // those between two chapters, where an older navd lost them
}

// UnlistedLines finds, by episode, the lines that no chapter lists, in the log after the
// mark. Damaged lines are left out; a reader of that episode's log gets a fault.
//
// An older navd could let go of a tail before a chapter had it. Its mark says nothing of
// such lines, so in a store without a newer mark they are looked for from the beginning,
// once: a second for a million lines.
func UnlistedLines(tx *kv.Tx) (map[string]Unlisted, error) {
	mark, older := markOf(tx, listedMark), markOf(tx, logMark)
	var known cursors
	if mark == 0 {
		last, err := LastCursor(tx)
		if err != nil {
			return nil, err
		}
		known = listed(tx, last)
	}
	all := map[string]*unlisted{}
	for key, err := range lines.Keys(tx, kv.Range{From: kv.Key{}.Uint(mark + 1), OnCorrupt: skip}) {
		if err != nil {
			return nil, Fault(err)
		}
		cursor := kv.ReadKey(key).Uint()
		if known.has(cursor) {
			continue
		}
		e, err := lines.Get(tx, key)
		if errors.Is(err, kv.ErrCorrupt) {
			continue
		}
		if err != nil {
			return nil, Fault(err)
		}
		u := all[e.Episode]
		if u == nil {
			u = unlistedOf(tx, e.Episode)
			all[e.Episode] = u
		}
		switch {
		case u.damaged && cursor <= older: // what its chapters list is not known
		case e.N > u.told && cursor > u.until:
			u.Tail.Add(e, cursor)
		default:
			u.fill(tx, e, cursor)
		}
	}
	out := map[string]Unlisted{}
	for id, u := range all {
		if len(u.Tail.Cursors)+len(u.Gaps) > 0 {
			out[id] = u.Unlisted
		}
	}
	return out, nil
}

// cursors is a set of cursors: a bit for each.
type cursors []uint64

func (s cursors) has(c uint64) bool { return c/64 < uint64(len(s)) && s[c/64]&(1<<(c%64)) != 0 }

// listed gives the cursors that chapters list, as far as these can be read. last is the
// newest one.
func listed(tx *kv.Tx, last uint64) cursors {
	all := make(cursors, last/64+1)
	for ch, err := range values(chapters, tx, kv.Range{OnCorrupt: skip}) {
		if err != nil {
			return all
		}
		for _, c := range ch.Cursors {
			if c <= last {
				all[c/64] |= 1 << (c % 64)
			}
		}
	}
	return all
}

// markOf reads a mark: 0 when there is none, or it is damaged.
func markOf(tx *kv.Tx, name string) uint64 {
	m, err := marks.Get(tx, kv.K(name))
	if err != nil {
		return 0
	}
	return m.Cursor
}

// unlisted is what UnlistedLines found of an episode so far.
type unlisted struct {
	Unlisted
	told    int     // number of the last entry that a chapter has
	until   uint64  // cursor of that entry
	damaged bool    // its chapters cannot be read
	at      Chapter // that was read last
}

// fill adds a line to the gap between the two chapters where it belongs, if there is one.
// Entries that a memory forgot have the numbers of later ones; they belong nowhere, which
// their cursors tell.
func (u *unlisted) fill(tx *kv.Tx, e Entry, cursor uint64) {
	if u.told == gone || u.at.First <= e.N && e.N < u.at.end() {
		return
	}
	of, behind := kv.K(e.Episode), kv.K(e.Episode).Int(e.Seq).Int(e.N+1)
	before, err := chapters.First(tx, kv.Range{Prefix: of, To: behind, Reverse: true})
	if err != nil || e.N < before.Value.end() {
		u.at = before.Value
		return
	}
	at := before.Value
	after, err := chapters.First(tx, kv.Range{Prefix: of, From: behind})
	if err != nil || e.N >= after.Value.First || cursor < at.Cursors[len(at.Cursors)-1] || cursor > after.Value.Cursors[0] {
		return
	}
	last := len(u.Gaps) - 1
	for ; last >= 0 && u.Gaps[last].First > e.N; last-- { // forgotten before this one was written
		u.Gaps = u.Gaps[:last]
	}
	if last >= 0 && e.N <= u.Gaps[last].end() {
		u.Gaps[last].Add(e, cursor)
		return
	}
	gap := Chapter{}
	gap.Add(e, cursor)
	u.Gaps = append(u.Gaps, gap)
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
	last, err := chapters.First(tx, kv.Range{Prefix: kv.K(id), Reverse: true})
	if n := len(last.Value.Cursors); n > 0 {
		return &unlisted{told: last.Value.end() - 1, until: last.Value.Cursors[n-1]}
	}
	return &unlisted{damaged: err != nil && !errors.Is(err, kv.ErrNotFound)}
}
