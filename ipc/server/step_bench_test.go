package server_test

import (
	"bufio"
	"context"
	"net"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"navd/config"
	"navd/daemon"
	"navd/daemon/nav"
	"navd/ipc"
	"navd/ipc/client"
	"navd/ipc/server"
)

// BenchmarkStep takes steps of one episode over the socket, each on disk
// before its answer, and between them does the least that any such step must
// do: one bare bbolt commit of the same bytes and one bare echo of a line. It
// reports the medians and their ratio.
func BenchmarkStep(b *testing.B) {
	dir := b.TempDir()
	cfg := config.Default()
	cfg.DataDir = dir
	d, err := daemon.Open(daemon.Options{Config: cfg})
	if err != nil {
		b.Fatal(err)
	}
	s := server.New(server.Options{Methods: server.Methods(d)})
	ln, err := server.Listen(filepath.Join(dir, "s.sock"), server.ListenOptions{})
	if err != nil {
		b.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	c, err := client.Dial(filepath.Join(dir, "s.sock"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() {
		c.Close()
		_ = s.Shutdown(context.Background())
		<-served
		_ = d.Close()
	}()
	actions := []nav.Action{nav.Forward, nav.Forward, nav.Forward, nav.TurnLeft}
	ep, err := c.Begin(b.Context(), ipc.BeginParams{Goal: "sofa"})
	if err != nil {
		b.Fatal(err)
	}
	take := func(i int) {
		p := ipc.StepParams{Episode: ep.Episode, Step: nav.Step{Seq: i + 1, Action: actions[i%len(actions)], Phase: nav.PhasePolicy}}
		if _, err := c.Step(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
	for i := range warmUp {
		take(i)
	}
	m, err := c.Metrics(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	floor := newFloor(b, dir, int(m.Store.Bytes)/m.Store.ChangeSets)
	step := make([]time.Duration, b.N)
	bare := make([]time.Duration, b.N)
	b.ResetTimer()
	for i := range b.N {
		began := time.Now()
		take(warmUp + i)
		step[i] = time.Since(began)
		bare[i] = floor.once(i)
	}
	b.ReportMetric(float64(floor.bytes), "bytes/step")
	b.ReportMetric(p50(step), "step-p50-µs")
	b.ReportMetric(p50(bare), "floor-p50-µs")
	b.ReportMetric(p50(step)/p50(bare), "x-floor")
}

func p50(d []time.Duration) float64 {
	slices.Sort(d)
	return float64(d[len(d)/2].Nanoseconds()) / 1000
}

// floor is a bare store and a bare echo.
type floor struct {
	b     *testing.B
	db    *bbolt.DB
	conn  net.Conn
	in    *bufio.Reader
	bytes int
}

// warmUp is how many steps are taken before any is measured; they tell how many
// bytes a step writes.
const warmUp = 100

func newFloor(b *testing.B, dir string, bytes int) *floor {
	db, err := bbolt.Open(filepath.Join(dir, "floor.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	ln, err := net.Listen("unix", filepath.Join(dir, "e.sock"))
	if err != nil {
		b.Fatal(err)
	}
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewReader(conn)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			if _, err := conn.Write(line); err != nil {
				return
			}
		}
	}()
	conn, err := net.Dial("unix", filepath.Join(dir, "e.sock"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close(); ln.Close(); db.Close() })
	return &floor{b: b, db: db, conn: conn, in: bufio.NewReader(conn), bytes: bytes}
}

// once commits the bytes of a step and echoes a line of a request's length.
func (f *floor) once(i int) time.Duration {
	value := make([]byte, f.bytes/2)
	key := []byte{byte(i >> 24), byte(i >> 16), byte(i >> 8), byte(i)}
	line := append(make([]byte, 170), '\n')
	for j := range 170 {
		line[j] = 'x'
	}
	began := time.Now()
	err := f.db.Update(func(tx *bbolt.Tx) error {
		log, err := tx.CreateBucketIfNotExists([]byte("log"))
		if err != nil {
			return err
		}
		state, err := tx.CreateBucketIfNotExists([]byte("state"))
		if err != nil {
			return err
		}
		if err := log.Put(key, value); err != nil {
			return err
		}
		return state.Put([]byte("episode"), value)
	})
	if err != nil {
		f.b.Fatal(err)
	}
	if _, err := f.conn.Write(line); err != nil {
		f.b.Fatal(err)
	}
	if _, err := f.in.ReadBytes('\n'); err != nil {
		f.b.Fatal(err)
	}
	return time.Since(began)
}
