package words

import (
	"strings"
	"sync"
)

// spelling has the words of all names, those that are long enough to be known with
// a slip of the finger, and these with one letter left out.
var spelling = sync.OnceValue(func() (s struct {
	known, words map[string]bool
	short        map[string]string
}) {
	s.known, s.words, s.short = map[string]bool{}, map[string]bool{}, map[string]string{}
	for i, l := range []*lexicon{roomWords(), objectWords()} {
		shortest := 6 + 2*i
		for _, k := range l.order {
			for _, name := range Names(k) {
				for w := range strings.FieldsSeq(fold(name)) {
					s.known[w] = true
					if len(w) < shortest || !plainLetters(w) {
						continue
					}
					s.words[w] = true
					for i := 1; i < len(w)-1; i++ {
						s.short[w[:i]+w[i+1:]] = w
					}
				}
			}
		}
	}
	return s
})

// respell mends words of a text that are one letter away from a word of a room's name
// (six letters at least) or a thing's (eight):
// a letter left out, one too many, or two that changed places; never the first or the
// last. A word that the grammar knows stays.
func respell(text string) string {
	var out strings.Builder
	for from := 0; from < len(text); {
		to := from
		for to < len(text) && letter(text[to]) == letter(text[from]) {
			to++
		}
		if w := text[from:to]; letter(w[0]) {
			out.WriteString(mend(w))
		} else {
			out.WriteString(w)
		}
		from = to
	}
	return out.String()
}

func letter(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' || c >= 0x80 || c == '\'' }

func plainLetters(w string) bool {
	return !strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' })
}

func mend(word string) string {
	w, s := strings.ToLower(word), spelling()
	if len(w) < 5 || len(w) > longestWord || !plainLetters(w) || s.known[w] || s.known[singular(w)] || grammarHas(w) {
		return word
	}
	if full, ok := s.short[w]; ok {
		return full
	}
	for i := 1; i < len(w)-1; i++ {
		if short := w[:i] + w[i+1:]; s.words[short] && (w[i] == w[i-1] || w[i] == w[i+1] || len(w) > 7) {
			return short
		}
		if w[i] != w[i+1] && (w[i] == w[i-1] && s.words[w[:i]+string(w[i+1])+w[i+1:]]) {
			return w[:i] + string(w[i+1]) + w[i+1:] // the other letter is the double one: "vaccum"
		}
		if swap := w[:i] + string(w[i+1]) + string(w[i]) + w[i+2:]; s.words[swap] {
			return swap
		}
	}
	return word
}

// grammarHas tells words that are no slip.
func grammarHas(w string) bool {
	_, known := exact(w)
	return known || grammarWords()[w] || notNouns[w] || notThings[w] || notThings[singular(w)] || adjectives[w] || conditions[w] || pasts[w] || gerunds[w] || ends[w]
}

// grammarWords are all words of the phrases that the grammar knows.
var grammarWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for phrase := range lexemes() {
		for w := range strings.FieldsSeq(phrase) {
			all[w] = true
		}
	}
	return all
})
