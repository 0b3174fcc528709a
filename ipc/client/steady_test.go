package client_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
	"navd/ipc/client"
)

// falling is a daemon that ends with the first call that it reads, without an answer, and is
// started again, where again says so.
func falling(t *testing.T, again bool) (path string, params chan string) {
	t.Helper()
	path, params = socketPath(t), make(chan string, 10)
	ln, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	done, second := make(chan struct{}), make(chan net.Listener, 1)
	t.Cleanup(func() { // after the client is closed
		ln.Close()
		if back := <-second; back != nil {
			back.Close()
		}
		<-done
	})
	serve := func(ln net.Listener, answer string) {
		nc, err := ln.Accept()
		if err != nil {
			return
		}
		defer nc.Close()
		for lines := bufio.NewScanner(nc); lines.Scan(); {
			var call struct {
				ID     json.RawMessage
				Params json.RawMessage
			}
			if err := json.Unmarshal(lines.Bytes(), &call); err != nil {
				t.Error(err)
			}
			params <- string(call.Params)
			if answer == "" {
				return
			}
			fmt.Fprintf(nc, answer, call.ID)
		}
	}
	go func() {
		defer close(done)
		defer close(second)
		serve(ln, "")
		ln.Close()
		os.Remove(path)
		if !again {
			return
		}
		back, err := net.Listen("unix", path)
		if err != nil {
			t.Error(err)
			return
		}
		second <- back
		serve(back, `{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n")
	}()
	return path, params
}

// TestSteady: a call that a daemon takes into its grave is made again, with the same key,
// unless that could do it twice.
func TestSteady(t *testing.T) {
	for _, tt := range []struct {
		name, method string
		params       any
		again        bool // the daemon comes back
		calls        int
		kind         fault.Kind // "" when it is answered
	}{
		{"one that gets a key", "feedback.add", ipc.FeedbackParams{Episode: "e", Text: "go slowly"}, true, 2, ""},
		{"one with a key", "feedback.add", ipc.FeedbackParams{Episode: "e", Key: "mine"}, true, 2, ""},
		{"one with a seq", "nav.step", ipc.StepParams{Episode: "e"}, true, 2, ""},
		{"one that only reads", "nav.where", ipc.EpisodeParams{Episode: "e"}, true, 2, ""},
		{"without parameters", "navd.info", nil, true, 2, ""},
		{"one that does more each time", "lats.propose", ipc.LatsProposeParams{Search: "s"}, true, 1, fault.Unavailable},
		{"one that nobody can read", "nav.step", map[string]any{"episode": "e"}, true, 1, fault.Unavailable},
		{"the daemon stays away", "nav.where", ipc.EpisodeParams{Episode: "e"}, false, 1, fault.Unavailable},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path, params := falling(t, tt.again)
			wait := 10 * time.Second // only when it fails
			if !tt.again {
				wait = 100 * time.Millisecond
			}
			c, err := client.DialSteady(path, wait)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if err = c.Call(t.Context(), tt.method, tt.params, nil); tt.kind == "" && err != nil || tt.kind != "" && !fault.Is(err, tt.kind) {
				t.Errorf("%v, want %q", err, tt.kind)
			}
			var got []string
			for len(params) > 0 {
				got = append(got, <-params)
			}
			if len(got) != tt.calls || got[0] != got[len(got)-1] {
				t.Errorf("calls %q, want %d", got, tt.calls)
			}
			if p, is := tt.params.(ipc.FeedbackParams); is && (!strings.Contains(got[0], `"key":"`+p.Key) || strings.Contains(got[0], `"key":""`)) {
				t.Errorf("no key in %s", got[0])
			}
		})
	}
}

// TestSteadyGivesUp: nobody waits for a daemon that was never there, nor longer than the
// caller.
func TestSteadyGivesUp(t *testing.T) {
	var down *client.NotRunningError
	if _, err := client.DialSteady(socketPath(t), time.Hour); !errors.As(err, &down) {
		t.Errorf("%v, want that it is not running", err)
	}
	path, _ := falling(t, false)
	c, err := client.DialSteady(path, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := c.Call(ctx, "navd.info", nil, nil); !fault.Is(err, fault.Timeout) {
		t.Errorf("%v, want a timeout", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
