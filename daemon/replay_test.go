package daemon

import (
	"context"
	"runtime"
	"strconv"
	"testing"

	"navd/daemon/event"
	"navd/daemon/nav"
	"navd/ipc"
)

// reader is a subscriber that reads one event each time it is asked to.
type reader struct {
	ctx  context.Context
	line chan ipc.Event
}

func (r *reader) Context() context.Context { return r.ctx }

func (r *reader) Push(ev ipc.Event, wait bool) bool {
	if !wait {
		select {
		case r.line <- ev:
			return true
		default:
			return false
		}
	}
	select {
	case r.line <- ev:
		return true
	case <-r.ctx.Done():
		return false
	}
}

// A subscriber that was away for long gets everything it missed, at its own
// pace, and then what is new: each once and in order.
func TestReplayAtTheReadersPace(t *testing.T) {
	t.Parallel()
	d := openDaemon(t, 4)
	id := begin(t, d)
	seq := 0
	walk := func(n int) {
		for range n {
			seq++
			if _, err := d.Nav.Step(t.Context(), ipc.StepParams{Episode: id, Step: nav.Step{Seq: seq, Action: nav.Forward}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	const many = 2 * 512 // pages of the log
	walk(2 * many)       // an anchor every second step
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r := &reader{ctx: ctx, line: make(chan ipc.Event)}
	p := ipc.SubscribeParams{Since: "0", Types: []string{string(event.AnchorCreated)}}
	if _, err := d.Events.Subscribe(ctx, p, r); err != nil {
		t.Fatal(err)
	}
	last := 0
	for i := range many + 1 {
		ev := <-r.line
		cursor, err := strconv.Atoi(ev.Cursor)
		if err != nil || cursor <= last || ev.Lost != 0 {
			t.Fatalf("event %d: cursor %q after %d, lost %d", i, ev.Cursor, last, ev.Lost)
		}
		last = cursor
		if i == 10 {
			walk(2) // news while the old ones are read
		}
	}
	if ev := <-r.line; ev.Type != string(event.AnchorCreated) || ev.Seq != seq {
		t.Errorf("the news is %+v, want the anchor of step %d", ev, seq)
	}
}

// A subscriber that goes away in the middle holds nothing up.
func TestReplayIsLeft(t *testing.T) {
	d := openDaemon(t, 4)
	for range 5 {
		begin(t, d)
	}
	ctx, leave := context.WithCancel(t.Context())
	r := &reader{ctx: ctx, line: make(chan ipc.Event)}
	if _, err := d.Events.Subscribe(ctx, ipc.SubscribeParams{Since: "0"}, r); err != nil {
		t.Fatal(err)
	}
	<-r.line
	leave()
	for d.core.journal.Subscribers() > 0 {
		runtime.Gosched()
	}
}
