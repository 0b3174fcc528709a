package store

import (
	"iter"

	"navd/daemon/fault"
	"navd/daemon/item"
	"navd/daemon/ref"
	"navd/kv"
)

// items is a table of the versions of items of one kind, by number and version.
type items[E item.Item[E]] struct {
	*kv.Table[E]
	prefix string // of the ids
}

func newItems[E item.Item[E]](name, prefix string) items[E] {
	return items[E]{kv.NewTable[E](name, 1), prefix}
}

// put adds a version to a change set.
func (t items[E]) put(c *kv.Changes, e E) error {
	l := e.Life()
	k, ok := t.key(l.ID)
	if !ok {
		return fault.New(fault.Internal, "not an id of %s", t.Name()).About("id", l.ID)
	}
	t.Put(c, k.Int(l.Version), e)
	return nil
}

// key is the beginning of the keys of an item's versions; false when the id is not one.
func (t items[E]) key(id string) (kv.Key, bool) {
	n, ok := ref.Number(id, t.prefix)
	return kv.Key{}.Int(n), ok
}

// load gives all versions of all items to a function.
func (t items[E]) load(tx *kv.Tx, take func(E) error) error {
	for v, err := range values(t.Table, tx, kv.Range{}) {
		if err == nil {
			err = take(v)
		}
		if err != nil {
			return wholly(Fault(err))
		}
	}
	return nil
}

// last reads the last version of an item; false when there is none.
func (t items[E]) last(tx *kv.Tx, id string) (e E, found bool, err error) {
	k, ok := t.key(id)
	if !ok {
		return e, false, nil
	}
	for v, err := range t.Scan(tx, kv.Range{Prefix: k, Reverse: true, Limit: 1}) {
		return v.Value, err == nil, Fault(err)
	}
	return e, false, nil
}

// newest gives the last version of every item, newest item first, those before an
// id when it is not empty. What cannot be read is left out.
func (t items[E]) newest(tx *kv.Tx, before string) iter.Seq2[E, error] {
	r := kv.Range{Reverse: true, OnCorrupt: skip}
	if k, ok := t.key(before); ok {
		r.To = k
	}
	return func(yield func(E, error) bool) {
		last := ""
		for v, err := range t.Scan(tx, r) {
			id := v.Value.Life().ID
			if err == nil && id == last {
				continue // an older version
			}
			last = id
			if !yield(v.Value, Fault(err)) || err != nil {
				return
			}
		}
	}
}

// history gives the versions of an item, oldest first; none when there is no such
// item.
func (t items[E]) history(tx *kv.Tx, id string) (versions []E, err error) {
	k, ok := t.key(id)
	if !ok {
		return nil, nil
	}
	return all(tx, t.Table, k)
}
