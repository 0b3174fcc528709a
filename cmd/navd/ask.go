package main

import (
	"context"

	"navd/ipc"
)

// asks gets something from the running daemon, in one call or in several. One
// call is [ipc.Method.With].
type asks[R any] func(context.Context, ipc.Caller) (R, error)

// answer asks the running daemon and prints what it says: as JSON where the user
// wants that, else by print.
func answer[R any](ctx context.Context, a *app, ask asks[R], print func(R) error) error {
	return a.answer(ctx,
		func(ctx context.Context, c ipc.Caller) (any, error) { return ask(ctx, c) },
		func(r any) error { return print(r.(R)) })
}

// answer has no type parameter: what has one is compiled for each type.
func (a *app) answer(ctx context.Context, ask asks[any], print func(any) error) error {
	c, err := a.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	r, err := ask(ctx, c)
	if err != nil {
		return err
	}
	if a.asJSON {
		return a.printJSON(r)
	}
	return print(r)
}
