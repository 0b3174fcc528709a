package ask

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

	others map[string]store.Spend // of days that the clock said meanwhile: it may go back
}

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// roll goes to the day that it is, with what was spent on it before. The caller holds
// the lock.
func (m *Models) roll() {
	s, day := &m.spending, dayOf(m.Now())
	if day == s.day {
		return
	}
	if s.others == nil {
		s.others = map[string]store.Spend{}
	}
	s.others[s.day] = s.spent
	spent, known := s.others[day]
	if !known {
		err := m.journal.View(func(tx *kv.Tx) (err error) { spent, err = store.GetSpend(tx, day); return err })
		if err != nil {
			m.Log.Warn("what the models took on this day cannot be read", "day", day, "error", err)
		}
	}
	s.day, s.spent = day, spent
}

// Today gives what was spent since 00:00 UTC, restarts included.
func (m *Models) Today() (day string, spent store.Spend) {
	s := &m.spending
	s.mu.Lock()
	defer s.mu.Unlock()
	m.roll()
	return s.day, s.spent
}

// loadSpending reads what was spent today before this start.
func (m *Models) loadSpending(tx *kv.Tx) (err error) {
	m.spending.day = dayOf(m.Now())
	m.spending.spent, err = store.GetSpend(tx, m.spending.day)
	return err
}

// spend adds a call to the day and writes it behind the caller's back: a plan
// does not wait for it.
func (m *Models) spend(usage reply.Usage) {
	s := &m.spending
	s.mu.Lock()
	defer s.mu.Unlock()
	m.roll()
	s.spent.Calls++
	s.spent.TokensIn += usage.TokensIn
	s.spent.TokensOut += usage.TokensOut
	s.spent.Cost += usage.Cost
	if s.writing {
		s.stale = true
		return
	}
	s.writing = m.work.Go(m.writeSpending)
}

// writeSpending writes the day until nothing changed meanwhile.
func (m *Models) writeSpending() {
	s := &m.spending
	for {
		s.mu.Lock()
		day, spent := s.day, s.spent
		s.stale = false
		s.mu.Unlock()
		c := m.journal.New()
		store.PutSpend(&c.Changes, day, spent)
		if err := c.Commit(context.Background(), nil); err != nil {
			m.Log.Warn("what the models took today was not written", "error", err)
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
func (m *Models) overBudget() error {
	limit := m.Config().Models.DailyBudget
	if limit == 0 {
		return nil
	}
	if _, spent := m.Today(); spent.Cost < limit {
		return nil
	}
	e := fault.New(fault.Exhausted, "the daily budget of %v is used up", limit).
		WithHint("raise models.daily_budget, or wait until 00:00 UTC")
	e.Unasked = true
	return e
}

// budgetTrouble tells health of it.
func (m *Models) budgetTrouble() []health.Trouble {
	err := m.overBudget()
	if err == nil {
		return nil
	}
	midnight := m.Now().UTC().Truncate(24 * time.Hour)
	return []health.Trouble{{What: "models", Reason: fmt.Sprintf("%s; until 00:00 UTC", fault.As(err).Message), Since: midnight}}
}

// priceTrouble tells health of models that the budget does not count.
func (m *Models) priceTrouble() (out []health.Trouble) {
	for _, name := range Unpriced(m.Config()) {
		out = append(out, health.Trouble{What: "price of " + name, Reason: "models.daily_budget does not count it: models.prices has no price of it", Since: m.started.UTC()})
	}
	return out
}

// budgeted asks a model while there is budget, and counts what it took.
type budgeted struct {
	models *Models
	model  model.Model
}

// Ask refuses a call when the day's budget is used up.
func (b budgeted) Ask(ctx context.Context, ask reply.Ask) (string, reply.Usage, error) {
	if err := b.models.overBudget(); err != nil {
		return "", reply.Usage{}, err
	}
	text, usage, err := b.model.Ask(ctx, ask)
	usage.TokensIn, usage.TokensOut = max(0, usage.TokensIn), max(0, usage.TokensOut) // nobody earns by asking
	price, _ := b.models.Config().Models.PriceOf(ask.Name)
	usage.Cost += (float64(usage.TokensIn)*price.In + float64(usage.TokensOut)*price.Out) / 1e6
	b.models.spend(usage)
	return text, usage, err
}
