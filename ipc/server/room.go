package server

import (
	"context"

	"golang.org/x/sync/semaphore"

	"navd/daemon/fault"
)

const (
	ownRoom     = 64 << 10 // bytes of lines at work that are reserved for each connection
	leastRoom   = 16 << 10 // least bytes that a line at work counts, with its answer
	decodedRoom = 4        // a line at work counts this many times its length
	runningRoom = 2        // a large answer that is being made counts this many times MaxAnswer
	longLines   = 4        // lines beyond keptBuffer that may arrive at a time, in all connections
	largeAtOnce = 3        // large answers that may be made at a time, in all connections
)

// room bounds the bytes that all connections may hold, by purpose.
type room struct {
	coming  *semaphore.Weighted // long lines until they are complete and taken up
	lines   *semaphore.Weighted // lines at work, beyond what each connection has for itself
	answers *semaphore.Weighted // large answers, from before they are made until they were written
}

func newRoom(l Limits) room {
	return room{
		coming:  semaphore.NewWeighted(longLines * int64(l.MaxLine)),
		lines:   semaphore.NewWeighted(max(l.MaxLines, lineRoom(l.MaxLine))),
		answers: semaphore.NewWeighted(largeAtOnce * runningRoom * int64(l.MaxAnswer)),
	}
}

// lineRoom is how many bytes a line of n bytes counts while it is at work.
func lineRoom(n int) int64 { return max(leastRoom, decodedRoom*int64(n)) }

// share is the room that a line or an answer takes. The zero share takes none.
type share struct {
	of   *semaphore.Weighted
	n    int64
	turn *ticket // place of a large call; the next large call of the connection waits for it
}

// giveBack gives the room and the turn back.
func (s share) giveBack() {
	if s.of != nil {
		s.of.Release(s.n)
	}
	if s.turn != nil {
		s.turn.leave()
	}
}

// shareOfLine waits until there is room for a line. A line that fits into the connection's
// own room does not wait for other connections. It fails when the connection takes up no
// more lines.
func (c *conn) shareOfLine(bytes int) (share, error) {
	n, all := lineRoom(bytes), c.srv.room.lines
	switch {
	case c.own.TryAcquire(n):
		return share{of: c.own, n: n}, nil
	case all.TryAcquire(n):
		return share{of: all, n: n}, nil
	case n <= ownRoom:
		return share{of: c.own, n: n}, c.own.Acquire(c.reading, n)
	}
	return share{of: all, n: n}, all.Acquire(c.reading, n)
}

// shareOfAnswer waits until a large answer may be made: one at a time for each connection,
// largeAtOnce for all. It waits for room at most for WriteTimeout, because batches that hold
// answers could wait for each other.
func (c *conn) shareOfAnswer(ctx context.Context, k *call) (share, error) {
	s := share{turn: k.turns[len(k.turns)-1]}
	for _, turn := range k.turns {
		if err := turn.wait(ctx); err != nil {
			return s, err
		}
	}
	if c.broken.Load() { // nobody takes the answer, and a large call only reads
		return s, fault.New(fault.Unavailable, "the client is gone")
	}
	if k.batch.full() {
		return s, batchFault(c.srv.opt.Limits.MaxAnswer)
	}
	limited, cancel := context.WithTimeout(ctx, c.srv.opt.Limits.WriteTimeout)
	defer cancel()
	pool, n := c.srv.room.answers, runningRoom*int64(c.srv.opt.Limits.MaxAnswer)
	if err := pool.Acquire(limited, n); err != nil {
		if ctx.Err() == nil {
			err = fault.New(fault.Unavailable, "no room: clients have not read other large answers yet; this call was not run").WithHint("call again later")
		}
		return s, err
	}
	s.of, s.n = pool, n
	return s, nil
}

// shrink gives back all but n bytes of the share.
func (s share) shrink(n int) share {
	if over := s.n - int64(n); s.of != nil && over > 0 {
		s.of.Release(over)
		s.n = int64(n)
	}
	return s
}

func largeFault(n, limit int) *fault.Error {
	return fault.New(fault.TooLarge, "the answer has %d bytes, at most %d are allowed", n, limit).
		WithHint("ask for less: a smaller limit, page by page, or a part of it by another method")
}

func batchFault(limit int) *fault.Error {
	return fault.New(fault.TooLarge, "the answers of this batch have %d bytes or more already; this call was not run", limit).
		WithHint("send the call on a line of its own, or in a smaller batch")
}
