package daemon

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/model"
	"navd/daemon/model/tape"
)

// The entries of a chain that need no model.
const (
	local   = "local"   // the local planner
	nearest = "nearest" // the nearest way not yet explored, a baseline
)

// provider is one provider of models, as everybody asks it: over the tape, the
// purse and the guard.
type provider struct {
	model.Model              // the outermost
	guard       *model.Guard // nil when a tape answers for it
}

// guardModels puts guard, purse and tape before the models that Open was given.
// A tape that is replayed answers for every provider that a chain may name, and
// no other is asked.
func (c *core) guardModels(given map[string]model.Model) error {
	c.providers = map[string]*provider{}
	cfg := c.config().Models
	if cfg.Tape != "" && cfg.TapeMode == "replay" {
		t, err := tape.Open(cfg.Tape)
		if err != nil {
			return err
		}
		c.replaying = true
		for _, name := range append(slices.Collect(maps.Keys(given)), t.Providers()...) {
			c.providers[name] = &provider{Model: t.Player(name)}
		}
		return nil
	}
	if cfg.Tape != "" {
		t, err := tape.Create(cfg.Tape, c.now)
		if err != nil {
			return err
		}
		c.recording = t
	}
	for name, m := range given {
		g := model.NewGuard(m, max(1, cfg.MaxConcurrent), c.now)
		p := &provider{Model: purse{c, g}, guard: g}
		if c.recording != nil {
			p.Model = c.recording.Recorder(name, p.Model)
		}
		c.providers[name] = p
	}
	return nil
}

// entryParts gives the provider of a chain's entry and the model it names, if
// it names one.
func entryParts(entry string) (provider, name string) {
	provider, name, _ = strings.Cut(entry, ":")
	return provider, name
}

// modelName is the model that an entry means.
func (c *core) modelName(entry string) string {
	provider, name := entryParts(entry)
	if name != "" {
		return name
	}
	return defaultModels(c.config().Models)[provider]
}

// defaultModels gives the model that each configured provider asks when an
// entry names none.
func defaultModels(m config.Models) map[string]string {
	return map[string]string{"vertex": m.Vertex.Model, "genai": m.GenAI.Model, "openai": m.OpenAI.Model}
}

func isModel(entry string) bool { return entry != local && entry != nearest }

// asksModels tells whether a chain has models in it.
func asksModels(chain []string) bool { return slices.ContainsFunc(chain, isModel) }

// modelsOf gives the entries of a chain that are models, in turn.
func modelsOf(chain []string) []string {
	return slices.DeleteFunc(slices.Clone(chain), func(e string) bool { return !isModel(e) })
}

// has tells whether an entry's provider is there.
func (c *core) has(entry string) bool {
	name, _ := entryParts(entry)
	return c.providers[name] != nil
}

// role is how a part of the house asks models.
type role struct {
	name        string // planner, scene or final
	temperature float64
	maxTokens   int
	deadline    time.Duration
}

func (c *core) plannerRole() role {
	p := c.config().Planner
	return role{"planner", p.Temperature, p.MaxTokens, time.Duration(p.DeadlineMS) * time.Millisecond}
}

func (c *core) sceneRole() role {
	s := c.config().Scene
	return role{"scene", s.Temperature, s.MaxTokens, time.Duration(s.DeadlineMS) * time.Millisecond}
}

func (c *core) finalRole() role {
	g := c.config().Grounding
	return role{"final", g.Temperature, g.MaxTokens, time.Duration(g.DeadlineMS) * time.Millisecond}
}

// chains are those of all roles.
func chains(cfg *config.Config) map[string][]string {
	return map[string][]string{"planner": cfg.Planner.Chain, "scene": cfg.Scene.Chain, "final": cfg.Grounding.Chain}
}

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

// CheckModels asks every provider that a chain of the configuration names
// whether it could be asked: credentials, project, a name that can be. No model
// is called. Credentials may be looked for in the network of the cloud.
func CheckModels(ctx context.Context, cfg config.Config, given map[string]model.Model) []ProviderState {
	var out []ProviderState
	for _, entry := range slices.Concat(cfg.Planner.Chain, cfg.Scene.Chain, cfg.Grounding.Chain) {
		name, model := entryParts(entry)
		if !isModel(entry) {
			continue
		}
		i := slices.IndexFunc(out, func(s ProviderState) bool { return s.Name == name })
		if i < 0 {
			i = len(out)
			out = append(out, ProviderState{Name: name, Model: model, Err: checkModel(ctx, given[name])})
		}
		s := &out[i]
		byDefault, configured := defaultModels(cfg.Models)[name]
		if model == "" {
			s.Model = byDefault
		}
		if s.Err == nil && model == "" && configured && byDefault == "" {
			s.Err = fault.New(fault.Invalid, "no model is named").About("models."+name+".model", "").WithHint("name one there, or in the chain as %s:NAME", name)
		}
	}
	slices.SortFunc(out, func(a, b ProviderState) int { return cmp.Compare(a.Name, b.Name) })
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

// inspect looks once, in the background, whether the providers in use could be
// asked, so that health says so before the first robot needs them.
func (c *core) inspect(given map[string]model.Model) {
	if c.replaying {
		return
	}
	for _, s := range CheckModels(c.ctx, *c.config(), given) {
		if s.Err != nil && given[s.Name] != nil && c.ctx.Err() == nil {
			c.troubles.Note("model "+s.Name, fault.As(s.Err).Error(), c.now())
			c.log.Warn("a model cannot be asked", "model", s.Name, "error", s.Err)
		}
	}
}

// missingModels lists the entries of chains whose provider is not there.
func (c *core) missingModels() (out []health.Trouble) {
	all := chains(c.config())
	for _, role := range slices.Sorted(maps.Keys(all)) {
		for _, entry := range all[role] {
			if isModel(entry) && !c.has(entry) {
				out = append(out, health.Trouble{What: role + " " + entry, Reason: "no such model is configured", Since: c.started.UTC()})
			}
		}
	}
	return out
}

// tapeTrouble tells health that a recording has holes.
func (c *core) tapeTrouble() []health.Trouble {
	if c.recording == nil {
		return nil
	}
	if err := c.recording.Err(); err != nil {
		return []health.Trouble{{What: "tape", Reason: fault.As(err).Error(), Since: c.started.UTC()}}
	}
	return nil
}

// closeTape ends a recording.
func (c *core) closeTape() {
	if c.recording == nil {
		return
	}
	if err := c.recording.Close(); err != nil {
		c.log.Warn("the tape was not closed", "error", err)
	}
}

// guardTroubles lists the providers that are not asked at present.
func (c *core) guardTroubles() (out []health.Trouble) {
	for _, name := range slices.Sorted(maps.Keys(c.providers)) {
		g := c.providers[name].guard
		if g == nil {
			continue
		}
		if reason, since, broken := g.Broken(); broken {
			out = append(out, health.Trouble{What: "model " + name, Reason: "not asked after failures in a row, the last: " + reason, Since: since.UTC()})
		}
	}
	return out
}
