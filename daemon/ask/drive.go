package ask

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"navd/daemon/fault"
	"navd/daemon/model/tape"
	"navd/daemon/reply"
)

// Machine is a pure machine that asks questions and takes answers.
type Machine interface {
	Next() (reply.Ask, bool)
	Feed(reply.Answer)
	Skip()
	Attempts() []reply.Attempt
}

// Drive runs a machine against the models of a chain until it has no more
// questions or the context's deadline is over. It returns within the deadline
// whatever the models do. While other entries follow, an entry gets its share
// of the time that is left, for all its tries together: an entry that hangs, or
// asks for a pause, does not take the time of the others.
func (m *Models) Drive(ctx context.Context, r Role, to Machine, chain []string) {
	at, share, cancel := 0, ctx, context.CancelFunc(func() {})
	defer func() { cancel() }()
	known := 0 // attempts that say something of their providers
	for ask, ok := to.Next(); ok && ctx.Err() == nil; ask, ok = to.Next() {
		if share == ctx || ask.Model != at {
			cancel()
			at = ask.Model
			share, cancel = shareOf(ctx, len(chain)-at)
		}
		if !wait(share, m.jitter(ask.Wait)) {
			to.Skip() // its time is over, or would be after the pause
			continue
		}
		ask.Temperature, ask.MaxTokens = r.Temperature, r.MaxTokens
		a := m.ask(share, chain[at], ask)
		a.Limit = r.Section + ".max_tokens"
		if len(to.Attempts()) > 0 && errors.As(a.Err, new(tape.Missing)) {
			to.Skip() // its time was over here when the tape was recorded
			continue
		}
		to.Feed(a)
		if !fault.Is(a.Err, fault.Cancelled) { // else it was taken back
			known = len(to.Attempts())
		}
	}
	m.note(r.Name, chain, to.Attempts()[:known])
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
// do not come back together. A tape is not waited for: where the recording had
// no time to ask again, the tape has no answer.
func (m *Models) jitter(pause time.Duration) time.Duration {
	if m.replaying {
		return 0
	}
	return pause + time.Duration(m.Random()*float64(pause)/2)
}

// wait sleeps for d, false when the context ended first; at once when its
// deadline would.
func wait(ctx context.Context, d time.Duration) bool {
	if end, limited := ctx.Deadline(); limited && d >= time.Until(end) {
		return false
	}
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
func (m *Models) ask(ctx context.Context, entry string, ask reply.Ask) reply.Answer {
	name, _ := entryParts(entry)
	p := m.providers[name]
	if p == nil {
		return reply.Answer{Err: fault.New(fault.NotFound, "no model named %q is configured", name)}
	}
	ask.Name, ask.Urgent = m.modelName(entry), urgent(ask.Role)
	start := m.Now()
	var a reply.Answer
	a.Text, a.Usage, a.Err = p.Ask(ctx, ask)
	if a.Err != nil {
		a.Err = fault.As(a.Err)
	}
	if a.Usage.Took == 0 { // a tape knows better
		a.Usage.Took = m.Now().Sub(start)
	}
	if p.guard != nil { // else a tape answered: nobody was called
		m.usage.add(entry, a)
	}
	m.logAsk(entry, ask, a)
	return a
}

// Once asks one entry of a chain, once: for whoever counts every call. It returns by
// the context's deadline, whatever the model does, and notes whether it answers.
func (m *Models) Once(ctx context.Context, r Role, entry string, ask reply.Ask) reply.Answer {
	ask.Role, ask.Temperature = r.Name, r.Temperature
	if ask.MaxTokens == 0 {
		ask.MaxTokens = r.MaxTokens
	}
	a := m.ask(ctx, entry, ask)
	if !fault.Is(a.Err, fault.Cancelled) {
		attempt := reply.Attempt{Model: entry, Usage: a.Usage}
		if a.Err != nil {
			attempt.Reason = fault.As(a.Err).Error()
		}
		m.note(r.Name, []string{entry}, []reply.Attempt{attempt})
	}
	return a
}

// logAsk writes a failed call to the log, and every prompt and answer when the
// configuration asks for it. Pictures are named by size. A call that was not made because
// those before it failed is news for whoever debugs alone: health tells that it goes on.
func (m *Models) logAsk(entry string, ask reply.Ask, a reply.Answer) {
	if a.Err != nil {
		level := slog.LevelWarn
		if f := fault.As(a.Err); f.Unasked && f.After > 0 {
			level = slog.LevelDebug
		}
		m.Log.Log(context.Background(), level, "a model gave no answer", "role", ask.Role, "model", entry, "error", a.Err)
	}
	if !m.Config().Log.LogPrompts {
		return
	}
	size := 0
	for _, img := range ask.Images {
		size += len(img.Bytes)
	}
	m.Log.Info("asked a model", "role", ask.Role, "model", entry, "system", ask.System, "prompt", ask.Prompt,
		"images", len(ask.Images), "image_bytes", size, "answer", a.Text, "took", a.Usage.Took)
}
