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

// OpenTree opens a directory that a flag names, and makes it when it is not
// there. The fault, Denied, names the flag. The caller closes the tree.
func OpenTree(flag, dir string) (*Tree, error) {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var root *os.Root
		if root, err = os.OpenRoot(dir); err == nil {
			return &Tree{flag, dir, root}, nil
		}
	}
	return nil, fault.New(fault.Denied, "this is not a directory to write to: %w", err).About(flag, dir)
}

// Close gives the directory up.
func (t *Tree) Close() error { return t.root.Close() }

// Write writes a file under a relative path with slashes: beside its place,
// synced, and then moved there, readable by all. It reports false, and leaves
// the file alone, where it has this content already. What is there and is no
// file, links included, is not replaced.
//
// It fails with an invalid fault for a path that leads out of the directory and
// for what cannot be written.
func (t *Tree) Write(name string, content []byte) (changed bool, err error) {
	if !local(name) {
		return false, fault.New(fault.Invalid, "this path leads elsewhere, and nothing is written there").About(t.flag, name)
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

// local reports whether a path is one below a directory, in its one spelling on
// any system.
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

// sync makes the names in a directory durable.
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
