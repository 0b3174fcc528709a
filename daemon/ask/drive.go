package ask

import (
	"context"
	"log/slog"
	"time"

	"navd/daemon/fault"
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
	var heard []reply.Attempt // those that say something of their providers
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
		a, taped := m.ask(share, chain[at], ask)
		a.Limit = r.Section + ".max_tokens"
		before := len(to.Attempts())
		if before > 0 && missing(a.Err) {
			to.Skip() // its time was over here when the tape was recorded
			continue
		}
		m.tell(chain[at], ask, a, taped)
		to.Feed(a)
		if news(a, taped, m.replaying) {
			heard = append(heard, to.Attempts()[before:]...)
		}
	}
	m.note(r.Name, chain, heard)
}

// news reports whether an answer says something of its provider: it was not taken back,
// and is not from the tape of a recording. A tape that is replayed stands for the providers.
func news(a reply.Answer, taped, replaying bool) bool {
	return !fault.Is(a.Err, fault.Cancelled) && (!taped || replaying)
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

// ask does one model call; taped says that a tape answered and nobody was called. A model
// that is not configured is not found: asking again does not help.
func (m *Models) ask(ctx context.Context, entry string, ask reply.Ask) (a reply.Answer, taped bool) {
	name, _ := entryParts(entry)
	p := m.providers[name]
	if p == nil {
		return reply.Answer{Err: fault.New(fault.NotFound, "no model named %q is configured", name)}, false
	}
	ask.Name, ask.Urgent = m.modelName(entry), urgent(ask.Role)
	start := m.Now()
	if p.recorder != nil {
		a, taped = p.recorder.Answer(ctx, ask)
	} else {
		a.Text, a.Usage, a.Err = p.Ask(ctx, ask)
		taped = p.guard == nil
	}
	if a.Err != nil {
		a.Err = fault.As(a.Err)
	}
	if a.Usage.Took == 0 { // a tape knows better
		a.Usage.Took = m.Now().Sub(start)
	}
	return a, taped
}

// tell counts a call that was made, or a question that the tape answered, and logs it.
func (m *Models) tell(entry string, ask reply.Ask, a reply.Answer, taped bool) {
	if name, _ := entryParts(entry); m.providers[name] == nil {
		return // nobody was asked
	}
	m.usage.add(entry, a, taped)
	if missing(a.Err) {
		m.usage.miss(ask.Role+" "+entry, a.Err, m.Now())
	}
	m.logAsk(entry, ask, a, taped)
}

// Once asks one entry of a chain, once: for whoever counts every call. It returns by
// the context's deadline, whatever the model does, and notes whether it answers.
func (m *Models) Once(ctx context.Context, r Role, entry string, ask reply.Ask) reply.Answer {
	ask.Role, ask.Temperature = r.Name, r.Temperature
	if ask.MaxTokens == 0 {
		ask.MaxTokens = r.MaxTokens
	}
	a, taped := m.ask(ctx, entry, ask)
	m.tell(entry, ask, a, taped)
	if news(a, taped, m.replaying) {
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
func (m *Models) logAsk(entry string, ask reply.Ask, a reply.Answer, taped bool) {
	if a.Err != nil {
		level := slog.LevelWarn
		if f := fault.As(a.Err); f.Unasked && f.After > 0 {
			level = slog.LevelDebug
		}
		what := "a model gave no answer"
		if taped {
			what += " when the tape was recorded"
		}
		m.Log.Log(context.Background(), level, what, "role", ask.Role, "model", entry, "error", a.Err)
	}
	if !m.Config().Log.LogPrompts {
		return
	}
	size := 0
	for _, img := range ask.Images {
		size += len(img.Bytes)
	}
	m.Log.Info("asked a model", "role", ask.Role, "model", entry, "system", ask.System, "prompt", ask.Prompt,
		"images", len(ask.Images), "image_bytes", size, "from_tape", taped, "answer", a.Text, "took", a.Usage.Took)
}
