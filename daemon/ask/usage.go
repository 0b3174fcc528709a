package ask

import (
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"navd/daemon/fault"
	"navd/daemon/health"
	"navd/daemon/model/tape"
	"navd/daemon/reply"
)

// Usage counts model calls.
type Usage struct {
	Calls     int     // ended, failures included
	Failures  int     // calls without a text
	TokensIn  int     // tokens of all prompts
	TokensOut int     // tokens of all answers
	Cost      float64 // in the currency of the price table
	Taped     int     // questions that a tape answered; no calls
	Missed    int     // questions that were not on the tape that is replayed
}

// usage counts since the start.
type usage struct {
	mu        sync.Mutex // guards all below
	all       Usage
	providers map[string]Usage
	missed    health.Trouble // first question that was not on the tape
}

// add counts a call of an entry's provider, unless nobody was asked.
func (u *usage) add(entry string, a reply.Answer, taped bool) {
	if a.Unasked() && !taped {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	name, _ := entryParts(entry)
	of := u.providers[name]
	for _, c := range []*Usage{&u.all, &of} {
		switch {
		case missing(a.Err):
			c.Missed++
			continue
		case taped:
			c.Taped++
			continue
		}
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

// miss keeps the first question that was not on the tape.
func (u *usage) miss(what string, err error, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.missed.What == "" {
		u.missed = health.Trouble{What: what, Reason: fault.As(err).Error(), Since: now.UTC()}
	}
}

// misses tells of a replay that asked what is not on its tape.
func (u *usage) misses() []health.Trouble {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.all.Missed == 0 {
		return nil
	}
	return []health.Trouble{{What: "replay", Since: u.missed.Since, Reason: fmt.Sprintf("%d of %d questions had no answer on the tape; the first, to %s: %s",
		u.all.Missed, u.all.Missed+u.all.Taped, u.missed.What, u.missed.Reason)}}
}

// missing tells whether a question was not on the tape that is replayed.
func missing(err error) bool { return errors.As(err, new(tape.Missing)) }

// Usage gives what was asked since the start, in all and by provider.
func (m *Models) Usage() (all Usage, providers map[string]Usage) {
	m.usage.mu.Lock()
	defer m.usage.mu.Unlock()
	return m.usage.all, maps.Clone(m.usage.providers)
}
