package kv

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
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
func (r *KeyReader) Str() string { return r.str(0) }

// StrDesc reads a part written by [Key.StrDesc].
func (r *KeyReader) StrDesc() string { return r.str(0xFF) }

// Uint reads a part written by [Key.Uint].
func (r *KeyReader) Uint() uint64 { return r.uint(0) }

// UintDesc reads a part written by [Key.UintDesc].
func (r *KeyReader) UintDesc() uint64 { return r.uint(math.MaxUint64) }

// Int reads a part written by [Key.Int].
func (r *KeyReader) Int() int { return r.int(0) }

// IntDesc reads a part written by [Key.IntDesc].
func (r *KeyReader) IntDesc() int { return r.int(math.MaxUint64) }

// Time reads a part written by [Key.Time], in UTC.
func (r *KeyReader) Time() time.Time { return r.time(0) }

// TimeDesc reads a part written by [Key.TimeDesc], in UTC.
func (r *KeyReader) TimeDesc() time.Time { return r.time(0xFF) }

// Err returns the first error of the reads so far: one that wraps [ErrKey]
// when the bytes were not the part asked for.
func (r *KeyReader) Err() error { return r.err }

// Done returns the first error of the reads, or one that wraps [ErrKey] when
// bytes are left over.
func (r *KeyReader) Done() error {
	if r.err == nil && r.pos < len(r.key) {
		r.fail("has bytes left over")
	}
	return r.err
}

// str reads a string whose bytes are XORed with mask.
func (r *KeyReader) str(mask byte) string {
	var out []byte
	for i := r.pos; r.err == nil; i++ {
		switch {
		case i >= len(r.key):
			return r.fail("ends inside a string")
		case r.key[i]^mask != zero:
			out = append(out, r.key[i]^mask)
		case i+1 < len(r.key) && r.key[i+1]^mask == escaped:
			out = append(out, zero)
			i++
		case i+1 < len(r.key) && r.key[i+1]^mask == terminator:
			r.pos = i + 2
			return string(out)
		default:
			return r.fail("has a bad escape in a string")
		}
	}
	return ""
}

// uint reads a number whose bits are XORed with mask.
func (r *KeyReader) uint(mask uint64) uint64 {
	if b := r.take(8); b != nil {
		return binary.BigEndian.Uint64(b) ^ mask
	}
	return 0
}

func (r *KeyReader) int(mask uint64) int {
	n := r.uint(mask)
	if r.err != nil {
		return 0
	}
	return int(unflip(n))
}

func (r *KeyReader) time(mask byte) time.Time {
	b := r.take(12)
	if b == nil {
		return time.Time{}
	}
	var raw [12]byte
	for i := range raw {
		raw[i] = b[i] ^ mask
	}
	nano := binary.BigEndian.Uint32(raw[8:])
	if nano >= 1e9 {
		r.fail("has a time with too many nanoseconds")
		return time.Time{}
	}
	return time.Unix(unflip(binary.BigEndian.Uint64(raw[:])), int64(nano)).UTC()
}

// take returns the next n bytes, nil after an error or when there are fewer.
func (r *KeyReader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if len(r.key)-r.pos < n {
		r.fail("ends inside a number")
		return nil
	}
	b := r.key[r.pos : r.pos+n]
	r.pos += n
	return b
}

// fail keeps the error and returns "" for the readers of strings.
func (r *KeyReader) fail(reason string) string {
	r.err = fmt.Errorf("%w: %s %s at byte %d", ErrKey, r.key, reason, r.pos)
	return ""
}

func unflip(n uint64) int64 { return int64(n ^ 1<<63) }
