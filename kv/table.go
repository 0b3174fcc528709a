package kv

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// A Table is a named, ordered map from [Key] to V, stored as JSON. It holds no data
// and no file: it is a definition, made once as part of a program's schema, given to
// [Open] and then used with any DB opened with it. It is safe for concurrent use. The
// rules of encoding/json hold: unexported fields are not stored, and bytes of a string
// that are not UTF-8 are replaced.
type Table[V any] struct {
	schema *schema
}

// A Migration turns the JSON of a value of version From into that of version
// From+1. Func may change and return its argument; it must not keep it.
type Migration struct {
	From byte
	Func func(json []byte) ([]byte, error)
}

// TableInfo is a [Table] of any value type, for [Options].Tables.
type TableInfo interface {
	info() *schema
}

// NewTable defines a table. Its name consists of up to 100 lower-case letters, digits
// and "_-./", and starts with a letter. version is at least 1 and grows by one with
// each change of V that older JSON does not fit; migrate then has the step from each
// older version that may still be in a file. [Open] refuses a definition that breaks
// these rules.
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

// Put adds a change to c: store v under k, replacing any value there. v is encoded at
// once and may be changed afterwards; k must not be. An empty or too long key, and a
// value that cannot be encoded or is too large, become the error of c, which Apply
// returns.
func (t *Table[V]) Put(c *Changes, k Key, v V) { t.schema.put(c, k, v) }

// Delete adds a change to c: remove the value under k. It is no error if there is none.
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

// Has reports whether there is a value under k, without decoding it. It returns a
// *[CorruptError] when k itself is damaged in the file, and a *[DamagedError] when the
// file is unreadable there.
func (t *Table[V]) Has(tx *Tx, k Key) (found bool, err error) {
	_, found, err = t.schema.size(tx, k)
	return found, err
}

// Size returns how many bytes k and its value take in the file, 0 when there is none,
// without decoding it. Its errors are those of Has.
func (t *Table[V]) Size(tx *Tx, k Key) (bytes int, err error) {
	bytes, _, err = t.schema.size(tx, k)
	return bytes, err
}

// Count returns the number of values in the table, in constant time: the
// writer keeps it. [DB.Check] compares it with the values.
func (t *Table[V]) Count(tx *Tx) (int, error) { return t.schema.count(tx) }

// Len is Count without the error: it returns 0 when Count fails.
func (t *Table[V]) Len(tx *Tx) int {
	n, err := t.Count(tx)
	if err != nil {
		return 0
	}
	return n
}

// The functions below serve all types of values: a method of Table is compiled anew for
// each type.

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

// size reports whether there is a value under k, and how many bytes both take.
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

// into decodes the stored value raw into v, a pointer. Nothing in v refers to raw
// afterwards.
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
