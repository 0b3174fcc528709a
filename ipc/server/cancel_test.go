package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/fault"
	"navd/ipc/server"
)

// cancelLine gives the line that takes back the call with this id text.
func cancelLine(id string) string { return notify("$/cancel", `{"id":`+id+`}`) }

const wasCancelled = `{"jsonrpc":"2.0","id":"1","error":{"code":-32008,"message":"the call was cancelled","data":{"kind":"cancelled"}}}`

func TestCancelRunning(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	w := dial(t, path)
	w.send(call("1", "hold", `{"episode":"e"}`))
	<-g.running
	w.send(cancelLine(`"1"`))
	sameJSON(t, w.next(), wasCancelled)

	w.send(call("1", "hold", `{"episode":"e"}`))
	<-g.running
	w.send(call("c", "$/cancel", `{"id":"1"}`))
	answers := []string{w.next(), w.next()} // in any order
	if strings.Contains(answers[0], "-32008") {
		answers[0], answers[1] = answers[1], answers[0]
	}
	sameJSON(t, answers[0], `{"jsonrpc":"2.0","id":"c","result":{"cancelled":true}}`)
	sameJSON(t, answers[1], wasCancelled)

	sameJSON(t, w.ask(call("c", "$/cancel", `{"id":"1"}`)), `{"jsonrpc":"2.0","id":"c","result":{"cancelled":false}}`)
	for _, bad := range []string{`{}`, `{"id":null}`, `{"id":1,"x":2}`, `[1]`} {
		if code, _ := code(t, w.ask(call("c", "$/cancel", bad))); code != -32602 {
			t.Errorf("$/cancel %s: code %d", bad, code)
		}
	}
	w.send(cancelLine(`"1"`), notify("$/cancel", `{}`), notify("$/other", `{}`))
	w.ping()
}

// TestCancelWaiting takes back a call that waits in a queue: it leaves the
// queue, and who stands behind it is served.
func TestCancelWaiting(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	w, other := dial(t, path), dial(t, path)
	w.send(call("0", "hold", `{"episode":"e","n":0}`))
	<-g.running
	w.send(call("1", "hold", `{"episode":"e","n":1}`), call("2", "hold", `{"episode":"e","n":2}`))
	other.send(cancelLine(`"1"`), cancelLine(`"0"`)) // of another connection: means nothing
	other.ping()
	w.ping()
	w.send(cancelLine(`"1"`))
	sameJSON(t, w.next(), wasCancelled)
	g.pass <- struct{}{}
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"0","result":0}`)
	if got := <-g.running; got.N != 2 {
		t.Errorf("%+v runs, want 2", got)
	}
	g.pass <- struct{}{}
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"2","result":2}`)
}

// TestCancelTooLate takes back calls that end all the same.
func TestCancelTooLate(t *testing.T) {
	g := newGate()
	fail := func(ctx context.Context, w write) (int, error) {
		g.holdFast(ctx, w)
		return 0, errors.New("the model hung up")
	}
	_, path := serve(t, server.Options{Methods: methods(
		server.Bind("commit", g.holdFast), server.Bind("fail", fail),
	)})
	w := dial(t, path)
	for _, test := range []struct{ method, want string }{
		{"commit", `{"jsonrpc":"2.0","id":"1","result":7}`}, // committed: the result
		{"fail", wasCancelled},
	} {
		w.send(call("1", test.method, `{"n":7}`))
		<-g.running
		sameJSON(t, w.ask(call("c", "$/cancel", `{"id":"1"}`)), `{"jsonrpc":"2.0","id":"c","result":{"cancelled":true}}`)
		g.pass <- struct{}{}
		sameJSON(t, w.next(), test.want)
	}
}

// TestCancelInBatch takes back an earlier member of the same batch, and two calls
// that have one id.
func TestCancelInBatch(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods(server.Bind("wait", waitForEnd))})
	w := dial(t, path)
	w.send("[" + call("1", "wait", `{}`) + "," + call("1", "wait", `{}`) + "," + cancelLine(`"1"`) + "]")
	sameJSON(t, w.next(), "["+wasCancelled+","+wasCancelled+"]")
}

func waitForEnd(ctx context.Context, _ none) (none, error) {
	<-ctx.Done()
	return none{}, ctx.Err()
}

// touchy panics while its parameters are read.
type touchy struct {
	Where string `json:"where"`
}

func (p touchy) Check() error {
	if p.Where == "check" {
		panic("touched in check")
	}
	return nil
}

// loud panics while it is encoded.
type loud struct{ Where string }

func (l loud) MarshalJSON() ([]byte, error) {
	switch l.Where {
	case "encode":
		panic("touched in encode")
	case "unencodable":
		return nil, errors.New("cannot be")
	}
	return []byte("true"), nil
}

func touch(_ context.Context, p touchy) (loud, error) {
	if p.Where == "method" {
		var nobody *touchy
		nobody.Where = "" // a real one, not a panic with words
	}
	return loud(p), nil
}

// lockedBuffer is a log that tests may read while it is written.
type lockedBuffer struct {
	mu  sync.Mutex // guards buf
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

// take gives what was written and empties the buffer.
func (b *lockedBuffer) take() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer b.buf.Reset()
	return b.buf.String()
}

// TestPanics makes sure that a panic anywhere in a method's code answers with an
// incident, which stands in the log, and that the daemon lives.
func TestPanics(t *testing.T) {
	var log lockedBuffer
	_, path := serve(t, server.Options{
		Log:     slog.New(slog.NewJSONHandler(&log, nil)),
		Methods: methods(server.Bind("touch", touch)),
	})
	w := dial(t, path)
	for where, inLog := range map[string]string{
		"check": "cancel_test.go", "method": "nil pointer", "encode": "touched in encode", "unencodable": "cannot be",
	} {
		answer := w.ask(call("1", "touch", `{"where":"`+where+`"}`))
		var got struct {
			Error struct {
				Code    int
				Message string
				Data    struct{ Kind, Incident string }
			}
		}
		if err := json.Unmarshal([]byte(answer), &got); err != nil {
			t.Fatal(err)
		}
		if got.Error.Code != -32603 || got.Error.Message != "internal error" || len(got.Error.Data.Incident) != 8 {
			t.Errorf("%s: %s", where, answer)
		}
		if text := log.take(); !strings.Contains(text, `"incident":"`+got.Error.Data.Incident+`"`) || !strings.Contains(text, inLog) {
			t.Errorf("%s: the log says %s", where, text)
		}
		w.send(notify("touch", `{"where":"`+where+`"}`))
		w.ping()
	}
	sameJSON(t, w.ask(call("1", "touch", `{"where":""}`)), `{"jsonrpc":"2.0","id":"1","result":true}`)
}

// TestPanicLeavesTheQueue lets a call panic at the front of its queue.
func TestPanicLeavesTheQueue(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods(
		server.Bind("panic", func(context.Context, write) (none, error) { panic("x") }),
	)})
	w := dial(t, path)
	for range 3 {
		if code, _ := code(t, w.ask(call("1", "panic", `{"episode":"e"}`))); code != -32603 {
			t.Errorf("code %d", code)
		}
	}
}

// TestObserve compares what the observer is told.
func TestObserve(t *testing.T) {
	type seen struct {
		Method string
		Took   time.Duration
		Kind   fault.Kind
	}
	var mu sync.Mutex
	var got []seen
	now := time.Unix(0, 0)
	_, path := serve(t, server.Options{
		Methods: methods(),
		Now: func() time.Time { // every look takes a second
			mu.Lock()
			defer mu.Unlock()
			now = now.Add(time.Second)
			return now
		},
		Observe: func(method string, took time.Duration, err error) {
			mu.Lock()
			defer mu.Unlock()
			s := seen{Method: method, Took: took}
			if err != nil {
				s.Kind = fault.As(err).Kind
			}
			got = append(got, s)
		},
	})
	w := dial(t, path)
	w.ask(call("1", "ping", `{}`))
	w.ask(call("1", "ping", `{"x":1}`))
	w.ask(call("1", "pong", `{}`))
	w.ask(call("1", "$/cancel", `{"id":1}`))
	w.send(notify("pong", `{}`))
	w.ping()
	want := []seen{
		{"ping", time.Second, ""}, {"ping", time.Second, fault.Invalid}, {"", time.Second, fault.NotFound},
		{"$/cancel", time.Second, ""}, {"", time.Second, fault.NotFound}, {"ping", time.Second, ""},
	}
	mu.Lock()
	defer mu.Unlock()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
