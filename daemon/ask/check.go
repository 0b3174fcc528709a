package ask

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/model"
)

// checker is a provider that can say whether it is fit to be asked, without
// asking its model.
type checker interface {
	Check(ctx context.Context) error
}

// ProviderState is how one provider of a chain is.
type ProviderState struct {
	Name  string // as chains name it
	Model string // that it asks by default, else one that a chain names
	Err   error  // why it cannot be asked; nil: it can
}

// Check asks every provider that a chain of the configuration names
// whether it could be asked: credentials, project, a name that can be. No model
// is called. Credentials may be looked for in the network of the cloud.
func Check(ctx context.Context, cfg config.Config, given map[string]model.Model) []ProviderState {
	var out []ProviderState
	for _, entry := range inChains(&cfg) {
		name, model := entryParts(entry)
		i := slices.IndexFunc(out, func(s ProviderState) bool { return s.Name == name })
		if i < 0 {
			i = len(out)
			out = append(out, ProviderState{Name: name, Model: model, Err: checkModel(ctx, given[name])})
		}
		s := &out[i]
		if model == "" {
			s.Model = modelName(&cfg, entry)
			s.Err = cmp.Or(s.Err, nameless(&cfg, entry))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

func checkModel(ctx context.Context, m model.Model) error {
	if m == nil {
		return fault.New(fault.NotFound, "no such model is configured")
	}
	if ch, ok := m.(checker); ok {
		return ch.Check(ctx)
	}
	return nil
}

// Inspect looks whether the providers in use could be asked, so that health says so
// before the first robot needs them.
func (m *Models) Inspect(ctx context.Context) {
	if m.replaying {
		return
	}
	for _, s := range Check(ctx, *m.Config(), m.Providers) {
		if s.Err != nil && m.Providers[s.Name] != nil && ctx.Err() == nil {
			m.Notes.Note("model "+s.Name, fault.As(s.Err).Error(), m.Now())
			m.Log.Warn("a model cannot be asked", "model", s.Name, "error", s.Err)
		}
	}
}
