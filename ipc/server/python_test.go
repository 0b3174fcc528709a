package server_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon"
	"navd/ipc/python"
	"navd/ipc/server"
)

// TestPythonMethods holds the names that the Python client knows to those that there are.
func TestPythonMethods(t *testing.T) {
	_, names, _ := strings.Cut(python.Client(), "\n_METHODS = \"\"\"")
	names, _, _ = strings.Cut(names, "\"\"\"")
	var want []string
	for _, h := range server.Methods(&daemon.Daemon{}) {
		want = append(want, h.Method)
	}
	if diff := cmp.Diff(want, strings.Fields(names)); diff != "" {
		t.Errorf("_METHODS of navd_client.py (-there is +it knows):\n%s", diff)
	}
}
