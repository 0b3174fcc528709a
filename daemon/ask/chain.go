package ask

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"navd/config"
	"navd/daemon/fault"
	"navd/daemon/limits"
)

// IsModel tells whether an entry of a chain is a model.
func IsModel(entry string) bool { return entry != limits.Local && entry != limits.Nearest }

// Any tells whether a chain has models in it.
func Any(chain []string) bool { return slices.ContainsFunc(chain, IsModel) }

// ModelsOf gives the entries of a chain that are models, in order.
func ModelsOf(chain []string) []string {
	return slices.DeleteFunc(slices.Clone(chain), func(e string) bool { return !IsModel(e) })
}

// entryParts gives the provider of a chain's entry and the model it names, if
// it names one.
func entryParts(entry string) (provider, name string) {
	provider, name, _ = strings.Cut(entry, ":")
	return provider, name
}

// defaultModels gives the model that each configured provider asks when an
// entry names none.
func defaultModels(m config.Models) map[string]string {
	all := map[string]string{"vertex": m.Vertex.Model, "genai": m.GenAI.Model}
	for _, s := range m.OpenAIServers() {
		all[s.Name] = s.Model
	}
	return all
}

// modelName is the model that an entry means; empty: none is named.
func modelName(c *config.Config, entry string) string {
	provider, name := entryParts(entry)
	return cmp.Or(name, defaultModels(c.Models)[provider])
}

// inChains lists the entries of all chains that are models, each once, in order.
func inChains(c *config.Config) (all []string) {
	for _, r := range roles(c) {
		for _, entry := range ModelsOf(r.Chain) {
			if !slices.Contains(all, entry) {
				all = append(all, entry)
			}
		}
	}
	return all
}

// Nameless gives the fault of a chain that names a provider without a model, where none is
// configured for it either; nil: there is none.
func Nameless(c *config.Config) (err error) {
	for _, entry := range inChains(c) {
		err = cmp.Or(err, nameless(c, entry))
	}
	return err
}

func nameless(c *config.Config, entry string) error {
	if _, known := defaultModels(c.Models)[entry]; !known || modelName(c, entry) != "" {
		return nil
	}
	return fault.New(fault.Invalid, "no model is named").About("models."+entry+".model", "").WithHint("name one there, or in the chain as %s:NAME", entry)
}

// Unpriced lists the models of chains that the budget of a day does not count, because no
// price of them is known; none without such a budget.
func Unpriced(c *config.Config) (names []string) {
	if c.Models.DailyBudget == 0 {
		return nil
	}
	for _, entry := range inChains(c) {
		name := modelName(c, entry)
		if _, listed := c.Models.PriceOf(name); !listed && name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// UnpricedHint says what to do about them.
const UnpricedHint = `add "MODEL IN OUT" to models.prices, the cost of a million tokens in and out; 0 and 0 for a model that costs nothing`

// Role is how a part of the house asks models.
type Role struct {
	Name        string // planner, scene, final, agent or search
	Section     string // of the configuration, which it is from
	Chain       []string
	Temperature float64
	MaxTokens   int
	Deadline    time.Duration
}

// Planner is the role that plans.
func Planner(c *config.Config) Role {
	p := c.Planner
	return Role{"planner", "planner", p.Chain, p.Temperature, p.MaxTokens, time.Duration(p.DeadlineMS) * time.Millisecond}
}

// Scene is the role that reads pictures.
func Scene(c *config.Config) Role {
	s := c.Scene
	return Role{"scene", "scene", s.Chain, s.Temperature, s.MaxTokens, time.Duration(s.DeadlineMS) * time.Millisecond}
}

// Final is the role that makes the finals of episodes.
func Final(c *config.Config) Role {
	g := c.Grounding
	return Role{"final", "grounding", g.Chain, g.Temperature, g.MaxTokens, time.Duration(g.DeadlineMS) * time.Millisecond}
}

// Agent is the role that makes knowledge of feedback.
func Agent(c *config.Config) Role {
	k := c.Knowledge
	return Role{"agent", "knowledge", k.Chain, k.Temperature, k.MaxTokens, time.Duration(k.DeadlineMS) * time.Millisecond}
}

// Search is the role that proposes and judges in a tree search. One call has its
// deadline from the search.
func Search(c *config.Config) Role {
	l := c.Lats
	return Role{"search", "lats", l.Chain, l.Temperature, l.MaxTokens, time.Duration(l.DeadlineMS) * time.Millisecond}
}

// urgent tells whether a robot waits for the answers of a role.
func urgent(role string) bool { return role == "planner" || role == "scene" }

// roles lists all roles, by name.
func roles(c *config.Config) []Role {
	return []Role{Agent(c), Final(c), Planner(c), Scene(c), Search(c)}
}
