package kv

import (
	"bytes"
	"errors"
	"iter"

	"go.etcd.io/bbolt"
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

// Scan returns the entries of r in key order. It ends after the first error it
// yields: those of [Table.Get] but ErrNotFound. An entry stays valid after the
// transaction.
func (t *Table[V]) Scan(tx *Tx, r Range) iter.Seq2[Entry[V], error] {
	return scan(tx, t.schema, r, func(k, v []byte) (e Entry[V], err error) {
		e.Key = bytes.Clone(k)
		e.Value, err = t.decode(k, v)
		return e, err
	})
}

// Keys returns the keys of r in order and reads no value. It ends after the
// first error it yields, a *[DamagedError].
func (t *Table[V]) Keys(tx *Tx, r Range) iter.Seq2[Key, error] {
	return scan(tx, t.schema, r, func(k, _ []byte) (Key, error) {
		return bytes.Clone(k), nil
	})
}

// First returns the first entry of r in its order: with Reverse the largest.
// It returns [ErrNotFound] when r is empty and otherwise the errors of Scan.
func (t *Table[V]) First(tx *Tx, r Range) (Entry[V], error) {
	for e, err := range t.Scan(tx, r) {
		return e, err
	}
	return Entry[V]{}, ErrNotFound
}

// scan walks r. read makes an entry of a key and a value in the mapped file;
// it is called under guard, what the caller does with the entry is not.
func scan[E any](tx *Tx, s *schema, r Range, read func(k, v []byte) (E, error)) iter.Seq2[E, error] {
	return func(yield func(E, error) bool) {
		b, err := tx.bucket(s)
		if err != nil {
			yield(*new(E), err)
			return
		}
		w := walk{cursor: b.Cursor(), low: r.low(), high: r.high(), reverse: r.Reverse}
		for n := 0; r.Limit == 0 || n < r.Limit; {
			var e E
			more := true
			err := guard(tx.db.path, "table "+s.name, func() (err error) {
				k, v := w.next()
				if more = k != nil; more {
					e, err = read(k, v)
				}
				return err
			})
			if bad := (*CorruptError)(nil); r.OnCorrupt != nil && errors.As(err, &bad) {
				r.OnCorrupt(bad)
				continue
			}
			if !more || !yield(e, err) || err != nil {
				return
			}
			n++
		}
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

// walk moves a cursor through the keys low ≤ k < high.
type walk struct {
	cursor    *bbolt.Cursor
	low, high Key
	reverse   bool
	started   bool
}

// next returns the next key and its value, nil at the end.
func (w *walk) next() (k, v []byte) {
	k, v = w.move()
	if k == nil {
		return nil, nil
	}
	if w.reverse && bytes.Compare(k, w.low) < 0 {
		return nil, nil
	}
	if !w.reverse && w.high != nil && bytes.Compare(k, w.high) >= 0 {
		return nil, nil
	}
	return k, v
}

func (w *walk) move() (k, v []byte) {
	first := !w.started
	w.started = true
	switch {
	case first && w.reverse:
		return w.last()
	case first:
		return w.cursor.Seek(w.low)
	case w.reverse:
		return w.cursor.Prev()
	default:
		return w.cursor.Next()
	}
}

// last goes to the largest key before high.
func (w *walk) last() (k, v []byte) {
	if w.high == nil {
		return w.cursor.Last()
	}
	if k, _ = w.cursor.Seek(w.high); k == nil {
		return w.cursor.Last()
	}
	return w.cursor.Prev()
}
