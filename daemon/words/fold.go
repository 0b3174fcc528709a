package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"navd/daemon/fault"
)

// fold brings a label into the spelling of keys, before any alias: composed,
// camel case parted, lower case, separators to single spaces, other
// punctuation and symbols gone. fold(fold(s)) == fold(s).
func fold(s string) string {
	if folded(s) {
		return s
	}
	rs := keep(norm.NFC.String(s))
	var b strings.Builder
	for i, r := range rs {
		if beginsWord(rs, i) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	// Lowering can make pairs composable that were not: H with a macron below
	// has no letter of its own, h has.
	return strings.Join(strings.Fields(norm.NFC.String(b.String())), " ")
}

// folded tells spellings that fold leaves alone, as most are: lower-case letters
// of ASCII, digits and whole Korean syllables, in words parted by single spaces.
func folded(s string) bool {
	gap := true // no space may come
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', '가' <= r && r <= '힣':
			gap = false
		case r == ' ' && !gap:
			gap = true
		default:
			return false
		}
	}
	return !gap
}

// Plain brings a text into the spelling in which two texts count as the same:
// composed (NFC), lower case, words parted by single spaces. Unlike a key it
// keeps punctuation, and no name is replaced. Plain(Plain(s)) == Plain(s).
func Plain(s string) string {
	if folded(s) {
		return s
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		s = norm.NFC.String(strings.ToLower(norm.NFC.String(s)))
	} else {
		s = strings.ToLower(s)
	}
	return strings.Join(strings.Fields(s), " ")
}

// IsKorean reports whether a text has a letter of Hangul.
func IsKorean(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Hangul, r) })
}

// Composed writes letters in one form: Korean syllables and accented letters, which some
// systems write in parts, as one character each (NFC).
func Composed(s string) string { return norm.NFC.String(s) }

// Slips counts the letters that differ between two words: insertions, removals,
// replacements and swaps of neighbours. Korean syllables are compared letter by letter.
func Slips(a, b string) int { return fault.Edits(letters(a), letters(b)) }

// letters writes a word with one byte a letter, Korean syllables as their letters:
// those of Latin, and those of Hangul from U+1100 on, differ in it.
func letters(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return word // ASCII
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(word) {
		b.WriteByte(byte(r))
	}
	return b.String()
}

// keep leaves letters, marks and numbers, and a space for whatever parts words.
func keep(s string) []rune {
	rs := make([]rune, 0, len(s))
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r):
			// Invisible: such a letter would make two equal-looking labels differ.
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsNumber(r):
			rs = append(rs, r)
		case parts(r):
			rs = append(rs, ' ')
		}
	}
	return rs
}

// parts reports whether r stands between words: spaces, every dash and
// underscore, the slash.
func parts(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || unicode.Is(unicode.Pc, r) || r == '/' || r == '／'
}

// beginsWord reports whether camel case begins a word at i: LivingRoom,
// TVStand, Floor2Kitchen; but not TVs, 3D or R2D2.
func beginsWord(rs []rune, i int) bool {
	if !capital(rs[i]) {
		return false
	}
	before, _ := base(rs, i, -1)
	switch {
	case capital(before), unicode.IsNumber(before):
		return beginsLower(rs, i)
	}
	return unicode.IsLetter(before)
}

// beginsLower reports whether the capital at i is followed by lower-case
// letters that belong to it, rather than by the s of a plural.
func beginsLower(rs []rune, i int) bool {
	next, at := base(rs, i, 1)
	if !unicode.IsLower(next) {
		return false
	}
	after, _ := base(rs, at, 1)
	return next != 's' || unicode.IsLetter(after)
}

// base finds the next rune from i in a direction that is no mark, and where;
// 0 and the end when there is none.
func base(rs []rune, i, dir int) (rune, int) {
	for i += dir; i >= 0 && i < len(rs); i += dir {
		if !unicode.IsMark(rs[i]) {
			return rs[i], i
		}
	}
	return 0, i
}

// capital asks for a lower form rather than for the Unicode class, because
// some capitals have none and would be parted anew at each pass.
func capital(r rune) bool { return unicode.ToLower(r) != r }

// Line gives a text as one line: line breaks and other control characters become single
// spaces. A text without any stays as it is.
func Line(s string) string {
	breaks := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	if strings.IndexFunc(s, breaks) < 0 {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return breaks(r) || unicode.IsSpace(r) }), " ")
}

// Lines gives each text as one line.
func Lines(all []string) []string {
	lines := make([]string, len(all))
	for i, s := range all {
		lines[i] = Line(s)
	}
	return lines
}
