package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"navd/daemon"
	"navd/ipc"
	"navd/ipc/server"
)

func TestReferenceOf(t *testing.T) {
	for _, h := range server.Methods(&daemon.Daemon{}) {
		name := h.Method
		part, ok := ipc.ReferenceOf(name)
		if !ok || !strings.HasPrefix(part, "## "+name+"\n") || strings.Count(part, "\n## ") > 0 {
			t.Errorf("ReferenceOf(%q) = %v, %.60q", name, ok, part)
		}
		if !json.Valid([]byte(ipc.Example(name))) || strings.HasSuffix(part, "\n\n") {
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
