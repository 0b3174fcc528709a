package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"iter"

	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/think"
	"navd/kv"
)

// The tables of tree searches. Instead of a tree its events are stored, in order, and
// replayed.
var (
	searches      = kv.NewTable[think.Search]("searches", 1)     // number
	searchStarts  = kv.NewTable[think.Start]("search_starts", 1) // number
	searchEvents  = kv.NewTable[lats.Event]("search_events", 1)  // number, order
	failedAnswers = kv.NewTable[Failed]("failed_answers", 1)     // SHA-256 of question and answer, hexadecimal
	searchesOf    = kv.NewTable[struct{}]("episode_searches", 1) // E, number
)

// PutSearch adds the record of a search to a change set.
func PutSearch(c *kv.Changes, s think.Search) {
	n, _ := think.SearchNumber(s.ID)
	searches.Put(c, kv.Key{}.Int(n), s)
}

// PutSearchStart adds a new search and what it begins with to a change set, under its
// episode when it has one.
func PutSearchStart(c *kv.Changes, s think.Search, begins think.Start) {
	n, _ := think.SearchNumber(s.ID)
	searchStarts.Put(c, kv.Key{}.Int(n), begins)
	if s.Episode != "" {
		searchesOf.Put(c, kv.K(s.Episode).Int(n), struct{}{})
	}
	PutSearch(c, s)
}

// PutSearchEvents adds events of a search to a change set.
func PutSearchEvents(c *kv.Changes, id string, events []lats.Event) {
	n, _ := think.SearchNumber(id)
	for _, e := range events {
		searchEvents.Put(c, kv.Key{}.Int(n).Int(e.Seq), e)
	}
}

// GetSearch reads the record of a search; not_found when there is none, or its episode
// is deleted.
func GetSearch(tx *kv.Tx, id string) (s think.Search, err error) {
	n, ok := think.SearchNumber(id)
	if ok {
		s, err = searches.Get(tx, kv.Key{}.Int(n))
	}
	if err == nil && ok {
		ok, err = lives(tx, s)
	}
	if !ok || errors.Is(err, kv.ErrNotFound) {
		return s, fault.New(fault.NotFound, "no such search").About("search", id).WithHint("lats.list shows them")
	}
	return s, Fault(err)
}

// lives tells whether a search has no episode, or one that is not deleted.
func lives(tx *kv.Tx, s think.Search) (bool, error) {
	if s.Episode == "" {
		return true, nil
	}
	return orFault(episodes.Has(tx, kv.K(s.Episode)))
}

// GetSearchStart reads what a search began with.
func GetSearchStart(tx *kv.Tx, id string) (think.Start, error) {
	n, _ := think.SearchNumber(id)
	return orFault(searchStarts.Get(tx, kv.Key{}.Int(n)))
}

// SearchEvents reads the events of a search, in order.
func SearchEvents(tx *kv.Tx, id string) ([]lats.Event, error) {
	n, _ := think.SearchNumber(id)
	return all(tx, searchEvents, kv.Key{}.Int(n))
}

// LastSearch gives the number of the newest search, deleted ones included, 0 when there was
// none.
func LastSearch(tx *kv.Tx) (int, error) {
	last, err := lastNumber(tx, searches)
	if err != nil {
		return 0, err
	}
	mark, err := cursorAt(tx, searchMark)
	return max(last, int(mark)), Fault(err)
}

// SearchesOver gives the ids of the searches over the memory of an episode.
func SearchesOver(tx *kv.Tx, episode string) (ids []string, err error) {
	for k, err := range searchesOf.Keys(tx, kv.Range{Prefix: kv.K(episode)}) {
		if err != nil {
			return nil, Fault(err)
		}
		ids = append(ids, think.SearchID(numberOf(k)))
	}
	return ids, nil
}

// Searches gives the records newest first, those before number n when it is not 0, without
// damaged ones and those of deleted episodes.
func Searches(tx *kv.Tx, n int) iter.Seq2[think.Search, error] {
	r := newestFirst(n)
	r.OnCorrupt = skip
	return func(yield func(think.Search, error) bool) {
		for s, err := range values(searches, tx, r) {
			is := true
			if err == nil {
				is, err = lives(tx, s)
			}
			if (is || err != nil) && !yield(s, err) {
				return
			}
		}
	}
}

// deleteSearches adds the removal of searches over the memory of an episode, about n
// records; with a nil change set it only counts them.
func deleteSearches(tx *kv.Tx, c *kv.Changes, episode string, records int) (n int, err error) {
	for k, err := range searchesOf.Keys(tx, kv.Range{Prefix: kv.K(episode)}) {
		if err != nil {
			return 0, Fault(err)
		}
		if n >= records {
			break
		}
		m, err := DeleteSearch(tx, c, think.Search{ID: think.SearchID(numberOf(k)), Episode: episode})
		if err != nil {
			return 0, err
		}
		n += m
	}
	return n, nil
}

// DeleteSearch adds the removal of a search to a change set, and gives the number of its
// records; with a nil change set it only counts them. Its number is not given again.
func DeleteSearch(tx *kv.Tx, c *kv.Changes, s think.Search) (records int, err error) {
	n, _ := think.SearchNumber(s.ID)
	for k, err := range searchEvents.Keys(tx, kv.Range{Prefix: kv.Key{}.Int(n)}) {
		if err != nil {
			return 0, Fault(err)
		}
		if records++; c != nil {
			searchEvents.Delete(c, k)
		}
	}
	if c != nil {
		last, err := LastSearch(tx)
		if err != nil {
			return 0, err
		}
		marks.Put(c, kv.K(searchMark), Mark{uint64(max(last, n))})
		searches.Delete(c, kv.Key{}.Int(n))
		searchStarts.Delete(c, kv.Key{}.Int(n))
		if s.Episode != "" {
			searchesOf.Delete(c, kv.K(s.Episode).Int(n))
		}
	}
	return records + 2, nil
}

// Failed counts an answer to a question that failed.
type Failed struct {
	Times   int  `json:"times"`
	Offered bool `json:"offered,omitempty"` // submitted as feedback for knowledge
}

// GetFailed reads how often an answer failed; the zero value when it never did.
func GetFailed(tx *kv.Tx, key string) (Failed, error) {
	return orNone(failedAnswers.Get(tx, hashed(key)))
}

// PutFailed adds how often an answer failed to a change set.
func PutFailed(c *kv.Changes, key string, f Failed) { failedAnswers.Put(c, hashed(key), f) }

// hashed makes a table's key of a text of any length.
func hashed(key string) kv.Key {
	sum := sha256.Sum256([]byte(key))
	return kv.K(hex.EncodeToString(sum[:]))
}
