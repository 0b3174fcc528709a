package tape

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"navd/daemon/fault"
	"navd/daemon/model"
	"navd/daemon/reply"
)

// again is how long an outage answers for a question within its recording, so
// that robots that ask it side by side get the same.
const again = time.Minute

// Missing is the cause of the fault of a question that is not on the tape.
type Missing struct {
	Why string // in words: what is there that is most like it
}

// Error says so.
func (m Missing) Error() string { return "this question is not on the tape: " + m.Why }

// Player answers for a provider from the tape. What is not on it is not found,
// because of [Missing].
func (t *Tape) Player(provider string) model.Model { return player{t, provider} }

type player struct {
	tape     *Tape
	provider string
}

// Ask gives the recorded answer.
func (p player) Ask(_ context.Context, ask reply.Ask) (string, reply.Usage, error) {
	t, key := p.tape, Key(p.provider, ask)
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.slots[key]
	if s == nil && ask.Sample > 0 {
		ask.Sample = 0
		s = t.slots[Key(p.provider, ask)]
	}
	if s == nil || len(s.calls) == 0 {
		return "", reply.Usage{}, fault.New(fault.NotFound, "%w", Missing{t.nearest(callOf(p.provider, ask))})
	}
	a := s.next().answer()
	return a.Text, a.Usage, a.Err
}

// next gives the outcome of the next ask, and counts it.
func (s *slot) next() *Call {
	now := &s.calls[0]
	for i := range s.calls {
		if s.calls[i].After <= s.asks {
			now = &s.calls[i]
		}
	}
	s.asks++
	return now
}

// nearest says what a tape has that is most like a question that is not on it.
func (t *Tape) nearest(want Call) string {
	best, name := 0, ""
	for i := range t.calls {
		c, like := &t.calls[i], 1
		switch {
		case c.Provider != want.Provider:
			continue
		case c.Prompt != want.Prompt:
		case !slices.Equal(c.Images, want.Images):
			like = 2
		case c.Model != want.Model:
			like = 3
		default:
			like = 4
		}
		if like > best {
			best, name = like, c.Model
		}
	}
	return []string{
		"it holds no call of " + want.Provider,
		"no call there has this prompt; the configuration, a prompt or the version of navd is another one, or the run went another way before",
		"the prompt is there, with other pictures",
		"prompt and pictures are there, for the model " + fault.Show(name),
		"prompt and pictures are there, with another temperature, longest answer, schema, or at another try",
	}[best]
}

// answer gives what a model answered then.
func (c *Call) answer() reply.Answer {
	a := reply.Answer{Text: c.Text, Usage: c.Usage}
	if c.Fault != nil {
		e := fault.New(c.Fault.Kind, "%s", c.Fault.Message)
		e.After, e.Unasked = c.Fault.After, c.Fault.Unasked
		a.Err = e
	}
	return a
}

// Recorder asks a provider's model, which answers by the end of the context as a
// [model.Guard] does, and keeps what it answers.
func (t *Tape) Recorder(provider string, m model.Model) *Recorder { return &Recorder{t, provider, m} }

// Recorder stands before a provider's model. Of callers with the same question
// one asks, and the others wait for its answer.
type Recorder struct {
	tape     *Tape
	provider string
	model    model.Model
}

// Ask is [Recorder.Answer] for who does not care where the answer is from.
func (r *Recorder) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	a, _ := r.Answer(ctx, ask)
	return a.Text, a.Usage, a.Err
}

// Answer asks the model, unless the tape has an answer of it. Taped says that no
// call was made: the tape answered, or the caller waited for another's call in
// vain.
func (r *Recorder) Answer(ctx context.Context, ask reply.Ask) (a reply.Answer, taped bool) {
	key := Key(r.provider, ask)
	for {
		c, wait := r.tape.look(key)
		if c != nil {
			return c.answer(), true
		}
		if wait == nil {
			return r.record(ctx, ask), false
		}
		select {
		case <-wait:
		case <-ctx.Done():
			return reply.Answer{Err: fault.As(ctx.Err())}, true
		}
	}
}

// look gives what answers a question, or what to wait for while somebody asks
// it. With neither the caller is to ask.
func (t *Tape) look(key string) (*Call, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.slots[key]
	if s == nil {
		s = &slot{}
		t.slots[key] = s
	}
	if s.asking != nil {
		return nil, s.asking
	}
	if n := len(s.calls); n > 0 {
		old := s.since.IsZero()
		if c := s.calls[n-1]; !c.Outage() || !old && t.now().Sub(s.since) < again {
			if old && n > 1 { // this recording gets the answer alone, and so is its replay to
				c.After = 0
				s.calls = []Call{c}
				t.put(c)
			}
			s.asks++
			return &c, nil
		}
	}
	s.asking = make(chan struct{})
	return nil, nil
}

// record asks and keeps the outcome, of whatever kind, with the time it took.
func (r *Recorder) record(ctx context.Context, ask reply.Ask) reply.Answer {
	start := r.tape.now()
	var a reply.Answer
	a.Text, a.Usage, a.Err = r.model.Ask(ctx, ask)
	end := r.tape.now()
	a.Usage.Took = end.Sub(start)
	c := callOf(r.provider, ask)
	c.Text, c.Usage, c.Time = a.Text, a.Usage, end.UTC().Round(0)
	if a.Err != nil {
		f := fault.As(a.Err)
		a.Err = f
		c.Fault = &Fault{Kind: f.Kind, Message: f.Error(), After: f.After, Unasked: f.Unasked, Final: model.Final(f)}
	}
	r.tape.settle(c, fault.Is(a.Err, fault.Cancelled))
	return a
}

// callOf says what is asked, by all that a tape keeps of it.
func callOf(provider string, ask reply.Ask) Call {
	c := Call{
		Key: Key(provider, ask), Provider: provider, Model: ask.Name, Role: ask.Role, Try: ask.Try, Sample: ask.Sample,
		Prompt: reply.Hash(ask.System + "\n" + ask.Prompt),
	}
	for _, img := range ask.Images {
		sum := sha256.Sum256(img.Bytes)
		c.Images = append(c.Images, hex.EncodeToString(sum[:]))
	}
	return c
}

// settle keeps the outcome of a call, unless it was taken back, and lets those
// go on who wait for it.
func (t *Tape) settle(c Call, takenBack bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.slots[c.Key]
	close(s.asking)
	s.asking = nil
	if takenBack {
		return
	}
	if s.since.IsZero() { // what an earlier recording has counts no more
		s.calls = nil
	}
	c.After = s.asks
	s.calls, s.since = append(s.calls, c), c.Time
	s.asks++
	t.put(c)
}

// put adds a call to the end of the tape. The caller holds the lock.
func (t *Tape) put(c Call) {
	t.calls = append(t.calls, c)
	if t.err != nil {
		return // behind half a line, another would make the tape unreadable
	}
	if err := t.write(c); err != nil {
		t.err = fault.New(fault.Unavailable, "the tape cannot be written any more: %w", err).About("models.tape", t.path)
	}
}
