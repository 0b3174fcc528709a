package server_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
	"navd/ipc/server"
)

// journal keeps what was written to each episode and notices calls that run at
// the same time.
type journal struct {
	mu      sync.Mutex // guards what follows
	written map[string][]int
	busy    map[string]bool
	overlap bool
}

func newJournal() *journal { return &journal{written: map[string][]int{}, busy: map[string]bool{}} }

func (j *journal) write(_ context.Context, w write) (int, error) {
	j.mu.Lock()
	j.overlap = j.overlap || j.busy[w.Episode]
	j.busy[w.Episode] = true
	j.mu.Unlock()
	for range w.N % 7 {
		runtime.Gosched()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.busy[w.Episode] = false
	j.written[w.Episode] = append(j.written[w.Episode], w.N)
	return w.N, nil
}

// TestOrderUnderPipelining sends to two episodes from two connections, by lines
// and by batches, without waiting for answers.
func TestOrderUnderPipelining(t *testing.T) {
	j := newJournal()
	_, path := serve(t, server.Options{
		Limits:  server.Limits{MaxInFlight: 16},
		Methods: methods(server.Bind("write", j.write), server.Bind("rewrite", j.write)),
	})
	const perClient = 300
	var clients sync.WaitGroup
	for c := range 2 {
		w := dial(t, path)
		clients.Go(func() { w.write(pipelined(c*perClient, perClient)) })
		clients.Go(func() {
			for answers := 0; answers < perClient; {
				answers += strings.Count(w.next(), `"result"`)
			}
		})
	}
	clients.Wait()
	if j.overlap {
		t.Error("calls of one episode ran at the same time")
	}
	for episode, written := range j.written {
		last := map[int]int{}
		for _, n := range written {
			if c := n / perClient; n < last[c] {
				t.Errorf("%s: %d after %d", episode, n, last[c])
			} else {
				last[c] = n
			}
		}
	}
	if got := len(j.written["a"]) + len(j.written["b"]); got != 2*perClient {
		t.Errorf("%d writes, want %d", got, 2*perClient)
	}
}

// pipelined gives the text of n writes, every third line of which is a batch of
// three. Methods and episodes alternate.
func pipelined(from, n int) string {
	var text strings.Builder
	one := func(i int) string {
		return call("x", []string{"write", "rewrite"}[i%2], fmt.Sprintf(`{"episode":"%c","n":%d}`, 'a'+i/2%2, i))
	}
	for i := from; i < from+n; {
		if i%5 == 0 && i+3 <= from+n {
			fmt.Fprintf(&text, "[%s,%s,%s]\n", one(i), one(i+1), one(i+2))
			i += 3
			continue
		}
		text.WriteString(one(i) + "\n")
		i++
	}
	return text.String()
}

// TestOrderAcrossConnections makes one connection's calls wait for another's.
func TestOrderAcrossConnections(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	a, b := dial(t, path), dial(t, path)
	for n, w := range []*wire{a, b, a, b} {
		w.send(call("h", "hold", fmt.Sprintf(`{"episode":"e","n":%d}`, n)))
		if n == 0 {
			<-g.running
		}
		w.ping() // the line has arrived; reads and other episodes do not wait
	}
	a.send(call("other", "hold", `{"episode":"f","n":9}`))
	if got := <-g.running; got.N != 9 {
		t.Fatalf("%+v runs", got)
	}
	g.pass <- struct{}{} // any of the two that run
	g.pass <- struct{}{}
	var got []int
	for range 3 {
		got = append(got, (<-g.running).N)
		g.pass <- struct{}{}
	}
	if diff := cmp.Diff([]int{1, 2, 3}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestReleasedTurn lets a step run while a plan waits for its model.
func TestReleasedTurn(t *testing.T) {
	g := newGate()
	plan := func(ctx context.Context, w write) (int, error) {
		ipc.LeaveQueue(ctx)
		ipc.LeaveQueue(ctx)
		return g.hold(ctx, w)
	}
	j := newJournal()
	_, path := serve(t, server.Options{Methods: methods(
		server.Bind("plan", plan), server.Bind("step", j.write),
	)})
	w := dial(t, path)
	w.send(call("plan", "plan", `{"episode":"e","n":1}`))
	<-g.running
	sameJSON(t, w.ask(call("step", "step", `{"episode":"e","n":2}`)), `{"jsonrpc":"2.0","id":"step","result":2}`)
	g.pass <- struct{}{}
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"plan","result":1}`)
}

// TestDeafClientHoldsNoTurn holds that who takes no answers holds up nobody else
// who calls for the same episode.
func TestDeafClientHoldsNoTurn(t *testing.T) {
	const inFlight = 4
	answered := make(chan int, 1000)
	long := func(_ context.Context, w write) (string, error) {
		answered <- w.N
		return strings.Repeat("x", 1<<20), nil
	}
	j := newJournal()
	_, path := serve(t, server.Options{
		Limits:  server.Limits{MaxInFlight: inFlight},
		Methods: methods(server.Bind("long", long), server.Bind("step", j.write)),
	})
	deaf, other := dial(t, path), dial(t, path)
	for n := range 100 {
		deaf.send(call("long", "long", fmt.Sprintf(`{"episode":"e","n":%d}`, n)))
	}
	for range inFlight { // their answers are more than any socket takes
		<-answered
	}
	for range 3 {
		sameJSON(t, other.ask(call("step", "step", `{"episode":"e","n":1}`)), `{"jsonrpc":"2.0","id":"step","result":1}`)
	}
}

// TestBrokenCallsTakeNoPlace sends calls that cannot be started before one that
// can.
func TestBrokenCallsTakeNoPlace(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(server.Bind("hold", g.hold))})
	w := dial(t, path)
	w.send(call("1", "hold", `{"episode":"e","n":1}`))
	<-g.running
	for _, broken := range []string{`{"episode":"e","n":"x"}`, `{"episode":"e","m":1}`, `[1]`} {
		if code, id := code(t, w.ask(call("2", "hold", broken))); code != -32602 || id != `"2"` {
			t.Errorf("%s: code %d id %s", broken, code, id)
		}
	}
	g.pass <- struct{}{}
	sameJSON(t, w.next(), `{"jsonrpc":"2.0","id":"1","result":1}`)
}

// TestInFlight fills a connection's slots: it is not read further, others are.
func TestInFlight(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{
		Limits:  server.Limits{MaxInFlight: 2},
		Methods: methods(server.Bind("hold", g.hold)),
	})
	full, other := dial(t, path), dial(t, path)
	full.send("["+call("1", "hold", `{"n":1}`)+","+call("2", "hold", `{"n":2}`)+","+call("3", "hold", `{"n":3}`)+"]", call("4", "ping", "{}"))
	first := (<-g.running).N + (<-g.running).N
	other.ping()
	select {
	case w := <-g.running:
		t.Errorf("%+v runs as the third", w)
	default:
	}
	g.pass <- struct{}{}
	if third := <-g.running; first != 3 || third.N != 3 {
		t.Errorf("first two %d, third %d", first, third.N)
	}
	g.pass <- struct{}{}
	sameJSON(t, full.next(), `{"jsonrpc":"2.0","id":"4","result":"pong"}`)
	g.pass <- struct{}{}
	sameJSON(t, full.next(), `[{"jsonrpc":"2.0","id":"1","result":1},{"jsonrpc":"2.0","id":"2","result":2},{"jsonrpc":"2.0","id":"3","result":3}]`)
}
