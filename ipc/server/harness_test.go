package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"navd/ipc/client"
	"navd/ipc/server"
)

// The index's library starts its workers with the process.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

// patience is how long a test waits for what must happen.
const patience = 20 * time.Second

// socketPath gives a path short enough for a socket.
func socketPath(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "navd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s")
}

// serve serves opt on a socket until the test ends, when all must be over.
func serve(t testing.TB, opt server.Options) (s *server.Server, path string) {
	t.Helper()
	s, path = server.New(opt), socketPath(t)
	ln, err := server.Listen(path, server.ListenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := s.Serve(context.Background(), ln); err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		serving.Wait()
	})
	return s, path
}

// wire is a client that writes and reads lines.
type wire struct {
	t  testing.TB
	nc net.Conn
	in *bufio.Reader
}

func dial(t testing.TB, path string) *wire {
	t.Helper()
	nc, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	return newWire(t, nc)
}

// dialAll opens n connections.
func dialAll(t testing.TB, path string, n int) []*client.Client {
	t.Helper()
	clients := make([]*client.Client, n)
	for i := range clients {
		c, err := client.Dial(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		clients[i] = c
	}
	return clients
}

func newWire(t testing.TB, nc net.Conn) *wire {
	t.Cleanup(func() { nc.Close() })
	nc.SetDeadline(time.Now().Add(patience))
	return &wire{t, nc, bufio.NewReader(nc)}
}

// send writes lines, each with its newline.
func (w *wire) send(lines ...string) {
	w.t.Helper()
	w.write(strings.Join(lines, "\n") + "\n")
}

func (w *wire) write(text string) {
	w.t.Helper()
	if _, err := w.nc.Write([]byte(text)); err != nil {
		w.t.Fatal(err)
	}
}

// next reads a line.
func (w *wire) next() string {
	w.t.Helper()
	line, err := w.in.ReadString('\n')
	if err != nil {
		w.t.Fatalf("read: %v after %q", err, line)
	}
	return strings.TrimSuffix(line, "\n")
}

// ask sends a line and reads one.
func (w *wire) ask(line string) string {
	w.t.Helper()
	w.send(line)
	return w.next()
}

// closed checks that the server has closed the connection.
func (w *wire) closed() {
	w.t.Helper()
	if line, err := w.in.ReadString('\n'); err == nil {
		w.t.Errorf("not closed, but %q", line)
	}
}

// ping sends a call that stands in no queue and waits for its answer: every line sent
// before it was taken up.
func (w *wire) ping() {
	w.t.Helper()
	if got, want := w.ask(call("ping", "ping", `{}`)), `{"jsonrpc":"2.0","id":"ping","result":"pong"}`; got != want {
		w.t.Fatalf("got %s, want %s", got, want)
	}
}

// call gives the line of a call.
func call[M ~string](id string, method M, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":%q,"params":%s}`, id, method, params)
}

// notify gives the line of a notification.
func notify[M ~string](method M, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params)
}

// sameJSON compares two lines as JSON.
func sameJSON(t testing.TB, got, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal([]byte(got), &g); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("%v: %s", err, want)
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// code gives the error code of an answer and the text of its id, 0 for a result.
func code(t testing.TB, line string) (int, string) {
	t.Helper()
	var answer struct {
		ID    json.RawMessage
		Error struct{ Code int }
	}
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return answer.Error.Code, string(answer.ID)
}

// none is the parameters of a method that takes none.
type none struct{}

func ping(context.Context, none) (string, error) { return "pong", nil }

// write is a call that stands in the queue of an episode.
type write struct {
	Episode string `json:"episode,omitempty"`
	N       int    `json:"n,omitempty"`
}

func (w write) Queue() string { return w.Episode }

// gate is a method that says when it runs and ends when it is let.
type gate struct {
	running chan write
	pass    chan struct{}
}

func newGate() *gate { return &gate{running: make(chan write), pass: make(chan struct{})} }

// hold waits for the test or for the end of the call.
func (g *gate) hold(ctx context.Context, w write) (int, error) {
	select {
	case g.running <- w:
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	select {
	case <-g.pass:
		return w.N, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// holdFast waits for the test whatever happens to the call.
func (g *gate) holdFast(_ context.Context, w write) (int, error) {
	g.running <- w
	<-g.pass
	return w.N, nil
}

// methods adds ping to the methods of a test.
func methods(more ...server.Handler) []server.Handler {
	return append(more, server.Bind("ping", ping))
}
