// Package outfile writes the files that a flag of a command names. Whatever interrupts the
// command, a file is written completely or stays as it was. Anything but a regular file,
// such as a device, is left alone.
package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"navd/daemon/fault"
)

// Check refuses a path at which something other than a regular file exists, so that a
// command can fail before long work. The fault, Invalid, names the flag.
func Check(flag, path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fault.Field(flag, path, "a new file, or a regular file to replace")
	}
	return nil
}

// Write writes a temporary file beside path and renames it, readable by all. If path is a
// symbolic link, the file that it leads to is replaced. An error, of write or of the disk,
// is an Invalid fault about the flag.
func Write(flag, path string, write func(io.Writer) error) error {
	if err := Check(flag, path); err != nil {
		return err
	}
	if end, err := filepath.EvalSymlinks(path); err == nil {
		path = end
	}
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if at := (*os.PathError)(nil); errors.As(err, &at) {
		err = at.Err // nobody asked for the temporary file
	}
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
