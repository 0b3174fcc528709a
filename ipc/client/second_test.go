package client_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// TestSecondOpinion calls a server of another implementation of the protocol:
// calls at once, all kinds of answers, a notification, and an event from it.
func TestSecondOpinion(t *testing.T) {
	here, there := net.Pipe()
	noted := make(chan string, 1)
	both := make(chan struct{})
	s := jrpc2.NewServer(handler.Map{
		"echo": handler.New(echo),
		"note": handler.New(func(_ context.Context, p text) error { noted <- p.Text; return nil }),
		"meet": handler.New(func(_ context.Context, p text) (text, error) { // only two at once come through
			select {
			case both <- struct{}{}:
			case <-both:
			}
			return p, nil
		}),
		"fail": handler.New(func(_ context.Context, p text) error {
			if p.Text == "" {
				return errors.New("plain")
			}
			return jrpc2.Errorf(-32003, "steps follow each other").WithData(ipc.ErrorData{Kind: fault.Conflict, ExpectedSeq: 8})
		}),
	}, &jrpc2.ServerOptions{AllowPush: true, Concurrency: 4}).Start(channel.Line(there, there))
	c := client.New(here)
	t.Cleanup(func() {
		c.Close()
		s.Stop()
		if err := s.Wait(); err != nil && !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("their server: %v", err)
		}
	})
	ctx := context.Background()

	var got text
	if err := c.Call(ctx, "echo", text{"<한글>\n"}, &got); err != nil || got.Text != "<한글>\n" {
		t.Errorf("echo: %q, %v", got.Text, err)
	}
	met := make(chan error, 2)
	for _, name := range []string{"a", "b"} {
		go func() {
			var r text
			err := c.Call(ctx, "meet", text{name}, &r)
			if err == nil && r.Text != name {
				err = errors.New(name + " has the answer to " + r.Text)
			}
			met <- err
		}()
	}
	for range 2 {
		if err := <-met; err != nil {
			t.Error(err)
		}
	}
	for name, test := range map[string]struct {
		method string
		params any
		kind   fault.Kind
		seq    int
	}{
		"no such method":     {"ecco", nil, fault.NotFound, 0},
		"bad parameters":     {"echo", map[string]int{"text": 1}, fault.Invalid, 0},
		"error with data":    {"fail", text{"x"}, fault.Conflict, 8},
		"error without data": {"fail", nil, fault.Internal, 0},
	} {
		err := c.Call(ctx, test.method, test.params, nil)
		if f := fault.As(err); err == nil || f.Kind != test.kind || f.ExpectedSeq != test.seq {
			t.Errorf("%s: %v, want %s", name, err, test.kind)
		}
	}
	if err := c.Notify(ctx, "note", text{"<a>"}); err != nil {
		t.Error(err)
	}
	if got := <-noted; got != "<a>" {
		t.Errorf("noted %q", got)
	}
	if err := s.Notify(ctx, "event", ipc.Event{Cursor: "5", Type: "plan"}); err != nil {
		t.Fatal(err)
	}
	if ev := <-c.Events(); ev.Cursor != "5" || ev.Type != "plan" {
		t.Errorf("event %+v", ev)
	}
}
