package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Sentences parts a text: paragraphs are lines, sentences end with a full stop
// and a space.
func Sentences(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(line), ". ")
		for i, p := range parts {
			if p = strings.TrimSpace(p); p == "" {
				continue
			}
			if i < len(parts)-1 {
				p += "."
			}
			all = append(all, p)
		}
	}
	return all
}

// stopped are the sentences as the recorded environment shows them: each gets a
// full stop, the last of a paragraph one more than it has.
func stopped(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		for p := range strings.SplitSeq(strings.TrimSpace(line), ". ") {
			if p = strings.TrimSpace(p); p != "" {
				all = append(all, p+".")
			}
		}
	}
	return all
}

// First gives the first n sentences of a text, on one line.
func First(text string, n int) string {
	s := Sentences(text)
	return strings.Join(s[:min(n, len(s))], " ")
}

// Find gives the result of a number, from 0, of a lookup in a text: the sentence
// that has the words, whatever their case, as "(Result 1 / 2) …". Found is false
// when there are not so many.
func Find(text, words string, number int) (line string, found bool) {
	return result(Sentences(text), words, number)
}

func result(sentences []string, words string, number int) (string, bool) {
	var hits []string
	for _, s := range sentences {
		if strings.Contains(strings.ToLower(s), strings.ToLower(words)) {
			hits = append(hits, s)
		}
	}
	if number < 0 || number >= len(hits) {
		return "No more results.\n", false
	}
	return fmt.Sprintf("(Result %d / %d) %s", number+1, len(hits), hits[number]), true
}

// Miss says that nothing has a title, and which titles are alike.
func Miss(title string, similar []string) string {
	quoted := make([]string, len(similar))
	for i, s := range similar {
		quoted[i] = "'" + s + "'"
	}
	return fmt.Sprintf("Could not find %s. Similar: [%s].", title, strings.Join(quoted, ", "))
}

// Similar gives at most n titles: those that share most words with a name
// first, and equals by the alphabet.
func Similar(titles []string, name string, n int) []string {
	wanted := strings.Fields(Normalize(name))
	share := func(title string) int {
		k := 0
		for w := range strings.FieldsSeq(Normalize(title)) {
			if slices.Contains(wanted, w) {
				k++
			}
		}
		return k
	}
	sorted := slices.Clone(titles)
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(cmp.Compare(share(b), share(a)), strings.Compare(a, b))
	})
	return sorted[:min(n, len(sorted))]
}
