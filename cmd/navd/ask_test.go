package main

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/pflag"

	"navd/daemon/fault"
	"navd/ipc/client"
)

// TestHangingDaemon: what only looks something up does not wait for a daemon that reads
// calls and answers none; what may take long waits as long as its caller.
func TestHangingDaemon(t *testing.T) {
	for _, tt := range []struct {
		method string
		most   time.Duration // of the caller
		want   time.Duration
		plain  bool // the error says that the daemon hangs
	}{
		{"episode.list", time.Hour, lookTime, true}, {"navd.info", time.Hour, lookTime, true},
		{"episode.get", time.Second, time.Second, false}, {"nav.plan", time.Hour, time.Hour, false},
	} {
		t.Run(tt.method, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				near, far := net.Pipe()
				go io.Copy(io.Discard, far)
				c := connection{client.New(near), pflag.NewFlagSet("", pflag.ContinueOnError)}
				defer c.Close()
				ctx, stop := context.WithTimeout(t.Context(), tt.most)
				defer stop()
				start := time.Now()
				err := c.Call(ctx, tt.method, nil, nil)
				if took := time.Since(start); took != tt.want || !fault.Is(err, fault.Timeout) || errors.Is(err, context.DeadlineExceeded) == tt.plain {
					t.Errorf("after %s: %v", took, err)
				}
			})
		})
	}
}
