package client_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"navd/ipc"
	"navd/ipc/client"
)

func TestEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		here, there := net.Pipe()
		c := client.New(here)
		push := func(line string) { io.WriteString(there, line+"\n") }
		event := func(n, lost int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","method":"event","params":{"cursor":"%d","type":"plan","time":"2026-03-01T12:00:00Z","data":{"n":%d},"lost":%d}}`, n, n, lost)
		}
		push(event(0, 3))
		push(`{"jsonrpc":"2.0","method":"event","params":"odd"}`) // lost
		push(`{"jsonrpc":"2.0","method":"news","params":{}}`)     // of another kind: ignored
		push(event(1, 1))
		at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
		for i, lost := range []int{3, 2} {
			want := ipc.Event{Cursor: fmt.Sprint(i), Type: "plan", Time: at, Data: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i)), Lost: lost}
			if diff := cmp.Diff(want, <-c.Events()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		}
		for i := range 1030 { // six more than are kept
			push(event(i, 0))
		}
		synctest.Wait()
		for range 1024 {
			<-c.Events()
		}
		push(event(2000, 0))
		if got := <-c.Events(); got.Cursor != "2000" || got.Lost != 6 {
			t.Errorf("event %s, %d lost", got.Cursor, got.Lost)
		}
		there.Close()
		if _, open := <-c.Events(); open {
			t.Error("the events are still open")
		}
		c.Close()
	})
}
