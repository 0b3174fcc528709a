package daemon

import (
	"context"
	"time"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// machine is a pure machine that asks questions and takes answers.
type machine interface {
	Next() (reply.Ask, bool)
	Feed(reply.Answer)
}

// drive runs a machine against the models of a chain until it has no more
// questions or the limit is over. It returns within the limit whatever the
// models do.
func (c *core) drive(ctx context.Context, m machine, chain []string, limit time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		ask, ok := m.Next()
		if !ok || !wait(ctx, ask.Wait) {
			return
		}
		m.Feed(c.ask(ctx, chain[ask.Model], ask))
		if ctx.Err() != nil {
			return
		}
	}
}

// wait sleeps for d, false when the context ended first.
func wait(ctx context.Context, d time.Duration) bool {
	if d == 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// ask does one model call and counts it. A model that is not configured is not
// found: asking again does not help.
func (c *core) ask(ctx context.Context, name string, ask reply.Ask) reply.Answer {
	m := c.models[name]
	if m == nil {
		return reply.Answer{Err: fault.New(fault.NotFound, "no model named %q is configured", name)}
	}
	start := c.now()
	a := model.Call(ctx, m, ask)
	a.Usage.Took = c.now().Sub(start)
	c.metrics.asked(a)
	if a.Err != nil {
		c.log.Warn("a model gave no answer", "role", ask.Role, "model", name, "error", a.Err)
	}
	return a
}
