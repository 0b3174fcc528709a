package daemon

import (
	"context"
	"os"
	"slices"

	"navd/daemon/health"
	"navd/daemon/store"
	"navd/ipc"
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
	if m := c.config().Models; m.Tape != "" {
		r.Tape, r.TapeMode = m.Tape, m.TapeMode
	}
	r.Counts, err = read(c, store.Counts)
	return r, err
}

// Health says what does not work as it should.
func (n *Navd) Health(context.Context, ipc.None) (ipc.Health, error) {
	c := n.c
	troubles := slices.Concat(c.models.WithoutRepeats(c.troubles.List()), c.models.Troubles(), c.jobs.Troubles(), c.search.Troubles(), c.searches.Troubles())
	if t := c.journal.Trouble(); t != nil {
		troubles = append(troubles, *t)
	}
	return ipc.Health{OK: len(troubles) == 0, Degraded: append([]ipc.Degraded{}, degraded(troubles)...)}, nil
}

// degraded gives troubles as clients get them.
func degraded(troubles []health.Trouble) (out []ipc.Degraded) {
	for _, t := range troubles {
		out = append(out, ipc.Degraded(t))
	}
	return out
}

// Metrics counts calls, commits and model calls since the start.
func (n *Navd) Metrics(context.Context, ipc.None) (ipc.Metrics, error) {
	c := n.c
	st := c.journal.Stats()
	r := ipc.Metrics{UptimeS: c.now().Sub(c.started).Seconds(), Subscribers: c.journal.Subscribers(), Store: ipc.StoreMetrics{
		Commits: int(st.Commits), ChangeSets: int(st.Applied), Bytes: int64(st.Bytes), Queue: st.Queued,
		CommitP50: ms(st.Commit.P50), CommitP99: ms(st.Commit.P99),
	}}
	r.Methods = c.metrics.snapshot()
	all, providers := c.models.Usage()
	r.Models = ipc.ModelMetrics{ModelCalls: ipc.ModelCalls(all), Providers: map[string]ipc.ModelCalls{}}
	for name, of := range providers {
		r.Models.Providers[name] = ipc.ModelCalls(of)
	}
	day, spent := c.models.Today()
	r.Models.Today = ipc.ModelDay{
		Day: day, Calls: spent.Calls, TokensIn: spent.TokensIn, TokensOut: spent.TokensOut, Cost: spent.Cost, Budget: c.config().Models.DailyBudget,
	}
	r.LiveEpisodes = c.memories.len()
	return r, nil
}

// Config gives the settings in use.
func (n *Navd) Config(context.Context, ipc.None) (ipc.ConfigResult, error) {
	return ipc.ConfigResult{Settings: n.c.config().Values()}, nil
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
