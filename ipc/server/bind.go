package server

import (
	"context"
	"encoding/json"
	"reflect"

	"navd/ipc"
)

// Handler is a method with the Go function that answers it. Make one with [Bind]
// or [BindPush].
type Handler struct {
	Method string       // name of the method
	Params reflect.Type // type of its parameters
	Result reflect.Type // type of its result
	Pushes bool         // notifications may follow its answer
	Large  bool         // its answer may be large, see [Large]

	prepare func(params json.RawMessage) (prepared, error)
}

// Large marks a method that only reads, and whose answer may be large or takes much
// to make. Of its calls one runs at a time for each connection, until its answer is
// written, and a few for all connections. Answers over MaxAnswer are refused. Its
// parameters have no queue: what waits for room must not hold an episode up.
func Large(h Handler) Handler {
	h.Large = true
	return h
}

// prepared is a call whose parameters are read and that can be run.
type prepared struct {
	queue string // the episode that it waits for, "" for none
	run   func(context.Context, Conn) (any, error)
}

// Bind makes fn the answer to m. The parameters are read by [ipc.Decode] as soon as
// their line is there. If P has a method Queue() string, calls with the same
// queue, of whatever method, run one after the other in the order of their
// lines; calls whose queue is "" and all others run side by side.
//
// The result is encoded before the next call of the queue runs, unless fn left it by
// [ipc.LeaveQueue]: then nobody else may change the result. ctx ends when the call is
// cancelled and when the server is forced to stop, not when the client leaves.
func Bind[P, R any](m ipc.Method[P, R], fn func(context.Context, P) (R, error)) Handler {
	return bind(string(m), reflect.TypeFor[P](), reflect.TypeFor[R](), func(ctx context.Context, p any, _ Conn) (any, error) { return fn(ctx, *p.(*P)) })
}

// BindPush is [Bind] for a method that subscribes to events: fn may keep the
// connection and push to it after it returned.
func BindPush[P, R any](m ipc.Method[P, R], fn func(context.Context, P, Conn) (R, error)) Handler {
	h := bind(string(m), reflect.TypeFor[P](), reflect.TypeFor[R](), func(ctx context.Context, p any, c Conn) (any, error) { return fn(ctx, *p.(*P), c) })
	h.Pushes = true
	return h
}

// bind has fn answer a method; it gets a pointer to the parameters. It has no type
// parameters: what has some is compiled for each method, and so is what is inlined there.
//
//go:noinline
func bind(name string, params, result reflect.Type, fn func(context.Context, any, Conn) (any, error)) Handler {
	prepare := func(raw json.RawMessage) (prepared, error) {
		p := reflect.New(params).Interface()
		if err := ipc.Decode(raw, p); err != nil {
			return prepared{}, err
		}
		run := func(ctx context.Context, c Conn) (any, error) { return fn(ctx, p, c) }
		return prepared{queueOf(p), run}, nil
	}
	return Handler{Method: name, Params: params, Result: result, prepare: prepare}
}

// prepareSafely is prepare with a panic of the parameters' own code as an error.
func (h Handler) prepareSafely(raw json.RawMessage) (p prepared, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = newPanicError(v)
		}
	}()
	return h.prepare(raw)
}

// queueOf asks parameters for the episode that they change.
func queueOf(params any) string {
	if p, ok := params.(interface{ Queue() string }); ok {
		return p.Queue()
	}
	return ""
}
