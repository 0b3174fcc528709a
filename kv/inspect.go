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

// inspect checks the file before bbolt opens it: that the file has the length that it
// names, that bbolt will use the meta page of the last commit, and that the list of
// free pages is sound, since a commit overwrites the pages in that list. An empty file,
// or one with only part of its first pages, is a new file if it is being made;
// otherwise it was truncated.
func (o *opener) inspect(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		if !o.fresh {
			return damaged(o.path, "the file is empty: it was truncated")
		}
		return syncDir(o.path)
	}
	if o.fresh && info.Size() < firstPages*int64(os.Getpagesize()) { // such as on a full disk
		return errors.Join(f.Truncate(0), syncDir(o.path))
	}
	if info.Size() < metaOffset+metaSize {
		return damaged(o.path, fmt.Sprintf("%d bytes are too few for a first page", info.Size()))
	}
	h, ok := readHead(f)
	if !ok {
		return nil // bbolt says what is wrong
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

// makingPath is the path of a file that exists beside a store while the store is being
// made. If a store lacks its first pages, the making was interrupted if this file is
// there; otherwise the store was truncated.
func makingPath(path string) string { return path + ".new" }

// making finds out whether the store is new, or its making was interrupted, and sets
// o.fresh. For a new one it writes the file of makingPath.
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

// made removes the file of makingPath.
func made(path string) error {
	err := os.Remove(makingPath(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Emptied reports whether the file at path is empty although its making was finished:
// something truncated it. [Open] refuses such a file.
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

// lastCommit makes sure that the newest valid meta is that of the last commit. If one
// of the two metas is not valid, there are three cases: it is the older one, which is
// not needed; it is the newer one and can be restored from the copy in its seal; or the
// last commit may be lost, which is an error.
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

// putMeta writes a meta page.
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
		return nil // the file keeps no such list
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
