package model

import (
	"context"
	"fmt"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/reply"
)

// When a guard stops asking, and for how long.
const (
	breakAfter = 5 // failures in a row
	breakTime  = 10 * time.Second
	shortPause = 2 * time.Second // that a provider asks for: who asks it waits and tries again
	mostPause  = 5 * time.Minute // a longer one is not believed
	fairTime   = time.Second     // who had less for an answer and gave none has not failed
)

// Guard stands before a provider: it lets n calls run at a time, and
// stops asking for ten seconds after five failures in a row, and as long as the
// provider asks for when it wants a pause (Retry-After). Then one call
// probes, and others are refused until it has ended well. A failure is an answer
// that the provider could not give: unavailable, timeout, or a client that
// panicked. A refusal is not a failure, and neither is the timeout of a call that
// had less than a second: a caller in a hurry must not take the provider from the
// others.
//
// A quarter of the places is kept for urgent calls: a tree search whose calls
// hang must not make the robots wait.
type Guard struct {
	model Model
	all   chan struct{} // the places
	rest  chan struct{} // those that calls which are not urgent may take
	now   func() time.Time

	mu       sync.Mutex // guards all below
	failures int        // in a row
	why      string     // it is not asked
	reason   string     // of the last failure
	since    time.Time  // the breaker is open; zero: it is not
	until    time.Time  // then a probe may go
	paused   bool       // the provider asked for that, so that calls which began before say nothing against it
	probing  bool
	robot    bool // the probe is urgent
}

// NewGuard guards a model; concurrent is how many calls may run at a time, 1 or
// more. The only place is for every call.
func NewGuard(m Model, concurrent int, now func() time.Time) *Guard {
	kept := 0
	if concurrent > 1 {
		kept = max(1, concurrent/4)
	}
	return &Guard{model: m, all: make(chan struct{}, concurrent), rest: make(chan struct{}, concurrent-kept), now: now}
}

// Ask waits for a free place within the context and asks the model. It returns by
// the end of the context, as [Call] does; the place stays taken until the model
// returns. While the breaker is open it is unavailable at once, with the time
// until the next probe in After.
func (g *Guard) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	leave, err := g.enter(ctx, ask.Urgent)
	if err != nil {
		return "", reply.Usage{}, err
	}
	probe, err := g.admit(ask.Urgent)
	if err != nil {
		leave()
		return "", reply.Usage{}, err
	}
	fair := fairShare(ctx)
	a := Call(ctx, g.model, ask, func(a reply.Answer) {
		leave()
		if !fair && fault.Is(a.Err, fault.Timeout) || a.Unasked() {
			a.Err = context.Canceled // it says nothing of the provider
		}
		g.ended(probe, a.Err)
	})
	return a.Text, a.Usage, a.Err
}

// enter waits for a place; leave gives it back.
func (g *Guard) enter(ctx context.Context, urgent bool) (leave func(), err error) {
	if err := ctx.Err(); err != nil { // whether or not a place is free
		e := fault.As(err)
		e.Unasked = true
		return nil, e
	}
	places := []chan struct{}{g.rest, g.all}
	if urgent {
		places = places[1:]
	}
	leave = func() {}
	for _, p := range places {
		select {
		case p <- struct{}{}:
			before := leave
			leave = func() { <-p; before() }
		case <-ctx.Done():
			leave()
			e := fault.New(fault.As(ctx.Err()).Kind, "all %d concurrent calls to the provider stayed busy", cap(p))
			e.Unasked = true
			return nil, e.WithHint("wait until the calls before it end; models.max_concurrent is how many may run at a time")
		}
	}
	return leave, nil
}

// fairShare tells whether a call has the time that any answer takes.
func fairShare(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return !limited || time.Until(end) >= fairTime
}

// admit lets a call through, as the probe when the breaker's time is over.
func (g *Guard) admit(urgent bool) (probe bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.since.IsZero() {
		return false, nil
	}
	left := g.until.Sub(g.now())
	switch {
	case left > 0:
	case g.probing && (g.robot || !urgent): // a robot does not wait for the probe of a search
		left = breakTime
	default:
		g.probing, g.robot = true, urgent
		return true, nil
	}
	e := fault.New(fault.Unavailable, "not asked %s, the last: %s", g.why, g.reason)
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
	case fault.Is(err, fault.Unavailable), fault.Is(err, fault.Timeout), fault.Is(err, fault.Internal):
		f := fault.As(err)
		g.failures++
		g.reason = f.Message
		switch {
		case f.After > shortPause:
			g.open("for the pause that it asked for", min(f.After, mostPause), true)
		case g.failures >= breakAfter:
			g.open(fmt.Sprintf("after %d failures in a row", g.failures), breakTime, false)
		}
	case g.paused && !probe: // it began before the pause
		g.failures = 0
	default:
		g.failures, g.reason, g.since, g.until, g.paused = 0, "", time.Time{}, time.Time{}, false
	}
}

// open stops asking for a time, which does not shorten one that goes on. The caller holds
// the lock.
func (g *Guard) open(why string, pause time.Duration, paused bool) {
	now := g.now()
	if g.since.IsZero() {
		g.since = now
	}
	if until := now.Add(pause); until.After(g.until) {
		g.why, g.until, g.paused = why, until, paused
	}
}

// Broken says why the provider is not asked and since when; false while it is.
func (g *Guard) Broken() (reason string, since time.Time, broken bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return "not asked " + g.why + ", the last: " + g.reason, g.since, !g.since.IsZero()
}
