package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"navd/ipc"
)

// TestCommandsFor holds that what stands for a method in a hint can be typed.
func TestCommandsFor(t *testing.T) {
	a := &app{out: io.Discard, err: io.Discard}
	root := a.root()
	for i := 0; i < len(commandsFor); i += 2 {
		method, command := commandsFor[i], commandsFor[i+1]
		if !slices.Contains(ipc.Headings(), method) {
			t.Errorf("%s is no method", method)
		}
		if path, ok := strings.CutPrefix(strings.Trim(command, "`"), "navd "); ok {
			if cmd, rest, err := root.Find(strings.Fields(path)); err != nil || len(rest) > 0 || cmd == root {
				t.Errorf("%s: there is no command %s: %v", method, command, err)
			}
		}
	}
	if got, want := inCommands("episode.list shows them"), "`navd episodes` shows them"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
