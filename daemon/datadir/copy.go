package datadir

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// Copied is what became of a copy.
type Copied struct {
	Path     string   // that was written, behind links
	Bytes    int64    // of the copy
	SHA256   string   // of the copy, hexadecimal
	Replaced bool     // an older copy was there
	Problems []string // what is wrong with the store, and so with its copy; empty: it is sound
}

// Copy writes a copy of the store of a directory that no daemon uses.
func Copy(ctx context.Context, dir string, t Target, o Options) (c Copied, err error) {
	h, err := takeStore(dir, o)
	if err != nil {
		return c, err
	}
	defer h.release()
	db, err := h.hold.Open(store.Tables())
	if err != nil {
		return c, store.Fault(err)
	}
	defer func() { err = errors.Join(err, store.Fault(db.Close())) }()
	t.DataDir = dir
	total := int64(0)
	if info, err := os.Stat(h.path(DB)); err == nil {
		total = info.Size()
	}
	return Write(ctx, t, func(ctx context.Context, w io.Writer) (int64, error) {
		return db.Backup(ctx, &counting{w: w, tell: func(n int64) { h.progress("copying", n, total) }})
	})
}

// counting tells how much was written.
type counting struct {
	w    io.Writer
	n    int64
	tell func(int64)
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.tell(c.n)
	return n, err
}

// Write writes a copy of a store, which backup gives, to a target: to FILE.partial
// beside it, synced, read back and compared, checked record by record, and then renamed.
// Whatever fails leaves the target as it was. A copy of a store with damage replaces no
// older copy; where there was none it is written, and says what is wrong.
func Write(ctx context.Context, t Target, backup func(context.Context, io.Writer) (int64, error)) (c Copied, err error) {
	path, there, err := t.place()
	if err != nil {
		return c, err
	}
	partial, f, hold, err := t.begin(path)
	if err != nil {
		return c, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(partial))
			c = Copied{}
		}
		_ = hold.Release() // of a file that is renamed or gone
	}()
	sum := sha256.New()
	c.Bytes, err = backup(ctx, io.MultiWriter(f, sum))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return c, t.failed(err)
	}
	c.Path, c.Replaced, c.SHA256 = path, there, hex.EncodeToString(sum.Sum(nil))
	if err := verify(partial, c.Bytes, sum); err != nil {
		return c, t.failed(err)
	}
	if c.Problems, err = problems(ctx, hold); err != nil {
		return c, err
	}
	if there && len(c.Problems) > 0 {
		return c, fault.New(fault.Corrupt, "the store is damaged, and its copy does not replace an older one: %s", c.Problems[0]).About("path", t.Path).
			WithHint("`navd check` lists what is wrong; name a new file for a copy of what there is")
	}
	if err := publish(partial, path, there); err != nil {
		return c, t.failed(err)
	}
	return c, nil
}

// begin makes the file beside the target that becomes the copy. One that is left of a
// process that was killed is removed; one that somebody writes is a conflict.
func (t Target) begin(path string) (partial string, f *os.File, hold *kv.Hold, err error) {
	partial = path + ".partial"
	for range 3 {
		f, err = os.OpenFile(partial, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		made := err == nil
		if !made && !errors.Is(err, fs.ErrExist) {
			return "", nil, nil, t.failed(err)
		}
		if info, err := os.Lstat(partial); !made && err == nil && !info.Mode().IsRegular() {
			return "", nil, nil, t.refuse(fault.Conflict, partial+" is in the way: "+kindOf(info), "remove it, or name another file")
		}
		hold, err = kv.Lock(partial, time.Nanosecond)
		switch {
		case errors.Is(err, kv.ErrLocked):
			return "", nil, nil, t.refuse(fault.Conflict, "another copy is being written there", "wait until it has ended")
		case errors.Is(err, fs.ErrNotExist): // another one took it for a leftover, or ended
			continue
		case err != nil:
			return "", nil, nil, t.failed(err)
		case made && stillAt(f, partial):
			return partial, f, hold, nil
		}
		err = errors.Join(os.Remove(partial), hold.Release())
	}
	return "", nil, nil, t.failed(errors.Join(err, &fs.PathError{Op: "create", Path: partial, Err: fs.ErrExist}))
}

func stillAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	at, err := os.Stat(path)
	return err == nil && os.SameFile(mine, at)
}

// verify reads a file back and compares it with what was written.
func verify(path string, bytes int64, want hash.Hash) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() // of a file that was only read
	got := sha256.New()
	n, err := io.Copy(got, f)
	if err == nil && (n != bytes || string(got.Sum(nil)) != string(want.Sum(nil))) {
		err = &fs.PathError{Op: "verify", Path: path, Err: errors.New("the copy read back differs from what was written")}
	}
	return err
}

// problems lists what is wrong with a store that is held.
func problems(ctx context.Context, hold *kv.Hold) ([]string, error) {
	db, err := hold.Open(store.Tables())
	if err != nil {
		return unreadable(err)
	}
	found, err := db.Check(ctx)
	out := make([]string, len(found))
	for i, p := range found {
		out[i] = p.String()
	}
	return out, store.Fault(errors.Join(err, db.Close()))
}

// unreadable makes a problem of what keeps a file from being opened, if it is damage.
func unreadable(err error) ([]string, error) {
	var bad *kv.DamagedError
	switch {
	case errors.As(err, &bad):
		return []string{bad.Reason}, nil
	case errors.Is(err, kv.ErrSchema):
		return []string{fault.As(err).Message}, nil
	}
	return nil, store.Fault(err)
}

// publish gives a finished file its name.
func publish(partial, path string, there bool) error {
	err := error(nil)
	if there {
		err = os.Rename(partial, path)
	} else if err = os.Link(partial, path); err == nil { // and not over a file that came meanwhile
		err = os.Remove(partial)
	} else if !errors.Is(err, fs.ErrExist) { // a disk without links
		err = os.Rename(partial, path)
	}
	return errors.Join(err, syncDir(filepath.Dir(path)))
}
