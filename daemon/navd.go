package daemon

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"navd/daemon/fault"
	"navd/daemon/health"
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
	troubles := slices.Concat(
		c.troubles.List(), c.models.Troubles(), c.jobs.Troubles(), c.search.Troubles(),
	)
	if t := c.journal.Trouble(); t != nil {
		troubles = append(troubles, *t)
	}
	h := ipc.Health{Degraded: degraded(troubles)}
	if h.Degraded == nil {
		h.Degraded = []ipc.Degraded{}
	}
	h.OK = len(h.Degraded) == 0
	return h, nil
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

// Save writes a copy of the store to a new file.
func (n *Navd) Save(ctx context.Context, p ipc.SaveParams) (r ipc.SaveResult, err error) {
	if !filepath.IsAbs(p.Path) {
		return r, badParams(fault.Field("path", p.Path, "an absolute path"))
	}
	f, err := os.OpenFile(p.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return r, cannotSave(p.Path, err)
	}
	r.Path = p.Path
	r.Bytes, err = n.c.journal.Save(ctx, f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return ipc.SaveResult{}, errors.Join(cannotSave(p.Path, err), os.Remove(p.Path))
	}
	return r, nil
}

// cannotSave says why no copy was written.
func cannotSave(path string, err error) error {
	kind, hint := fault.Unavailable, "name a new file on another disk"
	switch {
	case errors.Is(err, fs.ErrExist):
		kind, hint = fault.Conflict, "name a new file; none is written over"
	case errors.Is(err, fs.ErrNotExist):
		kind, hint = fault.NotFound, "name a file in a directory that exists"
	case errors.Is(err, fs.ErrPermission):
		kind, hint = fault.Denied, "name a file in a directory that the daemon's user may write to"
	}
	var at *fs.PathError
	if !errors.As(err, &at) {
		return store.Fault(err) // of the store or of the call, not of the new file
	}
	err = at.Err
	return fault.New(kind, "the store is not saved: %w", err).About("path", path).WithHint("%s", hint)
}
