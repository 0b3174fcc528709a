// Package model is the one door to models: text and images in, text out.
//
// A [Model] is whatever can answer a [reply.Ask]: a provider's client, a tape,
// or [Script], the scripted fake that tests drive. Deadlines come with the
// context; a model must return soon after it ends. [Call] adds what every call
// needs: it survives a model that panics or does not return. [Guard] stands
// before a provider with a limit on calls at a time and a breaker.
//
// What clients of models share is here too: one table from HTTP to faults
// ([Transport]), so that every provider fails alike, and schemas. The clients
// themselves are in vertex, genai and openai, whose fakes in modeltest misbehave
// in every way that the one suite for all of them knows.
package model

import (
	"context"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// Model answers asks. Ask must be safe for concurrent use and return when the
// context ends. Errors are faults: unavailable, timeout, cancelled, denied,
// exhausted or too_large, and invalid or not_found for an ask that the provider
// does not take as it is.
type Model interface {
	Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error)
}

// MaxText is the longest answer that is taken, in bytes. It is kept whole in
// the record of what it decided.
const MaxText = 256 << 10

// Call asks a model and returns when it answered or the context ended, even if
// the model hangs: its goroutine is then left behind until the model returns, and
// tells returned with what; nil: nobody wants to know.
// A panic of the model is an internal fault, a text over MaxText a too_large
// one.
func Call(ctx context.Context, m Model, ask reply.Ask, returned func(reply.Answer)) reply.Answer {
	done := make(chan reply.Answer, 1)
	go func() {
		a := reply.Answer{Err: fault.New(fault.Unavailable, "the model's client ended without an answer")}
		defer func() {
			if p := recover(); p != nil {
				a = reply.Answer{Err: fault.New(fault.Internal, "the model's client panicked: %v", p)}
			}
			if returned != nil {
				returned(a)
			}
			done <- a
		}()
		a = call(ctx, m, ask)
	}()
	select {
	case a := <-done:
		return a
	case <-ctx.Done():
		return reply.Answer{Err: fault.As(context.Cause(ctx))}
	}
}

func call(ctx context.Context, m Model, ask reply.Ask) reply.Answer {
	text, usage, err := m.Ask(ctx, ask)
	switch {
	case err != nil:
		return reply.Answer{Usage: usage, Err: err}
	case len(text) > MaxText:
		return reply.Answer{Usage: usage, Err: fault.New(fault.TooLarge, "the answer has %d bytes, at most %d are taken", len(text), MaxText)}
	}
	return reply.Answer{Text: text, Usage: usage}
}
