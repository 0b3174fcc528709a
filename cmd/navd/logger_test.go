package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"navd/config"
)

// A log that has grown is put aside, behind a link too; what is no regular file is only
// written to.
func TestLogFile(t *testing.T) {
	big := strings.Repeat("x", 600<<10)
	write := func(t *testing.T, path string) {
		t.Helper()
		l, err := newLog(config.Log{Level: "info", Format: "text", File: path, MaxMB: 1, Files: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			l.Info(big)
		}
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
	}
	files := func(t *testing.T, dir string) int {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	t.Run("a file", func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "navd.log"))
		if n := files(t, dir); n < 2 {
			t.Errorf("%d files: nothing was put aside", n)
		}
		if info, err := os.Stat(filepath.Join(dir, "navd.log")); err != nil || info.Mode().Perm() != 0o600 || info.Size() > 1<<20 {
			t.Errorf("the log: %v, %v", info, err)
		}
	})
	t.Run("a link to a file", func(t *testing.T) {
		dir, at := t.TempDir(), filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(filepath.Join(dir, "navd.log"), at); err != nil {
			t.Fatal(err)
		}
		write(t, at)
		if info, err := os.Lstat(at); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link: %v, %v", info, err)
		}
		if n := files(t, dir); n < 2 {
			t.Errorf("%d files: nothing was put aside", n)
		}
	})
	t.Run("a pipe", func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "pipe")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		reader, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer reader.Close()
		l, err := newLog(config.Log{Level: "info", Format: "text", File: path, MaxMB: 1})
		if err != nil {
			t.Fatal(err)
		}
		l.Info("a line")
		line := make([]byte, 4096)
		if n, err := reader.Read(line); err != nil || !strings.Contains(string(line[:n]), "a line") {
			t.Errorf("read %q, %v", line[:n], err)
		}
		if err := l.close(); err != nil {
			t.Error(err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeNamedPipe == 0 || files(t, dir) != 1 {
			t.Errorf("the pipe: %v, %v", info, err)
		}
	})
}
