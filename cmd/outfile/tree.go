package outfile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"navd/daemon/fault"
)

// Tree writes files below one directory and nowhere else, whatever they are
// called and whatever links are there.
type Tree struct {
	flag, dir string
	root      *os.Root
}

// OpenTree opens the directory that a flag names, and makes it if it does not exist. An
// error is a Denied fault that names the flag. The caller closes the tree.
func OpenTree(flag, dir string) (*Tree, error) {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var root *os.Root
		if root, err = os.OpenRoot(dir); err == nil {
			return &Tree{flag, dir, root}, nil
		}
	}
	return nil, fault.New(fault.Denied, "the directory cannot be made or opened: %w", err).About(flag, dir)
}

// Close closes the directory.
func (t *Tree) Close() error { return t.root.Close() }

// Write writes a file under a relative path with slashes: first a temporary file, which is
// synced and renamed, readable by all. If the file has this content already, it leaves it
// alone and reports false. Links and anything else that is not a regular file are not
// replaced.
//
// It fails with an Invalid fault for a path that leads out of the directory, and when the
// file cannot be written.
func (t *Tree) Write(name string, content []byte) (changed bool, err error) {
	if !local(name) {
		return false, fault.New(fault.Invalid, "this path leads out of the directory").About(t.flag, name)
	}
	name = filepath.FromSlash(name)
	switch info, err := t.root.Lstat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, t.failed(name, err)
	case !info.Mode().IsRegular():
		return false, fault.New(fault.Invalid, "it exists and is not a regular file").About(t.flag, filepath.Join(t.dir, name))
	case info.Size() == int64(len(content)):
		if there, err := t.root.ReadFile(name); err == nil && bytes.Equal(there, content) {
			return false, nil
		}
	}
	if err := t.replace(name, content); err != nil {
		return false, t.failed(name, err)
	}
	return true, nil
}

// local reports whether a path leads below the directory and is clean: no "..", no
// backslashes, no control characters.
func local(name string) bool {
	strange := strings.ContainsFunc(name, func(r rune) bool { return r == '\\' || unicode.IsControl(r) })
	return !strange && name != "." && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name))
}

// replace puts a file in its place.
func (t *Tree) replace(name string, content []byte) error {
	dir := filepath.Dir(name)
	if err := t.root.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	temp := filepath.Join(dir, ".navd-"+rand.Text()+".tmp")
	f, err := t.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer t.root.Remove(temp) // nothing there once it is renamed
	_, err = f.Write(content)
	if err = errors.Join(err, f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := t.root.Rename(temp, name); err != nil {
		return err
	}
	return t.sync(dir)
}

// sync makes the entries of a directory durable.
func (t *Tree) sync(dir string) error {
	d, err := t.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func (t *Tree) failed(name string, err error) error {
	return fault.New(fault.Invalid, "it cannot be written: %w", err).About(t.flag, filepath.Join(t.dir, name))
}
