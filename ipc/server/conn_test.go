package server_test

import (
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/ipc/server"
)

// TestIDs sends calls with ids of every type. Those that may be one come back
// as they were written; the others make the request invalid.
func TestIDs(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods()})
	w := dial(t, path)
	long := `"` + strings.Repeat("가", 5000) + `"`
	tests := []struct{ name, id, want string }{
		{"null", `null`, `null 0`},
		{"text", `"a"`, `"a" 0`},
		{"empty text", `""`, `"" 0`},
		{"escaped text", `"\u0061\/\ud83d\ude00"`, `"\u0061\/\ud83d\ude00" 0`},
		{"half a pair", `"\ud800"`, `"\ud800" 0`},
		{"markup", `"<a>&"`, `"<a>&" 0`},
		{"long text", long, long + ` 0`},
		{"number", `7`, `7 0`},
		{"negative", `-7`, `-7 0`},
		{"negative zero", `-0`, `-0 0`},
		{"fractional", `1.50`, `1.50 0`},
		{"exponent", `1E+2`, `1E+2 0`},
		{"more than a float holds", `9007199254740993`, `9007199254740993 0`},
		{"huge", `123456789012345678901234567890`, `123456789012345678901234567890 0`},
		{"more than any float", `1e999`, `1e999 0`},
		{"true", `true`, `null -32600`},
		{"object", `{"a":1}`, `null -32600`},
		{"array", `[1]`, `null -32600`},
		{"empty object", `{}`, `null -32600`},
		{"leading zero", `01`, `null -32700`},
		{"NaN", `NaN`, `null -32700`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w.t = t
			for _, line := range []string{
				`{"jsonrpc":"2.0","id":` + test.id + `,"method":"ping"}`,
				`{"method":"ping","jsonrpc":"2.0","id": ` + test.id + ` }`,
			} {
				if diff := cmp.Diff([]string{test.want}, outcomes(t, w.ask(line))); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
			if strings.HasSuffix(test.want, " 0") { // the same when the call fails
				line := `{"jsonrpc":"2.0","id":` + test.id + `,"method":"ping","params":[1]}`
				want := strings.TrimSuffix(test.want, "0") + "-32602"
				if diff := cmp.Diff([]string{want}, outcomes(t, w.ask(line))); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
			}
		})
	}
}

// TestLineEnds sends what stands around lines.
func TestLineEnds(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods()})
	w := dial(t, path)
	ping := call("1", "ping", "{}")
	tests := []struct {
		name, text string
		wants      []string
	}{
		{"LF", ping + "\n", []string{`"1" 0`}},
		{"CR LF", ping + "\r\n", []string{`"1" 0`}},
		{"two CR", ping + "\r\r\n", []string{`"1" 0`}},
		{"spaces around", " \t" + ping + " \t\r\n", []string{`"1" 0`}},
		{"empty lines", "\n\r\n \t\n" + ping + "\n\n\r\n", []string{`"1" 0`}},
		{"CR alone parts nothing", ping + "\r" + ping + "\n", []string{`null -32700`}},
		{"two values", ping + " " + ping + "\n", []string{`null -32700`}},
		{"byte order mark", "\ufeff" + ping + "\n", []string{`null -32700`}},
		{"UTF-16", "\xff\xfe{\x00}\x00\n", []string{`null -32700`}},
		{"NUL", "\x00\n", []string{`null -32700`}},
		{"no-break space", "\u00a0" + ping + "\n", []string{`null -32700`}},
		{"form feed", "\f" + ping + "\n", []string{`null -32700`}},
		{"line separator in text", strings.Replace(ping, `"1"`, "\"\u2028\"", 1) + "\n", []string{"\"\u2028\" 0"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w.t = t
			w.write(test.text)
			var got []string
			for range test.wants {
				got = append(got, outcomes(t, w.next())...)
			}
			w.ping() // nothing else was written
			if diff := cmp.Diff(test.wants, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestHalfLines leaves half of a line behind in every way that a connection may
// end; nothing of it runs.
func TestHalfLines(t *testing.T) {
	var c counter
	_, path := serve(t, server.Options{Methods: methods(server.Bind("count", c.count))})
	line := call("1", "count", "{}")
	tests := []struct{ name, text string }{
		{"nothing", ""},
		{"one byte", line[:1]},
		{"half", line[:len(line)/2]},
		{"all but the newline", line},
		{"all but the newline, with CR", line + "\r"},
		{"batch without its newline", "[" + line + "," + line + "]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, end := range []func(*wire) error{
				func(w *wire) error { return w.nc.Close() },
				func(w *wire) error { return w.nc.(*net.UnixConn).CloseWrite() },
			} {
				w := dial(t, path)
				w.ping()
				w.write(test.text)
				if err := end(w); err != nil {
					t.Fatal(err)
				}
				w.closed()
			}
		})
	}
	sameJSON(t, dial(t, path).ask(line), `{"jsonrpc":"2.0","id":"1","result":1}`)
}

// TestRestOfALineMuchLater lets many connections each leave half a line, works
// on others, and then sends the rest.
func TestRestOfALineMuchLater(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods()})
	line := call("late", "ping", "{}") + "\n"
	var waiting []*wire
	for i := range len(line) {
		w := dial(t, path)
		w.write(line[:i])
		waiting = append(waiting, w)
	}
	other := dial(t, path)
	for range 200 {
		other.ping()
	}
	for i, w := range waiting {
		w.write(line[i:])
		sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"late","result":"pong"}`)
	}
}

// TestBadNeighbours works on one connection while others are silent, stop in
// the middle of a line or of a long one, or take no answers.
func TestBadNeighbours(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods(server.Bind("fill", fill))})
	tests := []struct {
		name string
		send []string
	}{
		{"silent", nil},
		{"half a line", []string{`{"jsonrpc":"2.0","id":1,"method":"pi`}},
		{"half a long line", []string{strings.Repeat(" ", 1<<20)}},
		{"long line without an end", []string{strings.Repeat("x", 17<<20)}},
		{"takes no answers", []string{strings.Repeat(call("1", "fill", `{"bytes":500000}`)+"\n", 20)}},
		{"takes no answer of a batch", []string{"[" + strings.Repeat(call("1", "fill", `{"bytes":100000}`)+",", 29) + call("1", "ping", "{}") + "]\n"}},
		{"takes no errors", []string{strings.Repeat("x\n", 50_000)}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var writers sync.WaitGroup
			for range 2 {
				w := dial(t, path)
				writers.Go(func() {
					for _, text := range test.send {
						w.nc.Write([]byte(text)) // may wait until the connection ends
					}
				})
				defer w.nc.Close()
			}
			good := dial(t, path)
			for range 100 {
				good.ping()
			}
			t.Cleanup(writers.Wait)
		})
	}
}

// TestPeerLeavesInTheMiddle closes a connection while its answers are being
// written; calls that were read are executed, and nobody else is disturbed.
func TestPeerLeavesInTheMiddle(t *testing.T) {
	var c counter
	_, path := serve(t, server.Options{Methods: methods(
		server.Bind("count", c.count), server.Bind("fill", fill),
	)})
	other := dial(t, path)
	other.ping()
	const peers = 8
	for i := range peers {
		w := dial(t, path)
		w.send(call("1", "count", "{}"))
		w.next()
		w.send(call("2", "fill", `{"bytes":4000000}`), fmt.Sprintf("[%s,%s]", call("3", "fill", `{"bytes":4000000}`), call("4", "ping", "{}")))
		if _, err := w.in.Discard(1000 * (i + 1)); err != nil {
			t.Fatal(err)
		}
		w.nc.Close()
		other.ping()
	}
	if n := c.calls.Load(); n != peers {
		t.Errorf("%d calls, want %d", n, peers)
	}
}
