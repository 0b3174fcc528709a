package tape

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// Recorder asks a provider's model and keeps what it answers.
func (t *Tape) Recorder(provider string, m model.Model) model.Model {
	return recorder{t, provider, m}
}

// Missing is the cause of the fault of a question that is not on the tape.
type Missing struct{}

// Error says so.
func (Missing) Error() string { return "this question is not on the tape" }

// Player answers for a provider from the tape. What is not on it is not found,
// because of [Missing].
func (t *Tape) Player(provider string) model.Model { return player{t, provider} }

type player struct {
	tape     *Tape
	provider string
}

// Ask gives the recorded answer.
func (p player) Ask(_ context.Context, ask reply.Ask) (string, reply.Usage, error) {
	key := Key(p.provider, ask)
	p.tape.mu.Lock()
	s := p.tape.slots[key]
	p.tape.mu.Unlock()
	if s == nil {
		return "", reply.Usage{}, fault.New(fault.NotFound, "%w", Missing{}).
			WithHint("the tape was recorded with another configuration, prompt, picture or version of navd")
	}
	return s.call.answer()
}

// answer gives what a model answered then.
func (c *Call) answer() (string, reply.Usage, error) {
	if c.Fault == nil {
		return c.Text, c.Usage, nil
	}
	e := fault.New(c.Fault.Kind, "%s", c.Fault.Message)
	e.After, e.Unasked = c.Fault.After, c.Fault.Unasked
	return c.Text, c.Usage, e
}

type recorder struct {
	tape     *Tape
	provider string
	model    model.Model
}

// Ask asks the model a question that is not on the tape yet. Of callers with
// the same question one asks and the others wait for its answer.
func (r recorder) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	key := Key(r.provider, ask)
	for {
		s, mine := r.tape.slot(key)
		if mine {
			return r.record(ctx, key, ask)
		}
		select {
		case <-s.done:
		case <-ctx.Done():
			return "", reply.Usage{}, ctx.Err()
		}
		if s.call != nil {
			return s.call.answer()
		}
	}
}

// slot gives the place of a question; mine says that nobody asks it yet and the
// caller is to.
func (t *Tape) slot(key string) (s *slot, mine bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := t.slots[key]; s != nil {
		return s, false
	}
	t.slots[key] = &slot{done: make(chan struct{})}
	return t.slots[key], true
}

// record asks and keeps the outcome, of whatever kind, with the time it took.
func (r recorder) record(ctx context.Context, key string, ask reply.Ask) (string, reply.Usage, error) {
	start := r.tape.now()
	a := model.Call(ctx, r.model, ask)
	a.Usage.Took = r.tape.now().Sub(start)
	c := Call{
		Key: key, Provider: r.provider, Model: ask.Name, Role: ask.Role, Try: ask.Try,
		Prompt: reply.Hash(ask.System + "\n" + ask.Prompt), Text: a.Text, Usage: a.Usage,
	}
	for _, img := range ask.Images {
		sum := sha256.Sum256(img.Bytes)
		c.Images = append(c.Images, hex.EncodeToString(sum[:]))
	}
	if a.Err != nil {
		f := fault.As(a.Err)
		c.Fault = &Fault{Kind: f.Kind, Message: f.Error(), After: f.After, Unasked: f.Unasked}
	}
	r.tape.settle(c, fault.Is(a.Err, fault.Cancelled))
	return a.Text, a.Usage, a.Err
}

// settle fills the place of a question, or frees it when the call was taken
// back.
func (t *Tape) settle(c Call, takenBack bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.slots[c.Key]
	defer close(s.done)
	if takenBack {
		delete(t.slots, c.Key)
		return
	}
	s.call = &c
	t.calls = append(t.calls, c)
	if t.err != nil {
		return // behind half a line, another would make the tape unreadable
	}
	if err := t.write(c); err != nil {
		t.err = fault.New(fault.Unavailable, "the tape cannot be written any more: %w", err).About("models.tape", t.path)
	}
}
