//go:build !linux && !darwin

package index

import (
	"os"
	"path/filepath"
	"time"
)

// lockDir locks nothing: bbolt takes a lock on the words in use.
func lockDir(dir string, _ time.Duration) (*os.File, error) {
	return os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
}

// syncDir does nothing: these systems cannot sync a directory.
func syncDir(string) error { return nil }
