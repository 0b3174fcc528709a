package store

import (
	"errors"
	"iter"

	"navd/daemon/fault"
	"navd/daemon/feedback"
	"navd/daemon/grounding"
	"navd/kv"
)

// Text is a text that several episodes may share.
type Text struct {
	Text string `json:"text"`
}

// PutFeedback adds a feedback to a change set; number n is that of its id.
func PutFeedback(c *kv.Changes, n int, r feedback.Record) {
	records.Put(c, kv.Key{}.Int(n), r)
	said.Put(c, kv.K(r.Episode).Int(n), struct{}{})
}

// GetFeedback reads feedback n; not_found when there is none.
func GetFeedback(tx *kv.Tx, n int) (feedback.Record, error) {
	r, err := records.Get(tx, kv.Key{}.Int(n))
	if errors.Is(err, kv.ErrNotFound) {
		return r, fault.New(fault.NotFound, "no such feedback").About("feedback", feedback.ID(n)).WithHint("feedback.add gives the id; grounding.get lists those of an episode")
	}
	return r, Fault(err)
}

// LastFeedback gives the number of the newest feedback, 0 when there is none.
func LastFeedback(tx *kv.Tx) (int, error) { return lastNumber(tx, records) }

// FeedbackOf gives the feedback of an episode, oldest first.
func FeedbackOf(tx *kv.Tx, id string) (records []feedback.Record, err error) {
	for k, err := range said.Keys(tx, kv.Range{Prefix: kv.K(id)}) {
		if err != nil {
			return nil, Fault(err)
		}
		record, err := GetFeedback(tx, numberOf(k))
		if err != nil {
			return nil, err
		}
		records = append(records, record)
	}
	return records, nil
}

// ReplaceFeedback adds a feedback that is stored already to a change set.
func ReplaceFeedback(c *kv.Changes, n int, r feedback.Record) { records.Put(c, kv.Key{}.Int(n), r) }

// HasFeedback tells whether an episode has any.
func HasFeedback(tx *kv.Tx, id string) (bool, error) {
	for _, err := range said.Keys(tx, kv.Range{Prefix: kv.K(id), Limit: 1}) {
		return err == nil, Fault(err)
	}
	return false, nil
}

// PutGrounding adds a version of an entry to a change set, without its counters, which have
// a table of their own and no versions.
func PutGrounding(c *kv.Changes, e grounding.Entry) error {
	e.Counters = grounding.Counters{}
	return entries.put(c, e)
}

// PutCounters adds the counters of an entry to a change set.
func PutCounters(c *kv.Changes, id string, v grounding.Counters) error {
	n, ok := grounding.EntryNumber(id)
	if !ok {
		return fault.New(fault.Internal, "not an id of an entry").About("id", id)
	}
	counters.Put(c, kv.Key{}.Int(n), v)
	return nil
}

// Book reads all versions of all entries, and their counters.
func Book(tx *kv.Tx) (*grounding.Book, error) {
	b := grounding.NewBook()
	if err := entries.load(tx, b.Load); err != nil {
		return nil, err
	}
	for e, err := range counters.Scan(tx, kv.Range{}) {
		if err != nil {
			return nil, Fault(err)
		}
		b.Count(grounding.EntryID(kv.ReadKey(e.Key).Int()), e.Value)
	}
	return b, nil
}

// GetGrounding reads the last version of an entry; false when there is none.
func GetGrounding(tx *kv.Tx, id string) (e grounding.Entry, found bool, err error) {
	return entries.last(tx, id)
}

// Grounding gives the last version of every entry, newest first, those before an
// id when it is not empty. What cannot be read is left out.
func Grounding(tx *kv.Tx, before string) iter.Seq2[grounding.Entry, error] {
	return entries.newest(tx, before)
}

// CountGrounding counts the versions of all entries, in constant time. There are at least
// as many as entries.
func CountGrounding(tx *kv.Tx) (int, error) { return orFault(entries.Count(tx)) }

// GroundingHistory gives the versions of an entry, oldest first; none when
// there is no such entry.
func GroundingHistory(tx *kv.Tx, id string) ([]grounding.Entry, error) {
	return entries.history(tx, id)
}

// PutFinal adds a version of an episode's final to a change set.
func PutFinal(c *kv.Changes, v grounding.Version) { finals.Put(c, kv.K(v.Episode).Int(v.Version), v) }

// GetFinal reads a version of an episode's final, the last one for version 0;
// false when there is none.
func GetFinal(tx *kv.Tx, id string, version int) (v grounding.Version, found bool, err error) {
	r := kv.Range{Prefix: kv.K(id), Reverse: true, Limit: 1}
	if version > 0 {
		r = kv.Range{Prefix: kv.K(id).Int(version)}
	}
	for e, err := range finals.Scan(tx, r) {
		return e.Value, err == nil, Fault(err)
	}
	return v, false, nil
}

// PutText keeps a text under its hash.
func PutText(c *kv.Changes, hash, text string) { texts.Put(c, kv.K(hash), Text{text}) }

// GetText reads the text of a hash.
func GetText(tx *kv.Tx, hash string) (string, error) {
	t, err := texts.Get(tx, kv.K(hash))
	if errors.Is(err, kv.ErrNotFound) {
		err = fault.New(fault.Corrupt, "the text is missing").About("hash", hash).WithHint(wayOut)
	}
	return t.Text, Fault(err)
}

// EpisodesWithFeedback gives the episodes whose feedback is stored, in the order
// of their ids.
func EpisodesWithFeedback(tx *kv.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		last := ""
		for k, err := range said.Keys(tx, kv.Range{}) {
			id := kv.ReadKey(k).Str()
			if err == nil && id == last {
				continue
			}
			last = id
			if !yield(id, Fault(err)) {
				return
			}
		}
	}
}
