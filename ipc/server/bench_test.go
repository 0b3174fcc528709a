package server_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"navd/ipc/client"
	"navd/ipc/server"
)

// step has the size of a nav.step and asks for nothing.
type step struct {
	Episode  string   `json:"episode" max:"64"`
	Seq      int      `json:"seq" allow:"1.."`
	Action   string   `json:"action" allow:"forward|left|right|up|down|stop"`
	Collided bool     `json:"collided,omitempty"`
	MovedM   float64  `json:"moved_m,omitempty" allow:"-10..10"`
	MovedDeg float64  `json:"moved_deg,omitempty" allow:"-360..360"`
	Phase    string   `json:"phase,omitempty" allow:"scan|turn|policy"`
	Objects  []string `json:"objects,omitempty" max:"64"`
}

// Queue gives the episode.
func (s step) Queue() string { return s.Episode }

type stepped struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Yaw    float64 `json:"yaw"`
	Anchor string  `json:"anchor"`
}

const stepParams = `{"episode":"ep_01JQ3Z5M9K","seq":1,"action":"forward","collided":false,"moved_m":0.25,"moved_deg":0,"phase":"policy","objects":["sofa","table","lamp"]}`

// benchSocket serves a step that does nothing, and closes with the benchmark.
func benchSocket(b *testing.B) string {
	s := server.New(server.Options{Methods: []server.Handler{
		server.Bind("nav.step", func(context.Context, step) (stepped, error) {
			return stepped{1.25, -0.5, 30, "a17"}, nil
		}),
	}})
	ln, err := server.Listen(filepath.Join(b.TempDir(), "s"), server.ListenOptions{})
	if err != nil {
		b.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() { s.Serve(context.Background(), ln) })
	b.Cleanup(func() {
		s.Shutdown(context.Background())
		serving.Wait()
	})
	return ln.Addr().String()
}

// latencies collects how long calls take and reports their quantiles.
type latencies struct {
	mu   sync.Mutex // guards took
	took []time.Duration
}

func (l *latencies) add(took []time.Duration) {
	l.mu.Lock()
	l.took = append(l.took, took...)
	l.mu.Unlock()
}

func (l *latencies) report(b *testing.B) {
	slices.Sort(l.took)
	if n := len(l.took); n > 0 {
		b.ReportMetric(float64(l.took[n/2].Nanoseconds())/1000, "p50-µs")
		b.ReportMetric(float64(l.took[n*99/100].Nanoseconds())/1000, "p99-µs")
	}
}

// BenchmarkFloor is a bare echo over a Unix socket: what any call must cost.
func BenchmarkFloor(b *testing.B) {
	ln, err := net.Listen("unix", filepath.Join(b.TempDir(), "s"))
	if err != nil {
		b.Fatal(err)
	}
	defer ln.Close()
	var echo sync.WaitGroup
	defer echo.Wait()
	echo.Go(func() {
		nc, err := ln.Accept()
		if err != nil {
			return
		}
		defer nc.Close()
		io.Copy(struct{ io.Writer }{nc}, struct{ io.Reader }{nc})
	})
	pingPong(b, ln.Addr().String())
}

// BenchmarkCall is the same line answered by the server.
func BenchmarkCall(b *testing.B) { pingPong(b, benchSocket(b)) }

// pingPong writes a line and reads one, b.N times.
func pingPong(b *testing.B, path string) {
	nc, err := net.Dial("unix", path)
	if err != nil {
		b.Fatal(err)
	}
	defer nc.Close()
	line := []byte(`{"jsonrpc":"2.0","id":1,"method":"nav.step","params":` + stepParams + "}\n")
	in := bufio.NewReader(nc)
	took := make([]time.Duration, b.N)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		if _, err := nc.Write(line); err != nil {
			b.Fatal(err)
		}
		if _, err := in.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
		took[i] = time.Since(began)
	}
	b.StopTimer()
	var all latencies
	all.add(took)
	all.report(b)
}

// BenchmarkClient calls by the package client, from 1 and from 64 connections.
func BenchmarkClient(b *testing.B) {
	b.Run("1", func(b *testing.B) { manyClients(b, 1) })
	b.Run("64", func(b *testing.B) { manyClients(b, 64) })
}

func manyClients(b *testing.B, n int) {
	path := benchSocket(b)
	clients := dialAll(b, path, n)
	var all latencies
	var callers sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for i, c := range clients {
		calls := b.N / n
		if i < b.N%n {
			calls++
		}
		callers.Go(func() { all.add(callMany(b, c, string(rune('a'+i)), calls)) })
	}
	callers.Wait()
	b.StopTimer()
	all.report(b)
}

// callMany makes calls one after the other and gives how long each took.
func callMany(b *testing.B, c *client.Client, episode string, calls int) []time.Duration {
	params := step{Episode: episode, Action: "forward", MovedM: 0.25, Phase: "policy", Objects: []string{"sofa", "table", "lamp"}}
	took := make([]time.Duration, calls)
	for i := range took {
		params.Seq = i + 1
		var got stepped
		began := time.Now()
		if err := c.Call(context.Background(), "nav.step", params, &got); err != nil {
			b.Error(err)
		}
		took[i] = time.Since(began)
	}
	return took
}
