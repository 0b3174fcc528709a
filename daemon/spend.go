package daemon

import (
	"context"
	"fmt"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/model"
	"navd/daemon/reply"
	"navd/daemon/store"
	"navd/kv"
)

// spending is what the model calls of a day took.
type spending struct {
	mu      sync.Mutex // guards all below
	day     string     // UTC, 2006-01-02
	spent   store.Spend
	writing bool // a commit of it is under way
	stale   bool // it changed since that commit began
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// roll begins a new day when it is one. The caller holds the lock.
func (s *spending) roll(now time.Time) {
	if day := dayOf(now); day != s.day {
		s.day, s.spent = day, store.Spend{}
	}
}

// today gives what was spent so far.
func (s *spending) today(now time.Time) (string, store.Spend) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roll(now)
	return s.day, s.spent
}

// loadSpending reads what was spent today before this start.
func (c *core) loadSpending(tx *kv.Tx) (err error) {
	c.spending.day = dayOf(c.now())
	c.spending.spent, err = store.GetSpend(tx, c.spending.day)
	return err
}

// spend adds a call to the day and writes it behind the caller's back: a plan
// does not wait for it.
func (c *core) spend(usage reply.Usage) {
	s := &c.spending
	s.mu.Lock()
	defer s.mu.Unlock()
	s.roll(c.now())
	s.spent.Calls++
	s.spent.TokensIn += usage.TokensIn
	s.spent.TokensOut += usage.TokensOut
	s.spent.Cost += usage.Cost
	if s.writing {
		s.stale = true
		return
	}
	s.writing = c.background.Go(c.writeSpending)
}

// writeSpending writes the day until nothing changed meanwhile.
func (c *core) writeSpending() {
	s := &c.spending
	for {
		s.mu.Lock()
		day, spent := s.day, s.spent
		s.stale = false
		s.mu.Unlock()
		w := c.write()
		store.PutSpend(&w.Changes, day, spent)
		if err := w.commit(context.Background(), nil); err != nil {
			c.log.Warn("what the models took today was not written", "error", err)
		}
		s.mu.Lock()
		if !s.stale {
			s.writing = false
			s.mu.Unlock()
			return
		}
		s.mu.Unlock()
	}
}

// overBudget says that the day's budget is used up.
func (c *core) overBudget() error {
	limit := c.config().Models.DailyBudget
	if limit == 0 {
		return nil
	}
	if _, spent := c.spending.today(c.now()); spent.Cost < limit {
		return nil
	}
	return fault.New(fault.Exhausted, "the daily budget of %v is used up", limit).
		WithHint("raise models.daily_budget, or wait until 00:00 UTC")
}

// budgetTrouble tells health of it.
func (c *core) budgetTrouble() []health.Trouble {
	err := c.overBudget()
	if err == nil {
		return nil
	}
	midnight := c.now().UTC().Truncate(24 * time.Hour)
	return []health.Trouble{{What: "models", Reason: fmt.Sprintf("%s; until 00:00 UTC", fault.As(err).Message), Since: midnight}}
}

// purse asks a model while there is budget, and counts what it took.
type purse struct {
	c     *core
	model model.Model
}

// Ask refuses a call when the day's budget is used up.
func (p purse) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	if err := p.c.overBudget(); err != nil {
		return "", reply.Usage{}, err
	}
	text, usage, err := p.model.Ask(ctx, ask)
	usage.TokensIn, usage.TokensOut = max(0, usage.TokensIn), max(0, usage.TokensOut) // nobody earns by asking
	price := p.c.config().Models.PriceOf(ask.Name)
	usage.Cost += (float64(usage.TokensIn)*price.In + float64(usage.TokensOut)*price.Out) / 1e6
	if err == nil || usage != (reply.Usage{}) {
		p.c.spend(usage)
	}
	return text, usage, err
}
