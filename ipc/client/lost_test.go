package client_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"navd/daemon/fault"
	"navd/ipc/client"
	"navd/ipc/server"
)

// TestConnectionLost fails the calls that wait and those that come after.
func TestConnectionLost(t *testing.T) {
	for name, test := range map[string]struct {
		answer, says string
		kind         fault.Kind
	}{
		"closed":      {"", "the connection to navd is lost", fault.Unavailable},
		"no answer":   {"HTTP/1.1 400 Bad Request\n", "the server at this socket is not navd", fault.Unavailable},
		"refused":     {`{"jsonrpc":"2.0","id":null,"error":{"code":-32004,"message":"no","data":{"kind":"denied"}}}` + "\n", "no", fault.Denied},
		"odd message": {`{"jsonrpc":"2.0","id":null,"result":1}` + "\n", "is lost", fault.Unavailable},
	} {
		here, there := net.Pipe()
		c := client.New(here)
		var far sync.WaitGroup
		far.Go(func() {
			defer there.Close()
			bufio.NewReader(there).ReadString('\n')
			io.WriteString(there, test.answer)
		})
		for _, when := range []string{"waiting", "after"} {
			err := c.Call(context.Background(), "echo", nil, nil)
			if !fault.Is(err, test.kind) || !strings.Contains(err.Error(), test.says) {
				t.Errorf("%s, %s: %v, want %s saying %q", name, when, err, test.kind, test.says)
			}
			far.Wait()
		}
		if _, open := <-c.Events(); open {
			t.Errorf("%s: the events are still open", name)
		}
		c.Close()
	}
}

func TestClose(t *testing.T) {
	running := make(chan struct{})
	c := pair(t, server.Options{Methods: []server.Handler{
		server.Bind("wait", func(ctx context.Context, _ text) (text, error) {
			close(running)
			return text{}, nil
		}),
	}})
	var call sync.WaitGroup
	here, _ := net.Pipe()
	silent := client.New(here)
	call.Go(func() {
		if err := silent.Call(context.Background(), "echo", nil, nil); !fault.Is(err, fault.Unavailable) {
			t.Errorf("waiting call: %v", err)
		}
	})
	silent.Close()
	call.Wait()
	if err := c.Call(context.Background(), "wait", nil, nil); err != nil {
		t.Error(err)
	}
	<-running
	for range 2 {
		c.Close()
	}
	err := c.Call(context.Background(), "echo", nil, nil)
	if !fault.Is(err, fault.Unavailable) || err.Error() != "the client is closed" {
		t.Errorf("call after Close: %v", err)
	}
}

// TestLongLine gives the server's answer to the call that was too long, not to
// the others.
func TestLongLine(t *testing.T) {
	pass := make(chan struct{})
	running := make(chan struct{})
	c := pair(t, server.Options{
		Limits: server.Limits{MaxLine: 1000},
		Methods: []server.Handler{
			server.Bind("wait", func(context.Context, text) (text, error) {
				close(running)
				<-pass
				return text{}, nil
			}),
		},
	})
	var other sync.WaitGroup
	other.Go(func() {
		if err := c.Call(context.Background(), "wait", nil, nil); err != nil {
			t.Errorf("the other call: %v", err)
		}
	})
	<-running
	err := c.Call(context.Background(), "echo", text{strings.Repeat("x", 5000)}, nil)
	if !fault.Is(err, fault.TooLarge) {
		t.Errorf("the long call: %v", err)
	}
	close(pass)
	other.Wait()
}

// TestRefusedPeer hears why, even if its call cannot be written any more.
func TestRefusedPeer(t *testing.T) {
	path := socketPath(t)
	s := server.New(server.Options{
		Methods: []server.Handler{server.Bind("echo", echo)},
		Allow:   func(server.Peer) error { return fault.New(fault.Denied, "not you") },
	})
	ln, err := server.Listen(path, server.ListenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() { s.Serve(context.Background(), ln) })
	for range 20 {
		c, err := client.Dial(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Call(context.Background(), "echo", text{strings.Repeat("x", 1<<20)}, nil); !fault.Is(err, fault.Denied) {
			t.Errorf("%v, want denied", err)
		}
		c.Close()
	}
	s.Shutdown(context.Background())
	serving.Wait()
}
