package journal

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"navd/daemon/event"

	"github.com/google/go-cmp/cmp"
)

// inbox is a subscriber that keeps what it is given.
type inbox struct {
	ctx context.Context
	mu  sync.Mutex
	got []string
}

func (b *inbox) Context() context.Context { return b.ctx }

func (b *inbox) Push(ev Told, _ bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.got = append(b.got, fmt.Sprint(ev.Cursor, " ", ev.Event.Episode))
	return true
}

func told(cursor uint64, episode string) Told {
	return Told{Cursor: cursor, Event: event.Logged{Episode: episode}}
}

// Events come in the order of their cursors, however commits end; a commit that
// failed leaves a gap in the numbers, not in the line.
func TestFeed(t *testing.T) {
	f := newFeed(6)
	in := &inbox{ctx: t.Context()}
	sub := &subscription{want: func(event.Logged) bool { return true }, to: in}
	if newest := f.join(sub); newest != 6 || f.newest() != 6 {
		t.Errorf("join gives %d", newest)
	}
	a, b, c, none := f.reserve(1), f.reserve(2), f.reserve(4), f.reserve(0)
	if a != 7 || b != 8 || c != 10 || none != 14 {
		t.Fatalf("reserved %d, %d, %d", a, b, c)
	}
	f.settle(none, 0, nil)
	f.settle(c, 4, []Told{told(10, "c1"), told(12, "c2"), told(13, "c3")}) // 11 is no event
	f.settle(b, 2, nil)                                                    // failed
	late := &inbox{ctx: t.Context()}
	other := &subscription{want: func(ev event.Logged) bool { return ev.Episode != "c2" }, to: late}
	if f.joinAt(other, 5) || !f.joinAt(other, 6) {
		t.Error("a subscriber joins when it has all events up to the last settled one, 6, and not before")
	}
	f.settle(a, 1, []Told{told(7, "a")})
	if diff := cmp.Diff([]string{"7 a", "10 c1", "12 c2", "13 c3"}, in.got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"7 a", "10 c1", "13 c3"}, late.got); diff != "" {
		t.Error(diff)
	}
	f.settle(f.reserve(2), 2, nil) // failed: after a restart these numbers come again
	if settled, newest := f.settledTo(), f.newest(); settled != 15 || newest != 13 {
		t.Errorf("settled to %d, newest %d after a failure", settled, newest)
	}
	if len(f.settled) != 0 || len(f.widths) != 0 {
		t.Errorf("left over: %v, %v", f.settled, f.widths)
	}
	f.leave(sub)
	f.settle(f.reserve(1), 1, []Told{told(16, "d")})
	if len(in.got) != 4 || len(late.got) != 4 {
		t.Errorf("after one left: %v, %v", in.got, late.got)
	}
}
