package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/config"
	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// TestReadRunOfManyPages reads a run that is longer than a page of the list.
func TestReadRunOfManyPages(t *testing.T) {
	dir := t.TempDir()
	cfg := config.Default()
	cfg.DataDir, cfg.Socket.Path, cfg.Durability = dir, filepath.Join(dir, "navd.sock"), "relaxed"
	log, err := newLog(cfg.Log)
	if err != nil {
		t.Fatal(err)
	}
	defer log.close()
	s, err := serve(t.Context(), cfg, log)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	}()
	c, err := client.Dial(cfg.Socket.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var want, got []string
	for i := range 1003 {
		name := fmt.Sprint(i)
		for _, run := range []string{"mine", "other"}[:1+i%2] {
			if _, err := c.Begin(t.Context(), ipc.BeginParams{Goal: "sofa", Run: run, Name: name}); err != nil {
				t.Fatal(err)
			}
		}
		want = append(want, name)
	}
	run, err := readRun(t.Context(), c, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range run.Episodes {
		got = append(got, e.Name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestWriteAtomically(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		name  string
		write func(io.Writer) error
		err   error
		want  string
	}{
		{"whole", func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }, nil, "new"},
		{"broken off", func(w io.Writer) error { _, _ = io.WriteString(w, "ne"); return broken }, broken, "old"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "a.csv")
			if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := writeAtomically(file, tt.write); !errors.Is(err, tt.err) {
				t.Errorf("%v", err)
			}
			if text, err := os.ReadFile(file); err != nil || string(text) != tt.want {
				t.Errorf("%q, %v", text, err)
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// TestWriteAtomicallyKeeps leaves what is no file as it is: root could replace
// a device such as /dev/null by a file.
func TestWriteAtomicallyKeeps(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{pipe, dir} {
		err := writeAtomically(name, func(io.Writer) error { return nil })
		if !fault.Is(err, fault.Invalid) || fault.As(err).Field != "write" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Errorf("the pipe is now %v, %v", info.Mode(), err)
	}
}
