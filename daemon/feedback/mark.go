package feedback

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"navd/daemon/words"
)

// A mark is a word and the colon behind it.
type mark struct {
	name       string // the word, in its plain spelling
	start, end int    // bytes: where the word begins, what follows the colon
}

// category is the category that the mark names.
func (m mark) category() (Category, bool) { return categoryOf(m.name) }

// leads reports whether the mark is where the grammar of groups has its names:
// at the beginning or behind a comma. A number leads nothing: "12, 3:30".
func (m mark) leads(text string) bool {
	before := strings.TrimRightFunc(text[:m.start], unicode.IsSpace)
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(m.name)
	return unicode.IsLetter(first) && (before == "" || strings.ContainsRune(commas, last))
}

// marks finds the words before colons that stand at a word boundary. It looks
// back from each colon, never past the one before, so it takes linear time.
func marks(text string) iter.Seq[mark] {
	return func(yield func(mark) bool) {
		for i, r := range text {
			if r != ':' && r != '：' {
				continue
			}
			end := i + utf8.RuneLen(r)
			if strings.HasPrefix(text[end:], "//") {
				continue // an address
			}
			m, ok := markBefore(text, i)
			m.end = end
			if ok && !yield(m) {
				return
			}
		}
	}
}

// markBefore reads the word before a colon at byte i, or the two words that
// name a category together.
func markBefore(text string, i int) (mark, bool) {
	stop := len(strings.TrimRightFunc(text[:i], inline))
	start := wordStart(text, stop)
	if start == stop || !boundary(text[:start]) {
		return mark{}, false
	}
	m := mark{name: words.Plain(text[start:stop]), start: start}
	if m.name != "preference" && m.name != "선호" {
		return m, true
	}
	first := wordStart(text, len(strings.TrimRightFunc(text[:start], inline)))
	if both := words.Plain(text[first:stop]); first < start && boundary(text[:first]) {
		if _, ok := categoryOf(both); ok {
			return mark{name: both, start: first}, true
		}
	}
	return m, true
}

// wordStart is where the word begins that ends at stop; stop when none does.
func wordStart(text string, stop int) int {
	return len(strings.TrimRightFunc(text[:stop], InWord))
}

// InWord reports whether r belongs to a word: a letter, a digit, a mark of either, or _.
func InWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r)
}

// inline reports whether r is a space that does not end a line.
func inline(r rune) bool { return unicode.IsSpace(r) && r != '\n' && r != '\r' }

// boundary reports whether a word that follows this text begins there: not
// behind an apostrophe, a hyphen or a full stop ("it's:", "e.g:").
func boundary(before string) bool {
	r, n := utf8.DecodeLastRuneInString(before)
	return n == 0 || unicode.IsSpace(r) || strings.ContainsRune("([{（［「:：;；|"+commas, r)
}

// A group is a verdict with texts in parentheses.
type group struct {
	verdict Verdict
	body    string
	rest    string // what follows the parenthesis
}

// cutGroup takes the group off a text that begins with one. Parentheses that
// open no category and end before the text does are no group: "s: (L7) is red"
// is a text about L7.
func cutGroup(text string) (group, bool) {
	m, ok := first(text)
	if !ok {
		return group{}, false
	}
	v, ok := verdictOf(m.name)
	inner := strings.TrimLeftFunc(text[m.end:], unicode.IsSpace)
	open, n := utf8.DecodeRuneInString(inner)
	if !ok || open != '(' && open != '（' {
		return group{}, false
	}
	body, rest := cutParenthesis(inner[n:])
	lead, named := first(body)
	if named = named && lead.leads(body); !named && !blank(rest) {
		return group{}, false
	}
	return group{v, body, strings.TrimLeftFunc(rest, separates)}, true
}

// cutParenthesis parts a text behind an opening parenthesis at the one that
// closes it. Without such a one, the last closing one does, or the end.
func cutParenthesis(text string) (body, rest string) {
	depth, last := 1, -1
	for i, r := range text {
		switch r {
		case '(', '（':
			depth++
		case ')', '）':
			depth--
			last = i
		}
		if depth == 0 {
			break
		}
	}
	if last < 0 {
		return text, ""
	}
	_, n := utf8.DecodeRuneInString(text[last:])
	return text[:last], text[last+n:]
}

// cutVerdict takes the verdict off a text that begins with one. What names a
// category as well is a verdict only where nothing follows.
func cutVerdict(text string) (v Verdict, rest string, ok bool) {
	if v, ok := verdictOf(words.Plain(text)); ok && len([]rune(words.Plain(text))) > 1 {
		return v, "", true // the word alone
	}
	m, ok := first(text)
	if !ok {
		return "", text, false
	}
	v, ok = verdictOf(m.name)
	rest = text[m.end:]
	if _, both := m.category(); both && !blank(rest) {
		return "", text, false
	}
	return v, rest, ok
}

// first gives the mark that a text begins with, spaces aside.
func first(text string) (mark, bool) {
	for m := range marks(text) {
		return m, strings.TrimSpace(text[:m.start]) == ""
	}
	return mark{}, false
}
