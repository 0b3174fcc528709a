package server_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
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

// BenchmarkStep takes steps over the socket, each on disk before its answer.
//
// "1 client": one episode. Between its steps stands the least that any such
// step must do: one bare bbolt commit of the same bytes and one bare echo of a
// line of the same length. It reports the medians and their ratios, also to that
// of a bare fdatasync of the same bytes within a file.
//
// "64 clients": each its own episode and connection. Alternating with them, with as
// many callers: calls that do nothing (E a second), and bare bbolt commits of
// the same bytes that callers share (B a second). A server that did both one
// after the other would take 1/(1/E + 1/B) steps a second; the share of that
// which nav.step reaches is reported.
//
// The process has the threads that navd run has.
func BenchmarkStep(b *testing.B) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	daemon.SpareThread()
	b.Run("1 client", benchOneClient)
	b.Run("64 clients", func(b *testing.B) { benchManyClients(b, 64) })
}

// warmUp is how many steps are taken before any is measured; they tell how many
// bytes a step writes.
const warmUp = 200

// round is how many steps, and then calls that do nothing, and then bare commits,
// follow each other, so that what else the machine does falls on all alike.
const round = 4000

// steppers are clients that walk, each in its own episode.
type steppers struct {
	b        *testing.B
	clients  []*client.Client
	episodes []string
	seq      []int
}

// noop does nothing, on the way that every call takes.
type noop struct{}

// newSteppers serves a daemon with durable commits and dials it n times.
func newSteppers(b *testing.B, n int) *steppers {
	dir := b.TempDir()
	cfg := config.Default()
	cfg.DataDir = dir
	d, err := daemon.Open(daemon.Options{Config: cfg})
	if err != nil {
		b.Fatal(err)
	}
	nothing := server.Bind("bench.noop", func(context.Context, noop) (noop, error) { return noop{}, nil })
	s := server.New(server.Options{Methods: append(server.Methods(d), nothing)})
	path := filepath.Join(dir, "s.sock")
	ln, err := server.Listen(path, server.ListenOptions{})
	if err != nil {
		b.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- s.Serve(context.Background(), ln) }()
	w := &steppers{b: b, seq: make([]int, n)}
	b.Cleanup(func() {
		for _, c := range w.clients {
			c.Close()
		}
		_ = s.Shutdown(context.Background())
		<-served
		_ = d.Close()
	})
	for range n {
		c, err := client.Dial(path)
		if err != nil {
			b.Fatal(err)
		}
		ep, err := ipc.EpisodeBegin.Call(b.Context(), c, ipc.BeginParams{Goal: "sofa"})
		if err != nil {
			b.Fatal(err)
		}
		w.clients, w.episodes = append(w.clients, c), append(w.episodes, ep.Episode)
	}
	return w
}

// walk is what a controller does between two plans: mostly forwards.
var walk = []nav.Action{nav.Forward, nav.Forward, nav.Forward, nav.TurnLeft}

// take takes the next step of client i.
func (w *steppers) take(i int) {
	p := ipc.StepParams{Episode: w.episodes[i], Step: nav.Step{Seq: w.seq[i] + 1, Action: walk[w.seq[i]%len(walk)], Phase: nav.PhasePolicy}}
	if _, err := ipc.NavStep.Call(w.b.Context(), w.clients[i], p); err != nil {
		w.b.Error(err)
	}
	w.seq[i]++
}

// bytes is how many a step has written so far, on average.
func (w *steppers) bytes() int {
	m, err := ipc.NavdMetrics.Call(w.b.Context(), w.clients[0], ipc.None{})
	if err != nil {
		w.b.Fatal(err)
	}
	return int(m.Store.Bytes) / m.Store.ChangeSets
}

func benchOneClient(b *testing.B) {
	w := newSteppers(b, 1)
	for range warmUp {
		w.take(0)
	}
	size := w.bytes()
	commit, echo, sync := bareStore(b, size), bareEcho(b), bareSync(b, size)
	step, floor, disk := make([]time.Duration, b.N), make([]time.Duration, b.N), make([]time.Duration, b.N)
	b.ResetTimer()
	for i := range b.N {
		step[i] = timed(func() { w.take(0) })
		floor[i] = timed(func() { commit(i); echo() })
	}
	b.StopTimer()
	for i := range b.N {
		disk[i] = timed(func() { sync(i) })
	}
	b.ReportMetric(float64(size), "bytes/step")
	b.ReportMetric(quantile(step, .5), "step-p50-µs")
	b.ReportMetric(quantile(floor, .5), "floor-p50-µs")
	b.ReportMetric(quantile(step, .5)/quantile(floor, .5), "x-floor")
	b.ReportMetric(quantile(step, .5)/quantile(disk, .5), "x-fdatasync")
	b.ReportMetric(quantile(step, .99)/quantile(step, .5), "p99/p50")
}

func benchManyClients(b *testing.B, n int) {
	w := newSteppers(b, n)
	together(n, n*warmUp/4, w.take)
	size := w.bytes()
	commit := groupedStore(b, size)
	calls := make([]noop, n)
	empty := func(i int) {
		if err := w.clients[i].Call(b.Context(), "bench.noop", calls[i], &calls[i]); err != nil {
			b.Error(err)
		}
	}
	var took []time.Duration
	var stepping, calling, committing time.Duration
	b.ResetTimer()
	for done := 0; done < b.N; done += round {
		total := min(round, b.N-done)
		stepping += timed(func() { took = append(took, together(n, total, w.take)...) })
		calling += timed(func() { together(n, total, empty) })
		committing += timed(func() { together(n, total, commit) })
	}
	b.StopTimer()
	perSecond := func(d time.Duration) float64 { return float64(b.N) / d.Seconds() }
	bound := 1 / (1/perSecond(calling) + 1/perSecond(committing))
	b.ReportMetric(float64(size), "bytes/step")
	b.ReportMetric(perSecond(stepping), "steps/s")
	b.ReportMetric(perSecond(calling), "E-calls/s")
	b.ReportMetric(perSecond(committing), "B-commits/s")
	b.ReportMetric(perSecond(stepping)/bound, "of-bound")
	b.ReportMetric(quantile(took, .5), "step-p50-µs")
	b.ReportMetric(quantile(took, .99)/quantile(took, .5), "p99/p50")
}

// together lets n callers do one thing again and again, total times in all, and
// gives how long each time took.
func together(n, total int, one func(caller int)) []time.Duration {
	all := make([][]time.Duration, n)
	var callers sync.WaitGroup
	for i := range n {
		callers.Go(func() {
			for range (total + n - 1 - i) / n {
				all[i] = append(all[i], timed(func() { one(i) }))
			}
		})
	}
	callers.Wait()
	return slices.Concat(all...)
}

func timed(fn func()) time.Duration {
	began := time.Now()
	fn()
	return time.Since(began)
}

// quantile gives q of durations in microseconds. It sorts them.
func quantile(d []time.Duration, q float64) float64 {
	slices.Sort(d)
	if len(d) == 0 {
		return 0
	}
	return float64(d[int(q*float64(len(d)-1))].Nanoseconds()) / 1000
}

func openBare(b *testing.B) *bbolt.DB {
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "floor.db"), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if err := db.Update(func(tx *bbolt.Tx) error { _, err := tx.CreateBucket([]byte("log")); return err }); err != nil {
		b.Fatal(err)
	}
	return db
}

// bareStore gives a commit of one value of a size.
func bareStore(b *testing.B, size int) func(i int) {
	db, value := openBare(b), make([]byte, size)
	return func(i int) {
		err := db.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket([]byte("log")).Put(binary.BigEndian.AppendUint32(nil, uint32(i)), value)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// groupedStore gives a commit of one value of a size for each of many callers,
// who share transactions as one loop over a channel can make them.
func groupedStore(b *testing.B, size int) func(i int) {
	db, value := openBare(b), make([]byte, size)
	queue := make(chan chan struct{}, 1024)
	b.Cleanup(func() { close(queue) })
	go func() {
		n := uint32(0)
		for first := range queue {
			group := []chan struct{}{first}
			for len(queue) > 0 {
				group = append(group, <-queue)
			}
			err := db.Update(func(tx *bbolt.Tx) error {
				log := tx.Bucket([]byte("log"))
				for range group {
					n++
					if err := log.Put(binary.BigEndian.AppendUint32(nil, n), value); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				b.Error(err)
			}
			for _, done := range group {
				done <- struct{}{}
			}
		}
	}()
	return func(int) {
		done := make(chan struct{}, 1)
		queue <- done
		<-done
	}
}

// bareSync gives a write with fdatasync of a number of bytes within a file.
func bareSync(b *testing.B, size int) func(i int) {
	f, err := os.Create(filepath.Join(b.TempDir(), "plain"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { f.Close() })
	const slots = 1024
	if _, err := f.Write(make([]byte, slots*size)); err != nil {
		b.Fatal(err)
	}
	value := make([]byte, size)
	return func(i int) {
		if _, err := f.WriteAt(value, int64(i%slots*size)); err != nil {
			b.Fatal(err)
		}
		if err := fdatasync(f); err != nil {
			b.Fatal(err)
		}
	}
}

// bareEcho gives the round trip of a line of a step's length.
func bareEcho(b *testing.B) func() {
	ln, err := net.Listen("unix", filepath.Join(b.TempDir(), "e.sock"))
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
	conn, err := net.Dial("unix", ln.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close(); ln.Close() })
	in := bufio.NewReader(conn)
	line := fmt.Appendf(nil, "%170s\n", "")
	return func() {
		if _, err := conn.Write(line); err != nil {
			b.Fatal(err)
		}
		if _, err := in.ReadBytes('\n'); err != nil {
			b.Fatal(err)
		}
	}
}
