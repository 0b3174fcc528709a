package ask

import (
	"maps"
	"sync"

	"navd/daemon/reply"
)

// Usage counts model calls.
type Usage struct {
	Calls     int     // ended, failures included
	Failures  int     // calls without a text
	TokensIn  int     // tokens of all prompts
	TokensOut int     // tokens of all answers
	Cost      float64 // in the currency of the price table
}

// usage counts since the start.
type usage struct {
	mu        sync.Mutex // guards all below
	all       Usage
	providers map[string]Usage
}

// add counts a call of an entry's provider, unless nobody was asked.
func (u *usage) add(entry string, a reply.Answer) {
	if a.Unasked() {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	name, _ := entryParts(entry)
	of := u.providers[name]
	for _, c := range []*Usage{&u.all, &of} {
		c.Calls++
		if a.Err != nil {
			c.Failures++
		}
		c.TokensIn += a.Usage.TokensIn
		c.TokensOut += a.Usage.TokensOut
		c.Cost += a.Usage.Cost
	}
	u.providers[name] = of
}

// Usage gives what was asked since the start, in all and by provider.
func (m *Models) Usage() (all Usage, providers map[string]Usage) {
	m.usage.mu.Lock()
	defer m.usage.mu.Unlock()
	return m.usage.all, maps.Clone(m.usage.providers)
}
