//go:build !linux && !darwin

package kv

import (
	"os"
	"time"
)

// lockFile leaves the lock to bbolt, which takes it next.
func lockFile(*os.File, time.Duration) error { return nil }

// unlockFile closes f, which gives up its lock.
func unlockFile(f *os.File) { _ = f.Close() }

// reopened opens the file again: on these systems a hold has no lock to share.
func reopened(f *os.File) (*os.File, error) { return os.Open(f.Name()) }

// mapFile returns the bytes of a file, and a function that releases them.
func mapFile(f *os.File) (data []byte, unmap func() error, err error) {
	data, err = os.ReadFile(f.Name())
	return data, func() error { return nil }, err
}

// alive reports whether there is a process pid, as far as can be told.
func alive(pid int) bool {
	_, err := os.FindProcess(pid)
	return err == nil
}

// syncDir does nothing: these systems cannot sync a directory.
func syncDir(string) error { return nil }

// diskFree does not know: on a full disk the write itself fails.
func diskFree(string) (bytes int64, known bool) { return 0, false }

// readOnly does not know: on a read-only file system the write itself fails.
func readOnly(string) bool { return false }
