package kv

import (
	"errors"
	"os"
	"time"
)

// A Hold is the lock of a store file: nobody else can open the file meanwhile. It is
// for work on the file as a whole: looking at damage, copying it, replacing it.
type Hold struct {
	path string
	file *os.File
}

// Lock locks the store file at path until Release. When another process has it, Lock
// waits, for wait or, if that is 0, for the default of [Options].LockTimeout, and then
// returns a *[LockedError] that names the process if it is known. The file may be
// damaged, or no store at all, but it must exist. Other errors are those of the file
// system.
func Lock(path string, wait time.Duration) (*Hold, error) {
	o := opener{path: path, opts: Options{LockTimeout: wait}.withDefaults()}
	f, err := o.lock(os.O_RDONLY, 0)
	if err != nil {
		return nil, o.explain(err)
	}
	_ = writePID(path) // without it the errors of others only lack the process id
	return &Hold{path: path, file: f}, nil
}

// Open opens the held file for reading only, as [Open] with Options.AsIs does.
func (h *Hold) Open(tables []TableInfo) (*DB, error) {
	return Open(h.path, Options{AsIs: true, Tables: tables, hold: h})
}

// Path returns the path of the store file, as given to Lock.
func (h *Hold) Path() string { return h.path }

// Release lets others open the file. It does nothing for a nil Hold.
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

// lock opens the file at the path and locks it, waiting for another holder up to
// Options.LockTimeout. If another file was put there meanwhile, it locks that one.
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
