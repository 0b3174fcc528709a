package model

import (
	"context"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// When a guard stops asking, and for how long.
const (
	breakAfter = 5 // failures in a row
	breakTime  = 10 * time.Second
	fairTime   = time.Second // who had less for an answer and gave none has not failed
)

// Guard stands before a provider: it lets so many calls run at a time, and
// stops asking for ten seconds after five failures in a row. Then one call
// probes, and others are refused until it has ended well. A failure is an answer
// that the provider could not give: unavailable or timeout. A refusal is not a
// failure, and neither is the timeout of a call that had less than a second: a
// caller in a hurry must not take the provider from the others.
type Guard struct {
	model Model
	slots chan struct{}
	now   func() time.Time

	mu       sync.Mutex // guards all below
	failures int        // in a row
	reason   string     // of the last one
	since    time.Time  // the breaker is open; zero: it is not
	until    time.Time  // then a probe may go
	probing  bool
}

// NewGuard guards a model; concurrent is how many calls may run at a time, 1 or
// more.
func NewGuard(m Model, concurrent int, now func() time.Time) *Guard {
	return &Guard{model: m, slots: make(chan struct{}, concurrent), now: now}
}

// Ask waits for a free place within the context and asks the model. While the
// breaker is open it is unavailable at once, with the time until the next
// probe in After.
func (g *Guard) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	select {
	case g.slots <- struct{}{}:
	case <-ctx.Done():
		e := fault.New(fault.As(ctx.Err()).Kind, "all %d places at the provider stayed taken", cap(g.slots))
		e.Unasked = true
		return "", reply.Usage{}, e
	}
	probe, err := g.admit()
	if err != nil {
		<-g.slots
		return "", reply.Usage{}, err
	}
	ended := false
	defer func() { // also when the model panics
		<-g.slots
		if !ended {
			g.ended(probe, fault.New(fault.Unavailable, "the model's client panicked"))
		}
	}()
	fair := fairShare(ctx)
	text, usage, err := g.model.Ask(ctx, ask)
	ended = true
	if !fair && fault.Is(err, fault.Timeout) {
		g.ended(probe, fault.As(context.Canceled))
	} else {
		g.ended(probe, err)
	}
	return text, usage, err
}

// fairShare tells whether a call has the time that any answer takes.
func fairShare(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return !limited || time.Until(end) >= fairTime
}

// admit lets a call through, as the probe when the breaker's time is over.
func (g *Guard) admit() (probe bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.since.IsZero() {
		return false, nil
	}
	left := g.until.Sub(g.now())
	switch {
	case left > 0:
	case g.probing:
		left = breakTime
	default:
		g.probing = true
		return true, nil
	}
	e := fault.New(fault.Unavailable, "not asked after %d failures in a row, the last: %s", g.failures, g.reason)
	e.After, e.Unasked = left, true
	return false, e
}

// ended counts how a call ended. A call that was taken back says nothing of the
// provider.
func (g *Guard) ended(probe bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if probe {
		g.probing = false
	}
	switch {
	case fault.Is(err, fault.Cancelled):
	case fault.Is(err, fault.Unavailable), fault.Is(err, fault.Timeout):
		g.failures++
		g.reason = fault.As(err).Message
		if g.failures < breakAfter {
			return
		}
		if g.since.IsZero() {
			g.since = g.now()
		}
		g.until = g.now().Add(breakTime)
	default:
		g.failures, g.reason, g.since, g.until = 0, "", time.Time{}, time.Time{}
	}
}

// Broken says why the provider is not asked and since when; false while it is.
func (g *Guard) Broken() (reason string, since time.Time, broken bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.reason, g.since, !g.since.IsZero()
}
