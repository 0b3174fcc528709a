package server

import (
	"bytes"
	"context"
	"sync"

	"navd/ipc"
)

// batch gathers the answers to the members of an array.
type batch struct {
	c *conn

	mu      sync.Mutex // guards what follows
	waiting int        // members without an answer
	lines   [][]byte   // in the order of the members; nil for notifications
}

// takeBatch takes up the members of an array in their order. They run like
// calls on lines of their own; their answers leave together.
func (c *conn) takeBatch(ctx, open context.Context, line []byte) {
	members, broken := ipc.ParseBatch(line, c.srv.opt.Limits.MaxBatch, c.srv.opt.Limits.MaxNesting)
	if broken != nil {
		c.send(encodeNameless(broken))
		return
	}
	b := &batch{c: c, waiting: len(members), lines: make([][]byte, len(members))}
	for i, member := range members {
		c.take(ctx, open, member, func(line []byte) { b.answer(i, line) })
	}
}

// answer keeps one member's answer; the last one sends them all.
func (b *batch) answer(i int, line []byte) {
	b.mu.Lock()
	b.lines[i] = line
	b.waiting--
	last := b.waiting == 0
	b.mu.Unlock()
	if last {
		b.send()
	}
}

// send writes the array, and nothing if all members were notifications.
func (b *batch) send() {
	out := []byte{'['}
	for _, line := range b.lines {
		if line == nil {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(out, bytes.TrimSuffix(line, []byte{'\n'})...)
	}
	if len(out) > 1 {
		b.c.send(append(out, ']', '\n'))
	}
}
