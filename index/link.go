package index

import (
	"slices"
	"strings"
)

// A Linker is a table of names: concepts that a name stands for, such as
// "object/sofa" for "sofa", "couch" and "소파". Texts that name the same concept
// meet in a search though they share no word.
type Linker struct {
	// Name is the table with its version. An index made with another one is to
	// be rebuilt. Empty: no table.
	Name string

	// Concepts gives the concepts of a name of up to four words in lower case,
	// parted by single spaces, nil for none. It must give the same for the same
	// name, and is called by many goroutines at once. nil: no table.
	Concepts func(name string) []string
}

// longestName is how many words a name may have.
const longestName = 4

// of lists the concepts named by a text's words, each once, sorted. The longest
// name wins: a TV stand is no television. A Korean name may carry a particle.
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
