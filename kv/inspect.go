package kv

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"os"
)

// Layout of a bbolt meta page, as far as the length of the file follows from
// it. Numbers are in the byte order of the machine.
const (
	metaOffset   = 16         // page header
	metaSize     = 64         // meta with its checksum
	metaMagic    = 0xED0CDAED // at 0
	metaPageSize = 8          // uint32
	metaPages    = 40         // uint64, pages in use
	metaChecksum = 56         // FNV-1a of what is before it
)

// inspect compares the length of f with the one its first page tells of. A
// shorter file is damaged: reading it through the mapping would fault. An empty
// file is a new one, unless Options.MustExist is set, and is made to last.
func (o *opener) inspect(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		if o.opts.MustExist {
			return damaged(o.path, "the file is empty")
		}
		return syncDir(o.path)
	}
	page := make([]byte, metaOffset+metaSize)
	if _, err := f.ReadAt(page, 0); err != nil {
		return damaged(o.path, fmt.Sprintf("%d bytes are too few for a first page", info.Size()))
	}
	if need, ok := neededSize(page[metaOffset:]); ok && info.Size() < need {
		return damaged(o.path, cut(info.Size(), need))
	}
	return nil
}

func cut(have, need int64) string {
	return fmt.Sprintf("the file is cut: %d bytes of %d", have, need)
}

// neededSize returns the length of the file according to a meta page, and
// whether the page is a valid one.
func neededSize(meta []byte) (int64, bool) {
	sum := fnv.New64a()
	sum.Write(meta[:metaChecksum])
	if binary.NativeEndian.Uint32(meta) != metaMagic || binary.NativeEndian.Uint64(meta[metaChecksum:]) != sum.Sum64() {
		return 0, false
	}
	pageSize := binary.NativeEndian.Uint32(meta[metaPageSize:])
	return int64(pageSize) * int64(binary.NativeEndian.Uint64(meta[metaPages:])), true
}
