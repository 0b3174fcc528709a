package kv

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unsafe"

	"go.etcd.io/bbolt"
)

// Layout of a bbolt page. Numbers are in the byte order of the machine.
//
//	header    id 8, flags 2, count 2, overflow 4: pages that follow and belong to it
//	leaf      count × { flags 4, pos 4, key size 4, value size 4 }, then keys and values
//	branch    count × { pos 4, key size 4, page id 8 }, then keys
//	free      count × page id 8; a count of 0xFFFF: the first id is the count
//
// pos counts from the beginning of its own element. bbolt leaves no byte between the
// parts, so a flipped bit in a position or a size shows.
const (
	headerLen  = 16
	elementLen = 16

	branchFlag = 0x01
	leafFlag   = 0x02
	freeFlag   = 0x10

	valueFlag  = 0x00 // of a leaf element
	bucketFlag = 0x01 // its value is a bucket

	bucketLen = 16 // root page id 8, sequence 8; when the id is 0, a leaf follows
)

// pages is the part of the mapped file that a transaction knows, valid within the
// transaction. bbolt trusts every page; the methods here check a page before they
// return it.
type pages struct {
	data []byte
	size int // of a page
}

func pagesOf(tx *bbolt.Tx) pages {
	info := tx.DB().Info()
	// The address is that of the mapping, which the garbage collector does not move.
	start := *(*unsafe.Pointer)(unsafe.Pointer(&info.Data))
	return pages{unsafe.Slice((*byte)(start), tx.Size()), info.PageSize}
}

// page is a leaf or branch page that was checked.
type page struct {
	id   uint64 // 0: a leaf inside the value of its bucket
	raw  []byte // with the pages that belong to it
	n    int    // elements
	leaf bool
}

// at returns page id after checking its header, the places of its elements and the
// order of its keys. flag is what the elements of a leaf must have.
func (p pages) at(id uint64, flag uint32) (page, error) {
	all := uint64(len(p.data) / p.size)
	if id < 2 || id >= all {
		return page{}, badPage(id, "there is none")
	}
	raw := p.data[id*uint64(p.size):]
	if have := binary.NativeEndian.Uint64(raw); have != id {
		return page{}, badPage(id, fmt.Sprintf("it says it is page %d", have))
	}
	extra := uint64(binary.NativeEndian.Uint32(raw[12:]))
	if id+extra >= all {
		return page{}, badPage(id, "it does not end inside the file")
	}
	pg := page{id: id, raw: raw[:(extra+1)*uint64(p.size)]}
	end, err := pg.look(flag)
	if err == nil && (end+p.size-1)/p.size != int(extra)+1 {
		err = badPage(id, "its length is not that of what it holds")
	}
	return pg, err
}

// inlinePage returns the leaf inside the value of a small bucket.
func inlinePage(raw []byte) (page, error) {
	pg := page{raw: raw}
	if len(raw) < headerLen || binary.NativeEndian.Uint64(raw) != 0 {
		return pg, badPage(0, "no leaf inside its bucket")
	}
	end, err := pg.look(valueFlag)
	if err == nil && (end != len(raw) || !pg.leaf) {
		err = badPage(0, "its length is not that of what it holds")
	}
	return pg, err
}

// look checks the header and the elements, and returns where the last one ends.
func (p *page) look(flag uint32) (end int, err error) {
	kind := binary.NativeEndian.Uint16(p.raw[8:])
	if kind != leafFlag && kind != branchFlag {
		return 0, badPage(p.id, fmt.Sprintf("its kind is %#x", kind))
	}
	p.leaf, p.n = kind == leafFlag, int(binary.NativeEndian.Uint16(p.raw[10:]))
	end = headerLen + p.n*elementLen
	if end > len(p.raw) {
		return 0, badPage(p.id, fmt.Sprintf("no room for %d elements", p.n))
	}
	var before []byte
	for i := range p.n {
		e := p.element(i)
		if e.start != end || e.key <= 0 || e.value < 0 || e.start+e.key+e.value > len(p.raw) {
			return 0, badPage(p.id, fmt.Sprintf("element %d is not where it should be", i))
		}
		if p.leaf && e.flags != flag {
			return 0, badPage(p.id, fmt.Sprintf("element %d is of kind %#x", i, e.flags))
		}
		key := p.raw[e.start : e.start+e.key]
		if bytes.Compare(before, key) >= 0 {
			return 0, badPage(p.id, fmt.Sprintf("key %d is out of order", i))
		}
		before, end = key, e.start+e.key+e.value
	}
	return end, nil
}

// element is where an element's key begins in the page, and how long key and value are.
type element struct {
	flags             uint32
	start, key, value int
}

func (p *page) element(i int) element {
	at := headerLen + i*elementLen
	raw := p.raw[at : at+elementLen]
	if p.leaf {
		return element{
			flags: binary.NativeEndian.Uint32(raw), start: at + int(binary.NativeEndian.Uint32(raw[4:])),
			key: int(binary.NativeEndian.Uint32(raw[8:])), value: int(binary.NativeEndian.Uint32(raw[12:])),
		}
	}
	return element{start: at + int(binary.NativeEndian.Uint32(raw)), key: int(binary.NativeEndian.Uint32(raw[4:]))}
}

func (p *page) key(i int) []byte {
	e := p.element(i)
	return p.raw[e.start : e.start+e.key : e.start+e.key]
}

func (p *page) value(i int) []byte {
	e := p.element(i)
	from, to := e.start+e.key, e.start+e.key+e.value
	return p.raw[from:to:to]
}

// child returns the id of the page below element i of a branch.
func (p *page) child(i int) uint64 {
	return binary.NativeEndian.Uint64(p.raw[headerLen+i*elementLen+8:])
}

// extra returns how many pages follow that belong to it.
func (p *page) extra() uint64 { return uint64(binary.NativeEndian.Uint32(p.raw[12:])) }

// search returns the index of the first key that is not less than k.
func (p *page) search(k []byte) int {
	low, high := 0, p.n
	for low < high {
		if mid := (low + high) / 2; bytes.Compare(p.key(mid), k) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// badPage is the error for a page; readPages adds the file and the table.
func badPage(id uint64, reason string) error {
	if id == 0 {
		return pageError("small table: " + reason)
	}
	return pageError(fmt.Sprintf("page %d: %s", id, reason))
}

// pageError says what is wrong with a page.
type pageError string

func (e pageError) Error() string { return string(e) }
