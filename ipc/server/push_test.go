package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
	"navd/ipc/server"
)

// subscriber hands the connections of its subscriptions to the test. Before it
// answers it pushes as many events as it is asked for.
type subscriber struct{ conns chan server.Conn }

type subscribe struct {
	First int `json:"first,omitempty"`
}

func (s *subscriber) subscribe(_ context.Context, p subscribe, c server.Conn) (none, error) {
	for i := range p.First {
		c.Push(event(i), false)
	}
	s.conns <- c
	return none{}, nil
}

func newSubscriber() *subscriber { return &subscriber{make(chan server.Conn, 1)} }

func event(n int) ipc.Event { return ipc.Event{Cursor: fmt.Sprint(n), Type: "plan", Data: n} }

// nextEvent reads an event and gives its cursor and how many were lost.
func (w *wire) nextEvent() (cursor string, lost int) {
	w.t.Helper()
	line := w.next()
	var got struct {
		JSONRPC, Method string
		Params          ipc.Event
	}
	if err := json.Unmarshal([]byte(line), &got); err != nil || got.Method != "event" || got.JSONRPC != "2.0" {
		w.t.Fatalf("no event: %s", line)
	}
	return got.Params.Cursor, got.Params.Lost
}

func TestPush(t *testing.T) {
	s := newSubscriber()
	_, path := serve(t, server.Options{Methods: methods(server.BindPush("events.subscribe", s.subscribe))})
	w := dial(t, path)
	sameJSON(t, w.ask(call("1", "events.subscribe", `{"first":3}`)), `{"jsonrpc":"2.0","id":"1","result":{}}`)
	for i := range 3 { // pushed before the answer, written after it
		if cursor, lost := w.nextEvent(); cursor != fmt.Sprint(i) || lost != 0 {
			t.Errorf("event %s, %d lost", cursor, lost)
		}
	}
	c := <-s.conns
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	if !c.Push(ipc.Event{Cursor: "9", Type: "stuck", Episode: "e", Seq: 4, Time: at, Data: map[string]string{"a": "<b>"}}, false) {
		t.Error("dropped")
	}
	if got, want := w.next(), `{"jsonrpc":"2.0","method":"event","params":{"cursor":"9","type":"stuck","episode":"e","seq":4,"time":"2026-03-01T12:00:00Z","data":{"a":"<b>"}}}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	c.Push(ipc.Event{Cursor: "10", Data: func() {}}, false) // cannot be encoded: logged, not sent
	w.ping()

	w.nc.Close()
	<-c.Context().Done()
	if c.Push(event(11), false) {
		t.Error("pushed to a closed connection")
	}
}

// TestPushToASlowReader fills the buffer of a client that does not read.
func TestPushToASlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSubscriber()
		srv := server.New(server.Options{
			Limits:  server.Limits{MaxEvents: 4},
			Methods: methods(server.BindPush("events.subscribe", s.subscribe)),
		})
		w := newWire(t, srv.Pipe(t.Context()))
		w.in = bufio.NewReaderSize(w.nc, 16)                // takes no event along with the answer
		w.ask(call("1", "events.subscribe", `{"first":6}`)) // 4 are held, 2 lost
		c := <-s.conns
		synctest.Wait() // the writer holds event 0; 1 to 3 wait
		var pushed []bool
		for i := 6; i < 9; i++ {
			pushed = append(pushed, c.Push(event(i), false))
		}
		if diff := cmp.Diff([]bool{true, false, false}, pushed); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		type got struct {
			Cursor string
			Lost   int
		}
		read := func(n int) (events []got) {
			for range n {
				cursor, lost := w.nextEvent()
				events = append(events, got{cursor, lost})
			}
			return events
		}
		if diff := cmp.Diff([]got{{"0", 0}, {"1", 0}, {"2", 0}, {"3", 0}, {"6", 2}}, read(5)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		synctest.Wait()
		c.Push(event(9), false)
		c.Push(event(10), false)
		if diff := cmp.Diff([]got{{"9", 2}, {"10", 0}}, read(2)); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		w.nc.Close()
		synctest.Wait()
	})
}

type size struct {
	Bytes int `json:"bytes"`
}

func fill(_ context.Context, s size) (string, error) { return strings.Repeat("x", s.Bytes), nil }

// TestSilentReader lets a client take no answers: it is disconnected when its
// time is over, not before.
func TestSilentReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSubscriber()
		srv := server.New(server.Options{
			Limits: server.Limits{WriteTimeout: time.Minute},
			Methods: methods(
				server.Bind("fill", fill), server.BindPush("events.subscribe", s.subscribe),
			),
		})
		began := time.Now()
		nc := srv.Pipe(t.Context())
		w := &wire{t: t, nc: nc}
		w.send(call("0", "events.subscribe", `{}`), call("1", "fill", `{"bytes":1}`))
		c := <-s.conns
		<-c.Context().Done()
		if took := time.Since(began); took != time.Minute {
			t.Errorf("disconnected after %v", took)
		}
		nc.Close()
		synctest.Wait()
	})
}

// TestSlowReader takes a long answer bit by bit, with pauses that are each just
// allowed.
func TestSlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := server.New(server.Options{
			Limits:  server.Limits{WriteTimeout: time.Minute},
			Methods: methods(server.Bind("fill", fill)),
		})
		nc := srv.Pipe(t.Context())
		w := &wire{t: t, nc: nc}
		w.send(call("1", "fill", `{"bytes":2000000}`))
		total, block := 0, make([]byte, 128<<10)
		for total < 2_000_000 {
			time.Sleep(25 * time.Second)
			n, err := nc.Read(block)
			if err != nil {
				t.Fatalf("after %d bytes: %v", total, err)
			}
			total += n
		}
		nc.Close()
		synctest.Wait()
	})
}

// TestSilentReadersDisturbNobody asks for much over connections that are never
// read, and works over another meanwhile.
func TestSilentReadersDisturbNobody(t *testing.T) {
	_, path := serve(t, server.Options{Methods: methods(server.Bind("fill", fill))})
	for range 4 {
		silent, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		defer silent.Close()
		for range 20 {
			fmt.Fprintln(silent, call("1", "fill", `{"bytes":1000000}`))
		}
	}
	w := dial(t, path)
	for range 100 {
		w.ping()
	}
}
