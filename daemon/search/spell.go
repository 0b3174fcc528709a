package search

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"navd/daemon/words"
	"navd/index"
)

// mostInstead is how many words of a question are looked up at most: nobody misspells
// more, and each costs a comparison with all that are known.
const mostInstead = 8

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
func (e *Engine) spell(ctx context.Context, text string) (instead []Instead) {
	ix, unknown := e.shown(), 0
	said := strings.FieldsFunc(text, parts)
	for i, word := range said {
		plain := words.Plain(word)
		most := slips(plain)
		if most == 0 || slices.Contains(said[:i], word) || e.known(ix, plain) {
			continue
		}
		if unknown++; unknown > mostInstead || ctx.Err() != nil {
			break
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

// parts tells what stands between words.
func parts(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("?!.,;:", r) }

// understood is a question with the words that were meant.
func understood(text string, instead []Instead) string {
	said := strings.FieldsFunc(text, parts)
	for i, word := range said {
		if at := slices.IndexFunc(instead, func(x Instead) bool { return x.Of == word }); at >= 0 {
			said[i] = instead[at].Word
		}
	}
	return strings.Join(said, " ")
}

// known tells whether a word stands in the tables, alone or in a name, in some text,
// or says nothing.
func (e *Engine) known(ix *index.Index, word string) bool {
	rooms, objects := words.Mentions(word)
	if _, found := slices.BinarySearch(tableWords(), word); found || len(rooms)+len(objects) > 0 || index.SaysNothing(word) || len(indexOptions().Link.Concepts(word)) > 0 {
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
	return words.IsKorean(word)
}

// closest gives the word that differs in the fewest letters, at most n; of
// equals the first. Korean syllables are compared letter by letter, and with no
// word without any.
func closest(word string, among []string, most int) (best string) {
	hangul := isHangul(word)
	for _, w := range among {
		if diff := len(w) - len(word); diff > 3*most || diff < -3*most || isHangul(w) != hangul { // a letter has up to 3 bytes
			continue
		}
		if n := words.Slips(word, w); n <= most && n > 0 {
			best, most = w, n-1
		}
	}
	return best
}
