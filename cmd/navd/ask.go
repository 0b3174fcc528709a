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
