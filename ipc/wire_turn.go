package ipc

import "context"

// turnKey is the context key of the turn's release function.
type turnKey struct{}

// WithTurn gives a context whose holder has a turn at an episode. release is
// called by every [ReleaseTurn]; from the second time on it must do nothing.
func WithTurn(ctx context.Context, release func()) context.Context {
	return context.WithValue(ctx, turnKey{}, release)
}

// ReleaseTurn gives the call's turn to the next call of its episode before the
// call ends: nav.plan does so before it waits for a model. Doing it again, or
// without a turn, does nothing.
func ReleaseTurn(ctx context.Context) {
	if release, ok := ctx.Value(turnKey{}).(func()); ok {
		release()
	}
}
