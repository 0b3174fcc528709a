package index

import (
	"slices"
	"strings"
)

// A Linker is a linking table: it has the concepts that names stand for, such as
// "object/sofa" for "sofa", "couch" and "소파". A search finds a text that names the same
// concept even if it shares no word with the query.
type Linker struct {
	// Name is the name of the table and its version. An index that was made with
	// another one must be rebuilt. Empty: no table.
	Name string

	// Concepts returns the concepts of a name of up to four words in lower case,
	// separated by single spaces; nil for none. It must always return the same for
	// the same name, and be safe for concurrent use. nil: no table.
	Concepts func(name string) []string
}

// longestName is how many words a name may have.
const longestName = 4

// of returns the concepts that a text's words name, each once, sorted. The longest name
// wins: a TV stand is no television. A Korean name may have a particle.
func (l Linker) of(words []string) []string {
	if l.Concepts == nil {
		return nil
	}
	var out []string
	for i := 0; i < len(words); {
		found, n := l.longest(words[i:])
		out = append(out, found...)
		i += max(n, 1)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (l Linker) longest(words []string) (concepts []string, n int) {
	for n = min(longestName, len(words)); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		if found := l.Concepts(name); len(found) > 0 {
			return found, n
		}
		if root := stem(name); isHangul(words[n-1]) && root != name {
			if found := l.Concepts(root); len(found) > 0 {
				return found, n
			}
		}
	}
	return nil, 0
}
