package search

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"navd/daemon/words"
	"navd/index"
)

// Instead is a word of a question that neither the tables of words nor any text has,
// and the word that was searched for beside it.
type Instead struct {
	Of   string // as it was written
	Word string // what it was taken for
}

// Lengths from which on a word may have one slip, and two: letters, Korean syllables.
const (
	oneSlip, twoSlips = 4, 8
	oneSlipHangul     = 2
)

// tableWords are the single words of all names in the tables, sorted.
var tableWords = sync.OnceValue(func() (all []string) {
	for _, k := range slices.Concat(words.Rooms(), words.Objects()) {
		for _, name := range words.Names(k) {
			all = append(all, strings.Fields(words.Plain(name))...)
		}
	}
	for _, row := range words.Notions() {
		_, names, _ := strings.Cut(row, ": ")
		all = append(all, strings.FieldsFunc(words.Plain(names), func(r rune) bool { return r == ' ' || r == ',' })...)
	}
	slices.Sort(all)
	return slices.Compact(all)
})

// spell finds what the misspelt words of a question were meant to be.
func (e *Engine) spell(text string) (instead []Instead) {
	ix := e.shown()
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("?!.,;:", r) }) {
		plain := words.Plain(word)
		most := slips(plain)
		if most == 0 || e.known(ix, plain) {
			continue
		}
		if right := closest(plain, tableWords(), most); right != "" {
			instead = append(instead, Instead{word, right})
			continue
		}
		if ix == nil || isHangul(plain) { // of two syllables one is half of the word
			continue
		}
		if near, err := ix.Near(plain, most); err == nil && len(near) > 0 {
			instead = append(instead, Instead{word, near[0]})
		}
	}
	return instead
}

// known tells whether a word stands in the tables, alone or in a name, in some text,
// or says nothing.
func (e *Engine) known(ix *index.Index, word string) bool {
	rooms, objects := words.Mentions(word)
	if _, found := slices.BinarySearch(tableWords(), word); found || len(rooms)+len(objects) > 0 || index.SaysNothing(word) || len(e.options().Link.Concepts(word)) > 0 {
		return true
	}
	if ix == nil {
		return false
	}
	near, err := ix.Near(word, 0)
	return err != nil || len(near) > 0
}

// slips is how many letters of a word may be wrong; none of what is no word of letters.
func slips(word string) int {
	n := utf8.RuneCountInString(word)
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) || n > 64 {
		return 0
	}
	switch {
	case isHangul(word):
		return min(1, n/oneSlipHangul)
	case n >= twoSlips:
		return 2
	}
	return min(1, n/oneSlip)
}

func isHangul(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
}

// closest gives the word that differs in the fewest letters, at most so many; of
// equals the first. Korean syllables are compared letter by letter.
func closest(word string, among []string, most int) (best string) {
	for _, w := range among {
		if diff := len(w) - len(word); diff > 6 || diff < -6 {
			continue
		}
		if n := words.Slips(word, w); n <= most && n > 0 {
			best, most = w, n-1
		}
	}
	return best
}
