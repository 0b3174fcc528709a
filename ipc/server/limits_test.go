package server_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// TestBatchSizes sends batches up to the default limit and over it.
func TestBatchSizes(t *testing.T) {
	var c counter
	_, path := serve(t, server.Options{Methods: methods(server.Bind("count", c.count))})
	w := dial(t, path)
	one, note := call("1", "count", "{}"), notify("count", "{}")
	tests := []struct {
		name    string
		n       int
		member  string
		answers int // in an array; -1 one -32005 with id null
		ran     int32
	}{
		{"one", 1, one, 1, 1},
		{"as many as may be in flight and one", 257, one, 257, 257},
		{"1,000", 1000, one, 1000, 1000},
		{"1,001", 1001, one, -1, 0},
		{"1,000 notifications", 1000, note, 0, 1000},
		{"1,001 notifications", 1001, note, -1, 0},
		{"1,001 of nothing", 1001, "1", -1, 0},
		{"1,000 of nothing", 1000, "1", 1000, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := dial(t, path)
			before := c.calls.Load()
			w.send("[" + strings.Repeat(test.member+",", test.n-1) + test.member + "]")
			got := w.all(test.answers > 0)
			if test.answers == -1 {
				if len(got) != 1 || got[0] != "null -32005" {
					t.Errorf("%d answers, the first %s", len(got), got[0])
				}
			} else if len(got) != test.answers {
				t.Errorf("%d answers, want %d", len(got), test.answers)
			}
			if ran := c.calls.Load() - before; ran != test.ran {
				t.Errorf("%d calls ran, want %d", ran, test.ran)
			}
		})
	}
	w.ping()
}

// TestManyInFlight sends more calls than may be in flight by default: 256 run,
// the next is not read before one of them has ended, and others do not wait.
func TestManyInFlight(t *testing.T) {
	const limit = 256
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	full, other := dial(t, path), dial(t, path)
	var text strings.Builder
	for n := range limit + 1 {
		text.WriteString(call("h", "hold", fmt.Sprintf(`{"n":%d}`, n+1)) + "\n")
	}
	full.send(text.String() + call("last", "ping", "{}"))
	seen := map[int]bool{}
	for range limit {
		seen[(<-g.running).N] = true
	}
	if len(seen) != limit || seen[limit+1] {
		t.Errorf("%d different calls run, among them the last: %v", len(seen), seen[limit+1])
	}
	other.ping()
	other.send(call("o", "hold", `{"n":1000}`))
	if w := <-g.running; w.N != 1000 {
		t.Errorf("%+v runs", w)
	}
	var rest sync.WaitGroup
	rest.Go(func() {
		if w := <-g.running; w.N != limit+1 {
			t.Errorf("%+v runs as the last", w)
		}
	})
	for range limit + 2 {
		g.pass <- struct{}{}
	}
	rest.Wait()
	sameJSON(t, other.next(), `{"jsonrpc":"2.0","id":"o","result":1000}`)
	pongs := 0
	for range limit + 2 {
		if line := full.next(); strings.Contains(line, `"last"`) {
			pongs++
		}
	}
	if pongs != 1 {
		t.Errorf("%d answers to the last call", pongs)
	}
}

// TestAllConnections fills every connection that the defaults allow with real
// calls at once. One more is told so and closed; when one closes there is room.
func TestAllConnections(t *testing.T) {
	const connections = 64
	_, path := serve(t, server.Options{Methods: server.Methods(openDaemon(t)), Limits: server.Limits{MaxConnections: connections}})
	clients := dialAll(t, path, connections)
	var robots sync.WaitGroup
	for i, c := range clients {
		robots.Go(func() {
			if err := walkOne(c); err != nil {
				t.Errorf("connection %d: %v", i, err)
			}
		})
	}
	robots.Wait()

	late := dial(t, path)
	sameJSON(t, late.next(), `{"jsonrpc":"2.0","id":null,"error":{"code":-32006,"message":"all 64 connections are in use",
		"data":{"kind":"unavailable","hint":"close one, or raise socket.max_connections"}}}`)
	late.closed()
	if c, err := client.Dial(path); err == nil {
		if _, err := ipc.NavdInfo.Call(t.Context(), c, ipc.None{}); err == nil || !strings.Contains(err.Error(), "all 64 connections are in use") {
			t.Errorf("a client too many: %v", err)
		}
		c.Close()
	}
	if err := walkOne(clients[connections-1]); err != nil {
		t.Errorf("an old connection: %v", err)
	}

	clients[0].Close()
	for free := false; !free; { // there is room when the server has seen the end
		w := dial(t, path)
		_, _ = fmt.Fprintln(w.nc, call("1", ipc.NavdInfo, "{}")) // may be closed already
		line, err := w.in.ReadString('\n')
		if err != nil {
			continue // closed before the answer could be read
		}
		refused, _ := code(t, line)
		free = refused == 0
	}
}
