//go:build linux || darwin

package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// lockPoll is the time between two attempts at a lock that is held.
const lockPoll = 10 * time.Millisecond

// lockDir locks a directory. The kernel releases the lock when the process ends, however
// it ends. bbolt's lock, which is inside a directory of words, is not enough: a rebuild
// goes on to another such directory.
func lockDir(dir string, timeout time.Duration) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(timeout); ; time.Sleep(lockPoll) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			if err := writePID(f); err != nil {
				return nil, errors.Join(err, f.Close())
			}
			return f, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(&os.PathError{Op: "flock", Path: f.Name(), Err: err}, f.Close())
		}
		if time.Now().After(end) {
			return nil, errors.Join(&LockedError{Dir: dir, PID: readPID(f)}, f.Close())
		}
	}
}

func writePID(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	return err
}

// readPID returns 0 when the file holds no number.
func readPID(f *os.File) int {
	content := make([]byte, 16)
	n, _ := f.ReadAt(content, 0)
	pid, err := strconv.Atoi(strings.TrimSpace(string(content[:n])))
	if err != nil {
		return 0
	}
	return pid
}

// syncDir makes the entries of a directory durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
