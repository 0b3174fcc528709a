package kv

import (
	"encoding/binary"
	"strconv"
	"time"
)

// MaxKeySize is the largest length of an encoded key in bytes.
const MaxKeySize = 32768

// Bytes of the string encoding. A zero byte inside a string is followed by
// escaped, the end of a string is a zero byte followed by terminator; since
// terminator < escaped, a string sorts before every string it is a prefix of.
const (
	zero       = 0x00
	terminator = 0x01
	escaped    = 0xFF
)

// A Key is a tuple of parts in an encoding whose byte order is the order of
// the tuples: part by part, strings by bytes, numbers by value, times by
// instant. No part's encoding is a prefix of another's, so the key of the
// first parts is a prefix exactly of the keys that begin with these parts.
//
// The part types are not stored: who reads a key knows its shape (see
// [KeyReader]). Every method returns a new key and leaves its receiver as it
// is, so a common beginning may be kept and used many times.
//
//	part     bytes
//	Str      each byte, 0x00 as 0x00 0xFF, then 0x00 0x01
//	Uint     8, big endian
//	Int      8, big endian, sign bit inverted
//	Time     12: seconds since 1970 like Int, then nanoseconds, 4 big endian
//	…Desc    the same with every bit inverted: sorts the other way round
type Key []byte

// K returns a key of string parts. K() is the empty key, a start for the
// other builders.
func K(parts ...string) Key {
	var k Key
	for _, p := range parts {
		k = k.Str(p)
	}
	return k
}

// Str appends a string of any bytes.
func (k Key) Str(s string) Key {
	out := k.grow(len(s) + 2)
	return append(appendEscaped(out, s), zero, terminator)
}

// StrPrefix appends a string without its end. Such a key is not for a value: as
// [Range].Prefix it matches the strings that begin with s.
func (k Key) StrPrefix(s string) Key {
	return appendEscaped(k.grow(len(s)), s)
}

// Uint appends an unsigned number.
func (k Key) Uint(n uint64) Key {
	return binary.BigEndian.AppendUint64(k.grow(8), n)
}

// Int appends a signed number.
func (k Key) Int(n int) Key {
	return k.Uint(flipSign(int64(n)))
}

// Time appends an instant, to the nanosecond; its location is not kept.
func (k Key) Time(t time.Time) Key {
	out := binary.BigEndian.AppendUint64(k.grow(12), flipSign(t.Unix()))
	return binary.BigEndian.AppendUint32(out, uint32(t.Nanosecond()))
}

// StrDesc appends a string that sorts from z to a.
func (k Key) StrDesc(s string) Key { return k.Str(s).invertFrom(len(k)) }

// UintDesc appends an unsigned number that sorts from large to small.
func (k Key) UintDesc(n uint64) Key { return k.Uint(n).invertFrom(len(k)) }

// IntDesc appends a signed number that sorts from large to small.
func (k Key) IntDesc(n int) Key { return k.Int(n).invertFrom(len(k)) }

// TimeDesc appends an instant that sorts from late to early.
func (k Key) TimeDesc(t time.Time) Key { return k.Time(t).invertFrom(len(k)) }

// String returns the key as a quoted Go string: for messages, not for reading back.
func (k Key) String() string {
	return strconv.QuoteToASCII(string(k))
}

// grow returns a copy of k with room for n more bytes. The copy is what makes
// keys safe to share: two appends to one beginning never meet in one array.
func (k Key) grow(n int) Key {
	return append(make(Key, 0, len(k)+n), k...)
}

// invertFrom inverts every bit from index i on, in place.
func (k Key) invertFrom(i int) Key {
	for ; i < len(k); i++ {
		k[i] = ^k[i]
	}
	return k
}

// end returns the smallest key after all keys with the prefix k, nil if there
// is none.
func (k Key) end() Key {
	for i := len(k) - 1; i >= 0; i-- {
		if k[i] != 0xFF {
			out := append(Key(nil), k[:i+1]...)
			out[i]++
			return out
		}
	}
	return nil
}

func appendEscaped(k Key, s string) Key {
	for i := range len(s) {
		k = append(k, s[i])
		if s[i] == zero {
			k = append(k, escaped)
		}
	}
	return k
}

// flipSign maps numbers to unsigned ones of the same order, and back.
func flipSign(n int64) uint64 {
	return uint64(n) ^ 1<<63
}
