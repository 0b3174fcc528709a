package ipc_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/ipc"
	"navd/ipc/server"
)

var update = flag.Bool("update", false, "rewrite reference.md from the doc comments")

// TestReference holds reference.md to the doc comments of the methods and of
// every struct that goes over the wire, all of which must have them.
func TestReference(t *testing.T) {
	r := newReference(t)
	want := r.print()
	for _, p := range r.problems {
		t.Error(p)
	}
	if t.Failed() {
		return
	}
	if *update {
		if err := os.WriteFile("reference.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(ipc.Reference(), "\n")); diff != "" {
		t.Errorf("reference.md is out of date; go test ./ipc -run TestReference -update rewrites it\n%s", diff)
	}
}

// TestReferenceListsEveryMethod compares the names of the constants, of the
// table that serves them and of the reference.
func TestReferenceListsEveryMethod(t *testing.T) {
	if *update {
		t.Skip("the reference in this binary is the old one")
	}
	var table, constants, printed []string
	for _, h := range server.Methods(&daemon.Daemon{}) {
		table = append(table, h.Method)
	}
	for _, m := range newReference(t).methods {
		constants = append(constants, m.name)
	}
	for line := range strings.Lines(ipc.Reference()) {
		if name, ok := strings.CutPrefix(line, "## "); ok && strings.Contains(name, ".") {
			printed = append(printed, strings.TrimSpace(name))
		}
	}
	if diff := cmp.Diff(constants, printed); diff != "" {
		t.Errorf("constants and reference (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(table, constants); diff != "" {
		t.Errorf("handlers and constants (-want +got):\n%s", diff)
	}
}

func TestReferenceOf(t *testing.T) {
	for _, h := range server.Methods(&daemon.Daemon{}) {
		name := h.Method
		part, ok := ipc.ReferenceOf(name)
		if !ok || !strings.HasPrefix(part, "## "+name+"\n") || strings.Count(part, "\n## ") > 0 {
			t.Errorf("ReferenceOf(%q) = %v, %.60q", name, ok, part)
		}
		if !strings.Contains(part, `"method": "`+name+`"`) || strings.HasSuffix(part, "\n\n") {
			t.Errorf("the part about %s has no example, or ends in empty lines:\n%s", name, part)
		}
	}
	for _, test := range []struct {
		name, begins string
		ok           bool
	}{
		{"Errors", "## Errors\n", true},
		{"Pose", "### Pose\n", true},
		{"nav.nothing", "", false},
		{"nav", "", false},
		{"The socket of navd", "", false},
		{"", "", false},
	} {
		part, ok := ipc.ReferenceOf(test.name)
		if ok != test.ok || !strings.HasPrefix(part, test.begins) || !ok && part != "" {
			t.Errorf("ReferenceOf(%q) = %.60q, %v, want %q, %v", test.name, part, ok, test.begins, test.ok)
		}
	}
	if part, _ := ipc.ReferenceOf("Pose"); strings.Contains(part[1:], "\n#") {
		t.Errorf("the part about Pose goes on into the next one:\n%s", part)
	}
}
