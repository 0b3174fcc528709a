package main

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/ipc"
	"navd/ipc/server"
)

var update = flag.Bool("update", false, "rewrite reference.md from the doc comments")

const root = "../.."

// TestReference holds reference.md to the list of methods and to the doc comments
// of every struct that goes over the wire, all of which must have them.
func TestReference(t *testing.T) {
	if *update {
		if err := write(root); err != nil {
			t.Error(err)
		}
		return
	}
	want, err := manual(os.DirFS(root), server.Methods(&daemon.Daemon{}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(ipc.Reference(), "\n")); diff != "" {
		t.Errorf("reference.md.gz is out of date; go generate ./ipc rewrites it\n%s", diff)
	}
	if text, err := os.ReadFile(filepath.Join(root, "ipc", "reference.md")); err != nil || string(text) != want {
		t.Errorf("reference.md is out of date; go generate ./ipc rewrites it: %v", err)
	}
}

// changed is a module in which one file has another text.
type changed struct {
	fs.FS
	name string
	text fs.FS
}

// Open implements [fs.FS].
func (c changed) Open(name string) (fs.File, error) {
	if name == c.name {
		return c.text.Open(name)
	}
	return c.FS.Open(name)
}

// TestMissing changes the source so that something is missing for the reference.
func TestMissing(t *testing.T) {
	if testing.Short() {
		t.Skip("volume alone: nothing runs at once")
	}
	const file = "ipc/nav.go"
	text, err := fs.ReadFile(os.DirFS(root), file)
	if err != nil {
		t.Fatal(err)
	}
	const step = `NavStep Method[StepParams, nav.Stepped] = "nav.step"`
	for _, tt := range []struct{ name, old, new, want string }{
		{"a constant without a handler", step, step + "\n\n// NavJump jumps.\n//\n// Example: {}\nNavJump Method[None, None] = `nav.jump`",
			"ipc.NavJump (nav.jump) is bound to nothing: add it to server.Methods"},
		{"a handler without a constant", step, "", "nav.step has a handler and no constant in package ipc"},
		{"a name given twice", step, step + "\n\n// NavJump jumps.\nNavJump Method[None, None] = `nav.step`",
			"ipc.NavJump (nav.step) is bound to nothing: add it to server.Methods"},
		{"no comment", "// NavPath gives the shortest way between two anchors over walked links.", "", "ipc.NavPath (nav.path) has no comment"},
		{"no example", `// Example: {"episode": "EPISODE", "to": "1"}`, "//", "ipc.NavPath (nav.path) has no Example: with its parameters as JSON on one line"},
		{"no Go", "const (", "const", "comments of navd/ipc: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			other := strings.Replace(string(text), tt.old, tt.new, 1)
			if other == string(text) {
				t.Fatalf("%s has no %q", file, tt.old)
			}
			module := changed{os.DirFS(root), file, fstest.MapFS{file: {Data: []byte(other)}}}
			if _, err := manual(module, server.Methods(&daemon.Daemon{})); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}
