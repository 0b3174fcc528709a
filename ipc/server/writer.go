package server

import (
	"time"

	"navd/ipc"
)

const (
	writeChunk  = 256 << 10   // bytes for which a client has WriteTimeout
	joinedLines = 64 << 10    // bytes up to which waiting lines are written at once
	forcedWrite = time.Second // what is left of WriteTimeout when the server must stop
)

// send writes a line when nobody else writes, so that the answer to a client
// that waits for it takes no detour; else it hands it to the writer. It waits
// while the client takes none of the earlier ones, at most for WriteTimeout.
func (c *conn) send(line []byte) {
	if len(c.answers) == 0 {
		select {
		case c.writing <- struct{}{}:
			c.put(line)
			<-c.writing
			return
		default:
		}
	}
	c.answers <- line
}

// write writes events, and the lines that came while somebody wrote, until
// answers is closed.
func (c *conn) write() {
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
			buf = append(c.waiting(buf[:0]), c.encodeEvent(ev)...)
		}
		if c.broken.Load() {
			continue // nobody takes it
		}
		c.writing <- struct{}{}
		buf = c.gather(buf)
		c.put(buf)
		<-c.writing
		if cap(buf) > joinedLines {
			buf = nil
		}
	}
}

// put writes whole lines. After a failure it closes the connection, and what
// comes later is thrown away. Its caller holds c.writing.
func (c *conn) put(lines []byte) {
	if c.broken.Load() {
		return
	}
	if err := c.writeAll(lines); err != nil {
		c.broken.Store(true)
		c.closed()
		c.nc.Close()
	}
}

// waiting appends the lines that wait now, however long they are.
func (c *conn) waiting(buf []byte) []byte {
	for range len(c.answers) {
		buf = append(buf, <-c.answers...) // nil when answers is closed
	}
	return buf
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
