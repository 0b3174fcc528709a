package server

import (
	"context"
	"time"

	"navd/ipc"
)

const (
	writeChunk  = 256 << 10   // bytes for which a client has WriteTimeout
	joinedLines = 64 << 10    // bytes up to which waiting lines are written at once
	forcedWrite = time.Second // what is left of WriteTimeout when the server must stop
)

// send hands a line to the writer. It waits while the client takes none of the
// earlier ones, at most for WriteTimeout.
func (c *conn) send(line []byte) { c.answers <- line }

// write writes lines and events until answers is closed. After a failure it
// calls broken, closes the connection, and takes the rest without writing.
func (c *conn) write(broken context.CancelFunc) {
	var buf []byte
	for {
		select {
		case line, more := <-c.answers:
			if !more {
				return
			}
			buf = append(buf[:0], line...)
		case ev := <-c.events:
			// An answer that was sent before the event goes first.
			buf = append(c.gather(buf[:0]), c.encodeEvent(ev)...)
		}
		buf = c.gather(buf)
		if err := c.writeAll(buf); err != nil {
			broken()
			c.nc.Close()
			c.discard()
			return
		}
		if cap(buf) > joinedLines {
			buf = nil
		}
	}
}

// gather appends the lines that wait already, as long as the buffer is small.
func (c *conn) gather(buf []byte) []byte {
	for len(buf) < joinedLines {
		select {
		case line, more := <-c.answers:
			if !more {
				return buf
			}
			buf = append(buf, line...)
		default:
			return buf
		}
	}
	return buf
}

// discard takes what is sent until nothing more can be.
func (c *conn) discard() {
	for range c.answers {
	}
}

// writeAll writes in chunks, each of which has its own time.
func (c *conn) writeAll(b []byte) error {
	for len(b) > 0 {
		chunk := b[:min(len(b), writeChunk)]
		c.nc.SetWriteDeadline(time.Now().Add(c.srv.opt.Limits.WriteTimeout))
		if c.srv.forced.Load() {
			c.nc.SetWriteDeadline(time.Now().Add(forcedWrite))
		}
		if _, err := c.nc.Write(chunk); err != nil {
			return err
		}
		b = b[len(chunk):]
	}
	return nil
}

// encodeEvent gives an event's line, and nothing if its data cannot be encoded,
// which is logged.
func (c *conn) encodeEvent(ev *ipc.Event) []byte {
	line, err := encodeLine(ipc.Notification{JSONRPC: ipc.Version, Method: ipc.MethodEvent, Params: ev})
	if err != nil {
		c.srv.opt.Log.Error("event cannot be encoded", "type", ev.Type, "error", err)
		return nil
	}
	return line
}
