package server

import (
	"bytes"
	"context"
	"sync"

	"navd/ipc"
)

// batch collects the answers to the members of an array.
type batch struct {
	c     *conn
	line  share  // room of the array's line; its turn once a member is large
	turns queues // queue of the large members

	mu      sync.Mutex // guards the fields below
	waiting int        // members without an answer
	lines   [][]byte   // answers in the order of the members; nil for notifications
	bytes   int        // total length of lines
	kept    []share    // room of the large lines
}

// takeBatch takes up the members of an array in their order. They run like calls on lines
// of their own; their answers are sent together.
func (c *conn) takeBatch(ctx, open context.Context, line []byte, s share) {
	members, broken := ipc.ParseBatch(line, c.srv.opt.Limits.MaxBatch, c.srv.opt.Limits.MaxNesting)
	if broken != nil {
		c.send(outgoing{encodeNameless(broken), []share{s}})
		return
	}
	b := &batch{c: c, line: s, waiting: len(members), lines: make([][]byte, len(members))}
	for i, member := range members {
		c.take(ctx, open, member, b, func(line []byte, s share) { b.answer(i, line, s) })
	}
}

// answer keeps one member's answer; the last one sends them all.
func (b *batch) answer(i int, line []byte, s share) {
	b.mu.Lock()
	b.lines[i] = line
	b.bytes += len(line)
	b.kept = append(b.kept, share{of: s.of, n: s.n})
	b.waiting--
	last := b.waiting == 0
	b.mu.Unlock()
	if s.turn != nil { // after its bytes were counted: the next member checks full
		s.turn.leave()
	}
	if last {
		b.send()
	}
}

// full reports whether the answers have MaxAnswer bytes already, so that no further member
// runs. A nil batch is never full.
func (b *batch) full() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes >= b.c.srv.opt.Limits.MaxAnswer
}

// queueLarge puts a large call at the end of the queue of large calls. All members of a
// batch share one place in the queue of their connection, until the answers are written, so
// that a batch uses no more room than a single call.
func (c *conn) queueLarge(k *call) {
	b := k.batch
	if b == nil {
		k.turns = []*ticket{c.large.take("")}
		return
	}
	if b.line.turn == nil {
		b.line.turn = c.large.take("")
	}
	k.turns = []*ticket{b.line.turn, b.turns.take("")}
}

// send writes the array, and nothing if all members were notifications.
func (b *batch) send() {
	out := make([]byte, 0, b.bytes+2)
	for i, line := range b.lines {
		if line == nil {
			continue
		}
		if len(out) == 0 {
			out = append(out, '[')
		} else {
			out = append(out, ',')
		}
		out = append(out, bytes.TrimSuffix(line, []byte{'\n'})...)
		b.lines[i] = nil // do not hold it twice
	}
	if len(out) > 0 {
		out = append(out, ']', '\n')
	}
	b.c.send(outgoing{out, append(b.kept, b.line)})
}
