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
	Attempts() []reply.Attempt
}

// drive runs a machine against the models of a chain until it has no more
// questions or the context's deadline is over. It returns within the deadline
// whatever the models do. While other entries follow, an entry gets its share
// of what time is left: one that hangs does not take theirs.
func (c *core) drive(ctx context.Context, r role, m machine, chain []string) {
	for {
		ask, ok := m.Next()
		if !ok || !wait(ctx, c.jitter(ask.Wait)) {
			break
		}
		ask.Temperature, ask.MaxTokens = r.temperature, r.maxTokens
		share, cancel := shareOf(ctx, len(chain)-ask.Model)
		m.Feed(c.ask(share, chain[ask.Model], ask))
		cancel()
		if ctx.Err() != nil {
			break
		}
	}
	c.learn(r.name, m.Attempts())
}

// shareOf gives a context with one of n equal shares of the time that is left.
func shareOf(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited || n <= 1 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/time.Duration(n))
}

// jitter draws out a pause by up to a half, so that robots that failed together
// do not come back together.
func (c *core) jitter(pause time.Duration) time.Duration {
	return pause + time.Duration(c.random()*float64(pause)/2)
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
func (c *core) ask(ctx context.Context, entry string, ask reply.Ask) reply.Answer {
	name, _ := entryParts(entry)
	p := c.providers[name]
	if p == nil {
		return reply.Answer{Err: fault.New(fault.NotFound, "no model named %q is configured", name)}
	}
	ask.Name = c.modelName(entry)
	start := c.now()
	a := model.Call(ctx, p, ask)
	if a.Usage.Took == 0 { // a tape knows better
		a.Usage.Took = c.now().Sub(start)
	}
	if p.guard != nil { // else a tape answered: nobody was called
		c.metrics.asked(entry, a)
	}
	c.logAsk(entry, ask, a)
	return a
}

// logAsk writes a failed call to the log, and every prompt and answer when the
// configuration asks for it. Pictures are named by size.
func (c *core) logAsk(entry string, ask reply.Ask, a reply.Answer) {
	if a.Err != nil {
		c.log.Warn("a model gave no answer", "role", ask.Role, "model", entry, "error", a.Err)
	}
	if !c.config().Log.LogPrompts {
		return
	}
	size := 0
	for _, img := range ask.Images {
		size += len(img.Bytes)
	}
	c.log.Info("asked a model", "role", ask.Role, "model", entry, "system", ask.System, "prompt", ask.Prompt,
		"images", len(ask.Images), "image_bytes", size, "answer", a.Text, "took", a.Usage.Took)
}
