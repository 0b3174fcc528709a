package kv

import (
	"encoding/json"
	"fmt"
	"reflect"
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
	s.typ = reflect.TypeFor[V]()
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
func (t *Table[V]) Put(c *Changes, k Key, v V) { t.schema.put(c, k, v) }

// Delete adds to c: remove what is under k. Nothing there is no error.
func (t *Table[V]) Delete(c *Changes, k Key) { t.schema.delete(c, k) }

// Get returns the value under k. It returns [ErrNotFound] when there is none, a
// *[CorruptError] when it does not pass its checks, a *[NewerError] when a newer
// program wrote it and a *[DamagedError] when the file is unreadable there.
func (t *Table[V]) Get(tx *Tx, k Key) (v V, err error) {
	if err := t.schema.get(tx, k, &v); err != nil {
		return *new(V), err
	}
	return v, nil
}

// Has reports whether there is a value under k, without reading it. It returns
// a *[DamagedError] when the file is unreadable there.
func (t *Table[V]) Has(tx *Tx, k Key) (found bool, err error) {
	_, found, err = t.schema.size(tx, k)
	return found, err
}

// Size returns how many bytes the value under k takes in the file, 0 when there is none,
// without reading it. It returns a *[DamagedError] when the file is unreadable there.
func (t *Table[V]) Size(tx *Tx, k Key) (bytes int, err error) {
	bytes, _, err = t.schema.size(tx, k)
	return bytes, err
}

// Count returns the number of values in the table, in constant time: the
// writer keeps it. [DB.Check] compares it with the values.
func (t *Table[V]) Count(tx *Tx) (int, error) { return t.schema.count(tx) }

// Len is Count, 0 when the file is unreadable there.
func (t *Table[V]) Len(tx *Tx) int {
	n, err := t.Count(tx)
	if err != nil {
		return 0
	}
	return n
}

// What follows is one for all types of values: a method of Table is compiled for each.

func (s *schema) put(c *Changes, k Key, v any) {
	if err := checkKey(s, k); err != nil {
		c.fail(err)
		return
	}
	raw, err := s.encode(k, v)
	if err != nil {
		c.fail(err)
		return
	}
	c.add(op{table: s, key: k, value: raw})
}

func (s *schema) delete(c *Changes, k Key) {
	if err := checkKey(s, k); err != nil {
		c.fail(err)
		return
	}
	c.add(op{table: s, key: k})
}

// get reads the value under k into v, a pointer.
func (s *schema) get(tx *Tx, k Key, v any) error {
	tree, err := tx.tree(s)
	if err != nil {
		return err
	}
	return tx.read(s, func() error {
		raw, err := s.find(tree, k)
		if err != nil {
			return err
		}
		if raw == nil {
			return fmt.Errorf("%w: table %s, key %s", ErrNotFound, s.name, k)
		}
		return s.into(k, raw, v)
	})
}

//go:noinline
func (s *schema) count(tx *Tx) (int, error) {
	tree, err := tx.tree(s)
	return int(tree.count), err
}

// size tells whether there is a value under k, and how many bytes both take.
func (s *schema) size(tx *Tx, k Key) (bytes int, found bool, err error) {
	tree, err := tx.tree(s)
	if err != nil {
		return 0, false, err
	}
	err = tx.read(s, func() error {
		raw, err := s.find(tree, k)
		if found = raw != nil; found {
			bytes = len(raw) + len(k)
		}
		return err
	})
	return bytes, found, err
}

// into reads the value stored as raw into v, a pointer; nothing of it points into raw.
func (s *schema) into(k Key, raw []byte, v any) error {
	doc, err := s.decode(k, raw)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(doc, v); err != nil {
		return s.corrupt(k, "bad JSON", err)
	}
	return nil
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
