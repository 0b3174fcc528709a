package datadir

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// Restored is what Restore did.
type Restored struct {
	File    string // that was restored
	DataDir string
	Bytes   int64
	SHA256  string // of the file, hexadecimal
	Kept    string // directory with the store that was there, "" when there was none
}

// Restore puts a copy of a store in the place of the one in a data directory, which is
// made if it is not there. The copy is read whole and checked first: one with damage,
// of a newer navd, or that is no store is refused and nothing is changed. The file
// itself stays where it is.
func Restore(ctx context.Context, file, dir string, o Options) (r Restored, err error) {
	if err := restorable(file, dir); err != nil {
		return r, err
	}
	made := !exists(dir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return r, dirFault(dir, err)
	}
	if made {
		defer func() {
			if err != nil {
				_ = os.Remove(dir) // only when nothing is in it
			}
		}()
	}
	h, err := take(dir, o)
	if err != nil {
		return r, err
	}
	defer h.abandon(&err)
	next, err := h.making()
	if err != nil {
		return r, err
	}
	r = Restored{File: file, DataDir: dir}
	if r.Bytes, r.SHA256, err = h.bring(ctx, file, next); err != nil {
		return Restored{}, err
	}
	if err := h.sound(next, func(db *kv.DB) error { return allSound(ctx, db, file) }); err != nil {
		f := *fault.As(copyFault(file, err))
		f.Message = strings.ReplaceAll(f.Message, next, file) // what was given, not what is being made of it
		return Restored{}, &f
	}
	if r.Kept, err = h.keep("restore"); err != nil {
		return Restored{}, err
	}
	if err := h.swap(next, true); err != nil {
		return Restored{}, err
	}
	return r, nil
}

// restorable refuses what is no file, or the store itself.
func restorable(file, dir string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "no such file").About("file", file).WithHint("name a file that `navd backup` wrote")
	case err != nil:
		return fault.New(fault.Denied, "the file cannot be read: %w", err).About("file", file)
	case !info.Mode().IsRegular():
		return fault.New(fault.Invalid, "this is no file: %s", kindOf(info)).About("file", file).WithHint("name a file that `navd backup` wrote")
	case info.Size() == 0:
		return fault.New(fault.Corrupt, "the file is empty").About("file", file).WithHint("name another copy")
	case sameFile(file, filepath.Join(dir, DB)):
		return fault.New(fault.Conflict, "this is the store itself").About("file", file).WithHint("name a file that `navd backup` wrote")
	}
	return nil
}

// bring copies the file into the data directory.
func (h *held) bring(ctx context.Context, file, next string) (int64, string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, "", copyFault(file, err)
	}
	if err := h.fit(info.Size()); err != nil {
		return 0, "", err
	}
	sum, total := sha256.New(), info.Size()
	tell := &counting{w: sum, tell: func(n int64) { h.progress("copying", n, total) }}
	err = copyFile(file, next, untilDone{ctx, tell})
	switch {
	case ctx.Err() != nil:
		return 0, "", ctx.Err()
	case errors.Is(err, fs.ErrPermission):
		return 0, "", copyFault(file, err)
	case err != nil:
		return 0, "", dirFault(h.dir, err)
	case tell.n != total:
		return 0, "", fault.New(fault.Conflict, "the file is being written: it had %d bytes, and then %d", total, tell.n).About("file", file).
			WithHint("wait until it is whole")
	}
	return tell.n, hex.EncodeToString(sum.Sum(nil)), nil
}

// untilDone is a writer that ends with its context.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u untilDone) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}

// allSound refuses a copy with damage.
func allSound(ctx context.Context, db *kv.DB, file string) error {
	found, err := db.Check(ctx)
	if err != nil {
		return store.Fault(err)
	}
	if len(found) == 0 {
		return nil
	}
	return fault.New(fault.Corrupt, "this copy is damaged: %s", found[0]).About("file", file).WithHint("name another copy")
}

// copyFault is the fault of a copy that cannot be restored: it, and not the store, is
// what is damaged or newer.
func copyFault(file string, err error) error {
	f := fault.As(err)
	var damaged *kv.DamagedError
	switch {
	case errors.As(err, &damaged): // its path is that of the copy under way
		return fault.New(fault.Corrupt, "this copy is damaged: %s", damaged.Reason).About("file", file).WithHint("name another copy")
	case errors.Is(err, kv.ErrNewer):
		return f.About("file", file).WithHint("restore it with the newer navd that wrote it")
	case errors.Is(err, kv.ErrSchema):
		return fault.New(fault.Corrupt, "this is no copy of navd's store: %w", err).About("file", file).WithHint("name a file that `navd backup` wrote")
	case f.Kind == fault.Corrupt:
		return f.About("file", file).WithHint("name another copy")
	case f.Kind == fault.Internal:
		return fault.New(fault.Denied, "the file cannot be read: %w", err).About("file", file)
	}
	return f
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
