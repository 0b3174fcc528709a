package kv

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Layout of a bbolt meta, which stands behind the header of pages 0 and 1. Each
// commit writes one of them; the valid one with the larger transaction counts.
const (
	metaOffset   = headerLen
	metaSize     = 64         // with its checksum
	metaMagic    = 0xED0CDAED // at 0
	metaPageSize = 8          // uint32
	metaRoot     = 16         // uint64, page
	metaFreelist = 32         // uint64, page
	metaPages    = 40         // uint64, pages in use
	metaTx       = 48         // uint64
	metaChecksum = 56         // FNV-1a of what is before it
)

// meta is what a valid meta page says.
type meta struct {
	raw      []byte
	pageSize int
	root     uint64
	freelist uint64
	pages    uint64
	tx       uint64
}

// readMeta reads the meta of page, and reports whether it is a valid one.
func readMeta(page []byte) (m meta, ok bool) {
	if len(page) < metaOffset+metaSize {
		return m, false
	}
	raw := page[metaOffset : metaOffset+metaSize]
	sum := uint64(14695981039346656037)
	for _, b := range raw[:metaChecksum] {
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	u := func(at int) uint64 { return binary.NativeEndian.Uint64(raw[at:]) }
	if binary.NativeEndian.Uint32(raw) != metaMagic || u(metaChecksum) != sum {
		return m, false
	}
	return meta{
		raw: raw, pageSize: int(binary.NativeEndian.Uint32(raw[metaPageSize:])),
		root: u(metaRoot), freelist: u(metaFreelist), pages: u(metaPages), tx: u(metaTx),
	}, true
}

// errMoved says that a meta was overwritten before it was read.
var errMoved = errors.New("commits went on")

// metaOf returns the meta of a transaction, which may not be the newest.
func (p pages) metaOf(tx uint64) (meta, error) {
	for id := range 2 {
		if m, ok := readMeta(p.data[id*p.size:]); ok && m.tx == tx {
			return m, nil
		}
	}
	return meta{}, errMoved
}

// freelist returns the free pages in the list that begins at page id, in rising order
// and all within the file, and how many further pages the list takes.
func (p pages) freelist(id uint64) (ids []uint64, extra uint64, err error) {
	raw, err := p.listAt(id)
	if err != nil {
		return nil, 0, err
	}
	ids, err = freeIDs(id, raw, uint64(len(p.data)/p.size))
	return ids, uint64(len(raw)/p.size - 1), err
}

// listAt returns the bytes of the free list that begins at page id.
func (p pages) listAt(id uint64) ([]byte, error) {
	all := uint64(len(p.data) / p.size)
	if id < 2 || id >= all {
		return nil, badPage(id, "there is no such list of free pages")
	}
	raw := p.data[id*uint64(p.size):]
	end := id + 1 + uint64(binary.NativeEndian.Uint32(raw[12:]))
	if end > all {
		return nil, badPage(id, "the list of free pages does not end inside the file")
	}
	return p.data[id*uint64(p.size) : end*uint64(p.size)], nil
}

// freeIDs reads the free list at page id of a file with n pages.
func freeIDs(id uint64, raw []byte, pages uint64) ([]uint64, error) {
	bad := func(format string, args ...any) ([]uint64, error) {
		return nil, badPage(id, "the list of free pages "+fmt.Sprintf(format, args...))
	}
	u := func(at int) uint64 { return binary.NativeEndian.Uint64(raw[at:]) }
	if have := u(0); have != id {
		return bad("says it is page %d", have)
	}
	if binary.NativeEndian.Uint16(raw[8:]) != freeFlag {
		return bad("is none")
	}
	n, at := uint64(binary.NativeEndian.Uint16(raw[10:])), headerLen
	if n == 0xFFFF {
		n, at = u(at), at+8
	}
	if n > uint64(len(raw)-at)/8 {
		return bad("has no room for %d", n)
	}
	ids, last := make([]uint64, n), uint64(1)
	for i := range ids {
		ids[i] = u(at + 8*i)
		if ids[i] <= last || ids[i] >= pages {
			return bad("names page %d after %d", ids[i], last)
		}
		last = ids[i]
	}
	if end := at + 8*int(n); end+8 <= len(raw) && u(end) != 0 {
		return bad("is longer than it says")
	}
	return ids, nil
}
