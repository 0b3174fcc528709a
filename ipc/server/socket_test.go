package server_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"navd/ipc"
	"navd/ipc/server"
)

// A socket that is removed while it is served comes back, with its mode, and open
// connections live on. What somebody else put in its place is left alone.
func TestSocketGone(t *testing.T) {
	attempt := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name  string
		away  func(path string) error
		told  []string // contained in what is told, in this order; "" is well again
		other bool     // another has the path, until it is removed
	}{
		{"removed", os.Remove, []string{"is gone", ""}, false},
		{"its directory removed", func(path string) error { return os.RemoveAll(filepath.Dir(path)) }, []string{"is gone", ""}, false},
		{"a file in its place", func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600))
		}, []string{"is gone", "is not a socket", ""}, true},
		{"a socket that nobody serves", func(path string) error {
			ln, err := net.ListenUnix("unix", &net.UnixAddr{Name: path + "2", Net: "unix"})
			if err != nil {
				return err
			}
			ln.SetUnlinkOnClose(false)
			return errors.Join(ln.Close(), os.Rename(path+"2", path))
		}, []string{"is gone", ""}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(filepath.Dir(socketPath(t)), "own", "s")
			told, look := make(chan error), make(chan time.Time)
			ln, err := server.Listen(path, server.ListenOptions{Tell: func(err error) { told <- err }, Look: look})
			attempt(err)
			s := server.New(server.Options{Methods: methods(server.Bind("ping", func(context.Context, ipc.None) (string, error) { return "pong", nil }))})
			var serving sync.WaitGroup
			serving.Go(func() {
				if err := s.Serve(t.Context(), ln); err != nil {
					t.Errorf("Serve: %v", err)
				}
			})
			before := dial(t, path)
			before.ask(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)

			attempt(tt.away(path))
			for i, want := range tt.told {
				if i == 0 || want == "" && tt.other {
					look <- time.Time{}
				}
				if err := <-told; (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("told %v, want %q", err, want)
				}
				if i == 1 && tt.other {
					attempt(os.Remove(path))
				}
			}
			look <- time.Time{} // it is bound
			if got := mode(t, path); got != "Srw-------" {
				t.Errorf("mode %s", got)
			}
			for _, w := range []*wire{before, dial(t, path)} {
				if got := w.ask(`{"jsonrpc":"2.0","id":2,"method":"ping"}`); !strings.Contains(got, `pong`) {
					t.Errorf("got %s", got)
				}
			}
			attempt(s.Shutdown(t.Context()))
			serving.Wait()
			if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("it is left: %v", err)
			}
		})
	}
}

// A socket that stands there by now is another's, and stays at the end.
func TestSocketOfAnother(t *testing.T) {
	path := socketPath(t)
	ln, err := server.Listen(path, server.ListenOptions{Look: make(chan time.Time)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	other, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := ln.Close(); err != nil {
		t.Error(err)
	}
	if nc, err := net.Dial("unix", path); err != nil {
		t.Error(err)
	} else {
		nc.Close()
	}
}
