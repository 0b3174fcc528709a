package kv

import (
	"encoding/binary"
	"strconv"
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
// the tuples: part by part, strings by bytes, numbers by value. No part's
// encoding is a prefix of another's, so the key of the first parts is a prefix
// exactly of the keys that begin with these parts.
//
// The types of the parts are not stored: the reader of a key must know them (see
// [KeyReader]). Every method returns a new key and leaves its receiver as it is, so a
// common beginning may be kept and used many times.
//
//	part     bytes
//	Str      each byte, 0x00 as 0x00 0xFF, then 0x00 0x01
//	Uint     8, big endian
//	Int      8, big endian, sign bit inverted
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
	for i := range len(s) {
		out = append(out, s[i])
		if s[i] == zero {
			out = append(out, escaped)
		}
	}
	return append(out, zero, terminator)
}

// Uint appends an unsigned number.
func (k Key) Uint(n uint64) Key {
	return binary.BigEndian.AppendUint64(k.grow(8), n)
}

// Int appends a signed number.
func (k Key) Int(n int) Key {
	return k.Uint(flipSign(int64(n)))
}

// String returns the key as a quoted Go string: for messages, not for reading back.
func (k Key) String() string {
	return strconv.QuoteToASCII(string(k))
}

// grow returns a copy of k with room for n more bytes. The copy is what makes
// keys safe to share: two appends to one beginning never meet in one array.
func (k Key) grow(n int) Key {
	return append(make(Key, 0, len(k)+n), k...)
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

// flipSign maps numbers to unsigned ones of the same order, and back.
func flipSign(n int64) uint64 {
	return uint64(n) ^ 1<<63
}
