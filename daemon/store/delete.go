package store

import (
	"iter"
	"math"

	"navd/kv"
)

// An episode is deleted in several commits. The first removes what it is found by and
// leaves a mark; the next ones remove the rest piece by piece, and the last of them the
// mark.

// DeleteEpisode adds the deletion of an episode to a change set: its record, its feedback
// and its pictures go at once, the rest is left for [DeletePiece]. It gives the number of
// all its records, the rest included; not_found when there are none. Damaged records go
// too. Events stay.
func DeleteEpisode(tx *kv.Tx, c *kv.Changes, id string, tail Chapter) (int, error) {
	switch gone, err := marks.Has(tx, deletionMark(id)); {
	case err != nil:
		return 0, Fault(err)
	case gone:
		return 0, noEpisode(id)
	}
	n, _, err := deleteRest(tx, nil, id, tail, math.MaxInt)
	if err != nil {
		return 0, err
	}
	for _, t := range []table{episodes, states, places, pictures, said, finals} {
		m, err := deleteSome(tx, c, t, id, math.MaxInt)
		if err != nil {
			return 0, err
		}
		n += m
	}
	if n == 0 {
		return 0, noEpisode(id)
	}
	m, err := deleteCases(tx, c, id)
	if err != nil {
		return 0, err
	}
	n += m
	PutChapter(c, id, tail) // so that pieces find its lines
	marks.Put(c, deletionMark(id), Mark{})
	return n, nil
}

// deletionMark is the key of the mark of a deleted episode.
func deletionMark(id string) kv.Key { return kv.K(deletedMark, id) }

// Deletions lists the deleted episodes that have records left.
func Deletions(tx *kv.Tx) (ids []string, err error) {
	for k, err := range marks.Keys(tx, kv.Range{Prefix: kv.K(deletedMark)}) {
		if err != nil {
			return nil, Fault(err)
		}
		r := kv.ReadKey(k)
		r.Str() // the mark's name
		ids = append(ids, r.Str())
	}
	return ids, nil
}

// DeletePiece adds to a change set the removal of about n records that are left of a
// deleted episode. When nothing more is left it removes the mark too, and reports that it is
// the last piece.
func DeletePiece(tx *kv.Tx, c *kv.Changes, id string, records int) (last bool, err error) {
	_, spent, err := deleteRest(tx, c, id, Chapter{}, records)
	if err != nil {
		return false, err
	}
	if last = spent < records; last {
		marks.Delete(c, deletionMark(id))
		marks.Delete(c, kv.K(agedMark, id))
	}
	return last, keepCursor(tx, c)
}

// deleteRest removes up to n of the records that DeleteEpisode leaves; with a nil
// change set it only counts them. n counts records, spent also counts chapters.
func deleteRest(tx *kv.Tx, c *kv.Changes, id string, tail Chapter, records int) (n, spent int, err error) {
	if n, spent, err = deleteLines(tx, c, id, tail, records); err != nil {
		return 0, 0, err
	}
	for _, t := range []table{anchors, sites, vistas, plans, scenes, oldEntries} {
		m, err := deleteSome(tx, c, t, id, records-spent)
		if err != nil {
			return 0, 0, err
		}
		n, spent = n+m, spent+m
	}
	m, err := deleteSearches(tx, c, id, records-spent)
	return n + m, spent + m, err
}

// deleteLines removes lines of an episode from the one log, except events, and their
// chapters. Lines of a damaged chapter stay.
func deleteLines(tx *kv.Tx, c *kv.Changes, id string, tail Chapter, most int) (n, spent int, err error) {
	remove := func(ch Chapter) (done int) {
		for i, cursor := range ch.Cursors {
			if spent == most {
				return i
			}
			if e, err := ch.read(tx, id, i); cursor == 0 || err == nil && e.Kind == KindEvent {
				continue
			}
			n, spent = n+1, spent+1
			if c != nil {
				lines.Delete(c, kv.Key{}.Uint(cursor))
			}
		}
		return len(ch.Cursors)
	}
	remove(tail)
	r := kv.Range{Prefix: kv.K(id), OnCorrupt: func(bad *kv.CorruptError) {
		if c != nil {
			chapters.Delete(c, bad.Key)
		}
	}}
	for e, err := range chapters.Scan(tx, r) {
		if err != nil {
			return 0, 0, Fault(err)
		}
		if spent == most {
			break
		}
		done := remove(e.Value)
		if c != nil {
			chapters.Delete(c, e.Key)
			PutChapter(c, id, e.Value.From(e.Value.First+done))
		}
		spent = min(spent+1, most)
	}
	return n, spent, nil
}

// table is a table with records of any type, for deleting.
type table interface {
	Keys(*kv.Tx, kv.Range) iter.Seq2[kv.Key, error]
	Delete(*kv.Changes, kv.Key)
}

// deleteSome removes up to n records of an episode from a table; with a nil change set
// it only counts them.
func deleteSome(tx *kv.Tx, c *kv.Changes, t table, id string, most int) (n int, err error) {
	if most <= 0 {
		return 0, nil
	}
	r := kv.Range{Prefix: kv.K(id), OnCorrupt: func(bad *kv.CorruptError) {
		if n++; c != nil {
			t.Delete(c, bad.Key) // where it stands now
		}
	}}
	for k, err := range t.Keys(tx, r) {
		if err != nil {
			return 0, Fault(err)
		}
		if c != nil {
			t.Delete(c, k)
		}
		if n++; n >= most {
			break
		}
	}
	return n, nil
}
