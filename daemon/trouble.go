package daemon

import (
	"slices"

	"navd/daemon/reply"
)

// learn takes from the attempts of a role which entries of a chain answer and
// which do not. An answer ends the trouble of the entries behind it too: they are
// not asked as long as this one answers, so nothing else would.
func (c *core) learn(role string, chain []string, attempts []reply.Attempt) {
	for _, a := range attempts {
		if a.Reason != "" {
			c.troubles.Note(role+" "+c.label(a.Model), a.Reason, c.now())
			continue
		}
		for _, entry := range chain[max(0, slices.Index(chain, a.Model)):] {
			c.troubles.Clear(role + " " + c.label(entry))
		}
		name, _ := entryParts(a.Model)
		c.troubles.Clear("model " + name) // it has credentials now
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
