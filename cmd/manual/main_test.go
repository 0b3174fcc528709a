package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"navd/cmd/golden"
)

const help = `{"path": "navd", "usage": "navd [flags]", "short": "The memory", "long": "One line.\n\n.not a request\n  indented \\ as it is\n\n  sr    0..1  success,\n              or not\n  cost  what “it” took",
	"flags": [{"name": "json", "type": "bool", "default": "false", "doc": "print data"}],
	"commands": [{"path": "navd service", "usage": "navd service", "short": "Have it run", "group": "The daemon:", "example": "  navd service logs    what was said", "commands": [
		{"path": "navd service logs", "usage": "navd service logs [flags]", "short": "Show what was said",
		 "flags": [{"name": "lines", "shorthand": "n", "type": "int", "default": "100", "doc": "newest lines"}, {"name": "wait", "type": "duration", "default": "2m0s", "doc": "so long"}, {"name": "as", "type": "USER", "default": "", "doc": "who"}]}]}]}`

func TestPages(t *testing.T) {
	dir := t.TempDir()
	if err := run([]string{"--version", "0.1.0", "--date", "2026-11-25", "--out", dir}, strings.NewReader(help)); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"navd.1", "navd-service.1"} {
		text, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil {
			t.Fatal(err)
		}
		golden.File(t, filepath.Join("testdata", page), string(text))
	}
}

func TestNoHelp(t *testing.T) {
	if err := run([]string{"--out", t.TempDir()}, strings.NewReader("navd: what?")); err == nil || !strings.Contains(err.Error(), "navd help --json") {
		t.Errorf("got %v", err)
	}
}
