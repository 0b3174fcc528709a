package server

import (
	"errors"
	"os"
	"time"

	"navd/ipc"
)

const (
	writeChunk  = 256 << 10 // bytes that a client has WriteTimeout to take
	joinedLines = 64 << 10  // bytes up to which waiting lines are written together

	stoppingWrite = 2 * time.Second // replaces WriteTimeout while the server stops
	forcedWrite   = time.Second     // time for all remaining writes when the server is forced to stop
)

// outgoing is a line, nil for none, with the room that it and its call take until it was
// written.
type outgoing struct {
	line   []byte
	shares []share
}

// written gives the room of a line back.
func (o outgoing) written() {
	for _, s := range o.shares {
		s.giveBack()
	}
}

// send writes a line directly if nobody else writes, which is fastest for a client that
// waits for it; else it hands the line to the writer. It waits while the client does not
// take earlier lines, at most for WriteTimeout.
func (c *conn) send(o outgoing) {
	if len(o.line) == 0 {
		o.written()
		return
	}
	if len(c.answers) == 0 {
		select {
		case c.writing <- struct{}{}:
			c.put(o.line)
			<-c.writing
			o.written()
			return
		default:
		}
	}
	c.answers <- o
}

// write writes events, and the lines that send could not write directly, until answers is
// closed.
func (c *conn) write() {
	var buf joined
	for {
		select {
		case o, more := <-c.answers:
			if !more {
				return
			}
			buf.add(o)
		case ev := <-c.events:
			// An answer that was sent before the event goes first.
			for range len(c.answers) {
				buf.add(<-c.answers) // nothing when answers is closed
			}
			buf.add(outgoing{line: c.encodeEvent(ev)})
		}
		c.writing <- struct{}{}
		c.gather(&buf)
		for _, lines := range buf.lines {
			c.put(lines)
		}
		<-c.writing
		buf.written()
	}
}

// joined is lines that are written together: small ones joined to one piece, large ones as
// they are.
type joined struct {
	lines [][]byte
	sent  []outgoing
	first []byte // buffer of the first piece, which is used again
	bytes int
}

// add appends a line.
func (b *joined) add(o outgoing) {
	b.bytes += len(o.line)
	b.sent = append(b.sent, outgoing{shares: o.shares})
	last := len(b.lines) - 1
	switch {
	case len(o.line) > joinedLines:
		b.lines = append(b.lines, o.line, nil)
	case last < 0:
		b.lines = append(b.lines, append(b.first[:0], o.line...))
	default:
		b.lines[last] = append(b.lines[last], o.line...)
	}
}

// written gives the room of all lines back, and empties b.
func (b *joined) written() {
	for _, o := range b.sent {
		o.written()
	}
	if len(b.lines) > 0 && cap(b.lines[0]) <= 2*joinedLines {
		b.first = b.lines[0]
	}
	clear(b.sent)
	clear(b.lines)
	b.sent, b.lines, b.bytes = b.sent[:0], b.lines[:0], 0
}

// put writes whole lines. After a failure it closes the connection, and drops later lines.
// The caller holds c.writing.
func (c *conn) put(lines []byte) {
	if c.broken.Load() {
		return
	}
	if err := c.writeAll(lines); err != nil {
		if errors.Is(err, os.ErrDeadlineExceeded) {
			c.srv.opt.Log.Warn("a client took no answers and is disconnected")
		}
		c.broken.Store(true)
		c.closed()
		c.nc.Close()
	}
}

// gather appends lines that wait already, up to joinedLines bytes.
func (c *conn) gather(buf *joined) {
	for buf.bytes < joinedLines {
		select {
		case o, more := <-c.answers:
			if !more {
				return
			}
			buf.add(o)
		default:
			return
		}
	}
}

// writeAll writes in chunks of writeChunk, each with its own deadline.
func (c *conn) writeAll(b []byte) error {
	for len(b) > 0 {
		chunk := b[:min(len(b), writeChunk)]
		c.nc.SetWriteDeadline(time.Now().Add(c.srv.opt.Limits.WriteTimeout))
		switch {
		case c.srv.forced.Load():
			c.nc.SetWriteDeadline(*c.srv.lastWrite.Load())
		case c.srv.stopping.Load():
			c.nc.SetWriteDeadline(time.Now().Add(stoppingWrite))
		}
		if _, err := c.nc.Write(chunk); err != nil {
			return err
		}
		b = b[len(chunk):]
	}
	return nil
}

// encodeEvent gives the line of an event. If its data cannot be encoded, it logs that and
// gives nil.
func (c *conn) encodeEvent(ev *ipc.Event) []byte {
	line, err := encodeLine(ipc.Notification{JSONRPC: ipc.Version, Method: ipc.MethodEvent, Params: ev})
	if err != nil {
		c.srv.opt.Log.Error("event cannot be encoded", "type", ev.Type, "error", err)
		return nil
	}
	return line
}
