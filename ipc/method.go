package ipc

import "context"

// Method is the name of a method, with the types of its parameters P and of its
// result R. The compiler holds handlers and callers to both: package
// [navd/ipc/server] binds a Go function to a method, [Method.Call] calls it.
type Method[P, R any] string

// Caller sends the call of a method and decodes its result, like the clients of
// package [navd/ipc/client].
type Caller interface {
	Call(ctx context.Context, method string, params, result any) error
}

// Call calls the method through c. A method that takes no parameters is sent
// without any.
func (m Method[P, R]) Call(ctx context.Context, c Caller, params P) (R, error) {
	var result R
	var sent any = params
	if _, none := sent.(None); none {
		sent = nil
	}
	err := c.Call(ctx, string(m), sent, &result)
	return result, err
}

// With gives the call with its parameters, which does all that it needs a caller
// for.
func (m Method[P, R]) With(params P) func(context.Context, Caller) (R, error) {
	return func(ctx context.Context, c Caller) (R, error) { return m.Call(ctx, c, params) }
}

// String gives the name.
func (m Method[P, R]) String() string { return string(m) }
