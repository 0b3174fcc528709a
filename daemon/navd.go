package daemon

import (
	"context"
	"os"

	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// Navd tells about the daemon itself.
type Navd struct{ c *core }

// Info says who answers. A daemon that answers it is ready.
func (n *Navd) Info(context.Context, ipc.None) (r ipc.Info, err error) {
	c := n.c
	r = ipc.Info{
		Version: Version, Protocol: Protocol, DataDir: c.config().DataDir, Socket: c.config().Socket.Path, PID: os.Getpid(),
		UptimeS: c.now().Sub(c.started).Seconds(), Durability: c.config().Durability, Providers: c.config().Planner.Chain,
		Scene: c.config().Scene.Chain,
	}
	err = c.view(func(tx *kv.Tx) (err error) {
		r.Counts, err = store.Counts(tx)
		return err
	})
	return r, err
}

// Health says what does not work as it should.
func (n *Navd) Health(context.Context, ipc.None) (ipc.Health, error) {
	c := n.c
	h := ipc.Health{Degraded: c.troubles.list()}
	h.Degraded = append(h.Degraded, c.missingModels()...)
	h.Degraded = append(h.Degraded, c.guardTroubles()...)
	h.Degraded = append(h.Degraded, c.budgetTrouble()...)
	h.Degraded = append(h.Degraded, c.tapeTrouble()...)
	h.Degraded = append(h.Degraded, c.waitingJobs()...)
	h.Degraded = append(h.Degraded, c.indexer.ails()...)
	if t := c.journal.Trouble(); t != nil {
		h.Degraded = append(h.Degraded, ipc.Degraded{What: "store", Reason: t.Reason, Since: t.Since})
	}
	h.OK = len(h.Degraded) == 0
	return h, nil
}

// Metrics counts calls, commits and model calls since the start.
func (n *Navd) Metrics(context.Context, ipc.None) (ipc.Metrics, error) {
	c := n.c
	st := c.journal.Stats()
	r := ipc.Metrics{UptimeS: c.now().Sub(c.started).Seconds(), Subscribers: c.journal.Subscribers(), Store: ipc.StoreMetrics{
		Commits: int(st.Commits), ChangeSets: int(st.Applied), Bytes: int64(st.Bytes), Queue: st.Queued,
		CommitP50: ms(st.Commit.P50), CommitP99: ms(st.Commit.P99),
	}}
	r.Methods, r.Models = c.metrics.snapshot()
	day, spent := c.spending.today(c.now())
	r.Models.Today = ipc.ModelDay{
		Day: day, Calls: spent.Calls, TokensIn: spent.TokensIn, TokensOut: spent.TokensOut, Cost: spent.Cost, Budget: c.config().Models.DailyBudget,
	}
	r.LiveEpisodes = c.memories.len()
	return r, nil
}

// Check reads every record of the store and lists what is wrong.
func (n *Navd) Check(ctx context.Context, _ ipc.None) (ipc.CheckResult, error) {
	problems, err := n.c.journal.Check(ctx)
	r := ipc.CheckResult{Problems: []string{}}
	for _, p := range problems {
		r.Problems = append(r.Problems, p.String())
	}
	return r, err
}
