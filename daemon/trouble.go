package daemon

import (
	"maps"
	"slices"
	"sync"
	"time"

	"navd/daemon/reply"
	"navd/ipc"
)

// troubles are the parts that did not do their work the last time. Their names
// are those of roles and providers, so there are few.
type troubles struct {
	mu    sync.Mutex // guards parts
	parts map[string]ipc.Degraded
}

// note keeps why a part failed, and since when it does.
func (t *troubles) note(what, reason string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.parts == nil {
		t.parts = map[string]ipc.Degraded{}
	}
	d, failing := t.parts[what]
	if !failing {
		d = ipc.Degraded{What: what, Since: now.UTC()}
	}
	d.Reason = reason
	t.parts[what] = d
}

// clear forgets a part's trouble: it has done its work.
func (t *troubles) clear(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.parts, what)
}

// list gives them by name.
func (t *troubles) list() []ipc.Degraded {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := []ipc.Degraded{}
	for _, what := range slices.Sorted(maps.Keys(t.parts)) {
		out = append(out, t.parts[what])
	}
	return out
}

// learn takes from the attempts of a role which entries of a chain answer and
// which do not. An answer ends the trouble of the entries behind it too: they are
// not asked as long as this one answers, so nothing else would.
func (c *core) learn(role string, chain []string, attempts []reply.Attempt) {
	for _, a := range attempts {
		if a.Reason != "" {
			c.troubles.note(role+" "+c.label(a.Model), a.Reason, c.now())
			continue
		}
		for _, entry := range chain[max(0, slices.Index(chain, a.Model)):] {
			c.troubles.clear(role + " " + c.label(entry))
		}
		name, _ := entryParts(a.Model)
		c.troubles.clear("model " + name) // it has credentials now
	}
}

// label is what health calls an entry: the entry of a configured chain; of one
// that an episode brought, and of which there may be any number, the provider.
func (c *core) label(entry string) string {
	for _, chain := range chains(c.config()) {
		if slices.Contains(chain, entry) {
			return entry
		}
	}
	name, _ := entryParts(entry)
	return name
}
