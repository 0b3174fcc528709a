// Package outfile writes the files that a flag of a command names.
// A file is whole or stays as it was, whatever ends the command; what is there
// and is no file, such as a device, is left alone.
package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"navd/daemon/fault"
)

// Check refuses what is there and cannot be replaced by a file, so that a
// command can say so before long work. The fault, Invalid, names the flag.
func Check(flag, path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fault.Field(flag, path, "a new file, or one to replace")
	}
	return nil
}

// Write writes a file beside its place and moves it there, readable by all.
// Through a symbolic link it replaces what the link leads to. An error, of write
// or of the disk, is fault.Invalid about the flag.
func Write(flag, path string, write func(io.Writer) error) error {
	if err := Check(flag, path); err != nil {
		return err
	}
	if end, err := filepath.EvalSymlinks(path); err == nil {
		path = end
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err == nil {
		defer os.Remove(temp.Name()) // nothing there once it is renamed
		err = errors.Join(write(temp), temp.Chmod(0o644), temp.Sync(), temp.Close())
	}
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return fault.New(fault.Invalid, "it cannot be written: %w", err).About(flag, path)
	}
	return nil
}
