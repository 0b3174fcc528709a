package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"navd/ipc/mcp"
)

// line is an agent that writes lines itself, before a server without a daemon.
type line struct {
	t     *testing.T
	to    io.WriteCloser
	from  *bufio.Reader
	ended chan error
}

const (
	hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
	ping  = `{"jsonrpc":"2.0","id":9,"method":"ping"}`
	pong  = `{"jsonrpc":"2.0","id":9,"result":{}}`
)

// newLine starts a server; dial is called for each call of a tool.
func newLine(t *testing.T, dial func()) *line {
	t.Helper()
	s, err := mcp.New(mcp.Options{Dial: func() (mcp.Conn, error) { dial(); return nil, errors.New("away") }})
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	l := &line{t, to, bufio.NewReader(from), make(chan error, 1)}
	go func() { l.ended <- s.Run(context.Background(), in, out) }()
	t.Cleanup(l.end)
	if got := l.asks(hello); !strings.Contains(got, `"serverInfo"`) {
		t.Fatal(got)
	}
	return l
}

func (l *line) end() {
	l.to.Close()
	go io.Copy(io.Discard, l.from)
	if err := <-l.ended; err != nil {
		l.t.Errorf("the server ended with %v", err)
	}
}

func (l *line) says(text string) {
	l.t.Helper()
	if _, err := io.WriteString(l.to, text); err != nil {
		l.t.Fatal(err)
	}
}

// hears gives the next line of the server.
func (l *line) hears() string {
	l.t.Helper()
	text, err := l.from.ReadString('\n')
	if err != nil {
		l.t.Fatal(err)
	}
	return strings.TrimSuffix(text, "\n")
}

func (l *line) asks(text string) string {
	l.t.Helper()
	l.says(text + "\n")
	return l.hears()
}

// TestBadLines: each line that is no message is answered, says what is wrong, and the next
// one is served.
func TestBadLines(t *testing.T) {
	l := newLine(t, func() {})
	const form = `; allowed is one message a line, like {"jsonrpc":"2.0","id":1,"method":"ping"}`
	const ids = ", allowed a string, or a whole number of at most 15 digits; a notification has none"
	const batch = "a batch is not allowed, the protocol has none since 2025-06-18; send each message on a line of its own"
	for _, c := range []struct {
		name, line, id string
		code           int
		message        string
	}{
		{"words", `hello`, "null", -32700, "not JSON in UTF-8: expected a value at byte 1" + form},
		{"half a message", `{"jsonrpc":"2.0","id":1,`, "null", -32700, "not JSON in UTF-8: expected a member name at byte 26" + form},
		{"two messages", ping + ping, "null", -32700, "not JSON in UTF-8: more text after the value at byte 41" + form},
		{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p\xff\"}", "null", -32700, "not JSON in UTF-8: not UTF-8" + form},
		{"half a batch", `[` + ping, "null", -32700, "not JSON in UTF-8: expected , or ] at byte 43" + form},
		{"an empty object", `{}`, "null", -32600, `jsonrpc must be "2.0"` + form},
		{"no jsonrpc", `{"id":4,"method":"ping"}`, "4", -32600, `jsonrpc must be "2.0"` + form},
		{"another jsonrpc", `{"jsonrpc":"1.0","id":"a","method":"ping"}`, `"a"`, -32600, `jsonrpc must be "2.0"` + form},
		{"no method", `{"jsonrpc":"2.0","id":4}`, "4", -32600, "method must be a string" + form},
		{"a number", `5`, "null", -32600, "a request is an object" + form},
		{"an id twice", `{"jsonrpc":"2.0","id":4,"id":5,"method":"ping"}`, "null", -32600, "id is given twice" + form},
		{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null", -32600, "id must be a string, a number or null" + form},
		{"null as id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, "null", -32600, "id: not allowed, given null" + ids},
		{"a fraction as id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "1.5", -32600, "id: not allowed, given 1.5" + ids},
		{"a huge id", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, "9007199254740993", -32600, "id: not allowed, given 9007199254740993" + ids},
		{"an endless id", `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, "1e400", -32600, "id: not allowed, given 1e400" + ids},
		{"a batch", `[` + ping + `]`, "null", -32600, batch},
		{"an empty batch", `[]`, "null", -32600, batch},
		{"deep", `{"jsonrpc":"2.0","id":4,"method":"ping","params":` + strings.Repeat("[", 99) + strings.Repeat("]", 99) + `}`, "4", -32600, "nested deeper than 64" + form},
		{"very deep", strings.Repeat("[", 20000), "null", -32600, "nested deeper than 64" + form},
		{"long", strings.Repeat("x", mcp.MaxLine+1), "null", -32600, "a line has at most 16777216 bytes; send less at a time"},
		{"long, of carriage returns", strings.Repeat("\r", mcp.MaxLine+2), "null", -32600, "a line has at most 16777216 bytes; send less at a time"},
		{"long, and no string ends", `{"jsonrpc":"2.0","id":4,"method":"` + strings.Repeat("x", mcp.MaxLine), "null", -32600, "a line has at most 16777216 bytes; send less at a time"},
	} {
		t.Run(c.name, func(t *testing.T) {
			message, err := json.Marshal(c.message)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s,"data":{"kind":"invalid"}}}`, c.id, c.code, message)
			if got := l.asks(c.line); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if got := l.asks(ping); got != pong {
				t.Errorf("after it: %s", got)
			}
		})
	}
}

// TestOddLines: empty lines, the ends of lines of other systems, and answers that nobody
// asked for are no errors.
func TestOddLines(t *testing.T) {
	l := newLine(t, func() {})
	for _, odd := range []string{"\n", "\r\n", " \t\n", `{"jsonrpc":"2.0","id":1,"result":{}}` + "\n", `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}` + "\n"} {
		l.says(odd)
		if got := l.asks(ping); got != pong {
			t.Errorf("after %q: %s", odd, got)
		}
	}
	if got := l.asks(ping + "\r"); got != pong {
		t.Errorf("with a carriage return: %s", got)
	}
	whole := `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":{"x":"`
	whole += strings.Repeat("x", mcp.MaxLine-len(whole)-len(`"}}}`)) + `"}}}`
	if got := l.asks(whole); got != pong {
		t.Errorf("a line of %d bytes: %s", len(whole), got)
	}
}

// TestEndOfInput: what was asked before the end is answered, the last line without its
// newline too.
func TestEndOfInput(t *testing.T) {
	asked, proceed := make(chan struct{}), make(chan struct{})
	l := newLine(t, func() { close(asked); <-proceed })
	l.says(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"navd_skills"}}` + "\n" + ping)
	<-asked
	l.to.Close()
	if got := l.hears(); got != pong {
		t.Error(got)
	}
	close(proceed)
	if got := l.hears(); got != `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"away"}],"isError":true}}` {
		t.Error(got)
	}
}

// TestSameID: a call with the id of one that is at work is refused, and the other answered.
func TestSameID(t *testing.T) {
	asked, proceed := make(chan struct{}), make(chan struct{})
	l := newLine(t, func() { close(asked); <-proceed })
	l.says(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"navd_skills"}}` + "\n")
	<-asked
	if got := l.asks(ping); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"id: a call with this id has no answer yet, given 9; give each call an id of its own"`) {
		t.Error(got)
	}
	close(proceed)
	if got := l.hears(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":9,"result"`) {
		t.Error(got)
	}
	if got := l.asks(ping); got != pong {
		t.Errorf("the id again: %s", got)
	}
}

// TestWrongCalls: what a call has to be is said in the words of the protocol.
func TestWrongCalls(t *testing.T) {
	l := newLine(t, func() {})
	const tools = "navd_explain, navd_find, navd_place, navd_route, navd_search, navd_skills"
	for _, c := range []struct {
		name, method, params string
		code                 int
		message              string
	}{
		{"params as a list", "tools/call", `[1]`, -32602, "params: wrong type, given [1], allowed object"},
		{"params as a number", "tools/list", `5`, -32602, "params: wrong type, given 5, allowed object"},
		{"a number as name", "tools/call", `{"name":5}`, -32602, "params.name: wrong type, given 5, allowed string"},
		{"a number as meta", "tools/call", `{"name":"navd_find","_meta":5}`, -32602, "params._meta: wrong type, given 5, allowed object"},
		{"a number as address", "resources/read", `{"uri":5}`, -32602, "params.uri: wrong type, given 5, allowed string"},
		{"a number as version", "initialize", `{"protocolVersion":5}`, -32602, "params.protocolVersion: wrong type, given 5, allowed string"},
		{"hello twice", "initialize", strings.TrimSuffix(strings.SplitAfter(hello, `"params":`)[1], "}"), -32600, `duplicate "initialize" received`},
		{"no tool", "tools/call", `{}`, -32602, `name: unknown tool, given "", allowed ` + tools},
		{"a slip in a tool", "tools/call", `{"name":"navd_fnid"}`, -32602, `name: unknown tool, given "navd_fnid", allowed ` + tools + `; did you mean "navd_find"?`},
		{"a tool that writes", "tools/call", `{"name":"navd_feedback"}`, -32602, `name: unknown tool, given "navd_feedback", allowed ` + tools + "; navd mcp --write offers it"},
		{"a cursor of tools", "tools/list", `{"cursor":"x"}`, -32602, `cursor: not allowed, given "x", allowed none: the list has one page`},
		{"a cursor of templates", "resources/templates/list", `{"cursor":"x"}`, -32602, `cursor: not allowed, given "x", allowed none: the list has one page`},
		{"an address", "resources/read", `{"uri":"x"}`, -32602, `uri: resource not found, given "x"; addresses are skill://NAME/FILE, navd://rules/ID and navd://maps/EPISODE; resources/list lists them`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got struct {
				Error struct {
					Code    int
					Message string
				}
			}
			text := l.asks(fmt.Sprintf(`{"jsonrpc":"2.0","id":4,"method":%q,"params":%s}`, c.method, c.params))
			if err := json.Unmarshal([]byte(text), &got); err != nil || got.Error.Code != c.code || got.Error.Message != c.message {
				t.Errorf("got %s\nwant %d %s", text, c.code, c.message)
			}
		})
	}
	if got := l.asks(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"navd_find","arguments":"x"}}`); !strings.Contains(got, `arguments: wrong type, given \"x\", allowed object`) {
		t.Error(got)
	}
}
