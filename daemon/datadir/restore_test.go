package datadir_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"navd/daemon/datadir"
	"navd/daemon/fault"
)

// What is no sound copy of this navd's store changes nothing.
func TestRestoreRefused(t *testing.T) {
	small, large := made(t)
	files := t.TempDir()
	file := func(name string, raw []byte) string {
		path := filepath.Join(files, name)
		must(t, os.WriteFile(path, raw, 0o600))
		return path
	}
	pipe := filepath.Join(files, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	newer := bytes.ReplaceAll(large, []byte(`{"format":1,`), []byte(`{"format":7,`))
	for _, tt := range []struct {
		name, file string
		kind       fault.Kind
		says       string
	}{
		{"nothing there", filepath.Join(files, "none"), fault.NotFound, "no such file"},
		{"a directory", files, fault.Invalid, "a directory"},
		{"a pipe", pipe, fault.Invalid, "a pipe"},
		{"empty", file("empty", nil), fault.Corrupt, "empty"},
		{"text", file("text", bytes.Repeat([]byte("no store"), 4096)), fault.Corrupt, "invalid"},
		{"another program's", file("foreign", foreign(t)), fault.Corrupt, "another program"},
		{"a newer format", file("newer", newer), fault.Conflict, "version 7"},
		{"a damaged copy", file("damaged", torn(t)), fault.Corrupt, "page"},
		{"a stump of a copy", file("stump", packed(t)[:4096]), fault.Corrupt, "this copy is damaged: file size too small"},
		{"a cut copy", file("cut", packed(t)[:len(packed(t))/2]), fault.Corrupt, "cut"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := house(t, small)
			_, err := datadir.Restore(t.Context(), tt.file, dir, datadir.Options{})
			f := fault.As(err)
			if f == nil || f.Kind != tt.kind || !strings.Contains(f.Error(), tt.says) || f.Hint == "" {
				t.Errorf("got %v, hint %q, want %s %q", err, f.Hint, tt.kind, tt.says)
			}
			if strings.Contains(err.Error(), dir) || f.Given != fault.Show(tt.file) {
				t.Errorf("%v does not name the file alone", err)
			}
			same(t, filepath.Join(dir, datadir.DB), small)
			if left := litter(t, dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			if kept, _ := filepath.Glob(filepath.Join(dir, "before-*")); len(kept) > 0 {
				t.Errorf("kept %v of a store that is there", kept)
			}
		})
	}
	t.Run("the store itself", func(t *testing.T) {
		dir := house(t, small)
		if _, err := datadir.Restore(t.Context(), filepath.Join(dir, datadir.DB), dir, datadir.Options{}); !fault.Is(err, fault.Conflict) {
			t.Errorf("got %v", err)
		}
	})
}

// While a daemon runs nothing else works on its directory, and says who holds it.
func TestHeld(t *testing.T) {
	small, _ := made(t)
	dir := house(t, small)
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, os.WriteFile(file, small, 0o600))
	d := open(t, dir)
	var waiting sync.WaitGroup // each waits a while for the directory
	for _, operation := range []string{"backup", "restore", "repair", "compact"} {
		waiting.Go(func() {
			err := do(t.Context(), operation, dir, file)
			f := fault.As(err)
			if f == nil || f.Kind != fault.Conflict || !strings.Contains(f.Message, "in use by process") || !strings.Contains(f.Hint, "stop it") {
				t.Errorf("%s: got %v", operation, err)
			}
		})
	}
	waiting.Wait()
	must(t, d.Close())
	if n := episodes(t, dir); n != 2 {
		t.Errorf("%d episodes", n)
	}
}

// A store behind a link is not replaced by one beside it; what only reads follows the link.
func TestLinkedStore(t *testing.T) {
	small, large := made(t)
	real, dir := house(t, large), filepath.Join(t.TempDir(), "[data]")
	must(t, os.Mkdir(dir, 0o700))
	must(t, os.Symlink(filepath.Join(real, datadir.DB), filepath.Join(dir, datadir.DB)))
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, os.WriteFile(file, small, 0o600))
	for _, operation := range []string{"restore", "compact"} {
		if err := do(t.Context(), operation, dir, file); !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), "symbolic link") {
			t.Errorf("%s: got %v", operation, err)
		}
	}
	same(t, filepath.Join(real, datadir.DB), large)
	must(t, do(t.Context(), "backup", dir, file))
	same(t, filepath.Join(real, datadir.DB), large)
	if n := episodes(t, dir); n != 8 {
		t.Errorf("%d episodes", n)
	}
}

// A restored store is the copy; the one that was there is kept whole.
func TestRestore(t *testing.T) {
	small, large := made(t)
	dir := house(t, large)
	file := filepath.Join(t.TempDir(), "copy.db")
	must(t, os.WriteFile(file, small, 0o600))
	for _, kept := range []string{"before-restore-20260102T030405Z", "before-restore-20260102T030405Z-2"} {
		r, err := datadir.Restore(t.Context(), file, dir, datadir.Options{Now: at})
		must(t, err)
		if r.Kept != filepath.Join(dir, kept) || r.Bytes != int64(len(small)) || len(r.SHA256) != 64 {
			t.Errorf("got %+v", r)
		}
		same(t, filepath.Join(dir, datadir.DB), small)
	}
	same(t, filepath.Join(dir, "before-restore-20260102T030405Z", datadir.DB), large)
	same(t, file, small)
	if n := episodes(t, dir); n != 2 {
		t.Errorf("%d episodes", n)
	}
}
