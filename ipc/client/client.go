package client

import (
	"context"
	"encoding/json"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
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
	last   atomic.Uint64  // id of the newest call
	over   chan struct{}  // closed when the reader has ended, after err is set

	mu      sync.Mutex // guards the fields below
	waiting map[uint64]*waiter
	err     error // why the connection is over, or soon will be
	lost    bool  // the daemon ended it
}

// waiter is a call without an answer.
type waiter struct {
	answer chan ipc.Answer // takes one
	size   int             // of the call's line
}

// New makes a client of a connection. [Client.Close] closes the connection.
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

// Close ends the connection. Calls that wait fail; what the server has read already is
// still executed.
func (c *Client) Close() error {
	c.setErr(fault.New(fault.Unavailable, "the client is closed"))
	err := c.nc.Close()
	c.work.Wait()
	return err
}

// Call calls a method and decodes its answer into result, which may be nil.
// Params are encoded as JSON; nil sends none. An error of the server is the [fault.Error]
// that it sent. When ctx ends, Call cancels the call and returns ctx's error as a fault;
// the server may have finished the call before.
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

// Notify calls a method without asking for an answer: errors of the method remain unknown.
func (c *Client) Notify(ctx context.Context, method string, params any) error {
	line, err := encode(0, method, params)
	if err != nil {
		return err
	}
	return c.write(ctx, line)
}

// roundTrip sends a call and waits for its answer.
func (c *Client) roundTrip(ctx context.Context, method string, params any) (json.RawMessage, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.As(err)
	}
	id := c.last.Add(1)
	line, err := encode(id, method, params)
	if err != nil {
		return nil, err
	}
	w, err := c.enlist(id, len(line))
	if err != nil {
		return nil, err
	}
	if err := c.write(ctx, line); err != nil {
		return nil, c.abandon(ctx, id, 0, err)
	}
	select {
	case a := <-w.answer:
		return a.Result, faultOf(a)
	case <-ctx.Done():
		return nil, c.abandon(ctx, id, cancelTime, fault.As(ctx.Err()))
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

// enlist keeps a call until its answer comes.
func (c *Client) enlist(id uint64, size int) (*waiter, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	w := &waiter{answer: make(chan ipc.Answer, 1), size: size}
	c.waiting[id] = w
	return w, nil
}

// strike removes a call and gives its waiter; nil when it was removed before.
func (c *Client) strike(id uint64) *waiter {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.waiting[id]
	delete(c.waiting, id)
	return w
}

// cancelTime is how long a call whose context has ended waits for its cancel to be written:
// many a caller closes the client next.
const cancelTime = 100 * time.Millisecond

// abandon forgets a call and, when ctx has ended, has the server cancel it, after wait in the
// background. It returns err.
func (c *Client) abandon(ctx context.Context, id uint64, wait time.Duration, err error) error {
	c.strike(id)
	if ctx.Err() == nil {
		return err
	}
	line, encodeErr := encode(0, ipc.MethodCancel, ipc.Cancel{ID: strconv.AppendUint(nil, id, 10)})
	sent := make(chan struct{})
	write := func() {
		defer close(sent)
		c.write(context.Background(), line)
	}
	if encodeErr == nil && c.background(write) {
		select {
		case <-sent:
		case <-time.After(wait):
		}
	}
	return err
}

// background does work that may outlive its call. It reports false, and does nothing, when
// the connection is over.
func (c *Client) background(work func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil { // otherwise the reader is at work, and Close waits
		return false
	}
	c.work.Go(work)
	return true
}
