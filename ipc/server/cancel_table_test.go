package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
	"navd/ipc/server"
)

// TestCancelTable takes back calls in every state, by a notification and by a
// request. wants are the answers to the calls; found is what the request is told.
func TestCancelTable(t *testing.T) {
	g := newGate()
	_, path := serve(t, server.Options{Methods: methods(
		server.Bind("hold", g.hold), server.Bind("commit", g.holdFast),
	)})
	begin := func(w *wire, line string) {
		w.send(line)
		<-g.running
	}
	tests := []struct {
		name   string
		before func(w *wire)
		params string // of the cancel
		found  bool
		other  bool // sent on another connection
		after  int  // calls that are let go on then
		wants  []string
	}{
		{"running", func(w *wire) { begin(w, call("1", "hold", `{"episode":"e"}`)) }, `{"id":"1"}`, true, false, 0, []string{`"1" -32008`}},
		{"running without a queue", func(w *wire) { begin(w, call("1", "hold", `{}`)) }, `{"id":"1"}`, true, false, 0, []string{`"1" -32008`}},
		{"queued", func(w *wire) {
			begin(w, call("0", "hold", `{"episode":"e"}`))
			w.send(call("1", "hold", `{"episode":"e"}`))
		}, `{"id":"1"}`, true, false, 1, []string{`"0" 0`, `"1" -32008`}},
		{"committed", func(w *wire) { begin(w, call("1", "commit", `{"episode":"e"}`)) }, `{"id":"1"}`, true, false, 1, []string{`"1" 0`}},
		{"in a batch", func(w *wire) {
			w.send("[" + call("1", "hold", `{"episode":"e"}`) + "," + call("2", "ping", `{}`) + "]")
			<-g.running
		}, `{"id":"1"}`, true, false, 0, []string{`"1" -32008`, `"2" 0`}},
		{"two of one id", func(w *wire) {
			begin(w, call("1", "hold", `{"episode":"e"}`))
			begin(w, call("1", "hold", `{"episode":"f"}`))
		}, `{"id":"1"}`, true, false, 0, []string{`"1" -32008`, `"1" -32008`}},
		{"answered", func(w *wire) { w.ask(call("1", "ping", `{}`)) }, `{"id":"1"}`, false, false, 0, nil},
		{"refused", func(w *wire) { w.ask(call("1", "hold", `[1]`)) }, `{"id":"1"}`, false, false, 0, nil},
		{"unknown", func(*wire) {}, `{"id":"1"}`, false, false, 0, nil},
		{"unknown number", func(*wire) {}, `{"id":1e999}`, false, false, 0, nil},
		{"an id of another type", func(w *wire) { begin(w, call("1", "hold", `{}`)) }, `{"id":1}`, false, false, 1, []string{`"1" 0`}},
		{"an id written otherwise", func(w *wire) { begin(w, call("1", "hold", `{}`)) }, `{"id":"\u0031"}`, false, false, 1, []string{`"1" 0`}},
		{"of another connection", func(w *wire) { begin(w, call("1", "hold", `{}`)) }, `{"id":"1"}`, false, true, 1, []string{`"1" 0`}},
	}
	for _, test := range tests {
		for _, form := range []string{"notification", "request"} {
			t.Run(test.name+" by a "+form, func(t *testing.T) {
				w, sender := dial(t, path), dial(t, path)
				if !test.other {
					sender = w
				}
				test.before(w)
				wants, cancel := slices.Clone(test.wants), notify("$/cancel", test.params)
				if form == "request" {
					wants, cancel = append(wants, `"c" 0`), call("c", "$/cancel", test.params)
				}
				sender.send(cancel, call("taken", "ping", "{}"))
				wants = append(wants, `"taken" 0`)
				var got []string
				found := ""
				read := func(w *wire) {
					line := w.next()
					got = append(got, outcomes(t, line)...)
					if strings.Contains(line, `"cancelled":`) {
						found = line
					}
				}
				for !slices.Contains(got, `"taken" 0`) {
					read(sender)
				}
				for range test.after {
					g.pass <- struct{}{}
				}
				for len(got) < len(wants) {
					read(w)
				}
				slices.Sort(got)
				slices.Sort(wants)
				if diff := cmp.Diff(wants, got); diff != "" {
					t.Errorf("-want +got:\n%s", diff)
				}
				if want := fmt.Sprintf(`"cancelled":%v`, test.found); form == "request" && !strings.Contains(found, want) {
					t.Errorf("answer %q, want %s", found, want)
				}
				w.ping()
			})
		}
	}
}

// TestCancelStep takes back steps of a real daemon as soon as they are sent, so
// that some are too late: a step that was taken answers its result, and one that
// answers -32008 was not taken.
func TestCancelStep(t *testing.T) {
	_, path := serve(t, server.Options{Methods: server.Methods(openDaemon(t))})
	w := dial(t, path)
	var begun struct{ Episode string }
	answer(t, w, call("b", ipc.EpisodeBegin, `{"goal":"sofa"}`), &begun)
	taken, back := 0, 0
	for i := range 90 {
		step := call("s", ipc.NavStep, fmt.Sprintf(`{"episode":%q,"seq":%d,"action":"forward"}`, begun.Episode, taken+1))
		between := strings.Repeat("1,", i%45) // gives the step more and more time
		switch i % 3 {
		case 0:
			w.send("[" + step + "," + cancelLine(`"s"`) + "]")
		case 1:
			w.send(step, strings.Repeat(notify("no.method", "{}")+"\n", 5*(i%45))+cancelLine(`"s"`))
		case 2:
			w.send("[" + step + "," + between + cancelLine(`"s"`) + "]")
		}
		switch got := outcomes(t, w.next()); got[0] {
		case `"s" 0`:
			taken++
		case `"s" -32008`:
			back++
		default:
			t.Fatalf("call %d: %s", i, got)
		}
		var log ipc.LogResult
		answer(t, w, call("log", ipc.EpisodeLog, fmt.Sprintf(`{"episode":%q,"kinds":["step"],"after_seq":%d}`, begun.Episode, max(taken-1, 0))), &log)
		if n := len(log.Entries); n != min(taken, 1) {
			t.Fatalf("call %d: %d steps were answered, %d more stand in the log, %d taken back", i, taken, n, back)
		}
	}
	t.Logf("%d steps were taken, %d taken back", taken, back)
}
