package server_test

import (
	"context"
	"fmt"
	"sync"
	"syscall"
	"testing"

	"navd/ipc/client"
	"navd/ipc/server"
)

// TestThousandConnections holds 1,000 connections, calls on all of them at once,
// and has one queue behind them.
func TestThousandConnections(t *testing.T) {
	const connections = 1000
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	if files.Cur < 2*connections+100 { // Go has raised it to the hard limit
		t.Skipf("%d files are too few", files.Cur)
	}
	total := 0 // guarded by the queue
	add := func(_ context.Context, w write) (int, error) {
		total += w.N
		return total, nil
	}
	_, path := serve(t, server.Options{Methods: methods(server.Bind("add", add))})
	clients := dialAll(t, path, connections)
	var callers sync.WaitGroup
	for i, c := range clients {
		callers.Go(func() {
			for range 3 {
				if err := c.Call(context.Background(), "add", write{Episode: "all", N: 1}, nil); err != nil {
					t.Error(i, err)
				}
				var pong string
				if err := c.Call(context.Background(), "ping", nil, &pong); err != nil || pong != "pong" {
					t.Error(i, pong, err)
				}
			}
		})
	}
	callers.Wait()
	var got int
	if err := clients[0].Call(context.Background(), "add", write{Episode: "all"}, &got); err != nil || got != 3*connections {
		t.Errorf("total %d, %v", got, err)
	}
}

// TestManyEpisodes keeps counters of many episodes, each guarded by its queue
// alone; the race detector and the sums tell whether its calls exclude each other.
func TestManyEpisodes(t *testing.T) {
	totals := make([]int, 8)
	add := func(_ context.Context, w write) (int, error) {
		totals[w.Episode[0]-'a']++
		return 0, nil
	}
	_, path := serve(t, server.Options{Methods: methods(server.Bind("add", add))})
	c, err := client.Dial(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var callers sync.WaitGroup
	for i := range 64 {
		callers.Go(func() {
			for range 25 {
				if err := c.Call(context.Background(), "add", write{Episode: fmt.Sprintf("%c", 'a'+i%8)}, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	callers.Wait()
	for i, n := range totals {
		if n != 200 {
			t.Errorf("episode %d has %d, want 200", i, n)
		}
	}
}
