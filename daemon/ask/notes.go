package ask

import (
	"slices"

	"navd/daemon/reply"
)

// note takes from the attempts of a role which entries of a chain answer and
// which do not. An answer also ends the troubles of the entries behind it: they are
// not asked while this one answers, so nothing else would end them.
func (m *Models) note(role string, chain []string, attempts []reply.Attempt) {
	for _, a := range attempts {
		if a.Reason != "" {
			m.Notes.Note(role+" "+m.label(a.Model), a.Reason, m.Now())
			continue
		}
		for _, entry := range chain[max(0, slices.Index(chain, a.Model)):] {
			m.Notes.Clear(role + " " + m.label(entry))
		}
		name, _ := entryParts(a.Model)
		m.Notes.Clear("model " + name) // it has credentials now
	}
}

// label is what health calls an entry: by itself when it is in a configured chain, else by
// its provider, because episodes may bring any number of entries.
func (m *Models) label(entry string) string {
	for _, r := range roles(m.Config()) {
		if slices.Contains(r.Chain, entry) {
			return entry
		}
	}
	name, _ := entryParts(entry)
	return name
}
