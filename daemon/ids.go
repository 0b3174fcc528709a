package daemon

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"sync"
	"time"
)

// idAlphabet is Crockford's base 32 in lower case: its order is the order of
// the bytes, and no two characters look alike.
const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// idCoding turns 10 bytes into 16 characters of the same order.
func idCoding() *base32.Encoding {
	return base32.NewEncoding(idAlphabet).WithPadding(base32.NoPadding)
}

// NewID makes an id that sorts by time: 48 bits of milliseconds and 32 random
// bits, 16 characters.
func NewID(now time.Time) string {
	var b [10]byte
	binary.BigEndian.PutUint64(b[:8], uint64(now.UnixMilli())<<16)
	_, _ = rand.Read(b[6:]) // never fails: crypto/rand ends the program instead
	return idCoding().EncodeToString(b[:])
}

// rising makes ids of NewID's form, each above the one before, also within one
// millisecond and after the clock went back: by their order lists tell what is
// newest.
type rising struct {
	mu   sync.Mutex // guards last
	last string
}

// next gives a new id.
func (r *rising) next(now time.Time) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := NewID(now)
	if id <= r.last {
		id = afterID(r.last)
	}
	r.last = id
	return id
}

// after lets the ids begin above a stored one, if that has this form.
func (r *rising) after(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if afterID(id) != "" && id > r.last {
		r.last = id
	}
}

// afterID is the id that follows in order, empty after the last, and for what is not an id.
func afterID(id string) string {
	b, err := idCoding().DecodeString(id)
	if err != nil || len(b) != 10 {
		return ""
	}
	for i := len(b) - 1; i >= 0; i-- {
		if b[i]++; b[i] != 0 {
			return idCoding().EncodeToString(b)
		}
	}
	return ""
}
