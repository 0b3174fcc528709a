package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/store"
	"navd/kv"
)

// Target is where a copy of the store goes.
type Target struct {
	Path    string // absolute
	Replace bool   // an older copy there is replaced
	DataDir string // of the store that is copied, which is not written over

	// Live reports whether a file is the store that is copied, also when that is not
	// at its path any more. Nil: the path tells.
	Live func(fs.FileInfo) bool
}

// systemDirs have no files: what stands there is a device, or a process.
var systemDirs = []string{"/dev", "/proc", "/sys"}

// place gives the path that is written to, behind links, and whether a copy is there.
// A target that is, or leads to, anything but a new file or an older copy is refused
// with a fault about the path.
func (t Target) place() (path string, there bool, err error) {
	if !filepath.IsAbs(t.Path) {
		return "", false, fault.Field("path", t.Path, "an absolute path")
	}
	path = filepath.Clean(t.Path)
	if inside(path, systemDirs...) {
		return "", false, t.refuse(fault.Invalid, "files cannot be written to a system directory", "name a file on a disk")
	}
	if err := t.clear(path); err != nil {
		return "", false, err
	}
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		path, err = filepath.EvalSymlinks(path)
	} else if dir, dirErr := filepath.EvalSymlinks(filepath.Dir(path)); dirErr != nil {
		err = dirErr
	} else {
		path = filepath.Join(dir, filepath.Base(path))
		_, err = os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, false, t.clear(path)
		}
	}
	if err != nil {
		return "", false, t.failed(err)
	}
	if inside(path, systemDirs...) {
		return "", false, t.refuse(fault.Invalid, "this leads to "+path+", which is a system directory", "name a file on a disk")
	}
	if info, err = os.Stat(path); err != nil {
		return "", false, t.failed(err)
	}
	if err := t.clear(path); err != nil {
		return "", false, err
	}
	return path, true, t.replaces(path, info)
}

// clear refuses a path at which navd itself has its files.
func (t Target) clear(path string) error {
	real, err := filepath.EvalSymlinks(t.DataDir)
	if err != nil {
		real = t.DataDir // it is gone
	}
	for _, dir := range []string{t.DataDir, real} {
		rel, err := filepath.Rel(dir, path)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		first, _, _ := strings.Cut(rel, string(filepath.Separator))
		if first == DB || strings.HasPrefix(first, DB+".") || first == Index || first == work {
			return t.refuse(fault.Conflict, "this place in the data directory is navd's own", "name a file elsewhere, best on another disk")
		}
	}
	return nil
}

// replaces refuses what is there and is no older copy.
func (t Target) replaces(path string, info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return t.refuse(fault.Invalid, "this is no file: "+kindOf(info), "name a new file")
	case t.Live != nil && t.Live(info), sameFile(path, filepath.Join(t.DataDir, DB)):
		return t.refuse(fault.Conflict, "this is the store itself", "name a file elsewhere, best on another disk")
	case !t.Replace:
		return t.refuse(fault.Conflict, "there is a file already", "name a new file, or have an older copy replaced: `navd backup FILE --replace`")
	}
	db, err := kv.Open(path, kv.Options{AsIs: true, Tables: store.Tables()})
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		return t.refuse(fault.Conflict, "what is there is no copy that this navd can read, and is not replaced: "+fault.As(store.Fault(err)).Message,
			"name a new file, or remove this one yourself")
	}
	return nil
}

func (t Target) refuse(kind fault.Kind, message, hint string) error {
	return fault.New(kind, "%s", message).About("path", t.Path).WithHint("%s", hint)
}

// failed says why no copy was written; an error of the store passes as it is.
func (t Target) failed(err error) error {
	kind, hint := fault.Unavailable, "name a new file on another disk, or make room; what was there is as it was"
	switch {
	case errors.Is(err, fs.ErrExist):
		kind, hint = fault.Conflict, "name a new file"
	case errors.Is(err, fs.ErrNotExist):
		kind, hint = fault.NotFound, "name a file in a directory that exists"
	case errors.Is(err, fs.ErrPermission):
		kind, hint = fault.Denied, "name a file in a directory that the user who runs navd may write to"
	}
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	default:
		return store.Fault(err)
	}
	return fault.New(kind, "the copy is not written: %w", err).About("path", t.Path).WithHint("%s", hint)
}

// inside reports whether a path is one of these directories or below it.
func inside(path string, dirs ...string) bool {
	for _, dir := range dirs {
		if path == dir || strings.HasPrefix(path, dir+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

func kindOf(info fs.FileInfo) string {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	default:
		return "a device"
	}
}
