package server

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// waitingAnswers is how many answers wait for the writer before calls wait.
const waitingAnswers = 64

// conn is one connection: the goroutine of serve reads, every call has its own,
// which also writes its answer, and one writes what cannot be written at once.
type conn struct {
	srv     *Server
	nc      net.Conn
	answers chan []byte        // lines for the writer; closed when no call is left
	closed  context.CancelFunc // tells subscriptions that nothing can be pushed any more
	events  chan *ipc.Event    // what subscriptions have pushed; never closed
	slots   chan struct{}      // as many as calls may be in flight
	calls   sync.WaitGroup     // calls in flight
	work    chan started       // calls for a worker that waits; closed when no more are read
	kept    atomic.Int32       // workers that wait

	writing chan struct{} // of capacity 1, full while somebody writes
	broken  atomic.Bool   // a write has failed

	mu       sync.Mutex // guards inFlight and cancel
	inFlight map[*call]struct{}
	cancel   context.CancelFunc // of every call; nil before serve
}

func newConn(s *Server, nc net.Conn) *conn {
	return &conn{
		srv: s, nc: nc,
		answers:  make(chan []byte, waitingAnswers),
		events:   make(chan *ipc.Event, s.opt.Limits.MaxEvents),
		slots:    make(chan struct{}, s.opt.Limits.MaxInFlight),
		work:     make(chan started),
		writing:  make(chan struct{}, 1),
		inFlight: map[*call]struct{}{},
	}
}

// serve reads and answers until the client has sent all it wants to, or the
// server stops, and every answer is written. What was read is executed even if
// the client has left.
func (c *conn) serve(ctx context.Context) {
	defer c.srv.running.Done()
	defer context.AfterFunc(ctx, c.stopReading)()
	calls, cancelCalls := context.WithCancel(ctx)
	defer cancelCalls()
	c.setCancel(cancelCalls)
	var open context.Context
	open, c.closed = context.WithCancel(ctx)
	var writer sync.WaitGroup
	writer.Go(c.write)

	c.read(calls, open)
	close(c.work)
	c.calls.Wait()
	c.closed()
	close(c.answers)
	writer.Wait()
	c.srv.remove(c) // who sees the end finds the room
	c.nc.Close()
}

func (c *conn) setCancel(cancel context.CancelFunc) {
	c.mu.Lock()
	c.cancel = cancel
	c.mu.Unlock()
	if c.srv.forced.Load() {
		c.force()
	}
}

// stopReading ends the reader at its next line.
func (c *conn) stopReading() { c.nc.SetReadDeadline(time.Unix(1, 0)) }

// force cancels the calls in flight and lets no write take long.
func (c *conn) force() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
	c.nc.SetWriteDeadline(time.Now().Add(forcedWrite))
}

// read takes up lines until there are no more. open ends with the connection.
func (c *conn) read(ctx, open context.Context) {
	lines := lineReader{from: c.nc, max: c.srv.opt.Limits.MaxLine}
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, errLongLine):
			c.send(encodeNameless(ipc.ErrorOf(longLineFault(lines.max))))
		case err != nil || c.srv.stopping.Load():
			return
		case ipc.IsBatch(line):
			c.takeBatch(ctx, open, line)
		default:
			c.take(ctx, open, line, c.answer)
		}
	}
}

func longLineFault(limit int) *fault.Error {
	return fault.New(fault.TooLarge, "a line is at most %d bytes", limit).
		WithHint("send less at a time, or raise socket.max_line_bytes")
}

// answer sends the answer to a call that is no member of a batch; a
// notification has none.
func (c *conn) answer(line []byte) {
	if line != nil {
		c.send(line)
	}
}
