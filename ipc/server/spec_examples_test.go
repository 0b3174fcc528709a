package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"
	"github.com/google/go-cmp/cmp"

	"navd/ipc/server"
)

// specExamples are all examples of section 7 of the JSON-RPC 2.0 specification,
// word for word, and the same examples with methods of navd. wants are the
// answers in their order, as "id code": 0 is a result. None means that nothing
// is sent back. Positional parameters are -32602 here.
var specExamples = []struct {
	name, spec, navd string
	batch            bool // answered by an array
	wants            []string
}{
	{name: "positional parameters",
		spec:  `{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}`,
		navd:  `{"jsonrpc": "2.0", "method": "nav.step", "params": ["EPISODE", 1, "stop"], "id": 1}`,
		wants: []string{`1 -32602`}},
	{name: "positional parameters, again",
		spec:  `{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}`,
		navd:  `{"jsonrpc": "2.0", "method": "episode.get", "params": ["EPISODE"], "id": 2}`,
		wants: []string{`2 -32602`}},
	{name: "named parameters",
		spec:  `{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}`,
		navd:  `{"jsonrpc": "2.0", "method": "nav.step", "params": {"episode": "EPISODE", "action": "turn_left", "seq": 1}, "id": 3}`,
		wants: []string{`3 0`}},
	{name: "named parameters in another order",
		spec:  `{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}`,
		navd:  `{"jsonrpc": "2.0", "method": "nav.step", "params": {"seq": 2, "action": "turn_left", "episode": "EPISODE"}, "id": 4}`,
		wants: []string{`4 0`}},
	{name: "notification",
		spec: `{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}`,
		navd: `{"jsonrpc": "2.0", "method": "nav.observe", "params": {"episode": "EPISODE", "scene_type": "kitchen"}}`},
	{name: "notification of no method",
		spec: `{"jsonrpc": "2.0", "method": "foobar"}`,
		navd: `{"jsonrpc": "2.0", "method": "foobar"}`},
	{name: "non-existent method",
		spec:  `{"jsonrpc": "2.0", "method": "foobar", "id": "1"}`,
		navd:  `{"jsonrpc": "2.0", "method": "nav.fly", "id": "1"}`,
		wants: []string{`"1" -32601`}},
	{name: "invalid JSON",
		spec:  `{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]`,
		navd:  `{"jsonrpc": "2.0", "method": "nav.step, "params": "bar", "baz]`,
		wants: []string{`null -32700`}},
	{name: "invalid request object",
		spec:  `{"jsonrpc": "2.0", "method": 1, "params": "bar"}`,
		navd:  `{"jsonrpc": "2.0", "method": 1, "params": {"episode": "EPISODE"}}`,
		wants: []string{`null -32600`}},
	{name: "batch, invalid JSON",
		spec: `[
			{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
			{"jsonrpc": "2.0", "method"
		]`,
		navd: `[
			{"jsonrpc": "2.0", "method": "nav.step", "params": {"episode": "EPISODE", "seq": 3, "action": "stop"}, "id": "1"},
			{"jsonrpc": "2.0", "method"
		]`,
		wants: []string{`null -32700`}},
	{name: "empty array", spec: `[]`, navd: `[]`, wants: []string{`null -32600`}},
	{name: "invalid batch, but not empty", spec: `[1]`, navd: `[1]`, batch: true,
		wants: []string{`null -32600`}},
	{name: "invalid batch", spec: `[1,2,3]`, navd: `[1,2,3]`, batch: true,
		wants: []string{`null -32600`, `null -32600`, `null -32600`}},
	{name: "batch",
		spec: `[
			{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
			{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
			{"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
			{"foo": "boo"},
			{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
			{"jsonrpc": "2.0", "method": "get_data", "id": "9"}
		]`,
		navd: `[
			{"jsonrpc": "2.0", "method": "nav.steps", "params": ["EPISODE", []], "id": "1"},
			{"jsonrpc": "2.0", "method": "nav.step", "params": {"episode": "EPISODE", "seq": 3, "action": "stop"}},
			{"jsonrpc": "2.0", "method": "nav.step", "params": [4], "id": "2"},
			{"foo": "boo"},
			{"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
			{"jsonrpc": "2.0", "method": "navd.info", "id": "9"}
		]`,
		batch: true, wants: []string{`"1" -32602`, `"2" -32602`, `null -32600`, `"5" -32601`, `"9" 0`}},
	{name: "batch, all notifications",
		spec: `[
			{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},
			{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}
		]`,
		navd: `[
			{"jsonrpc": "2.0", "method": "nav.step", "params": {"episode": "EPISODE", "seq": 4, "action": "turn_right"}},
			{"jsonrpc": "2.0", "method": "nav.step", "params": {"episode": "EPISODE", "seq": 5, "action": "turn_right"}}
		]`},
}

// TestSpecificationExamples sends every example of the specification.
func TestSpecificationExamples(t *testing.T) {
	_, path := serve(t, server.Options{Methods: specMethods()})
	for _, test := range specExamples {
		t.Run(test.name, func(t *testing.T) {
			w := dial(t, path)
			w.send(oneLine(test.spec))
			if diff := cmp.Diff(test.wants, w.all(test.batch)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestSpecificationExamplesOfNavd sends the examples with methods of a daemon,
// and looks whether the notifications among them were carried out, and what was
// refused was not.
func TestSpecificationExamplesOfNavd(t *testing.T) {
	_, path := serve(t, server.Options{Methods: server.Methods(openDaemon(t))})
	w := dial(t, path)
	var begun struct{ Episode string }
	answer(t, w, call("begin", "episode.begin", `{"goal":"sofa"}`), &begun)
	for _, test := range specExamples {
		t.Run(test.name, func(t *testing.T) {
			w := dial(t, path)
			w.send(oneLine(strings.ReplaceAll(test.navd, "EPISODE", begun.Episode)))
			if diff := cmp.Diff(test.wants, w.all(test.batch)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
	var log struct{ Entries []struct{ Kind string } }
	answer(t, w, call("log", "episode.log", `{"episode":"`+begun.Episode+`","kinds":["step","scene"]}`), &log)
	var got []string
	for _, e := range log.Entries {
		got = append(got, e.Kind)
	}
	if diff := cmp.Diff([]string{"step", "step", "scene", "step", "step", "step"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// all shuts down the sending half and gives every answer that comes then, as
// "id code".
func (w *wire) all(batch bool) []string {
	w.t.Helper()
	if err := w.nc.(*net.UnixConn).CloseWrite(); err != nil {
		w.t.Fatal(err)
	}
	text, err := io.ReadAll(w.in)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(text) == 0 {
		return nil
	}
	if got := text[0] == '['; got != batch {
		w.t.Errorf("answered by an array: %v, want %v: %s", got, batch, text)
	}
	return outcomes(w.t, string(text))
}

// outcomes gives the answers of a line as "id code", 0 for a result.
func outcomes(t testing.TB, line string) (got []string) {
	t.Helper()
	var members []json.RawMessage
	if line[0] != '[' {
		line = "[" + line + "]"
	}
	if err := json.Unmarshal([]byte(line), &members); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	for _, m := range members {
		code, id := code(t, string(m))
		got = append(got, fmt.Sprint(id, " ", code))
	}
	return got
}

// TestSpecificationSecondOpinion sends the examples to the server of another
// implementation and compares what it says.
func TestSpecificationSecondOpinion(t *testing.T) {
	for _, test := range specExamples {
		t.Run(test.name, func(t *testing.T) {
			w := theirServer(t)
			w.send(oneLine(test.spec))
			var got []string
			if len(test.wants) > 0 {
				got = outcomes(t, w.next())
			}
			w.ping()
			if json.Valid([]byte(test.spec)) { // jrpc2 now and then says of JSON that it is none
				for i := range got {
					got[i] = strings.Replace(got[i], "null -32700", "null -32600", 1)
				}
			}
			if diff := cmp.Diff(test.wants, got); diff != "" {
				t.Errorf("-ours +theirs:\n%s", diff)
			}
		})
	}
}

// theirServer serves the methods of the specification by jrpc2.
func theirServer(t *testing.T) *wire {
	t.Helper()
	named := func(fn any) jrpc2.Handler {
		info, err := handler.Check(fn)
		if err != nil {
			t.Fatal(err)
		}
		return info.AllowArray(false).SetStrict(true).Wrap()
	}
	here, there := net.Pipe()
	s := jrpc2.NewServer(handler.Map{
		"ping": named(ping), "subtract": named(subtract), "sum": named(sum),
		"notify_sum": named(sum), "get_data": named(getData),
	}, nil).Start(channel.Line(there, there))
	t.Cleanup(func() {
		s.Stop()
		s.Wait()
	})
	return newWire(t, here)
}
