package store

import (
	"errors"
	"slices"

	"navd/kv"
)

// Due names a document that was added, changed or removed in the store and not yet in the
// index. The index reads the document from the store when it takes it in, so the same
// document may be due many times.
type Due struct {
	Kind    string `json:"kind"`              // of the document
	ID      string `json:"id"`                // among its kind
	Episode string `json:"episode,omitempty"` // it belongs to
	N       uint64 `json:"-"`                 // number that it is kept under
}

// PutOutbox adds a due document to the change set that changes it. n is a new number of the
// caller: above LastDue, and not used since.
func PutOutbox(c *kv.Changes, n uint64, d Due) { outbox.Put(c, kv.Key{}.Uint(n), d) }

// Outbox gives the due documents, oldest first or newest first, at most limit. bad has the
// numbers of damaged entries, whose documents are unknown.
func Outbox(tx *kv.Tx, limit int, newestFirst bool) (dues []Due, bad []uint64, err error) {
	r := kv.Range{Limit: limit, Reverse: newestFirst, OnCorrupt: func(e *kv.CorruptError) {
		bad = append(bad, kv.ReadKey(e.Key).Uint())
	}}
	for e, err := range outbox.Scan(tx, r) {
		if err != nil {
			return nil, nil, Fault(err)
		}
		e.Value.N = kv.ReadKey(e.Key).Uint()
		dues = append(dues, e.Value)
	}
	return dues, bad, nil
}

// CountDue tells how many entries the outbox has, in constant time.
func CountDue(tx *kv.Tx) (int, error) { return orFault(outbox.Count(tx)) }

// indexedMark has the generation of the index as the store knows it, to compare with that
// of the index itself.
const indexedMark = "indexed"

// Indexed adds to a change set the removal of entries that the index has taken in, and the
// generation that the index has then.
func Indexed(c *kv.Changes, generation uint64, numbers ...uint64) {
	for _, n := range numbers {
		outbox.Delete(c, kv.Key{}.Uint(n))
	}
	marks.Put(c, kv.K(indexedMark), Mark{generation})
}

// LastIndexed gives the generation that [Indexed] set last, 0 when there was none or it
// cannot be read.
func LastIndexed(tx *kv.Tx) (uint64, error) {
	m, err := marks.Get(tx, kv.K(indexedMark))
	var bad *kv.CorruptError
	if errors.Is(err, kv.ErrNotFound) || errors.As(err, &bad) {
		return 0, nil
	}
	return m.Cursor, Fault(err)
}

// LastDue gives the highest number of the outbox so far: of an entry that is there, or the
// generation of the index.
func LastDue(tx *kv.Tx) (uint64, error) {
	last, err := LastIndexed(tx)
	if err != nil {
		return 0, err
	}
	dues, bad, err := Outbox(tx, 1, true)
	for _, d := range dues {
		last = max(last, d.N)
	}
	if len(bad) > 0 {
		last = max(last, slices.Max(bad))
	}
	return last, err
}
