package tape

import (
	"slices"

	"navd/daemon/reply"
)

// Self is the provider of what navd itself kept on a tape. It is no model.
const Self = "navd"

// Kept gives what navd kept on the tape about something, false when there is nothing.
func (t *Tape) Kept(role, about string) (text string, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.kept(Key(Self, reply.Ask{Role: role, Prompt: about}))
}

// kept is Kept, by the key. The caller holds the lock.
func (t *Tape) kept(key string) (text string, ok bool) {
	s := t.slots[key]
	if s == nil || len(s.calls) == 0 {
		return "", false
	}
	return s.calls[len(s.calls)-1].Text, true
}

// Keep keeps something on a tape that records, and gives what the tape has about it: as
// with models, what came first counts for all.
func (t *Tape) Keep(role, about, text string) string {
	ask := reply.Ask{Role: role, Prompt: about}
	c := callOf(Self, ask)
	c.Text, c.Time = text, t.now().UTC().Round(0)
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.kept(c.Key); ok {
		return old
	}
	t.slots[c.Key] = &slot{calls: []Call{c}, since: c.Time}
	t.put(c)
	return text
}

// Providers lists whose answers are on the tape, by name.
func (t *Tape) Providers() []string {
	var out []string
	for _, c := range t.Calls() {
		if c.Provider != Self || c.Model != "" { // a server may be called so, too
			out = append(out, c.Provider)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
