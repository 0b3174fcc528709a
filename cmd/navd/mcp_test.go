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

// TestMCPBadLines: a line that is no message does not end the session of the process, and
// all that was asked before its input ended is answered.
func TestMCPBadLines(t *testing.T) {
	h := newHome(t)
	cmd := h.navd("mcp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out := h.begin(cmd)
	out.Buffer(nil, 1<<20)
	asks := func(line string) string {
		t.Helper()
		if _, err := in.Write([]byte(line + "\n")); err != nil || !out.Scan() {
			t.Fatal(err, out.Err())
		}
		return out.Text()
	}
	const form = `; allowed is one message a line, like {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}`
	for _, c := range []struct{ line, want string }{
		{`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`, `"serverInfo"`},
		{"hello", `"id":null,"error":{"code":-32700,"message":"not JSON in UTF-8: expected a value at byte 1` + form},
		{`{"id":4,"method":"ping"}`, `"id":4,"error":{"code":-32600,"message":"jsonrpc must be \"2.0\"` + form},
		{`[{"jsonrpc":"2.0","id":4,"method":"ping"}]`, `"id":null,"error":{"code":-32600,"message":"a batch is not allowed, `},
		{"\xff", `"id":null,"error":{"code":-32700,"message":"not JSON in UTF-8: not UTF-8` + form},
		{strings.Repeat("x", 17<<20), `"id":null,"error":{"code":-32600,"message":"a line has at most 16777216 bytes; send less at a time"`},
		{"\n\r\n" + `{"jsonrpc":"2.0","id":5,"method":"ping"}`, `{"jsonrpc":"2.0","id":5,"result":{}}`},
	} {
		if got := asks(c.line); !strings.Contains(got, c.want) {
			t.Errorf("%.80s: %s", c.line, got)
		}
	}
	if _, err := in.Write([]byte(`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"navd_skills","arguments":{}}}`)); err != nil {
		t.Fatal(err)
	}
	in.Close()
	if !out.Scan() || !strings.Contains(out.Text(), `"id":6,"result":{"content":[{"type":"text","text":"navd is not running`) {
		t.Errorf("at the end: %s, %v", out.Text(), out.Err())
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
