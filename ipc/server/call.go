package server

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"navd/daemon/fault"
	"navd/ipc"
)

// answerFunc takes the line that answers a call, nil for a notification, and the room that
// a large one takes. It is called once for each call.
type answerFunc func(line []byte, s share)

// call is one call in flight.
type call struct {
	id        json.RawMessage // nil for a notification
	method    string
	began     time.Time
	prepared  prepared
	large     bool          // see [Large]
	batch     *batch        // batch that it is a member of; nil for none
	ticket    *ticket       // place in the queue of its episode; nil for none
	turns     []*ticket     // of a large call: the places that it waits for, one after the other
	push      *subscription // nil unless the method pushes
	cancel    context.CancelFunc
	cancelled atomic.Bool
	answer    answerFunc
}

// take takes up one request. A broken one is answered at once, others run in goroutines of
// their own.
func (c *conn) take(ctx, open context.Context, text []byte, in *batch, answer answerFunc) {
	began := c.srv.opt.Now()
	req, broken := ipc.ParseRequest(text, c.srv.opt.Limits.MaxNesting)
	if broken != nil {
		answer(encodeError(req.ID, broken), share{})
		return
	}
	k := &call{id: bytes.Clone(req.ID), method: req.Method, began: began, batch: in, answer: answer}
	if req.Method == ipc.MethodCancel {
		result, err := c.cancelCall(req)
		answer(k.line(c.srv, result, err), share{})
		return
	}
	handler, known := c.srv.methods[req.Method]
	if !known {
		k.method = ""
		answer(k.line(c.srv, nil, c.srv.unknown(req.Method)), share{})
		return
	}
	var err error
	if k.prepared, err = handler.prepareSafely(req.Params); err != nil {
		answer(k.line(c.srv, nil, err), share{})
		return
	}
	k.large = handler.Large
	if handler.Pushes {
		if limit := c.srv.opt.Limits.MaxSubscribed; int(c.subs.Add(1)) > limit {
			c.subs.Add(-1)
			answer(k.line(c.srv, nil, fault.New(fault.TooLarge, "the connection has %d subscriptions, which is all it may have", limit).
				WithHint("subscribe once, to all the types that you want")), share{})
			return
		}
		k.push = &subscription{ctx: open, to: c.events, limit: cap(c.events), answered: make(chan struct{})}
	}
	c.start(ctx, k)
}

// unknown is the error for a method that does not exist.
func (s *Server) unknown(name string) error {
	e := ipc.Errorf(ipc.CodeMethod, "no method %s", fault.Show(name))
	if near := fault.Nearest(name, slices.Sorted(maps.Keys(s.methods))); near != "" {
		e.Data.Hint = "did you mean " + near + "?"
	}
	return e
}

// start runs a call once the connection has a slot for it. The reader takes the ticket here,
// after the slot: a call with a ticket can always run, so connections never deadlock waiting
// for each other.
func (c *conn) start(ctx context.Context, k *call) {
	c.slots <- struct{}{}
	if k.prepared.queue != "" {
		k.ticket = c.srv.queues.take(k.prepared.queue)
	}
	if k.large {
		c.queueLarge(k)
	}
	ctx, k.cancel = context.WithCancel(ctx)
	c.mu.Lock()
	c.inFlight[k] = struct{}{}
	c.mu.Unlock()
	c.calls.Add(1)
	select {
	case c.work <- started{ctx, k}:
	default:
		go c.worker(started{ctx, k})
	}
}

// started is a call on its way to a worker.
type started struct {
	ctx  context.Context
	call *call
}

// keptWorkers is how many idle goroutines of a connection wait for its next call. A new one
// would have to grow its stack, which takes as long as a call.
const keptWorkers = 2

// worker runs a call, then waits for further ones unless keptWorkers others wait already.
func (c *conn) worker(s started) {
	for more := true; more; {
		c.run(s.ctx, s.call)
		s = started{} // hold nothing of the call while waiting
		if c.kept.Add(1) > keptWorkers {
			c.kept.Add(-1)
			return
		}
		s, more = <-c.work
		c.kept.Add(-1)
	}
}

// run waits until the call is at the front of its queue, executes it and answers.
func (c *conn) run(ctx context.Context, k *call) {
	defer c.calls.Done()
	line, s := c.execute(ctx, k)
	c.mu.Lock()
	delete(c.inFlight, k)
	c.mu.Unlock()
	k.cancel()
	k.answer(line, s)
	if k.push != nil {
		k.push.begin()
	}
	<-c.slots
}

// execute waits for the call's turn, runs it, and gives the line that answers it with the
// room that this takes.
func (c *conn) execute(ctx context.Context, k *call) (line []byte, s share) {
	if k.large {
		s, err := c.shareOfAnswer(ctx, k)
		if err != nil {
			return k.line(c.srv, nil, err), s
		}
		line = c.invoke(ctx, k)
		return line, s.shrink(len(line))
	}
	if k.ticket == nil {
		return c.invoke(ctx, k), s
	}
	defer k.ticket.leave()
	if err := k.ticket.wait(ctx); err != nil {
		return k.line(c.srv, nil, err), s
	}
	return c.invoke(ipc.WithQueue(ctx, k.ticket.leave), k), s
}

// invoke runs the method. A panic ends the call, not the daemon.
func (c *conn) invoke(ctx context.Context, k *call) (line []byte) {
	defer func() {
		if p := recover(); p != nil {
			line = k.line(c.srv, nil, newPanicError(p))
		}
	}()
	if k.batch.full() {
		return k.line(c.srv, nil, batchFault(c.srv.opt.Limits.MaxAnswer))
	}
	var push Conn
	if k.push != nil {
		push = k.push
	}
	result, err := k.prepared.run(ctx, push)
	if err != nil && k.push != nil {
		c.subs.Add(-1)
	}
	return k.line(c.srv, result, err)
}

// panicError is an Internal fault with the stack of the panic.
type panicError struct {
	fault *fault.Error
	stack []byte
}

// newPanicError is called where the panic is recovered.
func newPanicError(p any) *panicError {
	return &panicError{fault.New(fault.Internal, "panic: %v", p), debug.Stack()}
}

// Error gives the fault's message.
func (e *panicError) Error() string { return e.fault.Error() }

// Unwrap gives the fault.
func (e *panicError) Unwrap() error { return e.fault }

// line encodes the answer of a call, nil for a notification, and reports the call to the
// observer.
func (k *call) line(s *Server, result any, err error) []byte {
	var line []byte
	if err == nil && k.id != nil {
		if line, err = encodeResult(k.id, result); err != nil {
			err = fault.New(fault.Internal, "result cannot be encoded: %w", err)
		} else if limit := s.opt.Limits.MaxAnswer; k.large && len(line) > limit {
			err = largeFault(len(line), limit)
		}
	}
	if err != nil {
		err = k.outward(s, err)
		if k.id != nil {
			line = encodeError(k.id, ipc.ErrorOf(err))
		}
	}
	if e, ok := err.(*ipc.Error); ok {
		err = e.Fault()
	}
	s.opt.Observe(k.method, s.opt.Now().Sub(k.began), err)
	return line
}

// outward gives an error as the client will see it. Errors caused by a cancel or a stop say
// so. Internal errors are logged and get an incident id.
func (k *call) outward(s *Server, err error) error {
	panicked, isPanic := err.(*panicError)
	f := fault.As(err)
	switch {
	case isPanic:
	case k.cancelled.Load():
		return fault.As(context.Canceled)
	case isWire(err):
		return err
	case f.Kind == fault.Cancelled && s.forced.Load():
		return stoppingFault()
	case ipc.Code(f.Kind) != ipc.Code(fault.Internal):
		return err
	}
	incident := f.Incident
	if incident == "" {
		incident = s.opt.Incident()
	}
	attrs := []any{"incident", incident, "method", k.method, "error", err}
	if isPanic {
		attrs = append(attrs, "stack", string(panicked.stack))
	}
	s.opt.Log.Error("internal error", attrs...)
	return &fault.Error{Kind: fault.Internal, Message: f.Message, Incident: incident, Err: err}
}

// isWire reports whether an error has its JSON-RPC form already.
func isWire(err error) bool {
	_, ok := err.(*ipc.Error)
	return ok
}

// cancelCall cancels the calls in flight that have the id.
func (c *conn) cancelCall(req ipc.Request) (any, error) {
	var params ipc.Cancel
	if err := ipc.Decode(req.Params, &params); err != nil {
		return nil, err
	}
	found := false
	c.mu.Lock()
	defer c.mu.Unlock()
	for k := range c.inFlight {
		if bytes.Equal(k.id, params.ID) {
			found = true
			k.cancelled.Store(true)
			k.cancel()
		}
	}
	return ipc.Cancelled{Cancelled: found}, nil
}
