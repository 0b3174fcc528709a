package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"navd/daemon/fault"
)

// regular says why a path is not a regular file; nil when it is one. Reading a pipe or a
// device may never end.
func regular(path string) *fault.Error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "no such file")
	case err != nil:
		return fault.New(fault.Denied, "the file cannot be looked at: %w", err)
	case !info.Mode().IsRegular():
		return fault.New(fault.Invalid, "this is not a regular file")
	}
	return nil
}

// opened opens the file that an argument names to be read; - is stdin, unless that is nil. Its
// error names the argument.
func opened(stdin io.Reader, path string) (io.ReadCloser, error) {
	if path == "-" && stdin != nil {
		return io.NopCloser(stdin), nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "there is no such file").About("FILE", path)
	}
	if err == nil && info.IsDir() {
		return nil, fault.New(fault.Invalid, "this is a directory").About("FILE", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.Denied, "the file cannot be opened: %w", err).About("FILE", path)
	}
	return f, nil
}

// mostFile is the longest file that is read whole, bytes.
const mostFile = 128 << 20

// readWhole reads the file that an argument names, of at most mostFile bytes; - is stdin,
// unless that is nil. Its error names the argument.
func readWhole(stdin io.Reader, path string) ([]byte, error) {
	f, err := opened(stdin, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostFile+1))
	switch {
	case err != nil:
		return nil, fault.New(fault.Denied, "the file cannot be read: %w", err).About("FILE", path)
	case len(data) > mostFile:
		return nil, fault.New(fault.TooLarge, "the file has more than %d bytes", mostFile).About("FILE", path)
	}
	return data, nil
}

// Modes of access(2).
const (
	mayRead  = 4
	mayWrite = 2
	mayEnter = 1
)

// dangling says that a path, or one above it, is a link to what is not there; nil when none is.
func dangling(path string) *fault.Error {
	for {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if to, err := os.Readlink(path); err == nil {
			return fault.New(fault.NotFound, "%s leads to %s, which is not there", path, to).WithHint("is the disk mounted?")
		}
		if path == filepath.Dir(path) {
			return nil
		}
		path = filepath.Dir(path)
	}
}

// makeable says why a directory cannot be written to or, if it does not exist yet, be
// made; nil when it can. base is the directory itself, or the nearest above it that exists.
func makeable(dir string) (base string, bad *fault.Error) {
	if bad := dangling(dir); bad != nil {
		return dir, bad
	}
	for base = dir; ; base = filepath.Dir(base) {
		info, err := os.Stat(base)
		switch {
		case errors.Is(err, fs.ErrNotExist) && base != filepath.Dir(base):
			continue
		case err != nil:
			return base, fault.New(fault.Denied, "the directory cannot be looked at: %w", err)
		case !info.IsDir():
			return base, fault.New(fault.Conflict, "%s is not a directory", base)
		}
		if err := syscall.Access(base, mayWrite|mayEnter); err != nil {
			return base, fault.New(fault.Denied, "%s may not be written to: %w", base, err)
		}
		return base, nil
	}
}

// readableDir says why the files below a directory cannot be read; nil when they can.
func readableDir(dir string) *fault.Error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.New(fault.NotFound, "no such directory")
	case err != nil:
		return fault.New(fault.Denied, "the directory cannot be looked at: %w", err)
	case !info.IsDir():
		return fault.New(fault.Invalid, "not a directory")
	}
	if err := syscall.Access(dir, mayRead|mayEnter); err != nil {
		return fault.New(fault.Denied, "the directory may not be read: %w", err)
	}
	return nil
}

// freeBytes is how many bytes an ordinary user can still write to the file system of a
// directory.
func freeBytes(dir string) (uint64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, fault.New(fault.Denied, "the file system cannot be asked for its free space: %w", err)
	}
	return uint64(st.Bavail) * uint64(st.Bsize), nil
}

// held reports whether a process holds the lock of a store's file. It takes a shared lock for
// a moment; a daemon that starts just then waits for it.
func held(path string) (bool, error) {
	if bad := regular(path); bad != nil {
		if bad.Kind == fault.NotFound {
			return false, nil
		}
		return false, bad
	}
	f, err := os.Open(path)
	if err != nil {
		return false, fault.New(fault.Denied, "the store's file cannot be opened: %w", err)
	}
	defer f.Close() // gives the lock up
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return true, nil
	case err != nil:
		return false, fault.New(fault.Unavailable, "the store's file cannot be locked: %w", err)
	}
	return false, nil
}
