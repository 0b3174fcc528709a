package server_test

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/ipc/server"
)

// filler counts the answers that it makes.
type filler struct{ made atomic.Int32 }

func (f *filler) fill(ctx context.Context, p size) (string, error) {
	f.made.Add(1)
	return fill(ctx, p)
}

// bounded serves fill as a large method with small limits.
func (f *filler) bounded() server.Options {
	return server.Options{
		Limits:  server.Limits{MaxAnswer: 64 << 10, MaxLine: 1 << 20},
		Methods: methods(server.Large(server.Bind("large", f.fill)), server.Bind("fill", f.fill)),
	}
}

// TestBatchAnswersAreBounded asks for more in one batch than its answers may be:
// those at the front are answered, the others are not run.
func TestBatchAnswersAreBounded(t *testing.T) {
	tests := []struct {
		name    string
		method  string
		bytes   int
		members int
		results int // at the front; the others are too large
	}{
		{"little", "large", 100, 100, 100},
		{"up to the limit", "large", 6000, 10, 10},
		{"the one that goes over it", "large", 40_000, 2, 2},
		{"beyond it", "large", 25_000, 1000, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var f filler
			_, path := serve(t, f.bounded())
			w := dial(t, path)
			one := call("1", test.method, fmt.Sprintf(`{"bytes":%d}`, test.bytes))
			var want []string
			for i := range test.members {
				if i < test.results {
					want = append(want, `"1" 0`)
				} else {
					want = append(want, `"1" -32005`)
				}
			}
			if diff := cmp.Diff(want, outcomes(t, w.ask("["+strings.Repeat(one+",", test.members-1)+one+"]"))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if made := int(f.made.Load()); made != test.results {
				t.Errorf("%d answers were made, want %d", made, test.results)
			}
		})
	}
}

// TestAnswerTooLarge refuses an answer over the limit, of a large method alone.
func TestAnswerTooLarge(t *testing.T) {
	var f filler
	_, path := serve(t, f.bounded())
	w := dial(t, path)
	sameJSON(t, w.ask(call("1", "large", `{"bytes":65536}`)), `{"jsonrpc":"2.0","id":"1","error":{"code":-32005,
		"message":"the answer has 65575 bytes, at most 65536 are allowed","data":{"kind":"too_large",
		"hint":"ask for less: a smaller limit, page by page, or a part of it by another method"}}}`)
	for _, line := range []string{call("1", "large", `{"bytes":65000}`), call("1", "fill", `{"bytes":65536}`)} {
		if code, _ := code(t, w.ask(line)); code != 0 {
			t.Errorf("code %d", code)
		}
	}
}

// crowd is connections in memory; nothing is read of their answers unless asked.
type crowd struct {
	t     *testing.T
	wires []*wire
	sends sync.WaitGroup
}

// connect opens n connections, each of which sends the lines.
func (c *crowd) connect(srv *server.Server, n int, lines ...string) {
	for range n {
		nc := srv.Pipe(c.t.Context())
		c.t.Cleanup(func() { nc.Close() })
		w := &wire{c.t, nc, bufio.NewReader(nc)}
		c.wires = append(c.wires, w)
		c.sends.Go(func() { // a pipe holds nothing
			for _, line := range lines {
				if _, err := nc.Write([]byte(line + "\n")); err != nil {
					return
				}
			}
		})
	}
}

// outcomes reads a number of lines from every connection.
func (c *crowd) outcomes(lines int) (got [][]string) {
	var reads sync.WaitGroup
	got = make([][]string, len(c.wires))
	for i, w := range c.wires {
		reads.Go(func() {
			for range lines {
				line, err := w.in.ReadString('\n')
				if err != nil {
					got[i] = append(got[i], err.Error())
					return
				}
				got[i] = append(got[i], outcomes(c.t, line)...)
			}
		})
	}
	reads.Wait()
	return got
}

// TestNobodyReads has many clients ask for much and take nothing: what is made
// for them stays within the room, others are served, and in the end all get
// what they asked for.
func TestNobodyReads(t *testing.T) {
	large := call("1", "large", `{"bytes":60000}`)
	batch := "[" + large + "," + large + "]"
	tests := []struct {
		name    string
		clients int
		lines   []string
		made    int // answers that are made while nobody reads, at most
		want    []string
	}{
		{"one client", 1, slices.Repeat([]string{large}, 60), 1, slices.Repeat([]string{`"1" 0`}, 60)},
		{"fifty clients", 50, slices.Repeat([]string{large}, 4), 6, slices.Repeat([]string{`"1" 0`}, 4)},
		{"batches", 2, slices.Repeat([]string{batch}, 20), 6, slices.Repeat([]string{`"1" 0`, `"1" 0`}, 20)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var f filler
				opt := f.bounded()
				opt.Limits.WriteTimeout = time.Hour
				srv := server.New(opt)
				c := &crowd{t: t}
				c.connect(srv, test.clients, test.lines...)
				synctest.Wait()
				if made := int(f.made.Load()); made > test.made || made == 0 {
					t.Errorf("%d answers were made, at most %d fit", made, test.made)
				}
				other := &crowd{t: t}
				other.connect(srv, 1, call("1", "fill", `{"bytes":100}`))
				if diff := cmp.Diff([][]string{{`"1" 0`}}, other.outcomes(1)); diff != "" {
					t.Errorf("another client, -want +got:\n%s", diff)
				}
				for i, got := range c.outcomes(len(test.lines)) {
					if diff := cmp.Diff(test.want, got); diff != "" {
						t.Errorf("client %d, -want +got:\n%s", i, diff)
					}
				}
				closeAll(t, srv, c, other)
			})
		})
	}
}

func closeAll(t *testing.T, srv *server.Server, crowds ...*crowd) {
	t.Helper()
	for _, c := range crowds {
		for _, w := range c.wires {
			w.nc.Close()
		}
		c.sends.Wait()
	}
	if err := srv.Shutdown(t.Context()); err != nil {
		t.Errorf("Shutdown: %v", err)
	}
}

// TestBatchesDoNotWaitForEachOther fills the room with answers that batches keep.
// Their other members are refused, so that all batches end.
func TestBatchesDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f filler
		g := newGate()
		opt := f.bounded()
		opt.Methods = append(opt.Methods, server.Bind("hold", g.hold))
		srv := server.New(opt)
		c := &crowd{t: t}
		const clients = 8 // of which the last find no room
		hold, large := call("h", "hold", "{}"), call("1", "large", `{"bytes":30000}`)
		for range clients {
			c.connect(srv, 1, "["+large+","+hold+","+large+"]")
			<-g.running
			synctest.Wait()
		}
		time.Sleep(time.Minute) // beyond what a call waits for room
		for range clients {
			g.pass <- struct{}{}
		}
		refused := 0
		for _, got := range c.outcomes(1) {
			if len(got) != 3 || got[1] != `"h" 0` {
				t.Errorf("got %q", got)
			}
			for _, answer := range got {
				if answer == `"1" -32006` {
					refused++
				}
			}
		}
		if refused == 0 || refused == 2*clients {
			t.Errorf("%d of %d were refused", refused, 2*clients)
		}
		closeAll(t, srv, c)
	})
}

// TestLinesAreBounded has many clients send long lines whose calls do not end:
// no more of them are taken up than there is room for, and short ones go on.
func TestLinesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		srv := server.New(server.Options{
			Limits:  server.Limits{MaxLine: 1 << 20, MaxLines: 16 << 20},
			Methods: methods(server.Bind("hold", g.hold)),
		})
		c, other := &crowd{t: t}, &crowd{t: t}
		const clients, each = 10, 5
		line := call("1", "hold", `{}`) + strings.Repeat(" ", 1<<20-200)
		c.connect(srv, clients, slices.Repeat([]string{line}, each)...)
		running := 0
		for count := true; count; {
			synctest.Wait()
			select {
			case <-g.running:
				running++
			default:
				count = false
			}
		}
		if running != 4 { // of 1 MiB, counted four times
			t.Errorf("%d long lines are at work, want 4", running)
		}
		other.connect(srv, 1, slices.Repeat([]string{call("1", "ping", "{}")}, 100)...)
		other.outcomes(100)
		var end sync.WaitGroup
		end.Go(func() {
			for range clients*each - running {
				<-g.running
			}
		})
		end.Go(func() {
			for range clients * each {
				g.pass <- struct{}{}
			}
		})
		for i, got := range c.outcomes(each) {
			if diff := cmp.Diff(slices.Repeat([]string{`"1" 0`}, each), got); diff != "" {
				t.Errorf("client %d, -want +got:\n%s", i, diff)
			}
		}
		end.Wait()
		closeAll(t, srv, c, other)
	})
}

// TestHalfLongLines leaves long lines half sent. They take room, so that another
// long line waits, while short ones go on; who does not send the rest is
// disconnected.
func TestHalfLongLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := server.New(server.Options{Limits: server.Limits{MaxLine: 1 << 20}, Methods: methods()})
		half, long, short := &crowd{t: t}, &crowd{t: t}, &crowd{t: t}
		half.connect(srv, 4)
		for _, w := range half.wires {
			half.sends.Go(func() { w.nc.Write([]byte(strings.Repeat(" ", 100_000))) })
		}
		synctest.Wait()
		began := time.Now()
		ping := call("1", "ping", "{}")
		long.connect(srv, 1, ping+strings.Repeat(" ", 100_000))
		short.connect(srv, 1, ping, ping)
		if diff := cmp.Diff([][]string{{`"1" 0`, `"1" 0`}}, short.outcomes(2)); diff != "" {
			t.Errorf("short lines, -want +got:\n%s", diff)
		}
		var halves sync.WaitGroup
		halves.Go(func() {
			for i, got := range half.outcomes(2) {
				if diff := cmp.Diff([]string{"null -32007", "EOF"}, got); diff != "" {
					t.Errorf("half line %d, -want +got:\n%s", i, diff)
				}
			}
		})
		if diff := cmp.Diff([][]string{{`"1" 0`}}, long.outcomes(1)); diff != "" {
			t.Errorf("long line, -want +got:\n%s", diff)
		}
		if waited := time.Since(began); waited != 30*time.Second {
			t.Errorf("the long line waited %v", waited)
		}
		halves.Wait()
		closeAll(t, srv, half, long, short)
	})
}

// TestSubscriptionsAreBounded subscribes more often than a connection may.
func TestSubscriptionsAreBounded(t *testing.T) {
	s := &subscriber{make(chan server.Conn, 100)}
	_, path := serve(t, server.Options{Methods: methods(server.BindPush("events.subscribe", s.subscribe))})
	for range 2 { // each connection has its own
		w := dial(t, path)
		for i := range 20 {
			want := 0
			if i >= 16 {
				want = -32005
			}
			if code, _ := code(t, w.ask(call("1", "events.subscribe", `{}`))); code != want {
				t.Errorf("subscription %d: code %d, want %d", i, code, want)
			}
			if code, _ := code(t, w.ask(call("1", "events.subscribe", `[1]`))); code != -32602 {
				t.Errorf("code %d for bad parameters", code)
			}
		}
	}
}
