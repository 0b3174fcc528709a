package words

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens estimates how many tokens a model counts for s:
//
//	ASCII and letters of the Latin script   ¼ a rune
//	Hangul and Han                          1 a rune
//	everything else                         ½ a byte of UTF-8
//
// The sum is rounded up once, at the end. A byte that is not UTF-8 counts as a
// byte of everything else. The estimate of a whole is at most the sum of the
// estimates of its parts, so a budget kept part by part is kept.
func Tokens(s string) int {
	quarters := 0
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		quarters += quartersOf(r, n)
		s = s[n:]
	}
	return (quarters + 3) / 4
}

func quartersOf(r rune, bytes int) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case r == utf8.RuneError:
		return 2 * bytes
	case r >= '가' && r <= '힣', unicode.In(r, unicode.Hangul, unicode.Han):
		return 4
	case unicode.Is(unicode.Latin, r):
		return 1
	}
	return 2 * bytes
}

// Count says how many: 1 view, 2 views, 3 searches, 4 lines of log.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	first, of, _ := strings.Cut(thing, " of ")
	many := cmp.Or(plural(first), first+"s")
	if of != "" {
		many += " of " + of
	}
	return strconv.Itoa(n) + " " + many
}

// Clip cuts a text to n characters; the last of them is then an ellipsis.
func Clip(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// Times says how often: once, 2 times.
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}
