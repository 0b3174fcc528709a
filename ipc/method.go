package ipc

import "context"

// Method is the name of a method, with the types of its parameters P and of its result R,
// which the compiler checks in handlers and callers: package [navd/ipc/server] binds a Go
// function to a method, [Method.Call] calls it.
//
// The comment of a constant of this type is its entry in the reference that `navd api`
// prints. The tests run its example, with EPISODE, PLAN and the like replaced by ids that
// exist.
type Method[P, R any] string

// Caller calls a method by its name and decodes the result, like the client of package
// [navd/ipc/client].
type Caller interface {
	Call(ctx context.Context, method string, params, result any) error
}

// Call calls the method through c. For [None] it sends no parameters. With an error the
// result is zero.
func (m Method[P, R]) Call(ctx context.Context, c Caller, params P) (R, error) {
	var result R
	var sent any = params
	if _, none := sent.(None); none {
		sent = nil
	}
	if err := c.Call(ctx, string(m), sent, &result); err != nil {
		var none R
		return none, err
	}
	return result, nil
}

// With gives a function that calls the method with these parameters through a caller.
func (m Method[P, R]) With(params P) func(context.Context, Caller) (R, error) {
	return func(ctx context.Context, c Caller) (R, error) { return m.Call(ctx, c, params) }
}

// String gives the name.
func (m Method[P, R]) String() string { return string(m) }
