package kv

import (
	"errors"
	"os"
	"time"
)

// A Hold keeps everybody else from opening a store file, for work on the file as a
// whole: looking at damage, copying, putting another file in its place. A running
// daemon and the commands that work without one exclude each other by it.
type Hold struct {
	path string
	file *os.File
}

// Lock holds the store file at path until Release. It waits for another holder as long
// as [Options].LockTimeout says for zero wait, and then returns a *[LockedError] that
// names the process, if it is known. The file may be damaged, or no store. Errors of
// the file system are those of opening it; there is none to hold where it does not
// exist.
func Lock(path string, wait time.Duration) (*Hold, error) {
	o := opener{path: path, opts: Options{LockTimeout: wait}.withDefaults()}
	f, err := o.lock(os.O_RDONLY, 0)
	if err != nil {
		return nil, o.explain(err)
	}
	_ = writePID(path) // who waits is then not told who holds it: where this cannot be written, nobody else writes either
	return &Hold{path: path, file: f}, nil
}

// Open opens the file that is held for reading, as [Open] with Options.AsIs does.
func (h *Hold) Open(tables []TableInfo) (*DB, error) {
	return Open(h.path, Options{AsIs: true, Tables: tables, hold: h})
}

// Path returns the path of the store file, as given to Lock.
func (h *Hold) Path() string { return h.path }

// Release lets others open the file. A nil Hold has nothing to give back.
func (h *Hold) Release() error {
	if h == nil {
		return nil
	}
	var err error
	if readPID(h.path) == os.Getpid() {
		err = os.Remove(pidPath(h.path))
	}
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		err = nil
	}
	unlockFile(h.file)
	return err
}

// lock opens the file and takes its lock, when nobody else has it. A file that was put
// in its place while it waited is taken instead.
func (o *opener) lock(flag int, mode os.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(o.path, flag, mode)
		if err != nil {
			return nil, err
		}
		if err := lockFile(f, o.opts.LockTimeout); err != nil {
			unlockFile(f)
			return nil, err
		}
		if !replaced(f, o.path) {
			return f, nil
		}
		unlockFile(f)
	}
}

// replaced reports whether another file than f is at its path.
func replaced(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	at, err := os.Stat(path)
	return err == nil && !os.SameFile(mine, at)
}
