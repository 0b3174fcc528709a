package store

import (
	"errors"
	"iter"

	"navd/kv"
)

// values gives the values of a range. It ends with the first fault.
func values[V any](t *kv.Table[V], tx *kv.Tx, r kv.Range) iter.Seq2[V, error] {
	return func(yield func(V, error) bool) {
		for e, err := range t.Scan(tx, r) {
			if !yield(e.Value, Fault(err)) {
				return
			}
		}
	}
}

// all reads the values whose keys begin with a key, in order.
func all[V any](tx *kv.Tx, t *kv.Table[V], prefix kv.Key) (out []V, err error) {
	for v, err := range values(t, tx, kv.Range{Prefix: prefix}) {
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// found splits the result of a read: whether the value is there, and other errors as faults.
func found[V any](v V, err error) (V, bool, error) {
	if errors.Is(err, kv.ErrNotFound) {
		return v, false, nil
	}
	return v, err == nil, Fault(err)
}

// orNone gives the value of a read, the zero value when there is none.
func orNone[V any](v V, err error) (V, error) {
	v, _, err = found(v, err)
	return v, err
}

// orFault gives the value of a read, and its error as a fault.
func orFault[V any](v V, err error) (V, error) { return v, Fault(err) }

// newestFirst is the range of a table whose keys are numbers, backwards from its end, or from
// before number n when it is not 0.
func newestFirst(n int) kv.Range {
	r := kv.Range{Reverse: true}
	if n > 0 {
		r.To = kv.Key{}.Int(n)
	}
	return r
}

// lastNumber gives the highest number of a table whose key is a number, 0 when
// it is empty.
func lastNumber[V any](tx *kv.Tx, t *kv.Table[V]) (int, error) {
	for k, err := range t.Keys(tx, kv.Range{Reverse: true, Limit: 1, OnCorrupt: skip}) {
		return kv.ReadKey(k).Int(), Fault(err)
	}
	return 0, nil
}

// skip is an OnCorrupt that leaves damaged records out.
func skip(*kv.CorruptError) {}

// numberOf reads the number of a key that has a text before it.
func numberOf(k kv.Key) int {
	r := kv.ReadKey(k)
	r.Str()
	return r.Int()
}

// count counts the keys of a range.
func count(tx *kv.Tx, t table, r kv.Range) (n int, err error) {
	for _, err := range t.Keys(tx, r) {
		if err != nil {
			return 0, Fault(err)
		}
		n++
	}
	return n, nil
}
