package kv

// Changes is an ordered set of puts and deletes, on any tables, that [DB.Apply]
// makes as a whole or not at all. The zero value is empty and ready; it is built
// without a DB. When it changes a key twice the later change counts. It is not safe
// for concurrent use, and must not be changed while Apply runs.
type Changes struct {
	// MakesRoom says that these changes free space, or record that something is done
	// which would otherwise be done again. They are committed even when
	// [Options].Reserve refuses others.
	MakesRoom bool

	ops   []op
	bytes int
	err   error
}

// op is one change: a put, or a delete if value is nil.
type op struct {
	table *schema
	key   Key
	value []byte
}

// Len returns the number of changes.
func (c *Changes) Len() int { return len(c.ops) }

// Bytes returns the encoded size of the changes: keys and values.
func (c *Changes) Bytes() int { return c.bytes }

// Err returns the first error of a Put or Delete: one that wraps [ErrKey] or
// [ErrTooLarge], or a JSON error. A set with an error is refused by Apply.
func (c *Changes) Err() error { return c.err }

// Add appends the changes of other, which stays as it is, and its error.
func (c *Changes) Add(other *Changes) {
	c.ops = append(c.ops, other.ops...)
	c.bytes += other.bytes
	c.fail(other.err)
}

func (c *Changes) add(o op) {
	c.ops = append(c.ops, o)
	c.bytes += len(o.key) + len(o.value)
}

// fail keeps the first error.
func (c *Changes) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}
