package server

import (
	"bytes"
	"context"
	"sync"

	"navd/ipc"
)

// batch gathers the answers to the members of an array.
type batch struct {
	c     *conn
	line  share  // of the array, with its turn once a member is large
	turns queues // of the large members, in one queue

	mu      sync.Mutex // guards what follows
	waiting int        // members without an answer
	lines   [][]byte   // in the order of the members; nil for notifications
	bytes   int        // of lines
	kept    []share    // of the lines that are large
}

// takeBatch takes up the members of an array in their order. They run like
// calls on lines of their own; their answers leave together.
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
	if s.turn != nil { // its bytes count before the next member looks
		s.turn.leave()
	}
	if last {
		b.send()
	}
}

// full reports whether the answers are so many bytes that no further member runs.
func (b *batch) full() bool {
	if b == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.bytes >= b.c.srv.opt.Limits.MaxAnswer
}

// queueLarge puts a large call at the end of the queue of such calls. A batch has one
// place in the queue of its connection, until its answers are written; so it
// holds a connection's share of the room and no more.
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
		b.lines[i] = nil // not held twice
	}
	if len(out) > 0 {
		out = append(out, ']', '\n')
	}
	b.c.send(outgoing{out, append(b.kept, b.line)})
}
