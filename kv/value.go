package kv

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"sync"
)

// headerSize is the length of the header of a stored value: the version byte and the
// checksum.
const headerSize = 1 + 4

// MaxValueSize is the largest length of a stored value in bytes, header included.
const MaxValueSize = 16 << 20

// castagnoli is the table of CRC-32C, which processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode returns the stored form of v.
func (s *schema) encode(k Key, v any) ([]byte, error) {
	e := encoders.Get().(*encoder)
	defer e.done()
	e.buf.Reset()
	e.buf.Write([]byte{headerSize - 1: 0})
	if err := e.json.Encode(v); err != nil {
		return nil, fmt.Errorf("kv: table %s, key %s: %w", s.name, k, err)
	}
	raw := bytes.Clone(bytes.TrimSuffix(e.buf.Bytes(), []byte("\n")))
	if len(raw) > MaxValueSize {
		return nil, fmt.Errorf("%w: table %s, key %s: %d bytes, at most %d", ErrTooLarge, s.name, k, len(raw), MaxValueSize)
	}
	raw[0] = s.version
	binary.BigEndian.PutUint32(raw[1:], s.checksum(k, raw))
	return raw, nil
}

// encoder writes values as JSON into a buffer that is used again and again.
type encoder struct {
	buf  bytes.Buffer
	json *json.Encoder
}

var encoders = sync.Pool{New: func() any {
	e := new(encoder)
	e.json = json.NewEncoder(&e.buf)
	e.json.SetEscapeHTML(false)
	return e
}}

// keptRoom is the largest buffer, in bytes, that is kept for the next value.
const keptRoom = 64 << 10

func (e *encoder) done() {
	if e.buf.Cap() <= keptRoom {
		encoders.Put(e)
	}
}

// decode checks the stored value raw and returns its JSON, migrated to the version of
// the table. It returns a *CorruptError, or a *NewerError for a value of a later
// version.
func (s *schema) decode(k Key, raw []byte) ([]byte, error) {
	if len(raw) < headerSize {
		return nil, s.corrupt(k, fmt.Sprintf("%d bytes, the header alone has %d", len(raw), headerSize), nil)
	}
	want, got := s.stored(raw), s.checksum(k, raw)
	if got != want {
		return nil, s.corrupt(k, fmt.Sprintf("checksum %08x, stored %08x", got, want), nil)
	}
	if raw[0] > s.version {
		what := fmt.Sprintf("table %s, key %s", s.name, k)
		return nil, &NewerError{What: what, Have: int(raw[0]), Known: int(s.version)}
	}
	return s.migrate(k, raw[0], raw[headerSize:])
}

// migrate applies the migrations from a version to the table's.
func (s *schema) migrate(k Key, from byte, doc []byte) ([]byte, error) {
	for v := from; v < s.version; v++ {
		step := s.steps[v]
		if step == nil {
			return nil, s.corrupt(k, fmt.Sprintf("no migration from version %d", v), nil)
		}
		next, err := step(bytes.Clone(doc))
		if err != nil {
			return nil, s.corrupt(k, fmt.Sprintf("migration from version %d", v), err)
		}
		doc = next
	}
	return doc, nil
}

// stored returns the checksum that a stored value came with.
func (s *schema) stored(raw []byte) uint32 { return binary.BigEndian.Uint32(raw[1:]) }

// checksum covers the version, the table, the key and the JSON, so that a value that
// turns up in another place than it was written to does not pass.
func (s *schema) checksum(k Key, raw []byte) uint32 {
	sum := crc32.Update(0, castagnoli, raw[:1])
	sum = crc32.Update(sum, castagnoli, s.sumName)
	sum = crc32.Update(sum, castagnoli, k)
	return crc32.Update(sum, castagnoli, raw[headerSize:])
}

func (s *schema) corrupt(k Key, reason string, cause error) *CorruptError {
	return &CorruptError{Table: s.name, Key: bytes.Clone(k), Reason: reason, Err: cause}
}
