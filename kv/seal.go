package kv

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"

	"go.etcd.io/bbolt"
)

// After each commit its seal is written to the page of the other, older meta, behind
// that meta, on bytes that bbolt leaves zero and overwrites when it writes that page
// next. The seal records what nothing else in the file protects: which commit is the
// last, a copy of its meta, and the checksums of its list of free pages and of the
// pages that say where each table begins.
//
// A file has no seal when it is a backup, when an older program wrote it, and when the
// process or the machine died between a commit and its seal: it is then opened without
// this check. The layout is in the package's documentation.
const (
	sealOffset = 1024 // in the page: not in the sector of the meta
	sealSize   = 100
	sealMagic  = "kv seal\x01"
)

// seal is the content of a seal.
type seal struct {
	tx         uint64
	sync       bool
	free, root uint32
	meta       []byte
}

func (s seal) encode() []byte {
	raw := make([]byte, sealSize)
	copy(raw, sealMagic)
	binary.BigEndian.PutUint64(raw[8:], s.tx)
	if s.sync {
		raw[19] = 1
	}
	binary.BigEndian.PutUint32(raw[20:], s.free)
	binary.BigEndian.PutUint32(raw[24:], s.root)
	copy(raw[32:], s.meta)
	binary.BigEndian.PutUint32(raw[96:], crc32.Checksum(raw[:96], castagnoli))
	return raw
}

// readSeal reads the seal on page, and reports whether there is a valid one.
func readSeal(page []byte) (s seal, ok bool) {
	if len(page) < sealOffset+sealSize {
		return s, false
	}
	raw := page[sealOffset : sealOffset+sealSize]
	if string(raw[:8]) != sealMagic || binary.BigEndian.Uint32(raw[96:]) != crc32.Checksum(raw[:96], castagnoli) {
		return s, false
	}
	return seal{
		tx: binary.BigEndian.Uint64(raw[8:]), sync: raw[19] == 1,
		free: binary.BigEndian.Uint32(raw[20:]), root: binary.BigEndian.Uint32(raw[24:]), meta: raw[32:96],
	}, true
}

// lastCommit calls look with the pages and the meta of the last commit; doing is for
// errors.
func (db *DB) lastCommit(doing string, look func(*bbolt.Tx, pages, meta) error) error {
	return guard(db.path, doing, func() error {
		tx, err := db.begin(false)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // of a read transaction: no error is possible
		p := pagesOf(tx)
		m, err := p.metaOf(uint64(tx.ID()))
		if err != nil {
			return err
		}
		return look(tx, p, m)
	})
}

// seal writes the seal of the last commit. Nobody else may commit meanwhile.
func (db *DB) seal() error {
	return db.lastCommit("seal", func(tx *bbolt.Tx, p pages, m meta) (err error) {
		s := seal{tx: m.tx, sync: db.opts.Sync, meta: m.raw}
		if s.free, err = p.freeSum(m.freelist); err != nil {
			return err
		}
		if s.root, err = rootSum(rootTree(tx)); err != nil {
			return err
		}
		other := int64(p.size)
		if own, ok := readMeta(p.data[p.size:]); ok && own.tx == m.tx {
			other = 0
		}
		_, err = db.file.WriteAt(s.encode(), other+sealOffset)
		return err
	})
}

// sealed logs the error of seal: a commit without a seal is still valid.
func (db *DB) sealed(err error) {
	if err != nil {
		db.opts.Log.Warn("the commit was not sealed", "path", db.path, "error", err)
	}
}

// freeSum returns the checksum of the free list at page id.
func (p pages) freeSum(id uint64) (uint32, error) {
	raw, err := p.listAt(id)
	return crc32.Checksum(raw, castagnoli), err
}

// rootSum returns the checksum of the pages that lead to the tables, and of
// the meta bucket.
func rootSum(root tree) (sum uint32, err error) {
	sum, err = root.sum(0)
	if err != nil {
		return 0, err
	}
	meta, ok, err := root.table([]byte(metaBucket))
	if err != nil || !ok || meta.root == 0 {
		return sum, err
	}
	return meta.sum(sum)
}

// sum adds the pages of a tree to a checksum.
func (t tree) sum(sum uint32) (uint32, error) {
	c := cursor{tree: t}
	if _, _, err := c.first(); err != nil {
		return 0, err
	}
	for way := 0; ; {
		for _, l := range c.way[way:] {
			sum = crc32.Update(sum, castagnoli, l.raw)
		}
		for way = len(c.way) - 2; way >= 0 && c.way[way].i+1 >= c.way[way].n; way-- {
		}
		if way < 0 {
			return sum, nil
		}
		if _, _, err := c.across(way, +1, func(*page) int { return 0 }); err != nil {
			return 0, err
		}
		way++
	}
}

// match compares the pages that lead to the tables with the seal of the last
// commit, if there is one.
func (s *seal) match(bolt *bbolt.DB) error {
	return bolt.View(func(tx *bbolt.Tx) error {
		sum, err := rootSum(rootTree(tx))
		if err == nil && s != nil && sum != s.root {
			err = pageError(fmt.Sprintf("the pages that lead to the tables have checksum %08x, sealed %08x", sum, s.root))
		}
		return err
	})
}

// head is what the first two pages of a file say.
type head struct {
	size  int     // of a page
	metas [2]meta // raw is nil when it is not valid
	seals [2]*seal
}

// readHead reads the first two pages. It fails when neither has a valid meta.
func readHead(f *os.File) (h head, ok bool) {
	for size := 1 << 10; size <= 1<<16; size *= 2 {
		h = head{size: size}
		page := make([]byte, sealOffset+sealSize)
		for i := range h.metas {
			n, _ := f.ReadAt(page[:min(size, len(page))], int64(i*size)) // a page that cannot be read is not valid
			raw := append([]byte(nil), page[:n]...)
			if m, valid := readMeta(raw); valid && m.pageSize == size {
				h.metas[i], ok = m, true
			}
			if s, sealed := readSeal(raw); sealed {
				h.seals[i] = &s
			}
		}
		if ok {
			return h, true
		}
	}
	return h, false
}

// newest returns the index of the newer valid meta.
func (h *head) newest() int {
	if h.metas[0].raw == nil || h.metas[1].raw != nil && h.metas[1].tx > h.metas[0].tx {
		return 1
	}
	return 0
}

// sealed returns the seal of transaction tx, nil when there is none.
func (h *head) sealed(tx uint64) *seal {
	for _, s := range h.seals {
		if s != nil && s.tx == tx {
			return s
		}
	}
	return nil
}
