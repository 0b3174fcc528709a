package store

import (
	"errors"
	"iter"

	"navd/daemon/fault"
	"navd/daemon/scene"
	"navd/kv"
)

// PutScene adds the record of a picture to a change set.
func PutScene(c *kv.Changes, id string, call scene.Call) { scenes.Put(c, kv.K(id).Int(call.N), call) }

// Scenes gives the records of an episode's pictures in their order. A damaged
// one ends it with a corrupt fault.
func Scenes(tx *kv.Tx, id string) iter.Seq2[scene.Call, error] {
	return values(scenes, tx, kv.Range{Prefix: kv.K(id)})
}

// LastScene gives the number of an episode's newest picture, 0 when there is
// none.
func LastScene(tx *kv.Tx, id string) (int, error) {
	for k, err := range scenes.Keys(tx, kv.Range{Prefix: kv.K(id), Reverse: true, Limit: 1}) {
		if err != nil {
			return 0, Fault(err)
		}
		return numberOf(k), nil
	}
	return 0, nil
}

// PutPicture adds a picture that waits to be read to a change set.
func PutPicture(c *kv.Changes, id string, n int, p scene.Picture) {
	pictures.Put(c, kv.K(id).Int(n), p)
}

// DeletePicture adds the removal of a picture that was read to a change set.
func DeletePicture(c *kv.Changes, id string, n int) { pictures.Delete(c, kv.K(id).Int(n)) }

// NextPicture gives the oldest waiting picture of an episode, and its record; false when
// none waits.
func NextPicture(tx *kv.Tx, id string) (call scene.Call, p scene.Picture, ok bool, err error) {
	for e, err := range pictures.Scan(tx, kv.Range{Prefix: kv.K(id), Limit: 1}) {
		if err != nil {
			return call, p, false, Fault(err)
		}
		n := numberOf(e.Key)
		call, err = scenes.Get(tx, kv.K(id).Int(n))
		if errors.Is(err, kv.ErrNotFound) {
			err = fault.New(fault.Corrupt, "picture %d has no record", n).About("episode", id)
		}
		return call, e.Value, err == nil, Fault(err)
	}
	return call, p, false, nil
}

// WaitingPictures tells how many pictures of an episode wait.
func WaitingPictures(tx *kv.Tx, id string) (int, error) {
	return count(tx, pictures, kv.Range{Prefix: kv.K(id)})
}

// EpisodesWithPictures lists the episodes that have pictures waiting.
func EpisodesWithPictures(tx *kv.Tx) (ids []string, err error) {
	for k, err := range pictures.Keys(tx, kv.Range{OnCorrupt: skip}) {
		if err != nil {
			return ids, Fault(err)
		}
		if id := kv.ReadKey(k).Str(); len(ids) == 0 || ids[len(ids)-1] != id {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// PutSpend adds what the model calls of a day took to a change set.
func PutSpend(c *kv.Changes, day string, s Spend) { spends.Put(c, kv.K(day), s) }

// GetSpend reads what the model calls of a day took; the zero value when there were none.
func GetSpend(tx *kv.Tx, day string) (Spend, error) { return orNone(spends.Get(tx, kv.K(day))) }
