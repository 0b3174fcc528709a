package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
)

// verifyRoot makes sure that bleve's root file is as long as it says. bbolt does
// not look; a page past the end would be found missing only when it is read,
// which may be in a goroutine where the fault ends the process.
func verifyRoot(path string) error {
	f, err := os.Open(filepath.Join(path, "store", "root.bolt"))
	if err != nil {
		return err
	}
	need, known := rootLength(f)
	info, err := f.Stat()
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if !known {
		return rebuild("its root file has no page that says how long it is", nil)
	}
	if info.Size() < need {
		return rebuild(fmt.Sprintf("its root file is cut: %d bytes of %d", info.Size(), need), nil)
	}
	return nil
}

// rootLength gives how many bytes a file of bbolt takes, as its newer meta page
// says: pages 0 and 1 are such, and one of them may be half written.
func rootLength(f *os.File) (need int64, known bool) {
	var newest uint64
	for size := int64(1 << 10); size <= 1<<16; size *= 2 { // where page 1 begins is the size of a page
		for _, at := range []int64{0, size} {
			m, ok := readMeta(f, at)
			if ok && m.pageSize == size && (!known || m.tx > newest) {
				need, newest, known = m.pages*m.pageSize, m.tx, true
			}
		}
	}
	return need, known
}

// rootMeta is what a meta page of bbolt says, as far as it matters here.
type rootMeta struct {
	pageSize, pages int64
	tx              uint64
}

// readMeta reads the meta page at an offset; it is false when there is none, or
// when its checksum (FNV-1a of the 56 bytes before it) does not fit. bbolt
// writes in the order of the machine.
func readMeta(f *os.File, at int64) (rootMeta, bool) {
	const header, sumAt, magic = 16, 56, 0xED0CDAED
	page := make([]byte, header+sumAt+8)
	if _, err := f.ReadAt(page, at); err != nil {
		return rootMeta{}, false
	}
	meta, order := page[header:], binary.NativeEndian
	sum := fnv.New64a()
	_, _ = sum.Write(meta[:sumAt])
	if order.Uint32(meta) != magic || order.Uint64(meta[sumAt:]) != sum.Sum64() {
		return rootMeta{}, false
	}
	return rootMeta{
		pageSize: int64(order.Uint32(meta[8:])),
		pages:    int64(order.Uint64(meta[40:])),
		tx:       order.Uint64(meta[48:]),
	}, true
}
