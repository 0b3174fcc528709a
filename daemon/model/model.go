// Package model is the one door to models: text and images in, text out.
//
// A [Model] is whatever can answer a [reply.Ask]: a provider's client, a tape,
// or [Script], the scripted fake that tests drive. Deadlines come with the
// context; a model must return soon after it ends. [Call] adds what every call
// needs: it survives a model that panics or does not return.
package model

import (
	"context"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Model answers asks. Ask must be safe for concurrent use and return when the
// context ends. Errors are faults of kind unavailable, timeout, denied,
// exhausted or too_large.
type Model interface {
	Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error)
}

// Call asks a model and returns when it answered or the context ended, even if
// the model hangs: its goroutine is then left behind until the model returns.
// A panic of the model is an internal fault.
func Call(ctx context.Context, m Model, ask reply.Ask) reply.Answer {
	done := make(chan reply.Answer, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- reply.Answer{Err: fault.New(fault.Internal, "the model's client panicked: %v", p)}
			}
		}()
		text, usage, err := m.Ask(ctx, ask)
		done <- reply.Answer{Text: text, Usage: usage, Err: err}
	}()
	select {
	case a := <-done:
		return a
	case <-ctx.Done():
		return reply.Answer{Err: fault.As(context.Cause(ctx))}
	}
}
