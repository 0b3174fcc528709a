package store

import (
	"iter"
	"time"

	"navd/daemon/nav"
	"navd/daemon/ref"
	"navd/kv"
)

// GetPlace reads a place of an episode; false when there is none.
func GetPlace(tx *kv.Tx, id string, place ref.PlaceID) (nav.Place, bool, error) {
	return found(places.Get(tx, kv.K(id).Int(int(place))))
}

// PlaceIDs lists the places of an episode in their order, those that cannot be
// read among them.
func PlaceIDs(tx *kv.Tx, id string) (ids []ref.PlaceID, err error) {
	add := func(k kv.Key) { ids = append(ids, ref.PlaceID(numberOf(k))) }
	r := kv.Range{Prefix: kv.K(id), OnCorrupt: func(bad *kv.CorruptError) { add(bad.Key) }}
	for k, err := range places.Keys(tx, r) {
		if err != nil {
			return nil, Fault(err)
		}
		add(k)
	}
	return ids, nil
}

// PlaceOf is a place with its episode.
type PlaceOf struct {
	Episode string
	nav.Place
}

// Places gives the places of all episodes, newest episodes and places first,
// those before the given one when its episode is not empty. Places that cannot
// be read are left out; a damaged page ends it with a corrupt fault.
func Places(tx *kv.Tx, before string, place ref.PlaceID) iter.Seq2[PlaceOf, error] {
	r := kv.Range{Reverse: true, OnCorrupt: skip}
	if before != "" {
		r.To = kv.K(before).Int(int(place))
	}
	return func(yield func(PlaceOf, error) bool) {
		for e, err := range places.Scan(tx, r) {
			if !yield(PlaceOf{episodeOf(e.Key), e.Value}, Fault(err)) || err != nil {
				return
			}
		}
	}
}

// CountPlaces tells how many places there are, in constant time.
func CountPlaces(tx *kv.Tx) (int, error) { return orFault(places.Count(tx)) }

// TimeOf gives when the first entry of an episode's log at or after a step was
// written, zero when no chapter lists one.
func TimeOf(tx *kv.Tx, id string, seq int) time.Time {
	for e, err := range Entries(tx, id, Chapter{}, seq, 0) {
		if err != nil {
			break
		}
		return e.Time
	}
	return time.Time{}
}

func episodeOf(k kv.Key) string {
	if len(k) == 0 { // with an error there is no key
		return ""
	}
	return kv.ReadKey(k).Str()
}
