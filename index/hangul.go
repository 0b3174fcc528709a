package index

import (
	"slices"
	"strings"
	"unicode"

	"github.com/blevesearch/bleve/v2/analysis"
)

// hangulFilter is a token filter of bleve that replaces Hangul words by their
// [hangulForms]. Other tokens stay as they are. A token of two scripts, such as
// "tv장은", is split first.
type hangulFilter struct{}

// Filter returns the tokens of in, with the forms of Hangul words at the position of
// their word.
func (hangulFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	out := make(analysis.TokenStream, 0, len(in))
	for _, token := range in {
		for _, part := range scripts(string(token.Term)) {
			for _, form := range forms(part) {
				next := *token
				next.Term = []byte(form)
				out = append(out, &next)
			}
		}
	}
	return out
}

// forms returns the terms that a word of one script is found by.
func forms(word string) []string {
	if !isHangul(word) {
		return []string{word}
	}
	return hangulForms(word)
}

// hangulForms returns the word, its stem if it ends in a particle, and the bigrams of
// the stem, each once:
//
//	냉장고에는   → 냉장고에는, 냉장고, 냉장, 장고
func hangulForms(word string) []string {
	out := []string{word}
	add := func(s string) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	root := stem(word)
	add(root)
	runes := []rune(root)
	for i := 0; i+2 <= len(runes); i++ {
		add(string(runes[i : i+2]))
	}
	return out
}

// particles are endings that give a noun its role in the sentence, and forms of "to be"
// that are attached to it; longer ones first.
var particles = []string{
	"에서부터", "으로부터", "이었습니다",
	"에게서", "에서는", "에서도", "으로는", "으로도", "까지는", "입니다", "이에요", "이라고", "이지만",
	"에는", "에도", "에서", "에게", "한테", "까지", "부터", "으로", "로는", "로도", "처럼", "보다", "마다", "밖에", "이나", "이랑", "이다", "예요", "라고",
	"은", "는", "이", "가", "을", "를", "에", "의", "와", "과", "도", "만", "로", "랑", "나",
}

// risky are particles that are just as often the end of a noun: they are removed only
// if two syllables are left.
const risky = "이가의와과도만로랑나"

// stem removes one particle from a Hangul word; at least one syllable is left. A wrong
// guess costs little, because the whole word is kept too.
func stem(word string) string {
	for _, p := range particles {
		root, found := strings.CutSuffix(word, p)
		if !found || root == "" {
			continue
		}
		if strings.Contains(risky, p) && len([]rune(root)) < 2 {
			return word
		}
		return root
	}
	return word
}

// scripts splits a word where Hangul meets another script.
func scripts(word string) []string {
	var out []string
	start, hangul := 0, false
	for i, r := range word {
		h := unicode.Is(unicode.Hangul, r)
		if i > start && h != hangul {
			out = append(out, word[start:i])
			start = i
		}
		hangul = h
	}
	if start < len(word) {
		out = append(out, word[start:])
	}
	return out
}

// isHangul reports whether a word of one script is Hangul.
func isHangul(word string) bool {
	for _, r := range word {
		return unicode.Is(unicode.Hangul, r)
	}
	return false
}
