package server_test

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"navd/ipc/server"
)

// counter counts its calls.
type counter struct{ calls atomic.Int32 }

func (c *counter) count(context.Context, none) (int, error) { return int(c.calls.Add(1)), nil }

func TestNothingRunsBeforeItsNewline(t *testing.T) {
	var c counter
	_, path := serve(t, server.Options{Methods: methods(server.Bind("count", c.count))})
	w := dial(t, path)
	line := call("1", "count", "{}")
	for i := range len(line) {
		w.write(line[i : i+1])
	}
	other := dial(t, path)
	other.ping()
	if n := c.calls.Load(); n != 0 {
		t.Fatalf("%d calls before the newline", n)
	}
	w.write("\n")
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":1}`)

	// A whole line and half of one, then the client shuts down its sending half.
	w.write(line + "\n" + line)
	if err := w.nc.(*net.UnixConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":2}`)
	if rest, err := io.ReadAll(w.in); len(rest) > 0 || err != nil {
		t.Errorf("then %q, %v", rest, err)
	}
	if n := c.calls.Load(); n != 2 {
		t.Errorf("%d calls, want 2", n)
	}
}

func TestEmptyLinesAndCarriageReturns(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods()})
	w := dial(t, path)
	w.write("\n\r\n  \t\n" + call("1", "ping", "{}") + "\r\n\n")
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":"pong"}`)
	w.ping()
}

func TestLongLines(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods()})
	w := dial(t, path)
	const want = `{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"a line has at most 16777216 bytes",
		"data":{"kind":"too_large","hint":"send less at a time, or raise socket.max_line_bytes"}}}`

	block := strings.Repeat("x", 1<<20)
	for range 16 {
		w.write(block)
	}
	w.write("xx")
	sameJSON(t, w.next(), want) // the newline has not been sent
	for range 4 {
		w.write(block)
	}
	w.write("\n")
	w.ping()

	fits := call("1", "ping", `{}`)
	fits = fits[:len(fits)-1] + strings.Repeat(" ", 16<<20-len(fits)) + "}"
	w.send(fits, fits+"\r", fits+" ", fits+" \r")
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":"pong"}`)
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":"pong"}`)
	sameJSON(t, w.next(), want)
	sameJSON(t, w.next(), want)
	w.ping()
}

func TestLimits(t *testing.T) {
	_, path := serve(t, server.Options{
		Limits:  server.Limits{MaxBatch: 3, MaxNesting: 4, MaxLine: 200},
		Methods: methods(),
	})
	w := dial(t, path)
	for name, test := range map[string]struct {
		line string
		code int
		id   string
	}{
		"batch":        {"[1,1,1,1]", -32005, "null"},
		"nesting":      {call("1", "ping", "[[[[]]]]"), -32005, `"1"`},
		"batch nested": {"[" + call("1", "ping", "[[[[]]]]") + "]", -32005, "null"},
		"line":         {strings.Repeat("x", 201), -32005, "null"},
		"near line":    {strings.Repeat("x", 200), -32700, "null"},
	} {
		if code, id := code(t, w.ask(test.line)); code != test.code || id != test.id {
			t.Errorf("%s: code %d id %s, want %d %s", name, code, id, test.code, test.id)
		}
		w.ping()
	}
	if code, _ := code(t, w.ask(call("1", "ping", "[[[]]]"))); code != -32602 {
		t.Errorf("as deep as allowed: code %d", code)
	}
}

// TestClientThatLeaves makes sure that calls run although nobody waits for them.
func TestClientThatLeaves(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	w := dial(t, path)
	w.send(call("1", "hold", `{"n":1}`), notify("hold", `{"n":2}`))
	seen := (<-g.running).N + (<-g.running).N
	w.nc.Close()
	g.pass <- struct{}{}
	g.pass <- struct{}{}
	if seen != 3 {
		t.Errorf("calls %d", seen)
	}
	dial(t, path).ping()
}

// TestAcceptThatFails ends Serve with the listener's error.
func TestAcceptThatFails(t *testing.T) {
	broken := errors.New("broken")
	s := server.New(server.Options{Methods: methods()})
	err := s.Serve(context.Background(), failingListener{broken})
	if !errors.Is(err, broken) {
		t.Errorf("Serve: %v", err)
	}
	if nc := s.Pipe(context.Background()); nc != nil {
		if n, err := nc.Read(make([]byte, 1)); n != 0 || err == nil {
			t.Error("a stopped server serves")
		}
		nc.Close()
	}
}

type failingListener struct{ err error }

func (l failingListener) Accept() (net.Conn, error) { return nil, l.err }
func (l failingListener) Close() error              { return nil }
func (l failingListener) Addr() net.Addr            { return &net.UnixAddr{} }
