package store

import (
	"errors"
	"iter"

	"navd/kv"
)

// PutEntry adds a line of an episode's log to a change set.
func PutEntry(c *kv.Changes, id string, e Entry) {
	entries.Put(c, kv.K(id).Int(e.Seq).Int(e.N), e)
}

// GetStep reads the step of a seq with its answer. ok is false when that step
// was not taken.
func GetStep(tx *kv.Tx, id string, seq int) (s Step, ok bool, err error) {
	e, err := entries.First(tx, kv.Range{Prefix: kv.K(id).Int(seq)})
	if errors.Is(err, kv.ErrNotFound) || (err == nil && e.Value.Step == nil) {
		return Step{}, false, nil
	}
	if err != nil {
		return Step{}, false, Fault(err)
	}
	return *e.Value.Step, true, nil
}

// Entries gives an episode's log in order of creation, beginning after the
// entry numbered (seq, n).
func Entries(tx *kv.Tx, id string, seq, n int) iter.Seq2[Entry, error] {
	r := kv.Range{Prefix: kv.K(id), From: kv.K(id).Int(seq).Int(n + 1)}
	return func(yield func(Entry, error) bool) {
		for e, err := range entries.Scan(tx, r) {
			if !yield(e.Value, Fault(err)) {
				return
			}
		}
	}
}

// PutEvent adds an event to the line of all events.
func PutEvent(c *kv.Changes, cursor uint64, e Event) { events.Put(c, kv.Key{}.Uint(cursor), e) }

// LastEvent gives the cursor of the newest stored event, 0 when there is none.
func LastEvent(tx *kv.Tx) (uint64, error) {
	for k, err := range events.Keys(tx, kv.Range{Reverse: true, Limit: 1}) {
		if err != nil {
			return 0, Fault(err)
		}
		return kv.ReadKey(k).Uint(), nil
	}
	return 0, nil
}

// EventsAfter gives the stored events after a cursor, oldest first.
func EventsAfter(tx *kv.Tx, cursor uint64, yield func(uint64, Event) bool) error {
	for e, err := range events.Scan(tx, kv.Range{From: kv.Key{}.Uint(cursor + 1)}) {
		if err != nil {
			return Fault(err)
		}
		if !yield(kv.ReadKey(e.Key).Uint(), e.Value) {
			return nil
		}
	}
	return nil
}

// PutAnswer keeps the answer to a call with a key.
func PutAnswer(c *kv.Changes, key string, a Answer) { answers.Put(c, kv.K(key), a) }

// GetAnswer reads the stored answer of a key.
func GetAnswer(tx *kv.Tx, key string) (a Answer, ok bool, err error) {
	a, err = answers.Get(tx, kv.K(key))
	if errors.Is(err, kv.ErrNotFound) {
		return a, false, nil
	}
	return a, err == nil, Fault(err)
}

// Counts tells how many records each table holds, in constant time.
func Counts(tx *kv.Tx) map[string]int {
	return map[string]int{
		"episodes": episodes.Len(tx), "anchors": anchors.Len(tx), "places": places.Len(tx), "sites": sites.Len(tx),
		"plans": plans.Len(tx), "log_entries": entries.Len(tx), "events": events.Len(tx),
	}
}
