package store

import (
	"errors"
	"time"

	"navd/daemon/episode"
	"navd/kv"
)

// Retention goes through tables piece by piece. A piece begins after a key, reads n
// records at most, and gives the key after which the next one begins, nil at the end.
// Damaged records stay, so that whoever asks for them gets a fault.

// AgedAnswers adds the removal of stored answers from before a time to a change set, among
// the next records of the table. It calls seen for those that stay, with the time and the
// size in bytes.
func AgedAnswers(tx *kv.Tx, c *kv.Changes, after kv.Key, records int, before time.Time, seen func(time.Time, int)) (next kv.Key, err error) {
	r := kv.Range{From: behind(after), OnCorrupt: skip}
	n := 0
	for e, err := range answers.Scan(tx, r) {
		if err != nil {
			return nil, Fault(err)
		}
		if e.Value.Time.Before(before) {
			answers.Delete(c, e.Key)
		} else {
			seen(e.Value.Time, len(e.Key)+len(e.Value.Result)+len(e.Value.Method)+len(e.Value.Content))
		}
		if n++; n == records {
			return e.Key, nil
		}
	}
	return nil, nil
}

// behind gives the first key after another, nil for none.
func behind(k kv.Key) kv.Key {
	if k == nil {
		return nil
	}
	return append(append(kv.Key{}, k...), 0)
}

// LogAged reports whether retention removed the log of an episode.
func LogAged(tx *kv.Tx, id string) (bool, error) { return orFault(marks.Has(tx, kv.K(agedMark, id))) }

// EndedEpisode is an episode that has ended and has a log.
type EndedEpisode struct {
	ID    string
	Ended time.Time
}

// EndedEpisodes gives the ended episodes that have chapters of a log, among the next records
// of the table. The log may be in the middle of its removal, or have got lines after it.
func EndedEpisodes(tx *kv.Tx, after kv.Key, records int) (ended []EndedEpisode, next kv.Key, err error) {
	n := 0
	for e, err := range episodes.Scan(tx, kv.Range{From: behind(after), OnCorrupt: skip}) {
		if err != nil {
			return nil, nil, Fault(err)
		}
		if ep := e.Value; ep.Status == episode.Ended {
			switch _, err := chapterIn(tx, kv.Range{Prefix: kv.K(ep.ID)}); {
			case err == nil:
				ended = append(ended, EndedEpisode{ep.ID, ep.Ended})
			case !errors.Is(err, kv.ErrNotFound) && !errors.Is(err, kv.ErrCorrupt):
				return nil, nil, Fault(err)
			}
		}
		if n++; n == records {
			return ended, e.Key, nil
		}
	}
	return ended, nil, nil
}

// LogBytes adds up the bytes of the lines that the next chapters of an episode list.
func LogBytes(tx *kv.Tx, id string, after kv.Key, chaptersAtOnce int) (bytes int, next kv.Key, err error) {
	n := 0
	r := kv.Range{Prefix: kv.K(id), From: behind(after), OnCorrupt: skip}
	for e, err := range chapters.Scan(tx, r) {
		if err != nil {
			return 0, nil, Fault(err)
		}
		for _, cursor := range e.Value.Cursors {
			size, err := lines.Size(tx, kv.Key{}.Uint(cursor))
			if err != nil {
				return 0, nil, Fault(err)
			}
			bytes += size
		}
		if n++; n == chaptersAtOnce {
			return bytes, e.Key, nil
		}
	}
	return bytes, nil, nil
}

// AgeLog adds the removal of about n records of an ended episode's log to a change
// set, and reports whether they were the last. Events stay, for subscribers.
func AgeLog(tx *kv.Tx, c *kv.Changes, id string, records int) (last bool, err error) {
	if there, err := episodes.Has(tx, kv.K(id)); err != nil || !there {
		return true, Fault(err) // it was deleted meanwhile
	}
	_, spent, err := deleteLines(tx, c, id, Chapter{}, records)
	if err != nil {
		return false, err
	}
	marks.Put(c, kv.K(agedMark, id), Mark{})
	return spent < records, keepCursor(tx, c)
}

// AgedEvents adds the removal of events from before a time to a change set, among the next
// lines of the log. Only events go whose episode is deleted or has no log any more; the
// others are part of their episode's log. next is 0 at the end.
func AgedEvents(tx *kv.Tx, c *kv.Changes, after uint64, records int, before time.Time) (next uint64, err error) {
	n, removed := 0, uint64(0)
	gone := map[string]bool{}
	r := kv.Range{From: kv.Key{}.Uint(after + 1), OnCorrupt: skip}
	for e, err := range lines.Scan(tx, r) {
		if err != nil {
			return 0, Fault(err)
		}
		cursor := kv.ReadKey(e.Key).Uint()
		if l := e.Value; l.Kind == KindEvent && l.Time.Before(before) {
			without, known := gone[l.Episode]
			if !known {
				if without, err = withoutLog(tx, l.Episode); err != nil {
					return 0, err
				}
				gone[l.Episode] = without
			}
			if without {
				lines.Delete(c, e.Key)
				removed = cursor
			}
		}
		if n++; n == records {
			next = cursor
			break
		}
	}
	if removed == 0 {
		return next, nil
	}
	if had, err := EventsRemoved(tx); err != nil || had < removed {
		marks.Put(c, kv.K(eventsMark), Mark{removed})
	}
	return next, keepCursor(tx, c)
}

// withoutLog reports whether an episode is deleted, or its log removed.
func withoutLog(tx *kv.Tx, id string) (bool, error) {
	there, err := episodes.Has(tx, kv.K(id))
	if err != nil || !there {
		return !there, Fault(err)
	}
	return LogAged(tx, id)
}

// EventsRemoved gives the cursor up to which events may have been removed by retention, 0
// when none were.
func EventsRemoved(tx *kv.Tx) (uint64, error) {
	return orFault(cursorAt(tx, eventsMark))
}
