// Package health keeps what does not work as it should, for whoever asks.
package health

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// Trouble is one part that does not do its work.
type Trouble struct {
	What   string // the part: a role with a model, a provider, the store, the index
	Reason string
	Since  time.Time // UTC
}

// Notes are the parts that did not do their work the last time. Their names are
// those of roles and providers, so there are few. The zero value is ready.
type Notes struct {
	mu    sync.Mutex // guards parts
	parts map[string]Trouble
}

// Note keeps why a part failed, and since when it does.
func (n *Notes) Note(what, reason string, now time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.parts == nil {
		n.parts = map[string]Trouble{}
	}
	t, failing := n.parts[what]
	if !failing {
		t = Trouble{What: what, Since: now.UTC()}
	}
	t.Reason = reason
	n.parts[what] = t
}

// Clear forgets a part's trouble: it has done its work.
func (n *Notes) Clear(what string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.parts, what)
}

// List gives them by name.
func (n *Notes) List() (out []Trouble) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, what := range slices.Sorted(maps.Keys(n.parts)) {
		out = append(out, n.parts[what])
	}
	return out
}
