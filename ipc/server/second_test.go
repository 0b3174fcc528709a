package server_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/google/go-cmp/cmp"

	"navd/ipc/server"
)

// TestSecondOpinion lets another implementation of the protocol call the server.
func TestSecondOpinion(t *testing.T) {
	s := newSubscriber()
	_, path := serve(t, server.Options{Methods: append(specMethods(), server.BindPush("events.subscribe", s.subscribe))})
	nc, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	events := make(chan string, 1)
	c := jrpc2.NewClient(channel.Line(nc, nc), &jrpc2.ClientOptions{
		OnNotify: func(r *jrpc2.Request) { events <- r.Method() + r.ParamString() },
	})
	defer c.Close()
	ctx := context.Background()

	var difference int
	if err := c.CallResult(ctx, "subtract", subtraction{42, 23}, &difference); err != nil || difference != 19 {
		t.Errorf("subtract: %d, %v", difference, err)
	}
	for name, test := range map[string]struct {
		method string
		params any
		code   jrpc2.Code
	}{
		"no such method": {"add", nil, jrpc2.MethodNotFound},
		"bad parameters": {"subtract", map[string]int{"minuend": 1}, jrpc2.InvalidParams},
		"positional":     {"subtract", []int{1, 2}, jrpc2.InvalidParams},
	} {
		_, err := c.Call(ctx, test.method, test.params)
		var wire *jrpc2.Error
		if !errors.As(err, &wire) || wire.Code != test.code || len(wire.Data) == 0 {
			t.Errorf("%s: %v, want code %d with data", name, err, test.code)
		}
	}
	if err := c.Notify(ctx, "notify_sum", numbers{[]int{1}}); err != nil {
		t.Error(err)
	}
	answers, err := c.Batch(ctx, []jrpc2.Spec{
		{Method: "sum", Params: numbers{[]int{1, 2, 4}}},
		{Method: "notify_sum", Params: numbers{[]int{7}}, Notify: true},
		{Method: "foo.get"},
		{Method: "get_data"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range answers {
		got = append(got, fmt.Sprint(a.ResultString(), a.Error() != nil))
	}
	if diff := cmp.Diff([]string{"7false", "true", `["hello",5]false`}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if _, err := c.Call(ctx, "events.subscribe", nil); err != nil {
		t.Fatal(err)
	}
	(<-s.conns).Push(event(5), false)
	if got, want := <-events, `event{"cursor":"5","type":"plan","time":"0001-01-01T00:00:00Z","data":5}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
