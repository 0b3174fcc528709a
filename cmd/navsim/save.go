package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"navd/daemon/fault"
)

// checkFile refuses what is there and cannot be replaced by a file.
func checkFile(flag, path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fault.Field(flag, path, "a file, new or to replace")
	}
	return nil
}

// saveFile writes the file of episodes that a flag names. The file is whole or
// stays as it was.
func saveFile(flag, path string, write func(io.Writer) error) error {
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err == nil {
		defer os.Remove(temp.Name()) // nothing there once it is renamed
		err = errors.Join(write(temp), temp.Chmod(0o644), temp.Sync(), temp.Close())
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fault.New(fault.Invalid, "write episodes: %w", err).About(flag, path)
	}
	return nil
}
