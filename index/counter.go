package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
)

// counterFile is a file in each directory of words.
const counterFile = "WRITES"

// counter counts the changes of an index, in a file beside it. To cost next to
// nothing, it is not synced: after the death of the process it is exact; after a power
// cut it may be too low or unreadable, and is then not relied on.
type counter struct {
	file *os.File
	n    uint64 // at least this many changes are durable
}

// openCounter opens the counter in a directory of words, or makes it.
func openCounter(dir string) (*counter, error) {
	f, err := os.OpenFile(filepath.Join(dir, counterFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	return &counter{file: f, n: readCounter(f)}, nil
}

// readCounter returns 0 when the file holds no valid number.
func readCounter(f *os.File) uint64 {
	content := make([]byte, sealedSize)
	if n, _ := f.ReadAt(content, 0); n != len(content) {
		return 0
	}
	n, _ := unsealed(content)
	return n
}

func (c *counter) set(n uint64) error {
	if _, err := c.file.WriteAt(sealed(n), 0); err != nil {
		return fmt.Errorf("index: counting a change: %w", err)
	}
	c.n = n
	return nil
}

// sealedSize is the length of a number with its checksum.
const sealedSize = 12

// sealed encodes a number in 8 bytes, big endian, followed by their CRC-32 (IEEE):
// neither bbolt nor a plain file notices a flipped bit.
func sealed(n uint64) []byte {
	content := binary.BigEndian.AppendUint64(nil, n)
	return binary.BigEndian.AppendUint32(content, crc32.ChecksumIEEE(content))
}

// unsealed decodes what sealed encoded. ok is false for anything else.
func unsealed(content []byte) (n uint64, ok bool) {
	if len(content) != sealedSize || crc32.ChecksumIEEE(content[:8]) != binary.BigEndian.Uint32(content[8:]) {
		return 0, false
	}
	return binary.BigEndian.Uint64(content), true
}

func (c *counter) close() error { return c.file.Close() }
