//go:build linux || darwin

package kv

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	berrors "go.etcd.io/bbolt/errors"
)

// lockPoll is the time between two attempts at a lock that is held.
const lockPoll = 10 * time.Millisecond

// lockFile takes the lock that bbolt will take, on the same descriptor, so that bbolt
// gets it at once. It returns bbolt's ErrTimeout when another process holds it for
// longer than timeout.
func lockFile(f *os.File, timeout time.Duration) error {
	for end := time.Now().Add(timeout); ; time.Sleep(lockPoll) {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return &os.PathError{Op: "flock", Path: f.Name(), Err: err}
		}
		if time.Now().After(end) {
			return berrors.ErrTimeout
		}
	}
}

// unlockFile releases the lock and closes f. Closing alone is not enough after a
// failed bbolt.Open: a mapping that it left behind keeps the lock.
func unlockFile(f *os.File) {
	_ = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	_ = f.Close()
}

// reopened gives another descriptor of an open file, with the same lock.
func reopened(f *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, &os.PathError{Op: "dup", Path: f.Name(), Err: err}
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// mapFile returns the bytes of a file, and a function that releases them.
func mapFile(f *os.File) (data []byte, unmap func() error, err error) {
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED); err != nil {
		return nil, nil, &os.PathError{Op: "mmap", Path: f.Name(), Err: err}
	}
	return data, func() error { return unix.Munmap(data) }, nil
}

// alive reports whether there is a process pid.
func alive(pid int) bool {
	err := unix.Kill(pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}

// syncDir makes the entry of the file at path in its directory durable.
func syncDir(path string) error {
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// diskFree returns how many bytes an ordinary user can still write on the disk of a
// file, and whether that is known.
func diskFree(path string) (bytes int64, known bool) {
	var at unix.Statfs_t
	if err := unix.Statfs(path, &at); err != nil {
		return 0, false
	}
	return int64(at.Bavail) * int64(at.Bsize), true
}

// readOnly reports whether the file system at path is read-only.
func readOnly(path string) bool {
	const flag = 1 // ST_RDONLY of Linux, MNT_RDONLY of macOS
	var at unix.Statfs_t
	return unix.Statfs(path, &at) == nil && at.Flags&flag != 0
}
