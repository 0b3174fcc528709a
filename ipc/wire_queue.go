package ipc

import "context"

// queueKey is the context key of the function that leaves the queue.
type queueKey struct{}

// WithQueue gives a context for a call at the front of its episode's queue. Every
// [LeaveQueue] calls leave, which must do nothing from the second time on.
func WithQueue(ctx context.Context, leave func()) context.Context {
	return context.WithValue(ctx, queueKey{}, leave)
}

// LeaveQueue lets the next call of the episode run before this one ends: nav.plan
// does so before it waits for a model. Doing it again, or without a queue, does
// nothing.
func LeaveQueue(ctx context.Context) {
	if leave, ok := ctx.Value(queueKey{}).(func()); ok {
		leave()
	}
}
