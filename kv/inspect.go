package kv

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
)

// firstPages is how many pages bbolt makes of an empty file, in one write.
const firstPages = 4

// inspect looks at the file before bbolt does. It checks that the file is as long as
// it says, that bbolt will use the meta page of the last commit, and that the list
// of free pages is sound, since a commit overwrites the pages that it names. While a
// file is being made, an empty one, or one with only part of the first pages, is a
// new file; at any other time it was cut.
func (o *opener) inspect(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		if !o.fresh {
			return damaged(o.path, "the file is empty, it was cut; without a backup remove it to begin anew")
		}
		return syncDir(o.path)
	}
	if o.fresh && info.Size() < firstPages*int64(os.Getpagesize()) { // the disk was full
		return errors.Join(f.Truncate(0), syncDir(o.path))
	}
	if info.Size() < metaOffset+metaSize {
		return damaged(o.path, fmt.Sprintf("%d bytes are too few for a first page", info.Size()))
	}
	h, ok := readHead(f)
	if !ok {
		return nil // bbolt says what it is
	}
	if err := o.lastCommit(f, &h); err != nil {
		return err
	}
	m := h.metas[h.newest()]
	if need := int64(h.size) * int64(m.pages); info.Size() < need {
		return damaged(o.path, cut(info.Size(), need))
	}
	o.seal = h.sealed(m.tx)
	return o.freelist(f, m)
}

// makingPath is the path of a file that stands beside a store while it is being
// made: a store without its first pages was not finished if it is there, and cut
// if it is not.
func makingPath(path string) string { return path + ".new" }

// making sees whether the store is a new one, and notes it beside it.
func (o *opener) making() error {
	switch {
	case o.opts.MustExist || o.fresh:
		return nil
	case isThere(o.path):
		o.fresh = isThere(makingPath(o.path))
		return nil
	}
	o.fresh = true
	f, err := os.OpenFile(makingPath(o.path), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// made takes the note back.
func made(path string) error {
	err := os.Remove(makingPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Emptied reports whether the store at path is empty and was not so before, which
// [Open] refuses.
func Emptied(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == 0 && !isThere(makingPath(path))
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func cut(have, need int64) string {
	return fmt.Sprintf("the file is cut: %d bytes of %d", have, need)
}

// lastCommit sees that the newest meta is that of the last commit. A meta that
// is not valid is the older one, which nobody needs, or it is put back from its
// seal, or what it said is lost.
func (o *opener) lastCommit(f *os.File, h *head) error {
	i := h.newest()
	tx, broken := h.metas[i].tx, h.metas[1-i].raw == nil
	later := h.seals[i]
	switch {
	case later != nil && later.tx == tx+1 && (broken || later.sync) && o.opts.AsIs:
		return damaged(o.path, fmt.Sprintf("page %d, of the last commit, is not valid; the next start puts it back", 1-i))
	case later != nil && later.tx == tx+1 && (broken || later.sync):
		o.opts.Log.Warn("the page of the last commit is damaged and was put back", "path", o.path, "page", 1-i, "tx", later.tx)
		if err := putMeta(f, h.size, 1-i, later.meta); err != nil {
			return err
		}
		m, ok := readMeta(append(make([]byte, metaOffset), later.meta...))
		if !ok {
			return damaged(o.path, "the page of the last commit is not valid, nor is its copy")
		}
		h.metas[1-i] = m
		return nil
	case !broken:
		return nil
	case h.sealed(tx) != nil && o.opts.AsIs:
		return damaged(o.path, fmt.Sprintf("page %d, of the commit before the last, is not valid; the next commit writes it anew", 1-i))
	case h.sealed(tx) != nil:
		o.opts.Log.Warn("the page of the commit before the last is damaged, the next commit writes it anew", "path", o.path, "page", 1-i)
		return nil
	}
	return damaged(o.path, fmt.Sprintf("page %d is not valid, and the last commit may have been on it", 1-i))
}

// putMeta writes a meta, in a page of its own, to where it was.
func putMeta(f *os.File, size, page int, meta []byte) error {
	raw := make([]byte, metaOffset+metaSize)
	binary.NativeEndian.PutUint64(raw, uint64(page))
	binary.NativeEndian.PutUint16(raw[8:], 0x04)
	copy(raw[metaOffset:], meta)
	if _, err := f.WriteAt(raw, int64(size*page)); err != nil {
		return err
	}
	return f.Sync()
}

// freelist reads the list of free pages and compares it with the seal.
func (o *opener) freelist(f *os.File, m meta) error {
	if m.freelist == ^uint64(0) {
		return nil // none is kept
	}
	raw := make([]byte, m.pageSize)
	at := int64(m.freelist) * int64(m.pageSize)
	err := o.readPage(f, raw, at, m)
	if err != nil {
		return err
	}
	if extra := uint64(binary.NativeEndian.Uint32(raw[12:])); extra > 0 {
		if m.freelist+extra >= m.pages {
			return damaged(o.path, fmt.Sprintf("page %d: the list of free pages does not end inside the file", m.freelist))
		}
		raw = make([]byte, (extra+1)*uint64(m.pageSize))
		if err := o.readPage(f, raw, at, m); err != nil {
			return err
		}
	}
	if _, err := freeIDs(m.freelist, raw, m.pages); err != nil {
		return damaged(o.path, err.Error())
	}
	if sum := crc32.Checksum(raw, castagnoli); o.seal != nil && sum != o.seal.free {
		return damaged(o.path, fmt.Sprintf("page %d: the list of free pages has checksum %08x, sealed %08x", m.freelist, sum, o.seal.free))
	}
	return nil
}

func (o *opener) readPage(f *os.File, raw []byte, at int64, m meta) error {
	if m.freelist < 2 || m.freelist >= m.pages {
		return damaged(o.path, fmt.Sprintf("there is no page %d for the list of free pages", m.freelist))
	}
	_, err := f.ReadAt(raw, at)
	return err
}
