package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"navd/daemon/fault"
)

// Check checks on the disk what [Load] does not: image roots and the log file's directory
// exist and are directories, and the log file is none. The daemon makes the data and socket directories itself. The
// error is of type [Problems].
func (l *Loaded) Check() error {
	var problems Problems
	for i, root := range l.Config.ImageRoots {
		if message := notDirectory(root); message != "" {
			f := fault.New(fault.Invalid, "%s", message).About(fmt.Sprintf("image_roots[%d]", i), root)
			problems = append(problems, l.onDisk(f, "image_roots"))
		}
	}
	if file := l.Config.Log.File; file != "" {
		if message := notDirectory(filepath.Dir(file)); message != "" {
			f := fault.New(fault.Invalid, "its directory: %s", message).About("log.file", file)
			problems = append(problems, l.onDisk(f, "log.file"))
		} else if notDirectory(file) == "" {
			f := l.onDisk(fault.New(fault.Invalid, "it is a directory").About("log.file", file), "log.file")
			f.Allowed = "a file"
			problems = append(problems, f)
		}
	}
	return problems.err()
}

// onDisk completes the fault of a key that should name a directory.
func (l *Loaded) onDisk(f *fault.Error, key string) *fault.Error {
	f.Allowed = "an existing directory"
	return f.WithHint("%s", l.sources[key])
}

// notDirectory says why a path is not a directory; "" when it is one.
func notDirectory(path string) string {
	info, err := os.Stat(path)
	var pathErr *fs.PathError
	switch {
	case errors.As(err, &pathErr):
		return pathErr.Err.Error()
	case err != nil:
		return err.Error()
	case !info.IsDir():
		return "not a directory"
	}
	return ""
}
