package server

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"navd/daemon/fault"
	"navd/ipc"
)

// waitingAnswers is how many answers may wait for the writer; further calls then wait too.
const waitingAnswers = 64

// conn is one connection. The goroutine of serve reads; each call has its own, which also
// writes its answer; another one writes answers that had to wait, and events.
type conn struct {
	srv     *Server
	nc      net.Conn
	answers chan outgoing       // lines for the writer; closed when no call is left
	closed  context.CancelFunc  // tells subscriptions that they cannot push any more
	events  chan *ipc.Event     // events that subscriptions pushed; never closed
	slots   chan struct{}       // as many as calls may be in flight
	calls   sync.WaitGroup      // calls in flight
	work    chan started        // calls for idle workers; closed when no more are read
	own     *semaphore.Weighted // room for lines at work that is reserved for this connection
	large   queues              // queue of its large calls
	reading context.Context     // ends when no more lines are taken up
	endRead context.CancelFunc
	subs    atomic.Int32 // subscriptions
	kept    atomic.Int32 // idle workers

	writing chan struct{} // of capacity 1, full while somebody writes
	broken  atomic.Bool   // a write has failed

	mu       sync.Mutex // guards inFlight and cancel
	inFlight map[*call]struct{}
	cancel   context.CancelFunc // of every call; nil before serve
}

func newConn(s *Server, nc net.Conn) *conn {
	reading, endRead := context.WithCancel(context.Background())
	return &conn{
		srv: s, nc: nc, reading: reading, endRead: endRead,
		answers:  make(chan outgoing, waitingAnswers),
		events:   make(chan *ipc.Event, s.opt.Limits.MaxEvents),
		slots:    make(chan struct{}, s.opt.Limits.MaxInFlight),
		work:     make(chan started),
		own:      semaphore.NewWeighted(ownRoom),
		writing:  make(chan struct{}, 1),
		inFlight: map[*call]struct{}{},
	}
}

// serve reads and answers until the client stops sending or the server stops, and every
// answer is written. Calls that were read are executed even if the client disconnects.
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
	c.endRead()
	close(c.work)
	c.calls.Wait()
	c.closed()
	close(c.answers)
	writer.Wait()
	c.srv.remove(c) // before the client sees the end, so that it can connect again
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
func (c *conn) stopReading() {
	c.endRead()
	c.nc.SetReadDeadline(time.Unix(1, 0))
	if c.srv.stopping.Load() {
		c.nc.SetWriteDeadline(time.Now().Add(stoppingWrite))
	}
}

// force cancels the calls in flight, shortens the time for writes, and gives the number of
// these calls.
func (c *conn) force() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
	c.nc.SetWriteDeadline(*c.srv.lastWrite.Load())
	return len(c.inFlight)
}

// read takes up lines until there are no more. open ends with the connection.
func (c *conn) read(ctx, open context.Context) {
	lines := lineReader{from: c.nc, max: c.srv.opt.Limits.MaxLine, hold: c.holdLong, begin: c.beginLong, end: c.endLong}
	defer lines.giveBack()
	for {
		line, err := lines.next()
		switch {
		case errors.Is(err, errLongLine):
			c.send(outgoing{line: encodeNameless(ipc.ErrorOf(longLineFault(lines.max)))})
			continue
		case errors.Is(err, os.ErrDeadlineExceeded) && c.reading.Err() == nil:
			c.send(outgoing{line: encodeNameless(ipc.ErrorOf(slowLineFault(c.srv.opt.Limits.WriteTimeout)))})
			return
		case err != nil || c.srv.stopping.Load():
			return
		}
		s, err := c.shareOfLine(len(line))
		if err != nil {
			return
		}
		if ipc.IsBatch(line) {
			c.takeBatch(ctx, open, line, s)
		} else {
			c.takeLine(ctx, open, line, s)
		}
	}
}

// holdLong waits for room for a long line.
func (c *conn) holdLong() error {
	return c.srv.room.coming.Acquire(c.reading, int64(c.srv.opt.Limits.MaxLine))
}

// beginLong gives a long line WriteTimeout to become complete, because others wait for its
// room.
func (c *conn) beginLong() { c.readUntil(time.Now().Add(c.srv.opt.Limits.WriteTimeout)) }

// endLong gives the room of a long line back.
func (c *conn) endLong() {
	c.srv.room.coming.Release(int64(c.srv.opt.Limits.MaxLine))
	c.readUntil(time.Time{})
}

// readUntil sets the deadline of reads, unless they have ended.
func (c *conn) readUntil(t time.Time) {
	c.nc.SetReadDeadline(t)
	if c.reading.Err() != nil { // the line above may have undone stopReading
		c.nc.SetReadDeadline(time.Unix(1, 0))
	}
}

// takeLine takes up a call that is not in a batch.
func (c *conn) takeLine(ctx, open context.Context, text []byte, of share) {
	c.take(ctx, open, text, nil, func(line []byte, s share) { c.send(outgoing{line, []share{s, of}}) })
}

func slowLineFault(limit time.Duration) *fault.Error {
	return fault.New(fault.Timeout, "a line was not complete %v after its first %d bytes", limit, keptBuffer).WithHint("send a line without pauses")
}

func longLineFault(limit int) *fault.Error {
	return fault.New(fault.TooLarge, "a line has at most %d bytes", limit).
		WithHint("send less at a time, or raise socket.max_line_bytes")
}
