package daemon

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"time"
)

// idAlphabet is Crockford's base 32 in lower case: its order is the order of
// the bytes, and no two characters look alike.
const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// NewID makes an id that sorts by time: 48 bits of milliseconds and 32 random
// bits, 16 characters.
func NewID(now time.Time) string {
	var b [10]byte
	binary.BigEndian.PutUint64(b[:8], uint64(now.UnixMilli())<<16)
	_, _ = rand.Read(b[6:]) // never fails: crypto/rand ends the program instead
	return base32.NewEncoding(idAlphabet).WithPadding(base32.NoPadding).EncodeToString(b[:])
}
