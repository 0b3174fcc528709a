package index

import (
	"slices"
	"strings"
)

// asking are Korean words of questions that do not say what is asked for.
var asking = []string{
	"거기", "곳", "무엇", "뭐가", "뭐야", "방", "어느", "어디", "어디로", "어디서", "어디야", "어디에", "어디에서", "어딨어", "여기", "있나", "있나요", "있는",
	"있니", "있습니까", "있어", "있어요", "있을까", "있지", "지금", "찾아", "찾아줘", "혹시",
}

// SaysNothing reports whether a word of a question does not help to say what is asked
// for, such as "where".
func SaysNothing(word string) bool {
	word, _, _ = strings.Cut(strings.ReplaceAll(word, "’", "'"), "'") // "where's", "what're"
	_, stop := slices.BinarySearch(stops, word)
	return stop || slices.Contains(asking, word)
}

// Share returns, from 0 to 1, how much of a question a text covers: the share of the
// question's concepts and other words, without those that say nothing, that the text has
// too. It is 0 for a question that has none.
func (l Linker) Share(question, text string) float64 {
	there := splitWords(text)
	concepts := l.of(there)
	spelled := map[string]bool{}
	for _, word := range there {
		spelled[word], spelled[stem(word)] = true, true
	}
	found, all := 0, 0
	asked := withoutStops(splitWords(question))
	for i := 0; i < len(asked); {
		named, n := []string(nil), 0
		if l.Concepts != nil {
			named, n = l.longest(asked[i:])
		}
		word := asked[i]
		i += max(n, 1)
		if n == 0 && SaysNothing(word) {
			continue
		}
		all++
		has := n == 0 && (spelled[word] || isHangul(word) && spelled[stem(word)])
		for _, c := range named {
			has = has || slices.Contains(concepts, c)
		}
		if has {
			found++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(found) / float64(all)
}
