package lats

import (
	"strings"
	"unicode/utf8"
)

// The longest texts of a node, bytes. Longer ones are cut, so that a tree of 10,000 nodes
// stays below 64 MB.
const (
	maxThought     = 1500
	maxParam       = 600
	maxObservation = 3000
	maxLesson      = 600
	maxCompletion  = 4000
)

// shorten cuts a text to n bytes, at a letter, with an ellipsis at the end.
func shorten(s string, most int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) <= most {
		return s
	}
	cut := most - len("…")
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// short gives an answer with its texts cut to their longest lengths.
func (a Answer) short() Answer {
	if len(a.Texts) > 0 {
		texts := make([]string, len(a.Texts))
		for i, t := range a.Texts {
			texts[i] = shorten(t, maxCompletion)
		}
		a.Texts = texts
	}
	a.Observation = shorten(strings.TrimRight(a.Observation, "\n"), maxObservation)
	if a.Err != nil {
		a.Err = &Failure{Kind: a.Err.Kind, Text: shorten(a.Err.Text, maxLesson)}
	}
	return a
}
