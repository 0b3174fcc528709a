package client_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"navd/daemon/fault"
	"navd/ipc/client"
	"navd/ipc/server"
)

// The index's library starts its workers with the process.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m, goleak.IgnoreCurrent()) }

type text struct {
	Text string `json:"text,omitempty"`
}

func echo(_ context.Context, p text) (text, error) { return p, nil }

var richFault = &fault.Error{
	Kind: fault.Conflict, Message: "steps follow each other", Field: "steps[1].seq", Given: "9", Allowed: "8",
	Hint: "send 8", ExpectedSeq: 8,
}

// pair gives a client of a server in memory; both end with the test.
func pair(t *testing.T, opt server.Options) *client.Client {
	t.Helper()
	opt.Methods = append(opt.Methods, server.Bind("echo", echo))
	s := server.New(opt)
	c := client.New(s.Pipe(context.Background()))
	t.Cleanup(func() {
		c.Close()
		if err := s.Shutdown(context.Background()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
	})
	return c
}

func TestCall(t *testing.T) {
	c := pair(t, server.Options{Methods: []server.Handler{
		server.Bind("fail", func(context.Context, text) (text, error) { return text{}, richFault }),
	}})
	ctx := context.Background()
	var got text
	if err := c.Call(ctx, "echo", text{"<한글>"}, &got); err != nil || got.Text != "<한글>" {
		t.Errorf("echo: %q, %v", got.Text, err)
	}
	if err := c.Call(ctx, "echo", nil, nil); err != nil {
		t.Errorf("without anything: %v", err)
	}
	raw, err := c.Raw(ctx, "echo", json.RawMessage(`{"text": "a"}`))
	if err != nil || string(raw) != `{"text":"a"}` {
		t.Errorf("Raw: %s, %v", raw, err)
	}
	if raw, err = c.Raw(ctx, "echo", nil); err != nil || string(raw) != `{}` {
		t.Errorf("Raw without parameters: %s, %v", raw, err)
	}
	if err := c.Notify(ctx, "fail", nil); err != nil {
		t.Errorf("Notify: %v", err)
	}
	err = c.Call(ctx, "fail", nil, &got)
	if diff := cmp.Diff(richFault, fault.As(err), cmpopts.IgnoreFields(fault.Error{}, "Err")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestCallThatCannotBe(t *testing.T) {
	c := pair(t, server.Options{})
	ctx := context.Background()
	ended, cancel := context.WithCancel(ctx)
	cancel()
	number := 0
	for name, test := range map[string]struct {
		err  error
		want fault.Kind
	}{
		"parameters that are no JSON": {c.Call(ctx, "echo", func() {}, nil), fault.Invalid},
		"notification that is none":   {c.Notify(ctx, "echo", func() {}), fault.Invalid},
		"result of another type":      {c.Call(ctx, "echo", nil, &number), fault.Internal},
		"raw that is not UTF-8":       {second(c.Raw(ctx, "echo", json.RawMessage("\"\xff\""))), fault.Invalid},
		"raw that is no JSON":         {second(c.Raw(ctx, "echo", json.RawMessage("{"))), fault.Invalid},
		"context that has ended":      {c.Call(ended, "echo", nil, nil), fault.Cancelled},
		"unknown method":              {c.Call(ctx, "ecco", nil, nil), fault.NotFound},
		"unknown parameter":           {c.Call(ctx, "echo", map[string]int{"x": 1}, nil), fault.Invalid},
	} {
		if !fault.Is(test.err, test.want) {
			t.Errorf("%s: %v, want %s", name, test.err, test.want)
		}
	}
	if err := c.Call(ctx, "echo", nil, nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func second[A any](_ A, err error) error { return err }

// TestCancel takes back a call that runs.
func TestCancel(t *testing.T) {
	running, ended := make(chan struct{}), make(chan struct{})
	c := pair(t, server.Options{Methods: []server.Handler{
		server.Bind("wait", func(ctx context.Context, _ text) (text, error) {
			running <- struct{}{}
			<-ctx.Done()
			ended <- struct{}{}
			return text{}, ctx.Err()
		}),
	}})
	for name, test := range map[string]struct {
		context func() (context.Context, context.CancelFunc)
		kind    fault.Kind
		err     error
	}{
		"cancelled": {func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(context.Background())
			go func() { <-running; cancel() }()
			return ctx, cancel
		}, fault.Cancelled, context.Canceled},
		"deadline": {func() (context.Context, context.CancelFunc) {
			go func() { <-running }()
			return context.WithTimeout(context.Background(), time.Millisecond)
		}, fault.Timeout, context.DeadlineExceeded},
	} {
		ctx, cancel := test.context()
		err := c.Call(ctx, "wait", nil, nil)
		cancel()
		if !fault.Is(err, test.kind) || !errors.Is(err, test.err) {
			t.Errorf("%s: %v", name, err)
		}
		<-ended
	}
	if err := c.Call(context.Background(), "echo", nil, nil); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestCancelAndClose closes the client as soon as the call has returned, as a command does:
// the server hears of the cancel all the same.
func TestCancelAndClose(t *testing.T) {
	for range 20 {
		running, ended := make(chan struct{}), make(chan struct{})
		c := pair(t, server.Options{Methods: []server.Handler{
			server.Bind("wait", func(ctx context.Context, _ text) (text, error) {
				close(running)
				select {
				case <-ctx.Done():
					close(ended)
				case <-t.Context().Done(): // the test has failed
				}
				return text{}, ctx.Err()
			}),
		}})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-running; cancel() }()
		if err := c.Call(ctx, "wait", nil, nil); !fault.Is(err, fault.Cancelled) {
			t.Error(err)
		}
		c.Close()
		select {
		case <-ended:
		case <-time.After(10 * time.Second): // only when it fails
			t.Fatal("the server was not told")
		}
	}
}

// TestCancelWhileWriting ends calls whose line the server does not take yet: they
// return at once, and the line that had begun is still sent whole.
func TestCancelWhileWriting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		c := client.New(here)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		var calls sync.WaitGroup
		for _, method := range []string{"begun", "behind"} {
			calls.Go(func() {
				if err := c.Call(ctx, method, nil, nil); !fault.Is(err, fault.Timeout) {
					t.Errorf("%s: %v", method, err)
				}
			})
			synctest.Wait()
			if method == "begun" {
				if _, err := io.ReadFull(there, make([]byte, 5)); err != nil {
					t.Error(err)
				}
			}
		}
		calls.Wait()
		if took := time.Since(began); took != time.Minute {
			t.Errorf("it took %v", took)
		}
		in := bufio.NewScanner(there)
		lines := map[string]bool{}
		for range 3 { // the rest of the first, and both taken back
			in.Scan()
			lines[in.Text()] = true
		}
		want := map[string]bool{
			`nrpc":"2.0","id":1,"method":"begun"}`:                    true,
			`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":1}}`: true,
			`{"jsonrpc":"2.0","method":"$/cancel","params":{"id":2}}`: true,
		}
		if diff := cmp.Diff(want, lines); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		there.Close()
		c.Close()
	})
}
