package index

import (
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"golang.org/x/text/unicode/norm"
)

// maxWord is how many runes of a word count. Anything longer is hardly a word, and its
// n-grams would outweigh the rest of the text.
const maxWord = 64

// foldFilter is a token filter of bleve that gives tokens one spelling: composed, in
// lower case, not longer than [maxWord].
type foldFilter struct{}

// Filter changes the tokens of in.
func (foldFilter) Filter(in analysis.TokenStream) analysis.TokenStream {
	for _, token := range in {
		token.Term = []byte(foldWord(string(token.Term)))
	}
	return in
}

// foldWord composes, lowers and composes again: some pairs compose only in lower case.
func foldWord(word string) string {
	word = norm.NFC.String(strings.ToLower(norm.NFC.String(word)))
	n := 0
	for i := range word {
		if n++; n > maxWord {
			return word[:i]
		}
	}
	return word
}

// textAnalyzer returns the analyzer for the text of a document.
func textAnalyzer() analysis.Analyzer {
	return &analysis.DefaultAnalyzer{
		Tokenizer:    unicode.NewUnicodeTokenizer(),
		TokenFilters: []analysis.TokenFilter{foldFilter{}, hangulFilter{}},
	}
}

// readable returns a text in the form that is analysed: valid UTF-8, with spaces for
// underscores, which separate words in labels but not in Unicode's rules.
func readable(text string) []byte {
	return []byte(strings.ReplaceAll(strings.ToValidUTF8(text, " "), "_", " "))
}

// splitWords returns the words of a text in order, folded, each of one script.
func splitWords(text string) []string {
	tokens := unicode.NewUnicodeTokenizer().Tokenize(readable(text))
	var out []string
	for _, token := range (foldFilter{}).Filter(tokens) {
		out = append(out, scripts(string(token.Term))...)
	}
	return out
}

// queryTerms returns the terms to search for: at most [MaxTerms], each once, whole
// words and stems before bigrams, because these say more if not all can be kept.
func queryTerms(text string) []string {
	words := withoutStops(splitWords(text))
	var first, second []string
	for _, word := range words {
		root := stem(word)
		if !isHangul(word) {
			root = word
		}
		for _, form := range forms(word) {
			if form == word || form == root {
				first = append(first, form)
			} else {
				second = append(second, form)
			}
		}
	}
	return cut(unique(append(first, second...)), MaxTerms)
}

// stops are English words that say nothing about a place or a thing, sorted. They are
// indexed like others, but not searched for and not embedded.
var stops = []string{
	"a", "an", "and", "are", "as", "at", "be", "by", "can", "could", "did", "do", "does", "for", "from",
	"has", "have", "he", "how", "i", "if", "in", "is", "it", "its", "me", "my", "of", "on", "or", "our",
	"please", "she", "should", "so", "that", "the", "their", "them", "then", "there", "they", "this", "to", "was",
	"we", "were", "what", "when", "where", "which", "who", "will", "with", "would", "you", "your",
}

// withoutStops leaves out stops, unless there are no other words.
func withoutStops(words []string) []string {
	var out []string
	for _, word := range words {
		if _, found := slices.BinarySearch(stops, word); !found {
			out = append(out, word)
		}
	}
	if len(out) == 0 {
		return words
	}
	return out
}

// unique keeps the first of equal strings.
func unique(in []string) []string {
	seen := make(map[string]bool, len(in))
	out := in[:0:0]
	for _, s := range in {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

func cut(in []string, n int) []string { return in[:min(n, len(in))] }
