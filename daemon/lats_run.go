package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"navd/daemon/ask"
	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/limits"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/kv"
)

// start starts a goroutine that works on a search with do. The caller has locked the
// search, on which no goroutine works.
func (ts *searches) start(t *treeSearch, do func(ctx context.Context) error) (*working, error) {
	ctx, stop := context.WithCancel(ts.c.ctx)
	w := &working{stop: stop, done: make(chan struct{})}
	begun := ts.c.background.Go(func() {
		defer close(w.done)
		defer stop()
		defer func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.work = nil
		}()
		defer background.Recover(&w.err)
		w.err = do(ctx)
	})
	if !begun {
		stop()
		return nil, fault.New(fault.Unavailable, "navd is stopping").WithHint("call again when navd runs again")
	}
	t.work = w
	return w, nil
}

// run starts a goroutine that works on a search until it ends; it does nothing when the
// search has ended or a goroutine works on it. The caller has locked the search.
func (ts *searches) run(t *treeSearch) error {
	if t.work != nil || t.tree.Stopped() != "" {
		return nil
	}
	t.since = time.Time{}
	id := t.record.ID
	_, err := ts.start(t, func(ctx context.Context) (err error) {
		for more := true; more && err == nil; {
			more, err = ts.round(ctx, t, nil, nil)
		}
		switch {
		case err == nil:
			ts.c.troubles.Clear("search")
		case ctx.Err() == nil:
			ts.c.trouble("search", "a search stops", err, "search", id)
		}
		return err
	})
	return err
}

// round answers the open tickets of a search, except those of some kinds, and stores the
// answers. There is no more to do when the search has ended, only tickets of those kinds are
// open, or the write of the last round is taken.
func (ts *searches) round(ctx context.Context, t *treeSearch, except []lats.Kind, last *closing) (more bool, err error) {
	t.mu.Lock()
	tickets := slices.DeleteFunc(t.tree.Tickets(), func(k lats.Ticket) bool { return slices.Contains(except, k.Kind) })
	reserved := ts.reserveFor(t, tickets)
	defer ts.release(reserved)
	if t.tree.Stopped() != "" {
		tickets = nil
	}
	spent, deadline := t.record.Took, t.tree.Options().Budget.Deadline
	t.mu.Unlock()
	began := ts.c.now()
	limited, cancel := ctx, context.CancelFunc(func() {})
	if deadline > 0 {
		limited, cancel = context.WithTimeout(ctx, max(0, deadline-spent))
	}
	defer cancel()
	answers := ts.answerAll(limited, t, tickets)
	calls := callsFor(tickets, answers)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.record.Took += max(0, ts.c.now().Sub(began))
	if t.gone || ctx.Err() != nil && t.tree.Stopped() == "" { // whoever ended the work stores why
		return false, errors.Join(cmp.Or(ctx.Err(), errGone), ts.keepCount(calls, reserved))
	}
	if err := t.tellAll(tickets, answers); err != nil {
		ts.drop(t.record.ID, t)
		return false, err
	}
	if errors.Is(limited.Err(), context.DeadlineExceeded) && ctx.Err() == nil {
		_ = t.tree.Stop(lats.Time, "")
	}
	t.tree.Tick(t.record.Took)
	if t.entry >= len(t.record.Chain) && t.tree.Stopped() == "" && len(tickets) > 0 {
		_ = t.tree.Stop(lats.Offline, t.record.Error)
	}
	more = t.tree.Stopped() == "" && len(tickets) > 0
	w := last.take(&more, t.tree.Result().Rounds)
	if w == nil {
		w = ts.c.write()
	}
	defer w.end(&err)
	if err := w.countCalls(calls, reserved); err != nil {
		ts.drop(t.record.ID, t)
		return false, err
	}
	_, err = w.fileSearch(ctx, t)
	return more && err == nil, err
}

// errGone is the error of a round whose search was dropped meanwhile.
var errGone error = fault.New(fault.Unavailable, "the search could not be stored").WithHint("lats.run goes on with it; navd.health says more")

// tellAll gives the tree the answers of a round. The caller has locked the search.
func (t *treeSearch) tellAll(tickets []lats.Ticket, answers []lats.Answer) error {
	for i, k := range tickets {
		if err := t.tree.Tell(k.ID, answers[i]); err != nil && !fault.Is(err, fault.Conflict) { // the deadline may have ended the search
			return err
		}
	}
	return nil
}

// callsFor counts the calls that models were really asked for the answers of tickets.
func callsFor(tickets []lats.Ticket, answers []lats.Answer) (calls int) {
	for i, k := range tickets {
		if k.Kind != lats.Observe {
			calls += k.N - answers[i].Unasked
		}
	}
	return calls
}

// reserveFor reserves the calls of models that tickets may take from the day's budget of
// searches. When not so many are left the search goes on with navd itself, if
// its chain ends in that, or else ends. The caller has locked the search.
func (ts *searches) reserveFor(t *treeSearch, tickets []lats.Ticket) *reservation {
	last, calls := len(t.record.Chain)-1, 0
	if t.asksModel() && t.tree.Own() {
		t.record.Error = "the budgets of the search have no room for another call of a model: navd itself went on"
		t.entry, t.fails = last, 0
	}
	for _, k := range tickets {
		if k.Kind != lats.Observe && t.asksModel() {
			calls += k.N
		}
	}
	if calls == 0 {
		return &reservation{}
	}
	r, ok := ts.reserve(calls)
	if ok {
		return r
	}
	t.record.Error = "the calls that searches may make on a day are used up; raise lats.daily_calls, or wait until 00:00 UTC"
	if t.memory != nil && !ask.IsModel(t.record.Chain[last]) {
		t.entry, t.fails = last, 0
	} else {
		_ = t.tree.Stop(lats.Calls, t.record.Error)
	}
	return r
}

// asksModel tells whether the present entry of the chain is a model.
func (t *treeSearch) asksModel() bool {
	return t.entry < len(t.record.Chain) && ask.IsModel(t.record.Chain[t.entry])
}

// answerAll answers tickets, with lats.workers calls of models at a time. The answers are
// in the order of the tickets.
func (ts *searches) answerAll(ctx context.Context, t *treeSearch, tickets []lats.Ticket) []lats.Answer {
	answers := make([]lats.Answer, len(tickets))
	free := make(chan struct{}, ts.c.config().Lats.Workers)
	var all sync.WaitGroup
	for i, k := range tickets {
		all.Go(func() {
			var err error
			defer func() {
				if err != nil {
					answers[i].Err = lats.FailureOf(err)
				}
			}()
			defer background.Recover(&err)
			answers[i], err = ts.answerTicket(ctx, t, k, free)
		})
	}
	all.Wait()
	return answers
}

// answerTicket answers one ticket: the memory is the environment, and a model or navd
// itself proposes and judges.
func (ts *searches) answerTicket(ctx context.Context, t *treeSearch, k lats.Ticket, free chan struct{}) (a lats.Answer, err error) {
	var s think.State
	if len(k.State) > 0 {
		if err := json.Unmarshal(k.State, &s); err != nil && t.memory != nil {
			return a, fault.New(fault.Corrupt, "the state of a node cannot be read: %w", err)
		}
	}
	t.mu.Lock()
	entry, model := "", t.asksModel()
	if t.entry < len(t.record.Chain) {
		entry = t.record.Chain[t.entry]
	}
	t.mu.Unlock()
	switch {
	case k.Kind == lats.Observe && t.memory != nil:
		seen, err := t.memory.Do(s, k.Action.Type, k.Action.Param)
		if err != nil {
			return a, err
		}
		state, err := json.Marshal(seen.State)
		return lats.Answer{Observation: seen.Observation, Reward: seen.Reward, Done: seen.Done, State: state}, err
	case k.Kind == lats.Observe:
		return a, fault.New(fault.Conflict, "this search has env external: navd cannot run its actions").WithHint("run each action yourself and answer its ticket with lats.observe")
	case model:
		a, err := ts.askTicket(ctx, t, entry, k, free)
		if err != nil && ctx.Err() == nil && t.onlyLocal() {
			own := t.propose(k, s)
			own.Usage, own.Unasked = a.Usage, a.Unasked
			return own, nil
		}
		return a, err
	case entry == limits.Local && t.memory != nil:
		return t.propose(k, s), nil
	}
	a.Unasked = k.N
	return a, fault.New(fault.Unavailable, "no model of the search's chain answers").WithHint("navd doctor says what is wrong with them; lats.resume asks them again")
}

// propose answers a ticket without a model.
func (t *treeSearch) propose(k lats.Ticket, s think.State) (a lats.Answer) {
	a.Own, a.Unasked = true, k.N
	switch k.Kind {
	case lats.Sample:
		for _, p := range t.memory.Propose(s, k.N) {
			a.Candidates = append(a.Candidates, lats.Candidate{Thought: p.Thought, Action: lats.Action{Type: p.Action}})
		}
	case lats.Evaluate:
		v := t.memory.Value(s)
		a.Value = &v
	case lats.Reflect:
		a.Texts = []string{"the answer was refused; another way is wanted"}
	}
	return a
}

// askTicket has a model answer a ticket, with one call for each completion. A search does
// not ask a model any more that failed mostFails times in a row, or failed all completions
// of a sample.
func (ts *searches) askTicket(ctx context.Context, t *treeSearch, entry string, k lats.Ticket, free chan struct{}) (a lats.Answer, err error) {
	role := ask.Search(ts.c.config())
	out := make([]reply.Answer, k.N)
	var all sync.WaitGroup
	for i := range out {
		all.Go(func() {
			select {
			case free <- struct{}{}:
				defer func() { <-free }()
				out[i] = ts.c.models.Once(ctx, role, entry, reply.Ask{System: k.Prompt.System, Prompt: k.Prompt.Text, Schema: k.Prompt.Schema, MaxTokens: k.Prompt.MaxTokens, Sample: k.Retry*k.N + i})
			case <-ctx.Done():
				e := fault.As(ctx.Err())
				e.Unasked = true
				out[i].Err = e
			}
		})
	}
	all.Wait()
	for _, one := range out {
		if err = cmp.Or(err, one.Err); one.Err == nil {
			a.Texts = append(a.Texts, one.Text)
		}
		if one.Unasked() {
			a.Unasked++
		}
		a.Usage.TokensIn += one.Usage.TokensIn
		a.Usage.TokensOut += one.Usage.TokensOut
		a.Usage.Cost += one.Usage.Cost
		a.Usage.Cut = a.Usage.Cut || one.Usage.Cut
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.talks(k, a) {
		why := ""
		if a.Usage.Cut {
			why = "; it was cut off at lats.max_tokens"
		}
		err, a.Texts = fault.New(fault.Unavailable, "no answer of %s can be read, the first is %s%s", entry, fault.Show(a.Texts[0]), why), nil
	}
	if len(a.Texts) > 0 {
		t.fails = 0
		return a, nil
	}
	if ctx.Err() == nil {
		a.Next = t.failed(entry, k, err)
	}
	return a, err
}

// talks tells whether a model, asked again, gave a sample without anything to read, and the
// chain has another entry to ask. The caller has locked the search.
func (t *treeSearch) talks(k lats.Ticket, a lats.Answer) bool {
	return len(a.Texts) > 0 && k.Kind == lats.Sample && k.Retry > 0 && t.entry+1 < len(t.record.Chain) && !t.tree.Readable(a)
}

// failed notes that an entry of the chain did not answer a ticket. It tells whether another
// model is to get the sample. The caller has locked the search.
func (t *treeSearch) failed(entry string, k lats.Ticket, err error) (another bool) {
	t.record.Error = fault.As(err).Error()
	if t.fails++; k.Kind == lats.Sample {
		t.fails = mostFails // all of its completions failed
	}
	if t.fails >= mostFails && t.entry < len(t.record.Chain) && t.record.Chain[t.entry] == entry {
		t.entry, t.fails = t.entry+1, 0
	}
	return k.Kind == lats.Sample && t.asksModel()
}

// onlyLocal tells whether only navd itself is left of the chain.
func (t *treeSearch) onlyLocal() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.memory != nil && t.entry < len(t.record.Chain) && !t.asksModel()
}

// mostFails is how many tickets in a row a model may leave unanswered.
const mostFails = 2

// waitFor waits until the work on a search has ended, at most for patience.
func waitFor(ctx context.Context, work *working, patience time.Duration) {
	if work == nil || patience <= 0 {
		return
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-work.done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// resume goes on with the searches that were worked on when the daemon ended.
func (ts *searches) resume() {
	var ids []string
	err := ts.c.view(func(tx *kv.Tx) error {
		for s, err := range store.Searches(tx, 0) {
			if err != nil {
				return err
			}
			if s.State == think.Running {
				ids = append(ids, s.ID)
			}
		}
		return nil
	})
	if err != nil {
		ts.c.trouble("search", "searches that were under way cannot be read", err)
	}
	for _, id := range ids {
		t, err := ts.hold(id)
		if err == nil {
			err = ts.run(t)
			t.mu.Unlock()
		}
		if err != nil && ts.c.ctx.Err() == nil {
			ts.c.log.Error("a search cannot go on", "search", id, "error", err)
		}
	}
}
