package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
	"navd/ipc/server"
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

// TestOlderDaemon says that a daemon is older when it lacks what the command has.
func TestOlderDaemon(t *testing.T) {
	h := newHome(t)
	h.serve(server.Bind(ipc.JobsList, func(context.Context, ipc.JobListParams) (ipc.JobListResult, error) { return ipc.JobListResult{}, nil }))
	var why strings.Builder
	code := (&app{out: io.Discard, err: &why}).run(t.Context(), []string{"houses", "--socket", h.socket})
	want := "navd: the running daemon is older than this command, and has no method \"house.list\"\n" +
		"      hint: restart it with this navd: `navd service restart`, or stop it and `navd run`\n"
	if diff := cmp.Diff(want, why.String()); diff != "" || code != 4 {
		t.Errorf("exit code %d (-want +got):\n%s", code, diff)
	}
}
