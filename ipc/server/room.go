package server

import (
	"context"

	"golang.org/x/sync/semaphore"

	"navd/daemon/fault"
)

const (
	ownRoom     = 64 << 10 // bytes of lines at work that each connection has for itself
	leastRoom   = 16 << 10 // bytes that a line at work counts as, with its answer, at least
	decodedRoom = 4        // what a line takes when it is read, in its lengths
	runningRoom = 2        // what a large answer takes while it is made, in MaxAnswer
	longLines   = 4        // lines beyond keptBuffer that may be on their way at a time, in all connections
	largeAtOnce = 3        // large answers that may be made at a time, in all connections
)

// room is how many bytes all connections may hold, by what they hold them for.
type room struct {
	coming  *semaphore.Weighted // long lines until they are whole and taken up
	lines   *semaphore.Weighted // lines at work, beyond what each connection has for itself
	answers *semaphore.Weighted // large answers, from before they are made until they are written
}

func newRoom(l Limits) room {
	return room{
		coming:  semaphore.NewWeighted(longLines * int64(l.MaxLine)),
		lines:   semaphore.NewWeighted(max(l.MaxLines, lineRoom(l.MaxLine))),
		answers: semaphore.NewWeighted(largeAtOnce * runningRoom * int64(l.MaxAnswer)),
	}
}

// lineRoom is what a line of n bytes counts as while it is at work.
func lineRoom(n int) int64 { return max(leastRoom, decodedRoom*int64(n)) }

// share is what a line or an answer has of the room. The zero share is none.
type share struct {
	of   *semaphore.Weighted
	n    int64
	turn *ticket // of a large call, behind which others of its connection wait
}

// giveBack ends the share.
func (s share) giveBack() {
	if s.of != nil {
		s.of.Release(s.n)
	}
	if s.turn != nil {
		s.turn.leave()
	}
}

// shareOfLine waits until there is room for a line. A line that fits what the
// connection has for itself needs nothing of the others. It fails when the
// connection takes up no more lines.
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

// shareOfAnswer waits until a large answer may be made: one at a time for each
// connection, a few for all. It waits WriteTimeout for others at most, since
// batches that keep answers could wait for each other.
func (c *conn) shareOfAnswer(ctx context.Context, k *call) (share, error) {
	s := share{turn: k.turns[len(k.turns)-1]}
	for _, turn := range k.turns {
		if err := turn.wait(ctx); err != nil {
			return s, err
		}
	}
	if c.broken.Load() { // nobody takes the answer, and nothing would change
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
			err = fault.New(fault.Unavailable, "large answers wait for those who asked for them; this call was not run").WithHint("ask again")
		}
		return s, err
	}
	s.of, s.n = pool, n
	return s, nil
}

// shrink gives back all of the share but n bytes.
func (s share) shrink(n int) share {
	if over := s.n - int64(n); s.of != nil && over > 0 {
		s.of.Release(over)
		s.n = int64(n)
	}
	return s
}

func largeFault(n, limit int) *fault.Error {
	return fault.New(fault.TooLarge, "the answer has %d bytes, an answer at most %d", n, limit).
		WithHint("ask for less: a smaller limit, a cursor, or a part of it by another method")
}

func batchFault(limit int) *fault.Error {
	return fault.New(fault.TooLarge, "the answers of this batch have %d bytes already; this call was not run", limit).
		WithHint("ask on a line of its own, or in a smaller batch")
}
