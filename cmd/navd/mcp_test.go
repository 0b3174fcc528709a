package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCP: a client of the official SDK finds and reads a skill through the process
// `navd mcp`, and is told what to do while no daemon runs.
func TestMCP(t *testing.T) {
	h := newHome(t)
	skill := filepath.Join(h.dir, "door-crossing")
	text := "---\nname: door-crossing\ndescription: Cross a door slowly\n---\n1. Face the door.\n2. Go through.\n"
	if err := os.Mkdir(skill, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(skill, "SKILL.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: h.navd("mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	asks := func(args string) (items []struct{ Name, Text string }, failed string) {
		t.Helper()
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "navd_skills", Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatal(err)
		}
		data := r.Content[0].(*mcp.TextContent).Text
		if r.IsError {
			return nil, data
		}
		into := struct {
			Items *[]struct{ Name, Text string }
		}{&items}
		if err := json.Unmarshal([]byte(data), &into); err != nil {
			t.Fatal(err)
		}
		return items, ""
	}
	if _, failed := asks("{}"); failed != "navd is not running at "+h.socket+"; start it with `navd run`" {
		t.Errorf("without a daemon: %s", failed)
	}
	daemon, _ := h.daemon()
	for _, args := range [][]string{{"knowledge", "import", skill}, {"knowledge", "approve", "p1"}} {
		if out, err := h.navd(args...).Output(); err != nil {
			t.Fatalf("%s: %v", out, err)
		}
	}
	for _, args := range []string{`{}`, `{"query":"how do I get through a door"}`} {
		if got, failed := asks(args); fmt.Sprint(got) != "[{door-crossing }]" {
			t.Errorf("%s: %+v %s", args, got, failed)
		}
	}
	if got, failed := asks(`{"name":"door-crossing"}`); len(got) != 1 || got[0].Text != text {
		t.Errorf("%+v %s", got, failed)
	}
	r, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "skill://door-crossing/SKILL.md"})
	if err != nil || r.Contents[0].Text != text {
		t.Errorf("%+v, %v", r, err)
	}
	if err := daemon.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := daemon.Wait(); err != nil {
		t.Error(err)
	}
	if _, failed := asks("{}"); !strings.HasPrefix(failed, "navd is not running") {
		t.Errorf("after the daemon: %s", failed)
	}
	if err := s.Close(); err != nil { // the process ends with its input, with exit code 0
		t.Error(err)
	}
}
