package server_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"navd/ipc/server"
)

// TestShutdown waits for the call in flight and answers it; what comes later is
// not taken up.
func TestShutdown(t *testing.T) {
	g := newGate()
	s, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	w, idle := dial(t, path), dial(t, path)
	idle.ping()
	w.send(call("1", "hold", `{"n":1}`))
	<-g.running
	var down sync.WaitGroup
	down.Go(func() {
		if err := s.Shutdown(context.Background()); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
	})
	idle.closed() // the server stops
	g.pass <- struct{}{}
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":1}`)
	w.closed()
	down.Wait()
	if err := listen(t, path, server.ListenOptions{}); err != nil {
		t.Errorf("the socket is not free: %v", err)
	}
}

// TestShutdownByForce cancels calls that take longer than allowed.
func TestShutdownByForce(t *testing.T) {
	g := newGate()
	s, path := serve(t, server.Options{Methods: methods(
		server.Bind("hold", g.hold), server.Bind("fill", fill),
	)})
	w := dial(t, path)
	w.send(call("1", "hold", `{"episode":"e"}`))
	<-g.running
	w.send(call("2", "hold", `{"episode":"e"}`))
	w.ping()
	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	cancel(enough)
	if err := s.Shutdown(ctx); !errors.Is(err, enough) {
		t.Errorf("Shutdown: %v", err)
	}
	for range 2 {
		if code, _ := code(t, w.next()); code != -32006 {
			t.Errorf("code %d, want unavailable", code)
		}
	}
	w.closed()
}

// TestServeUntilContextEnds ends calls and connections with Serve's context.
func TestServeUntilContextEnds(t *testing.T) {
	g := newGate()
	s, path := server.New(server.Options{Methods: methods(server.Bind("hold", g.hold))}), socketPath(t)
	ln, err := server.Listen(path, server.ListenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Serve(ctx, ln) }()
	w := dial(t, path)
	w.send(call("1", "hold", `{}`))
	<-g.running
	cancel()
	if err := <-served; !errors.Is(err, context.Canceled) {
		t.Errorf("Serve: %v", err)
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
	late, err := server.Listen(path, server.ListenOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Serve(context.Background(), late); err != nil {
		t.Errorf("Serve after the end: %v", err)
	}
}

// TestShutdownWithASilentReader gives a client that reads nothing two seconds, and
// one that reads little at a time one second more than calls have. Neither is an
// error.
func TestShutdownWithASilentReader(t *testing.T) {
	tests := []struct {
		name  string
		calls []string
		reads time.Duration // 300 kB each time; 0: nothing
		took  time.Duration
	}{
		{"nothing of one answer", []string{call("1", "fill", `{"bytes":1}`)}, 0, 2 * time.Second},
		{"nothing of many", slices.Repeat([]string{call("1", "fill", `{"bytes":1}`)}, 300), 0, 2 * time.Second},
		{"nothing of many large ones", slices.Repeat([]string{call("1", "large", `{"bytes":1}`)}, 250), 0, 2 * time.Second},
		{"nothing of a batch", []string{"[" + call("1", "fill", `{"bytes":1}`) + "]"}, 0, 2 * time.Second},
		{"little at a time", []string{call("1", "fill", `{"bytes":8000000}`)}, time.Second, 6 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := server.New(server.Options{Methods: methods(server.Bind("fill", fill), server.Large(server.Bind("large", fill)))})
				nc := srv.Pipe(t.Context())
				defer nc.Close()
				var client sync.WaitGroup
				client.Go(func() { // a pipe holds nothing
					for _, line := range test.calls {
						if _, err := nc.Write([]byte(line + "\n")); err != nil {
							return
						}
					}
				})
				synctest.Wait()
				if test.reads > 0 {
					client.Go(func() {
						for {
							if _, err := io.CopyN(io.Discard, nc, 300_000); err != nil {
								return
							}
							time.Sleep(test.reads)
						}
					})
				}
				began := time.Now()
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				if err := srv.Shutdown(ctx); err != nil {
					t.Errorf("Shutdown: %v", err)
				}
				if took := time.Since(began); took != test.took {
					t.Errorf("it took %v", took)
				}
				client.Wait()
			})
		})
	}
}
