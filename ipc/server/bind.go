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

// Large marks a method that only reads, and whose answer may be large or needs much memory
// to make. One such call runs at a time for each connection, until its answer is written,
// and a few for all connections. Answers over MaxAnswer are refused. The parameters of such
// a method have no queue: a call that waits for room must not hold up an episode.
func Large(h Handler) Handler {
	h.Large = true
	return h
}

// prepared is a call whose parameters are read and that can be run.
type prepared struct {
	queue string // the episode that it waits for, "" for none
	run   func(context.Context, Conn) (any, error)
}

// Bind makes fn answer m. [ipc.Decode] reads the parameters as soon as their line is
// complete. If P has a method Queue() string, calls with the same queue, of any method, run
// one after the other in the order of their lines. Calls whose queue is "" and all others
// run side by side.
//
// The result is encoded before the next call of the queue runs, unless fn called
// [ipc.LeaveQueue]: then nothing else may change the result. ctx ends when the call is
// cancelled or the server is forced to stop, but not when the client disconnects.
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

// bind makes fn answer a method; fn gets a pointer to the parameters. It has no type
// parameters and is not inlined, so that it is compiled once and not for each method.
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

// prepareSafely is prepare; a panic in the parameters' own code becomes an error.
func (h Handler) prepareSafely(raw json.RawMessage) (p prepared, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = newPanicError(v)
		}
	}()
	return h.prepare(raw)
}

// queueOf gives the episode that parameters change; "" for none.
func queueOf(params any) string {
	if p, ok := params.(interface{ Queue() string }); ok {
		return p.Queue()
	}
	return ""
}
