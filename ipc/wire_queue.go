package ipc

import "context"

// queueKey is the context key of the function that leaves the queue.
type queueKey struct{}

// WithQueue gives a context for a call at the front of its episode's queue. Each
// [LeaveQueue] calls leave; only the first call of leave may have an effect.
func WithQueue(ctx context.Context, leave func()) context.Context {
	return context.WithValue(ctx, queueKey{}, leave)
}

// LeaveQueue lets the next call of the episode run before this one ends, as nav.plan does
// before it waits for a model. Called again, or without a queue, it does nothing.
func LeaveQueue(ctx context.Context) {
	if leave, ok := ctx.Value(queueKey{}).(func()); ok {
		leave()
	}
}
