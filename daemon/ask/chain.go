package ask

import (
	"slices"
	"strings"
	"time"

	"navd/config"
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
	return map[string]string{"vertex": m.Vertex.Model, "genai": m.GenAI.Model, "openai": m.OpenAI.Model}
}

// Role is how a part of the house asks models.
type Role struct {
	Name        string // planner, scene, final, agent or search
	Chain       []string
	Temperature float64
	MaxTokens   int
	Deadline    time.Duration
}

// Planner is the role that plans.
func Planner(c *config.Config) Role {
	p := c.Planner
	return Role{"planner", p.Chain, p.Temperature, p.MaxTokens, time.Duration(p.DeadlineMS) * time.Millisecond}
}

// Scene is the role that reads pictures.
func Scene(c *config.Config) Role {
	s := c.Scene
	return Role{"scene", s.Chain, s.Temperature, s.MaxTokens, time.Duration(s.DeadlineMS) * time.Millisecond}
}

// Final is the role that makes the finals of episodes.
func Final(c *config.Config) Role {
	g := c.Grounding
	return Role{"final", g.Chain, g.Temperature, g.MaxTokens, time.Duration(g.DeadlineMS) * time.Millisecond}
}

// Agent is the role that makes knowledge of feedback.
func Agent(c *config.Config) Role {
	k := c.Knowledge
	return Role{"agent", k.Chain, k.Temperature, k.MaxTokens, time.Duration(k.DeadlineMS) * time.Millisecond}
}

// Search is the role that proposes and judges in a tree search. One call has its
// deadline from the search.
func Search(c *config.Config) Role {
	l := c.Lats
	return Role{"search", l.Chain, l.Temperature, l.MaxTokens, time.Duration(l.DeadlineMS) * time.Millisecond}
}

// urgent tells whether a robot waits for the answers of a role.
func urgent(role string) bool { return role == "planner" || role == "scene" }

// roles lists all roles, by name.
func roles(c *config.Config) []Role {
	return []Role{Agent(c), Final(c), Planner(c), Scene(c), Search(c)}
}
