package tape

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// Contents is what the file of a tape holds, also one that cannot be replayed.
type Contents struct {
	Calls  []Call // in the order of recording
	Bytes  int64  // of the file
	Broken []int  // numbers of the lines that cannot be read, from 1
	Cut    bool   // behind the last line stands one that was not written to its end; nobody misses it
}

// Inspect reads a tape and leaves out what cannot be read.
func Inspect(path string) (c Contents, err error) {
	end, err := scan(path, func(n int, line []byte) error {
		call, err := parse(path, n, line)
		if err != nil {
			c.Broken = append(c.Broken, n)
			return nil
		}
		c.Calls = append(c.Calls, call)
		return nil
	})
	if err != nil {
		return Contents{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return Contents{}, cannot("read", path, err)
	}
	c.Bytes, c.Cut = info.Size(), info.Size() > end
	return c, nil
}

// Replaced marks the calls that no replay gives any more, since a later call took
// their place.
func Replaced(calls []Call) []bool {
	out, taken := make([]bool, len(calls)), map[string]bool{}
	for i := len(calls) - 1; i >= 0; i-- {
		c := &calls[i]
		out[i] = taken[c.Key]
		taken[c.Key] = taken[c.Key] || c.After == 0
	}
	return out
}

// Dropped says what [Drop] did.
type Dropped struct {
	Dropped int `json:"dropped"` // calls
	Broken  int `json:"broken"`  // lines that could not be read, dropped too
	Kept    int `json:"kept"`    // calls
}

// Drop takes calls out of a tape, and with broken the lines that cannot be read;
// without it such a line is corrupt. The tape is written anew beside the old one,
// which it replaces in one step: after a crash there is one or the other. A tape
// that is being recorded is a conflict; one without such calls stays as it is.
func Drop(path string, broken bool, which func(*Call) bool) (d Dropped, err error) {
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return d, cannot("read", path, err)
	}
	f, err := open(path, os.O_RDWR)
	if err != nil {
		return d, cannot("write", path, err)
	}
	defer f.Close() // nothing was written to it
	if err := lock(f, path); err != nil {
		return d, err
	}
	out, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new*")
	if err != nil {
		return d, cannot("write", path, err)
	}
	defer os.Remove(out.Name()) // nothing there once it is renamed
	defer out.Close()           // closed twice when all is well
	w := bufio.NewWriter(out)
	_ = json.NewEncoder(w).Encode(head{version}) // Flush gives its error too
	_, err = scan(path, func(n int, line []byte) error {
		c, err := parse(path, n, line)
		switch {
		case err != nil && broken:
			d.Broken++
			return nil
		case err != nil:
			return err
		case which(&c):
			d.Dropped++
			return nil
		}
		d.Kept++
		_, _ = w.Write(line) // Flush gives its error
		return nil
	})
	if err != nil {
		return Dropped{}, err
	}
	if d.Dropped+d.Broken == 0 {
		return d, nil
	}
	if err := replace(f, out, w); err != nil {
		return Dropped{}, cannot("write", path, err)
	}
	return d, nil
}

// replace ends a file that was written through w, and gives it the name, the owner
// and the mode of the old one.
func replace(old, out *os.File, w *bufio.Writer) error {
	info, err := old.Stat()
	if err != nil {
		return err
	}
	err = errors.Join(w.Flush(), out.Chmod(info.Mode().Perm()))
	if of, ok := info.Sys().(*syscall.Stat_t); ok {
		err = errors.Join(err, out.Chown(int(of.Uid), int(of.Gid)))
	}
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		return err
	}
	if err := os.Rename(out.Name(), old.Name()); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(old.Name()))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
