package journal

import "sync"

// feed numbers the lines of the one log and publishes the events among them in that order,
// whatever the order in which their commits end.
type feed struct {
	mu      sync.Mutex        // guards all below
	next    uint64            // cursor of the next line
	sent    uint64            // all cursors up to this one are settled and published
	stored  uint64            // the newest published event; cursors of failed commits are used again after a restart
	settled map[uint64][]Told // by the first cursor of a commit: its events, while an earlier commit is not settled
	widths  map[uint64]int    // by the same cursor: how many cursors the commit has
	subs    map[*subscription]bool
}

func newFeed(last uint64) *feed {
	return &feed{
		next: last + 1, sent: last, stored: last,
		settled: map[uint64][]Told{}, widths: map[uint64]int{}, subs: map[*subscription]bool{},
	}
}

// reserve takes n cursors and gives the first of them.
func (f *feed) reserve(n int) uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := f.next
	f.next += uint64(n)
	return first
}

// settle ends the reservation of n cursors: events are those that were stored, none when the
// commit failed. It publishes all events up to the first cursor that is not settled.
func (f *feed) settle(first uint64, n int, events []Told) {
	if n == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settled[first], f.widths[first] = events, n
	for {
		from := f.sent + 1
		width, ok := f.widths[from]
		if !ok {
			return
		}
		for _, ev := range f.settled[from] {
			f.stored = ev.Cursor
			f.publish(ev)
		}
		delete(f.settled, from)
		delete(f.widths, from)
		f.sent += uint64(width)
	}
}

func (f *feed) publish(ev Told) {
	for s := range f.subs {
		if s.want(ev.Event) {
			s.push(ev, false)
		}
	}
}

// join subscribes to new events and gives the cursor of the newest one before them.
func (f *feed) join(s *subscription) (newest uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.subs[s] = true
	return f.stored
}

// joinBehind is join for a subscriber that does not get the lines after a cursor: they count
// as lost.
func (f *feed) joinBehind(s *subscription, have uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s.lost += int(f.sent - have)
	if s.to.Context().Err() == nil {
		f.subs[s] = true
	}
}

// joinAt is join for a subscriber that has all events up to a cursor; false when newer lines
// were published since.
func (f *feed) joinAt(s *subscription, have uint64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if have < f.sent {
		return false
	}
	if s.to.Context().Err() == nil {
		f.subs[s] = true
	}
	return true
}

// newest is the cursor of the newest event that was published.
func (f *feed) newest() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stored
}

// settledTo is the cursor up to which every line is stored, or its commit failed.
func (f *feed) settledTo() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sent
}

func (f *feed) leave(s *subscription) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.subs, s)
}

func (f *feed) subscribers() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.subs)
}
