package kv

import (
	"bytes"
	"iter"
	"reflect"
)

// AnyTable is a [Table] without its type parameter, for code that handles every table
// in the same way. Its values have the table's type, as any; its methods do what those
// of Table do.
type AnyTable struct{ schema *schema }

// Any returns the table as an AnyTable.
func (t *Table[V]) Any() AnyTable { return AnyTable{t.schema} }

// Name returns the name of the table.
func (t AnyTable) Name() string { return t.schema.name }

// Version returns the version new values are written with.
func (t AnyTable) Version() byte { return t.schema.version }

// Read gives read a pointer to a new value of the table's type, and returns the value
// that read filled in.
func (t AnyTable) Read(read func(pointer any) error) (any, error) {
	v := reflect.New(t.schema.typ)
	if err := read(v.Interface()); err != nil {
		return nil, err
	}
	return v.Elem().Interface(), nil
}

// Get returns the value under k, with the errors of [Table.Get].
func (t AnyTable) Get(tx *Tx, k Key) (any, error) {
	return t.Read(func(v any) error { return t.schema.get(tx, k, v) })
}

// Put adds to c: store v, which has the table's type, under k.
func (t AnyTable) Put(c *Changes, k Key, v any) { t.schema.put(c, k, v) }

// Scan returns the entries of r in key order, as [Table.Scan] does.
func (t AnyTable) Scan(tx *Tx, r Range) iter.Seq2[Entry[any], error] {
	return func(yield func(Entry[any], error) bool) {
		var e Entry[any]
		t.schema.scan(tx, r, func(_ *walk, k, raw []byte) (err error) {
			e = Entry[any]{Key: bytes.Clone(k)}
			e.Value, err = t.Read(func(v any) error { return t.schema.into(k, raw, v) })
			return err
		}, func(err error) bool {
			if err != nil {
				e = Entry[any]{}
			}
			return yield(e, err)
		})
	}
}
