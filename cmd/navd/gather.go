package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/grounding"
	"navd/ipc"
)

// Bounds of a call to import.
const (
	lineSlack  = 16 << 10 // bytes of a line that are kept for everything but the files
	chunkFiles = 1000
)

// cargo is the files to import, in chunks that each fit a call.
type cargo struct {
	chunks  [][]ipc.GroundingFile
	skipped []grounding.Skipped

	room    int // most bytes of a chunk, as JSON
	bytes   int // of the last chunk
	lessons int // in the last chunk
}

// gather reads files, and those of directories in the order of their names. A path that
// does not exist is an error; a file that cannot be used is skipped, with the reason.
func gather(paths []string, room int) (*cargo, error) {
	l := &cargo{room: room, skipped: []grounding.Skipped{}}
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, noFile(path, err)
		case info.IsDir():
			if err := l.walk(path); err != nil {
				return nil, err
			}
		default:
			l.load(path)
		}
	}
	return l, nil
}

// noFile is the fault of a path that cannot be looked at.
func noFile(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fault.New(fault.NotFound, "no such file or directory").About("file", path)
	}
	return fault.New(fault.Denied, "it cannot be looked at: %w", err).About("file", path)
}

// walk loads the grounding files of a directory and of those below it. It does not follow
// links, and leaves hidden files out.
func (l *cargo) walk(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch hidden := strings.HasPrefix(e.Name(), ".") && path != dir; {
		case err != nil:
			l.skip(path, fault.New(fault.Denied, "the directory cannot be read"))
			return nil
		case hidden && e.IsDir():
			return filepath.SkipDir
		case hidden || e.IsDir() || !ofGrounding(path):
			return nil
		case !e.Type().IsRegular():
			l.skip(path, fault.New(fault.Invalid, "this is not a regular file"))
			return nil
		}
		if !saidBeside(path) {
			l.load(path)
		}
		return nil
	})
}

// saidBeside reports whether a text file says nothing that the JSON file of the same name does
// not say. An export writes both; the JSON file also says where each text holds.
func saidBeside(path string) bool {
	base, isText := strings.CutSuffix(path, ".txt")
	if !isText {
		return false
	}
	read := func(path string) (map[string]bool, bool) {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, false
		}
		lessons, err := grounding.Lessons(grounding.File{Name: path, Content: content})
		says := map[string]bool{}
		for _, e := range lessons {
			says[string(e.Category)+": "+e.Text] = true
		}
		return says, err == nil
	}
	text, ok := read(path)
	whole, beside := read(base + ".json")
	for said := range text {
		beside = beside && whole[said]
	}
	return ok && beside
}

func ofGrounding(path string) bool {
	kind := strings.ToLower(filepath.Ext(path))
	return kind == ".json" || kind == ".txt"
}

// load adds one file, or skips it when the daemon would not take it.
func (l *cargo) load(path string) {
	content, err := readUpTo(path, l.room)
	if err != nil {
		l.skip(path, err)
		return
	}
	name := strings.ToValidUTF8(path, "\uFFFD")
	lessons, err := grounding.Lessons(grounding.File{Name: name, Content: content})
	if err != nil {
		l.skip(name, err)
		return
	}
	file := ipc.GroundingFile{Name: name, Content: string(content)}
	line, err := json.Marshal(file)
	if err == nil && len(line) > l.room {
		err = tooLong(l.room)
	}
	if err != nil {
		l.skip(name, err)
		return
	}
	l.add(file, len(line)+1, len(lessons))
}

// add puts a file into the last chunk, or into a new one.
func (l *cargo) add(f ipc.GroundingFile, bytes, lessons int) {
	n := len(l.chunks)
	if n == 0 || len(l.chunks[n-1]) == chunkFiles || l.bytes+bytes > l.room || l.lessons+lessons > grounding.MaxLessons {
		l.chunks, l.bytes, l.lessons, n = append(l.chunks, nil), 0, 0, n+1
	}
	l.chunks[n-1] = append(l.chunks[n-1], f)
	l.bytes, l.lessons = l.bytes+bytes, l.lessons+lessons
}

// readUpTo reads a regular file of at most most bytes.
func readUpTo(path string, most int) ([]byte, error) {
	if bad := regular(path); bad != nil {
		return nil, bad
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fault.New(fault.Denied, "it cannot be opened: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(most)+1))
	switch {
	case err != nil:
		return nil, fault.New(fault.Denied, "it cannot be read: %w", err)
	case len(data) > most:
		return nil, tooLong(most)
	}
	return data, nil
}

func tooLong(most int) error {
	return fault.New(fault.TooLarge, "the file does not fit a line of %d bytes, see socket.max_line_bytes", most+lineSlack)
}

// skip notes that a file is left out, and why.
func (l *cargo) skip(name string, err error) {
	l.skipped = append(l.skipped, grounding.Skipped{Name: name, Reason: fault.As(err).Error()})
}
