package daemon

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"navd/daemon/ask"
	"navd/daemon/fault"
	"navd/daemon/lats"
	"navd/daemon/limits"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/daemon/think"
	"navd/ipc"
	"navd/kv"
)

// Lats searches trees: over the memory of an episode, and over environments that the
// caller runs.
type Lats struct{ c *core }

// Open begins a search.
func (l *Lats) Open(ctx context.Context, p ipc.LatsOpenParams) (s think.Search, err error) {
	w, err := l.c.begin(ctx, callOf(ipc.LatsOpen, p.Key, p), &s)
	if w == nil {
		return s, err
	}
	defer w.end(&err)
	if err := noControls("question", p.Question); err != nil {
		return s, err
	}
	if (p.Env == think.EnvMemory) != (p.Episode != "") {
		return s, badParams(fault.New(fault.Invalid, "env memory needs an episode, and env external takes none").About("episode", p.Episode).
			WithHint("give env memory with an episode, or env external without"))
	}
	if p.Env == think.EnvMemory && (len(p.Actions) > 0 || p.Accept != nil) {
		return s, badParams(fault.New(fault.Invalid, "env memory has its own actions and its own score for accepting an answer").About("actions", nil).
			WithHint("leave out actions and accept, or use env external"))
	}
	r := think.Search{Question: p.Question, Env: p.Env, Episode: p.Episode, Chain: p.Chain}
	if len(r.Chain) == 0 {
		r.Chain = l.c.config().Lats.Chain
	}
	if err := l.c.searches.checkChain("chain", r.Chain, p.Env == think.EnvMemory); err != nil {
		return s, err
	}
	o := optionsOf(p)
	var snapshot *think.Snapshot
	if p.Env == think.EnvMemory {
		if snapshot, _, err = l.c.searches.snapshotNow(p.Episode); err != nil {
			return s, err
		}
		r.AtStep = snapshot.Step
	}
	o.Reflect = p.Env == think.EnvMemory && ask.Any(r.Chain)
	l.c.searches.complete(&o, r.Chain, snapshot)
	if p.Env == think.EnvMemory { // it may have been deleted meanwhile
		if err := w.hold(p.Episode); err != nil {
			return s, err
		}
	}
	t, err := w.newSearch(r, o, snapshot)
	if err != nil {
		return s, badParams(err)
	}
	return t.record, w.commit(ctx, t.record)
}

// optionsOf are the options that a call gives.
func optionsOf(p ipc.LatsOpenParams) lats.Options {
	o := lats.Options{Question: p.Question, Sampling: lats.Sampling(p.Sampling)}
	set(&o.Samples, p.N)
	set(&o.C, p.C)
	set(&o.Accept, p.Accept)
	if p.Seed != nil {
		o.Seed = uint64(*p.Seed)
	}
	for _, a := range p.Actions {
		o.Actions = append(o.Actions, lats.ActionType(a))
	}
	o.Budget = budgetWith(lats.OnDemand(), p.Budgets)
	return o
}

// budgetWith is a budget with the limits that a call sets.
func budgetWith(b lats.Budget, p *ipc.LatsBudgets) lats.Budget {
	if p == nil {
		return b
	}
	set(&b.Calls, p.Calls)
	set(&b.TokensIn, p.TokensIn)
	set(&b.TokensOut, p.TokensOut)
	set(&b.Cost, p.Cost)
	set(&b.Nodes, p.Nodes)
	set(&b.Depth, p.Depth)
	set(&b.EnvSteps, p.EnvSteps)
	if p.DeadlineMs != nil {
		b.Deadline = time.Duration(*p.DeadlineMs) * time.Millisecond
	}
	return b
}

// complete fills in the options that follow from the chain and the snapshot.
func (ts *searches) complete(o *lats.Options, chain []string, snapshot *think.Snapshot) {
	cfg := ts.c.config()
	o.Answer = cfg.Lats.MaxTokens
	for _, entry := range ask.ModelsOf(chain) { // the highest price of them: no call costs more
		p := ts.c.models.PriceOf(entry)
		o.Price = lats.Price{In: max(o.Price.In, p.In), Out: max(o.Price.Out, p.Out)}
	}
	if snapshot != nil {
		o.Actions, o.Accept = think.Actions(), think.Accepted
		o.Question = snapshot.Brief() + " " + o.Question
		liftCalls(&o.Budget, chain)
		o.Alone = ask.Any(chain) && !ask.IsModel(chain[len(chain)-1])
	}
}

// liftCalls raises the budget of calls so far that it does not end a search whose chain
// has no model: there the calls are answers of navd itself.
func liftCalls(b *lats.Budget, chain []string) {
	if !ask.Any(chain) {
		b.Calls = max(b.Calls, callsWithoutModel)
	}
}

// callsWithoutModel is more answers than navd gives in one search before the budgets of
// nodes and time end it.
const callsWithoutModel = 1_000_000

// checkChain refuses a chain with an entry that cannot answer.
func (ts *searches) checkChain(field string, chain []string, memory bool) error {
	for i, entry := range chain {
		if entry == limits.Local && (memory || len(chain) == 1) && i == len(chain)-1 {
			continue
		}
		if entry == limits.Local || entry == limits.Nearest || !ts.c.models.Has(entry) {
			return badParams(fault.Field(field, entry, "configured models; with env memory also local, as the last entry").
				WithHint("navd doctor names the models"))
		}
	}
	return nil
}

// Run has navd work on a search over the memory until it ends, and waits for it up to
// wait_ms. It first stores that the search runs, so that it goes on after a restart.
func (l *Lats) Run(ctx context.Context, p ipc.LatsRunParams) (s think.Search, err error) {
	t, err := l.memorySearch(p.Search)
	if err != nil {
		return s, err
	}
	if t.work == nil && t.tree.Stopped() == "" {
		t.record.State = think.Running
		if _, err = l.store(ctx, t); err == nil {
			err = l.c.searches.run(t)
		}
	}
	work := t.work
	t.mu.Unlock()
	if err != nil {
		return s, err
	}
	waitFor(ctx, work, time.Duration(p.WaitMs)*time.Millisecond)
	if err := ctx.Err(); err != nil {
		return s, err
	}
	return readOf(l.c, store.GetSearch, p.Search)
}

// memorySearch locks a search that navd can run alone, and refuses another.
func (l *Lats) memorySearch(id string) (*treeSearch, error) {
	t, err := l.c.searches.hold(id)
	if err == nil && t.memory == nil {
		t.mu.Unlock()
		return nil, fault.New(fault.Conflict, "this search has env external, so navd cannot run it alone").About("search", id).WithHint("get its tickets with lats.propose and answer them")
	}
	return t, err
}

// Step does one round of a search over the memory.
func (l *Lats) Step(ctx context.Context, p ipc.LatsStepParams) (s think.Search, err error) {
	w, err := l.c.begin(ctx, callOf(ipc.LatsStep, p.Key, p), &s)
	if w == nil {
		return s, err
	}
	t, err := l.memorySearch(p.Search)
	if err != nil {
		w.end(&err)
		return s, err
	}
	if err := l.rounds(ctx, t, nil, &closing{w: w, rounds: t.record.Rounds + 1}); err != nil {
		return s, err
	}
	return readOf(l.c, store.GetSearch, p.Search)
}

// closing is the write of a call for some rounds of a search. It stores the last of them,
// with the answer to the call.
type closing struct {
	w      *write
	rounds int // that the search has after the last
}

// take gives the write when the search cannot go on (more is false) or has had its rounds;
// the latter sets more to false.
// Whoever takes it ends it.
func (c *closing) take(more *bool, rounds int) (w *write) {
	if c == nil {
		return nil
	}
	if *more = *more && rounds < c.rounds; !*more {
		w, c.w = c.w, nil
	}
	return w
}

// end ends the write if nobody took it.
func (c *closing) end(err *error) {
	if c != nil && c.w != nil {
		c.w.end(err)
		c.w = nil
	}
}

// rounds answers the tickets of a search, except those of some kinds, as often as it takes,
// or until a write that stores the last round is taken. A round under way is stored even
// when the caller leaves. The caller has locked the search; rounds unlocks it.
func (l *Lats) rounds(ctx context.Context, t *treeSearch, except []lats.Kind, last *closing) error {
	err := t.idle()
	var work *working
	if err == nil {
		work, err = l.c.searches.start(t, func(own context.Context) (err error) {
			defer last.end(&err)
			for more := true; more && err == nil && ctx.Err() == nil; {
				more, err = l.c.searches.round(own, t, except, last)
			}
			return err
		})
	}
	t.mu.Unlock()
	if err != nil {
		last.end(&err)
		return err
	}
	select {
	case <-work.done:
		return work.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// idle refuses a search that a goroutine works on. The caller has locked it.
func (t *treeSearch) idle() error {
	if t.work != nil {
		return fault.New(fault.Conflict, "navd is working on this search already").About("search", t.record.ID).WithHint("stop it with lats.cancel, or wait for it with lats.run")
	}
	return nil
}

// holdIdle locks a search on which no goroutine works, and refuses another.
func (l *Lats) holdIdle(id string) (*treeSearch, error) {
	t, err := l.c.searches.hold(id)
	if err != nil {
		return nil, err
	}
	if err := t.idle(); err != nil {
		t.mu.Unlock()
		return nil, err
	}
	return t, nil
}

// Propose gives the open tickets that the caller is to answer.
func (l *Lats) Propose(ctx context.Context, p ipc.LatsProposeParams) (r ipc.LatsProposeResult, err error) {
	r.Tickets = []lats.Ticket{}
	t, err := l.holdIdle(p.Search)
	if err != nil {
		return r, err
	}
	t.countTime(l.c.now())
	t.since = time.Time{} // rounds counts the time of navd
	theirs := kindsOf(p.Kinds)
	if len(theirs) < len(kindsOf(nil)) {
		if t.memory == nil && !t.canAsk(theirs) {
			t.mu.Unlock()
			return r, badParams(fault.Field("kinds", p.Kinds, "all kinds: no model of the search's chain answers the others"))
		}
		if err := l.rounds(ctx, t, theirs, nil); err != nil {
			return r, err
		}
		if t, err = l.holdIdle(p.Search); err != nil {
			return r, err
		}
	}
	defer t.mu.Unlock()
	for _, k := range t.tree.Tickets() {
		if slices.Contains(theirs, k.Kind) {
			r.Tickets = append(r.Tickets, k)
		}
	}
	r.Search = t.record
	if len(r.Tickets) > 0 {
		t.since = l.c.now()
	}
	if len(r.Tickets) > 0 || t.record.State == think.Ended {
		return r, nil
	}
	r.Search, err = l.store(ctx, t) // no ticket is left: the search may have ended just now
	return r, err
}

// kindsOf reads kinds of tickets; all when none is named.
func kindsOf(names []string) (kinds []lats.Kind) {
	for _, n := range names {
		kinds = append(kinds, lats.Kind(n))
	}
	if len(kinds) == 0 {
		kinds = []lats.Kind{lats.Sample, lats.Observe, lats.Evaluate, lats.Reflect}
	}
	return kinds
}

// canAsk tells whether the chain can answer the tickets that are not theirs.
func (t *treeSearch) canAsk(theirs []lats.Kind) bool {
	return slices.Contains(theirs, lats.Observe) && ask.Any(t.record.Chain)
}

// Samples answers a ticket of kind sample.
func (l *Lats) Samples(ctx context.Context, p ipc.LatsSamplesParams) (think.Search, error) {
	a := lats.Answer{Texts: p.Samples, Usage: usage(p.TokensIn, p.TokensOut, p.Cost), Err: failed(p.Failed, false)}
	return l.answer(ctx, callOf(ipc.LatsSamples, p.Key, p), p.Search, p.Ticket, a, lats.Sample, lats.Reflect)
}

// Observe answers a ticket of kind observe.
func (l *Lats) Observe(ctx context.Context, p ipc.LatsObserveParams) (think.Search, error) {
	a := lats.Answer{
		Observation: p.Observation, Reward: p.Reward, Done: p.Done, State: p.State, Info: p.Info, Err: failed(p.Failed, p.TimedOut),
	}
	return l.answer(ctx, callOf(ipc.LatsObserve, p.Key, p), p.Search, p.Ticket, a, lats.Observe)
}

// Evaluate answers a ticket of kind evaluate.
func (l *Lats) Evaluate(ctx context.Context, p ipc.LatsEvaluateParams) (s think.Search, err error) {
	if p.Value == nil && p.Text == "" && p.Failed == "" {
		return s, badParams(fault.New(fault.Invalid, "the call has no evaluation").About("value", nil).WithHint("give value, or text with a score in it, or failed with the reason"))
	}
	a := lats.Answer{Value: p.Value, Usage: usage(p.TokensIn, p.TokensOut, p.Cost), Err: failed(p.Failed, false)}
	if p.Text != "" {
		a.Texts = []string{p.Text}
	}
	return l.answer(ctx, callOf(ipc.LatsEvaluate, p.Key, p), p.Search, p.Ticket, a, lats.Evaluate)
}

func usage(in, out int, cost float64) reply.Usage {
	return reply.Usage{TokensIn: in, TokensOut: out, Cost: cost}
}

func failed(why string, timedOut bool) *lats.Failure {
	switch {
	case timedOut:
		return &lats.Failure{Kind: fault.Timeout, Text: why}
	case why != "":
		return &lats.Failure{Kind: fault.Unavailable, Text: why}
	}
	return nil
}

// Status says how a search stands.
func (l *Lats) Status(_ context.Context, p ipc.LatsParams) (think.Search, error) {
	return readOf(l.c, store.GetSearch, p.Search)
}

// List gives searches, newest first.
func (l *Lats) List(ctx context.Context, p ipc.LatsListParams) (r ipc.LatsListResult, err error) {
	before, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	err = l.c.view(func(tx *kv.Tx) (err error) {
		r.Searches, r.Cursor, err = paged(p.Limit, store.Searches(tx, before), func(s think.Search) (think.Search, bool, error) {
			return s, (p.Episode == "" || s.Episode == p.Episode) && (p.State == "" || string(s.State) == p.State), nil
		}, func(s think.Search) string { return s.ID[1:] })
		return err
	})
	return r, err
}

// Result gives the best answer so far and the way to it.
func (l *Lats) Result(_ context.Context, p ipc.LatsParams) (r ipc.LatsResultResult, err error) {
	r.Path = []lats.TreeNode{}
	t, err := l.c.searches.hold(p.Search)
	if err != nil {
		return r, err
	}
	defer t.mu.Unlock()
	r.Search = t.record
	if t.record.Best != nil {
		r.Path = slices.DeleteFunc(t.drawn().Nodes, func(n lats.TreeNode) bool { return !n.Best })
	}
	return r, nil
}

// drawn is the tree for display: with the question as it was asked, without what navd adds
// to it for models. The caller has locked the search.
func (t *treeSearch) drawn() lats.Tree {
	tree := t.tree.Tree()
	tree.Question = t.record.Question
	return tree
}

// Tree gives the nodes of a search, or the tree as text or for Graphviz.
func (l *Lats) Tree(_ context.Context, p ipc.LatsTreeParams) (r ipc.LatsTreeResult, err error) {
	r.Nodes = []lats.TreeNode{}
	t, err := l.c.searches.hold(p.Search)
	if err != nil {
		return r, err
	}
	defer t.mu.Unlock()
	switch p.Format {
	case "text":
		r.Text = t.drawn().Text(cmp.Or(p.Width, 100))
		return r, nil
	case "dot":
		r.Text = t.drawn().DOT()
		return r, nil
	}
	from, err := numberCursor(p.Cursor)
	if err != nil {
		return r, err
	}
	on := page{limit: cmp.Or(p.Limit, 1000)}
	for id, n := range t.drawn().Nodes {
		if id < from {
			continue
		}
		more, err := on.take(n)
		if err != nil {
			return r, err
		}
		if !more {
			r.Cursor = strconv.Itoa(id)
			return r, nil
		}
		r.Nodes = append(r.Nodes, n)
	}
	return r, nil
}

// Export gives a search with its whole tree.
func (l *Lats) Export(_ context.Context, p ipc.LatsParams) (r ipc.LatsExportResult, err error) {
	t, err := l.c.searches.hold(p.Search)
	if err != nil {
		return r, err
	}
	defer t.mu.Unlock()
	return ipc.LatsExportResult{Search: t.record, Tree: t.drawn()}, nil
}
