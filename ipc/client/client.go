package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"navd/daemon/fault"
	"navd/ipc"
)

// Client is a connection to navd. Any number of goroutines may call at once;
// their calls share the connection and need not wait for each other.
type Client struct {
	nc     net.Conn
	events *mailbox
	work   sync.WaitGroup // the reader, and writes that outlive their call
	writes chan struct{}  // holds one token while somebody writes
	over   chan struct{}  // closed when the reader has ended, after err is set

	mu      sync.Mutex // guards what follows
	last    uint64     // id of the newest call
	waiting map[uint64]*waiter
	err     error // why the connection is over, or will be
}

// waiter is a call without an answer.
type waiter struct {
	answer chan ipc.Answer // takes one
	size   int             // of the call's line
}

// readBuffer is the size of the reader's buffer; longer lines are put together.
const readBuffer = 16 << 10

// New makes a client of a connection, which it closes in the end.
func New(nc net.Conn) *Client {
	c := &Client{
		nc:      nc,
		events:  newMailbox(),
		writes:  make(chan struct{}, 1),
		over:    make(chan struct{}),
		waiting: map[uint64]*waiter{},
	}
	c.work.Go(c.read)
	return c
}

// Close ends the connection. Calls that wait fail; what the server has read is
// executed all the same.
func (c *Client) Close() error {
	c.setErr(fault.New(fault.Unavailable, "the client is closed"))
	err := c.nc.Close()
	c.work.Wait()
	return err
}

// Call calls a method and decodes its answer into result, which may be nil.
// Params are encoded as JSON; nil sends none. An error is a [fault.Error], as
// the server gave it. When ctx ends the call is taken back and ctx's error comes
// back as a fault; whether the server had finished it stays open.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	raw, err := c.roundTrip(ctx, method, params)
	if err != nil || result == nil {
		return err
	}
	if err := json.Unmarshal(raw, result); err != nil {
		return fault.New(fault.Internal, "answer of %s: %w", method, err)
	}
	return nil
}

// Raw is [Client.Call] with parameters and result as JSON text.
func (c *Client) Raw(ctx context.Context, method string, params json.RawMessage) (json.RawMessage, error) {
	if !utf8.Valid(params) {
		return nil, fault.New(fault.Invalid, "parameters of %s are not UTF-8", method)
	}
	if len(params) == 0 {
		return c.roundTrip(ctx, method, nil)
	}
	return c.roundTrip(ctx, method, params)
}

// Notify calls a method without wanting an answer; errors of the method stay
// unknown.
func (c *Client) Notify(ctx context.Context, method string, params any) error {
	line, err := encode(0, method, params)
	if err != nil {
		return err
	}
	return c.write(ctx, line)
}

// roundTrip sends a call and waits for its answer.
func (c *Client) roundTrip(ctx context.Context, method string, params any) (json.RawMessage, error) {
	w := &waiter{answer: make(chan ipc.Answer, 1)}
	id, err := c.enlist(w)
	if err != nil {
		return nil, err
	}
	line, err := encode(id, method, params)
	if err != nil {
		c.strike(id)
		return nil, err
	}
	w.size = len(line)
	if err := c.write(ctx, line); err != nil {
		return nil, c.abandon(ctx, id, err)
	}
	select {
	case a := <-w.answer:
		return a.Result, faultOf(a)
	case <-ctx.Done():
		return nil, c.abandon(ctx, id, fault.As(ctx.Err()))
	case <-c.over:
	}
	select { // the answer may have come just before the end
	case a := <-w.answer:
		return a.Result, faultOf(a)
	default:
		return nil, c.reason()
	}
}

// faultOf gives the fault of an answer, nil when it has a result.
func faultOf(a ipc.Answer) error {
	if a.Error == nil {
		return nil
	}
	return a.Error.Fault()
}

// enlist gives a new call its id.
func (c *Client) enlist(w *waiter) (uint64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return 0, c.err
	}
	c.last++
	c.waiting[c.last] = w
	return c.last, nil
}

// strike forgets a call and gives its waiter, nil when it has none any more.
func (c *Client) strike(id uint64) *waiter {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.waiting[id]
	delete(c.waiting, id)
	return w
}

// abandon takes a call back at the server without waiting for it.
func (c *Client) abandon(ctx context.Context, id uint64, err error) error {
	c.strike(id)
	if ctx.Err() == nil {
		return err
	}
	line, encodeErr := encode(0, ipc.MethodCancel, ipc.Cancel{ID: strconv.AppendUint(nil, id, 10)})
	if encodeErr == nil {
		c.work.Go(func() { c.write(context.Background(), line) })
	}
	return err
}

// encode gives the line of a call; id 0 is a notification.
func encode(id uint64, method string, params any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		JSONRPC string `json:"jsonrpc"`
		ID      uint64 `json:"id,omitempty"`
		Method  string `json:"method"`
		Params  any    `json:"params,omitempty"`
	}{ipc.Version, id, method, params})
	if err != nil {
		return nil, fault.New(fault.Invalid, "parameters of %s: %w", method, err)
	}
	return buf.Bytes(), nil
}

// write writes a line whole, after those of others. When ctx ends in the middle
// of it, the rest is written in the background and the error is ctx's.
func (c *Client) write(ctx context.Context, line []byte) error {
	select {
	case c.writes <- struct{}{}:
	case <-ctx.Done():
		return fault.As(ctx.Err())
	case <-c.over:
		return c.reason()
	}
	rest, err := c.writeUntil(ctx, line)
	if err == nil || len(rest) == 0 || ctx.Err() == nil {
		<-c.writes
		return c.writeFault(err)
	}
	c.work.Go(func() {
		c.nc.Write(rest)
		<-c.writes
	})
	return fault.As(ctx.Err())
}

// writeUntil writes until ctx ends and gives what is left.
func (c *Client) writeUntil(ctx context.Context, line []byte) (rest []byte, err error) {
	if ctx.Done() == nil {
		n, err := c.nc.Write(line)
		return line[n:], err
	}
	expired := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		c.nc.SetWriteDeadline(time.Unix(1, 0))
		close(expired)
	})
	n, err := c.nc.Write(line)
	if !stop() {
		<-expired
		c.nc.SetWriteDeadline(time.Time{})
	}
	return line[n:], err
}

// writeFault waits for the reader after a write that failed: the server may
// have said why it closed.
func (c *Client) writeFault(err error) error {
	if err == nil {
		return nil
	}
	c.nc.SetReadDeadline(time.Now().Add(time.Second))
	<-c.over
	return c.reason()
}

// read hands out answers and events until the connection ends.
func (c *Client) read() {
	defer c.events.close()
	defer close(c.over)
	defer c.nc.Close()
	r := bufio.NewReaderSize(c.nc, readBuffer)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			c.setErr(&fault.Error{Kind: fault.Unavailable, Message: "the connection to navd is lost", Err: err})
			return
		}
		a, err := ipc.ParseAnswer(line)
		if err != nil {
			c.setErr(fault.New(fault.Unavailable, "what answers is not navd: %w", err))
			return
		}
		c.deliver(a)
	}
}

// deliver hands a line of the server to whom it is for.
func (c *Client) deliver(a ipc.Answer) {
	if a.Method != "" {
		if a.Method == ipc.MethodEvent {
			c.events.put(a.Params)
		}
		return
	}
	id, err := strconv.ParseUint(string(a.ID), 10, 64)
	if err != nil {
		c.deliverNameless(a)
		return
	}
	if w := c.strike(id); w != nil {
		w.answer <- a
	}
}

// deliverNameless takes an error without an id. A line that was too long is
// that of the longest call; any other error is about the connection.
func (c *Client) deliverNameless(a ipc.Answer) {
	if a.Error == nil {
		return
	}
	f := a.Error.Fault()
	if f.Kind != fault.TooLarge {
		c.setErr(f)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var longest uint64
	for id, w := range c.waiting {
		if longest == 0 || w.size > c.waiting[longest].size {
			longest = id
		}
	}
	if w := c.waiting[longest]; w != nil {
		delete(c.waiting, longest)
		w.answer <- a
	}
}

// setErr keeps the first reason for the end of the connection.
func (c *Client) setErr(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
}

// reason gives why the connection is over.
func (c *Client) reason() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}
