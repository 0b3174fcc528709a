package ipc

import "context"

// Method is the name of a method, with the types of its parameters P and of its
// result R. The compiler holds handlers and callers to both: package
// [navd/ipc/server] binds a Go function to a method, [Method.Call] calls it.
//
// The comment of a constant of this type is its entry in the reference that `navd
// api` prints; its example is run by the tests, with EPISODE, PLAN and the like
// replaced by ids that exist.
type Method[P, R any] string

// Caller sends the call of a method and decodes its result. The client of package
// [navd/ipc/client] is one.
type Caller interface {
	Call(ctx context.Context, method string, params, result any) error
}

// Call calls the method through c. It sends [None] as no parameters at all. With
// an error the result is zero.
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

// With binds the parameters. The function that it returns calls the method through
// the caller that it gets.
func (m Method[P, R]) With(params P) func(context.Context, Caller) (R, error) {
	return func(ctx context.Context, c Caller) (R, error) { return m.Call(ctx, c, params) }
}

// String gives the name.
func (m Method[P, R]) String() string { return string(m) }
