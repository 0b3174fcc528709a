package datadir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// making makes the directory in which the next store is made, and gives the path of
// that store.
func (h *held) making() (string, error) {
	if info, err := os.Lstat(h.path(DB)); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return "", fault.New(fault.Invalid, "%s is a symbolic link, and would be replaced instead of what it leads to", DB).About("data_dir", h.dir).
			WithHint("name the directory that it leads to with --data-dir; what was there is as it was")
	}
	if err := os.Mkdir(h.path(work), 0o700); err != nil {
		return "", dirFault(h.dir, err)
	}
	return h.path(work, DB), nil
}

// sound opens a store that was made and lists what is wrong with it, which is nothing
// unless memory or disk fail.
func (h *held) sound(made string, check func(*kv.DB) error) error {
	db, err := kv.Open(made, kv.Options{AsIs: true, Tables: store.Tables()})
	if err != nil {
		return store.Fault(err)
	}
	return errors.Join(check(db), db.Close())
}

// keep links the store that is about to be replaced into a directory that says why, and
// gives that directory; "" when there is no store.
func (h *held) keep(why string) (dir string, err error) {
	if h.hold == nil {
		return "", nil
	}
	name := before + why + "-" + h.now.Format("20060102T150405Z")
	dir = h.path(name)
	err = os.Mkdir(dir, 0o700)
	for n := 2; errors.Is(err, fs.ErrExist); n++ {
		dir = h.path(fmt.Sprintf("%s-%d", name, n))
		err = os.Mkdir(dir, 0o700)
	}
	if err == nil {
		err = linkOrCopy(h.path(DB), filepath.Join(dir, DB))
	}
	if err != nil {
		return "", dirFault(h.dir, errors.Join(err, os.RemoveAll(dir)))
	}
	h.own(dir)
	h.own(filepath.Join(dir, DB))
	return dir, nil
}

// swap puts a store that was made, and checked, in the place of the present one. The
// index goes when it may not belong to the new store; the daemon makes another.
func (h *held) swap(made string, index bool) error {
	h.own(made)
	if index {
		if err := os.RemoveAll(h.path(Index)); err != nil {
			return dirFault(h.dir, err)
		}
	}
	put := os.Rename
	if h.hold == nil { // a daemon that began a new store meanwhile has it
		put = os.Link
	}
	switch err := put(made, h.path(DB)); {
	case errors.Is(err, fs.ErrExist):
		return fault.New(fault.Conflict, "a navd began a store there meanwhile").About("data_dir", h.dir).WithHint("stop it, and try again")
	case err != nil:
		return dirFault(h.dir, err)
	}
	return errors.Join(syncDir(h.dir), os.RemoveAll(h.path(work)))
}

// abandon takes back what was made when the work could not be ended.
func (h *held) abandon(err *error) {
	if *err != nil {
		*err = errors.Join(*err, os.RemoveAll(h.path(work)))
	}
	h.release()
}

// own gives what root made to the owner of the data directory.
func (h *held) own(path string) {
	info, err := os.Stat(h.dir)
	if err != nil || os.Geteuid() != 0 {
		return
	}
	if of, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = os.Lchown(path, int(of.Uid), int(of.Gid)) // on a disk without owners there is nothing to give
	}
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// linkOrCopy gives a file a second name, or copies it where the disk has no links.
func linkOrCopy(from, to string) error {
	err := os.Link(from, to)
	if err == nil {
		return syncDir(filepath.Dir(to))
	}
	if errors.Is(err, fs.ErrPermission) && os.Geteuid() == 0 || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EMLINK) {
		return copyFile(from, to, nil)
	}
	return err
}

// copyFile copies a file to a new one, on the disk when it returns.
func copyFile(from, to string, also io.Writer) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // of a file that was only read
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	var w io.Writer = out
	if also != nil {
		w = io.MultiWriter(out, also)
	}
	_, err = io.Copy(w, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// syncDir makes the names in a directory survive a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
