package daemon_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// wire is a connection on which a test chooses the order of lines.
type wire struct {
	t  testing.TB
	nc net.Conn
	in *bufio.Reader
}

// wire connects to the house until the test ends.
func (h *house) wire() *wire {
	h.t.Helper()
	nc, err := net.Dial("unix", h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { nc.Close() })
	nc.SetDeadline(time.Now().Add(patience))
	return &wire{h.t, nc, bufio.NewReader(nc)}
}

// send writes calls in one go, each as "id method params".
func (w *wire) send(calls ...string) {
	w.t.Helper()
	var lines strings.Builder
	for _, c := range calls {
		part := strings.SplitN(c, " ", 3)
		fmt.Fprintf(&lines, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`+"\n", part[0], part[1], part[2])
	}
	if _, err := w.nc.Write([]byte(lines.String())); err != nil {
		w.t.Fatal(err)
	}
}

// next reads a line, which must be the answer to id.
func (w *wire) next(id string) string {
	w.t.Helper()
	line, err := w.in.ReadString('\n')
	if err != nil {
		w.t.Fatalf("waiting for the answer to %s: %v", id, err)
	}
	before, rest, found := strings.Cut(line, `"id":`+id+`,`)
	if !found {
		w.t.Fatalf("got %s, want the answer to %s", line, id)
	}
	return strings.TrimSpace(before + rest)
}

// collect reads n lines in whatever order and gives them by id.
func (w *wire) collect(n int) map[string]string {
	w.t.Helper()
	got := map[string]string{}
	for range n {
		line, err := w.in.ReadString('\n')
		if err != nil {
			w.t.Fatalf("after %v: %v", got, err)
		}
		_, rest, _ := strings.Cut(line, `"id":`)
		id, _, _ := strings.Cut(rest, ",")
		got[id] = strings.TrimSpace(line)
	}
	return got
}
