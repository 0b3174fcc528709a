package kv

import (
	"bytes"
	"errors"
	"iter"
)

// A Range selects keys of a table: those with the prefix Prefix that are at
// least From and less than To, each bound only if set. The zero Range is the
// whole table.
type Range struct {
	Prefix  Key  // beginning of every key
	From    Key  // smallest key, inclusive
	To      Key  // largest key, exclusive
	Reverse bool // from the largest key to the smallest
	Limit   int  // end after that many entries; 0: no limit

	// OnCorrupt, if set, is told of each value that does not pass its checks,
	// and the scan goes on with the next key. If nil the scan ends with it.
	OnCorrupt func(*CorruptError)
}

// An Entry is a key with its value.
type Entry[V any] struct {
	Key   Key
	Value V
}

// Scan returns the entries of r in key order. It ends after the first error that it
// yields; its errors are those of [Table.Get] except ErrNotFound. An entry stays valid
// after the transaction.
func (t *Table[V]) Scan(tx *Tx, r Range) iter.Seq2[Entry[V], error] {
	return func(yield func(Entry[V], error) bool) {
		var e Entry[V]
		t.schema.scan(tx, r, func(_ *walk, k, v []byte) error {
			e = Entry[V]{Key: bytes.Clone(k)}
			return t.schema.into(k, v, &e.Value)
		}, func(err error) bool {
			if err != nil {
				e = Entry[V]{}
			}
			return yield(e, err)
		})
	}
}

// Keys returns the keys of r in order, without decoding the values. It ends after the
// first error that it yields: a *[DamagedError], or a *[CorruptError] for a damaged
// key.
func (t *Table[V]) Keys(tx *Tx, r Range) iter.Seq2[Key, error] { return t.schema.keys(tx, r) }

// First returns the first entry of r in its order: with Reverse the largest.
// It returns [ErrNotFound] when r is empty and otherwise the errors of Scan.
func (t *Table[V]) First(tx *Tx, r Range) (Entry[V], error) {
	for e, err := range t.Scan(tx, r) {
		return e, err
	}
	return Entry[V]{}, ErrNotFound
}

//go:noinline
func (s *schema) keys(tx *Tx, r Range) iter.Seq2[Key, error] {
	return func(yield func(Key, error) bool) {
		var key Key
		s.scan(tx, r, func(w *walk, k, _ []byte) error {
			key = bytes.Clone(k)
			return w.strayed()
		}, func(err error) bool {
			if err != nil {
				key = nil
			}
			return yield(key, err)
		})
	}
}

// scan walks r. It calls read, under guard, with each key and value in the mapped file,
// and then yield, not under guard, which reports whether to go on.
func (s *schema) scan(tx *Tx, r Range, read func(w *walk, k, v []byte) error, yield func(error) bool) {
	t, err := tx.tree(s)
	if err != nil {
		yield(err)
		return
	}
	w := walk{cursor: cursor{tree: t}, schema: s, low: r.low(), high: r.high(), reverse: r.Reverse}
	for n := 0; r.Limit == 0 || n < r.Limit; {
		more := true
		err := tx.read(s, func() error {
			k, v, err := w.next()
			if more = k != nil || err != nil; more && err == nil {
				err = read(&w, k, v)
			}
			return err
		})
		if bad := (*CorruptError)(nil); r.OnCorrupt != nil && errors.As(err, &bad) {
			r.OnCorrupt(bad)
			continue
		}
		if !more || !yield(err) || err != nil {
			return
		}
		n++
	}
}

// low returns the smallest key that may be in r, nil for no bound.
func (r Range) low() Key {
	if bytes.Compare(r.From, r.Prefix) > 0 {
		return r.From
	}
	return r.Prefix
}

// high returns the smallest key after r, nil for no bound.
func (r Range) high() Key {
	end := r.Prefix.end()
	if end == nil || (r.To != nil && bytes.Compare(r.To, end) < 0) {
		return r.To
	}
	return end
}
