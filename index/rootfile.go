package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
)

// verifyRoot makes sure that bleve's root file has the length that it names. bbolt does
// not check this: a missing page would be noticed only when it is read, perhaps in a
// goroutine of bleve, where the memory fault ends the process.
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

// rootLength returns how many bytes a bbolt file must have, as the newer of its two meta
// pages says. They are pages 0 and 1, and one of them may be half written.
func rootLength(f *os.File) (need int64, known bool) {
	var newest uint64
	for size := int64(1 << 10); size <= 1<<16; size *= 2 { // possible sizes of a page: page 1 begins there
		for _, at := range []int64{0, size} {
			m, ok := readMeta(f, at)
			if ok && m.pageSize == size && (!known || m.tx > newest) {
				need, newest, known = m.pages*m.pageSize, m.tx, true
			}
		}
	}
	return need, known
}

// rootMeta is what is needed of a meta page of bbolt.
type rootMeta struct {
	pageSize, pages int64
	tx              uint64
}

// readMeta reads the meta page at an offset. It returns false when there is none, or when
// its checksum (FNV-1a of the 56 bytes before it) does not match. bbolt writes numbers in
// the byte order of the machine.
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
