package kv

import (
	"encoding/json"
	"fmt"
)

// A Table is a named, ordered map from [Key] to V, stored as JSON. It holds no
// data and no file: it is a definition, made once as part of a program's
// schema, given to [Open] and then used with any DB opened with it. It is safe
// for concurrent use. What JSON does to a V it does here: unexported fields are
// not kept, bytes of a string that are no UTF-8 are replaced.
type Table[V any] struct {
	schema *schema
}

// A Migration turns the JSON of a value of version From into that of version
// From+1. Func may change and return its argument; it must not keep it.
type Migration struct {
	From byte
	Func func(json []byte) ([]byte, error)
}

// TableInfo is a [Table] of any value type, as [Options].Tables lists it.
type TableInfo interface {
	info() *schema
}

// NewTable defines a table. Names are of lower-case letters, digits and
// "_-./", and start with a letter. version is at least 1 and grows by one with
// each change of V that older JSON does not fit; migrate then holds the step
// from each version that may still stand in a file. A definition that breaks
// these rules is refused by [Open].
func NewTable[V any](name string, version byte, migrate ...Migration) *Table[V] {
	s := newSchema(name, version, migrate)
	s.unmarshal = func(doc []byte) error {
		var v V
		return json.Unmarshal(doc, &v)
	}
	return &Table[V]{schema: s}
}

// Name returns the name of the table.
func (t *Table[V]) Name() string { return t.schema.name }

// Version returns the version new values are written with.
func (t *Table[V]) Version() byte { return t.schema.version }

func (t *Table[V]) info() *schema { return t.schema }

// Put adds to c: store v under k, over what is there. v is encoded at once and
// may be changed afterwards; k is kept. A key that is no key, a value that does
// not encode or is too large is kept in c as its error, which Apply returns.
func (t *Table[V]) Put(c *Changes, k Key, v V) {
	if err := checkKey(t.schema, k); err != nil {
		c.fail(err)
		return
	}
	raw, err := t.schema.encode(k, v)
	if err != nil {
		c.fail(err)
		return
	}
	c.add(op{table: t.schema, key: k, value: raw})
}

// Delete adds to c: remove what is under k. Nothing there is no error.
func (t *Table[V]) Delete(c *Changes, k Key) {
	if err := checkKey(t.schema, k); err != nil {
		c.fail(err)
		return
	}
	c.add(op{table: t.schema, key: k})
}

// Get returns the value under k. It returns [ErrNotFound] when there is none, a
// *[CorruptError] when it does not pass its checks, a *[NewerError] when a newer
// program wrote it and a *[DamagedError] when the file is unreadable there.
func (t *Table[V]) Get(tx *Tx, k Key) (v V, err error) {
	tree, err := tx.tree(t.schema)
	if err != nil {
		return v, err
	}
	err = tx.read(t.schema, func() error {
		raw, err := t.schema.find(tree, k)
		if err != nil {
			return err
		}
		if raw == nil {
			return fmt.Errorf("%w: table %s, key %s", ErrNotFound, t.schema.name, k)
		}
		v, err = t.decode(k, raw)
		return err
	})
	return v, err
}

// Has reports whether there is a value under k, without reading it. It returns
// a *[DamagedError] when the file is unreadable there.
func (t *Table[V]) Has(tx *Tx, k Key) (found bool, err error) {
	tree, err := tx.tree(t.schema)
	if err != nil {
		return false, err
	}
	err = tx.read(t.schema, func() error {
		raw, err := t.schema.find(tree, k)
		found = raw != nil
		return err
	})
	return found, err
}

// Size returns how many bytes the value under k takes in the file, 0 when there is none,
// without reading it. It returns a *[DamagedError] when the file is unreadable there.
func (t *Table[V]) Size(tx *Tx, k Key) (bytes int, err error) {
	tree, err := tx.tree(t.schema)
	if err != nil {
		return 0, err
	}
	err = tx.read(t.schema, func() error {
		raw, err := t.schema.find(tree, k)
		if bytes = len(raw); raw != nil {
			bytes += len(k)
		}
		return err
	})
	return bytes, err
}

// Count returns the number of values in the table, in constant time: the
// writer keeps it. [DB.Check] compares it with the values.
func (t *Table[V]) Count(tx *Tx) (int, error) {
	tree, err := tx.tree(t.schema)
	return int(tree.count), err
}

// Len is Count, 0 when the file is unreadable there.
func (t *Table[V]) Len(tx *Tx) int {
	n, err := t.Count(tx)
	if err != nil {
		return 0
	}
	return n
}

// decode returns the value stored as raw; nothing of it points into raw.
func (t *Table[V]) decode(k Key, raw []byte) (v V, err error) {
	doc, err := t.schema.decode(k, raw)
	if err != nil {
		return v, err
	}
	if err := json.Unmarshal(doc, &v); err != nil {
		return *new(V), t.schema.corrupt(k, "bad JSON", err)
	}
	return v, nil
}

func checkKey(s *schema, k Key) error {
	if len(k) == 0 {
		return fmt.Errorf("%w: table %s: empty", ErrKey, s.name)
	}
	if len(k) > MaxKeySize {
		return fmt.Errorf("%w: table %s: %d bytes, at most %d", ErrKey, s.name, len(k), MaxKeySize)
	}
	return nil
}
