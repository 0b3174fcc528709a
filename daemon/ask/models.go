package ask

import (
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"navd/config"
	"navd/daemon/background"
	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/journal"
	"navd/daemon/model"
	"navd/daemon/model/tape"
)

// Options say how to open the models. All but Random are needed.
type Options struct {
	Config    func() *config.Config
	Providers map[string]model.Model // that chains may name
	Now       func() time.Time
	Random    func() float64 // in [0, 1), draws out pauses between calls
	Log       *slog.Logger
	Notes     *health.Notes // gets which entries answer and which do not
}

// Models are the models that the parts of the daemon ask, each role by the chain
// of its configuration.
type Models struct {
	Options
	journal   *journal.Journal     // keeps what was spent
	providers map[string]*provider // by name
	tape      *tape.Tape           // that is recorded or replayed, nil: none
	replaying bool                 // it answers for every model
	started   time.Time
	spending  spending
	usage     usage
	scaling   sync.Mutex       // held while a picture is scaled down
	work      background.Group // the day's spending, pictures that are scaled down
}

// Open puts guards, budget and tape before the providers. A tape that cannot be
// read or made is a fault. The models are asked after [Models.Start].
func Open(o Options) (*Models, error) {
	m := &Models{Options: o, started: o.Now(), usage: usage{providers: map[string]Usage{}}}
	return m, m.guard()
}

// Start reads what was spent today. What is spent from now on is kept there too.
func (m *Models) Start(j *journal.Journal) error {
	m.journal = j
	return j.View(m.loadSpending)
}

// Close waits for what is under way, but not for a model, and ends a recording.
func (m *Models) Close() {
	m.work.Close()
	if !m.recording() {
		return
	}
	if err := m.tape.Close(); err != nil {
		m.Log.Warn("the tape was not closed", "error", err)
	}
}

// provider is one provider of models, as everybody asks it: over the tape, the
// guard and the budget. It answers by the end of the context.
type provider struct {
	model.Model                // the guard, or the tape that is replayed
	guard       *model.Guard   // nil when a tape answers for it
	recorder    *tape.Recorder // before the guard; nil: calls are not recorded
}

// guard puts budget, guard and tape before the models. A tape that is replayed
// answers for every provider that a chain may name, and no other is asked.
func (m *Models) guard() error {
	m.providers = map[string]*provider{}
	cfg := m.Config().Models
	if cfg.Tape != "" && cfg.TapeMode == "replay" {
		t, err := tape.Open(cfg.Tape)
		if err != nil {
			return err
		}
		m.tape, m.replaying = t, true
		for _, name := range append(slices.Collect(maps.Keys(m.Providers)), t.Providers()...) {
			m.providers[name] = &provider{Model: t.Player(name)}
		}
		return nil
	}
	if cfg.Tape != "" {
		t, err := tape.Create(cfg.Tape, m.Now)
		if err != nil {
			return err
		}
		m.tape = t
	}
	for name, of := range m.Providers {
		g := model.NewGuard(budgeted{m, of}, max(1, cfg.MaxConcurrent), m.Now)
		p := &provider{Model: g, guard: g}
		if m.tape != nil {
			p.recorder = m.tape.Recorder(name, g)
		}
		m.providers[name] = p
	}
	return nil
}

// Fixed gives what now says about something that depends on how fast models are. A
// recording keeps it on its tape, and what the tape has goes before what now says. The run
// is [Models.Taped].
func (m *Models) Fixed(role, about string, now func() (string, error)) (text string, err error) {
	if text, ok := m.tape.Kept(role, about); ok {
		return text, nil
	}
	if text, err = now(); err == nil && m.recording() {
		text = m.tape.Keep(role, about, text)
	}
	return text, err
}

// Taped tells whether the run has a tape, which is recorded or replayed.
func (m *Models) Taped() bool { return m.tape != nil }

// recording tells whether calls go onto the tape.
func (m *Models) recording() bool { return m.tape != nil && !m.replaying }

// Has tells whether an entry's provider is there.
func (m *Models) Has(entry string) bool {
	name, _ := entryParts(entry)
	return m.providers[name] != nil
}

// Names lists the providers that a chain may name, also those that are not set up.
func (m *Models) Names() []string {
	names := append(m.Config().Providers(), slices.Collect(maps.Keys(m.providers))...)
	slices.Sort(names)
	return slices.Compact(names)
}

// Troubles lists what keeps models from being asked: entries without a provider,
// providers that failed in a row, a budget that is used up, a tape with holes.
func (m *Models) Troubles() []health.Trouble {
	return slices.Concat(m.missing(), m.broken(), m.budgetTrouble(), m.priceTrouble(), m.tapeTrouble())
}

// modelName is the model that an entry means.
func (m *Models) modelName(entry string) string {
	return modelName(m.Config(), entry)
}

// PriceOf is what an entry's tokens cost.
func (m *Models) PriceOf(entry string) config.Price {
	p, _ := m.Config().Models.PriceOf(m.modelName(entry))
	return p
}

// missing lists the entries of chains whose provider is not there.
func (m *Models) missing() (out []health.Trouble) {
	for _, r := range roles(m.Config()) {
		for _, entry := range r.Chain {
			if IsModel(entry) && !m.Has(entry) {
				out = append(out, health.Trouble{What: r.Name + " " + entry, Reason: "no such model is configured", Since: m.started.UTC()})
			}
		}
	}
	return out
}

// tapeTrouble tells that a recording has holes, or that a replay asks what its
// tape does not have.
func (m *Models) tapeTrouble() []health.Trouble {
	if !m.recording() {
		return m.usage.misses()
	}
	if err := m.tape.Err(); err != nil {
		return []health.Trouble{{What: "tape", Reason: fault.As(err).Error(), Since: m.started.UTC()}}
	}
	return nil
}

// broken lists the providers that are not asked at present.
func (m *Models) broken() (out []health.Trouble) {
	for _, name := range slices.Sorted(maps.Keys(m.providers)) {
		g := m.providers[name].guard
		if g == nil {
			continue
		}
		if reason, since, broken := g.Broken(); broken {
			out = append(out, health.Trouble{What: "model " + name, Reason: reason, Since: since.UTC()})
		}
	}
	return out
}

// WithoutRepeats leaves out the troubles that a role has with an entry of its chain when they
// only repeat what Troubles says of the entry's provider, which no role asks at present.
func (m *Models) WithoutRepeats(all []health.Trouble) (out []health.Trouble) {
	broken := m.broken()
	for _, t := range all {
		repeats := false
		for _, b := range broken {
			_, name, _ := strings.Cut(b.What, " ")
			repeats = repeats || strings.Contains(t.What+":", " "+name+":") && strings.HasSuffix(b.Reason, t.Reason)
		}
		if !repeats {
			out = append(out, t)
		}
	}
	return out
}
