package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"navd/config"
)

// TestReadmePython runs the README's Python program against a live daemon.
func TestReadmePython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```python\n")
	program, _, ok2 := strings.Cut(rest, "```")
	if !ok || !ok2 {
		t.Fatal("README.md has no Python program")
	}
	dir := t.TempDir()
	cfg := config.Default()
	cfg.DataDir, cfg.Socket.Path = dir, filepath.Join(dir, "navd.sock")
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
	cmd := exec.CommandContext(t.Context(), python, "-", cfg.Socket.Path)
	cmd.Stdin = strings.NewReader(program)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"view 3", "'turn_right'", "corridor", "SPL 0.8"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the program printed no %q:\n%s", want, out)
		}
	}
}
