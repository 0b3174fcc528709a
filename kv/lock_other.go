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

// alive reports whether there is a process pid, as far as can be told.
func alive(pid int) bool {
	_, err := os.FindProcess(pid)
	return err == nil
}

// syncDir does nothing: such systems cannot sync a directory.
func syncDir(string) error { return nil }

// readOnly leaves it to the write to fail.
func readOnly(string) bool { return false }
