package kv

import (
	"encoding/binary"
	"fmt"
)

// A KeyReader reads the parts of a key back, in the order they were appended.
// The first error stays: later reads return zero values, so that a key is read
// part by part and asked for its error once.
//
//	r := kv.ReadKey(k)
//	episode, seq := r.Str(), r.Int()
//	if err := r.Done(); err != nil {
//		return err
//	}
type KeyReader struct {
	key Key
	pos int
	err error
}

// ReadKey returns a reader at the start of k.
func ReadKey(k Key) *KeyReader {
	return &KeyReader{key: k}
}

// Str reads a part written by [Key.Str].
func (r *KeyReader) Str() string {
	var out []byte
	for i := r.pos; r.err == nil; i++ {
		switch {
		case i >= len(r.key):
			return r.fail("ends inside a string")
		case r.key[i] != zero:
			out = append(out, r.key[i])
		case i+1 < len(r.key) && r.key[i+1] == escaped:
			out = append(out, zero)
			i++
		case i+1 < len(r.key) && r.key[i+1] == terminator:
			r.pos = i + 2
			return string(out)
		default:
			return r.fail("has a bad escape in a string")
		}
	}
	return ""
}

// Uint reads a part written by [Key.Uint].
func (r *KeyReader) Uint() uint64 {
	if r.err == nil && len(r.key)-r.pos < 8 {
		r.fail("ends inside a number")
	}
	if r.err != nil {
		return 0
	}
	r.pos += 8
	return binary.BigEndian.Uint64(r.key[r.pos-8:])
}

// Int reads a part written by [Key.Int].
func (r *KeyReader) Int() int {
	n := r.Uint()
	if r.err != nil {
		return 0
	}
	return int(n ^ 1<<63)
}

// Done returns the first error of the reads, or one that wraps [ErrKey] when
// bytes are left over.
func (r *KeyReader) Done() error {
	if r.err == nil && r.pos < len(r.key) {
		r.fail("has bytes left over")
	}
	return r.err
}

// fail keeps the error and returns "" for the readers of strings.
func (r *KeyReader) fail(reason string) string {
	r.err = fmt.Errorf("%w: %s %s at byte %d", ErrKey, r.key, reason, r.pos)
	return ""
}
