package dmn

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// names are the names that an expression may use, the longest first.
type names []string

// newNames makes names of what they are called. Those that are plain words are
// known without them.
func newNames(all []string) names {
	var odd names
	for _, name := range all {
		name = spaced(name)
		if identifier(name) < len(name) && name != "" {
			odd = append(odd, name)
		}
	}
	slices.SortFunc(odd, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	return slices.Compact(odd)
}

// spaced is a name with single blanks: FEEL takes names that differ in blanks
// alone for the same.
func spaced(name string) string { return strings.Join(strings.Fields(name), " ") }

// longest is the longest name that a text begins with, and how much of the text it
// is: 0 when there is none.
func (n names) longest(s string) (string, int) {
	for _, name := range n {
		if used := prefix(s, name); used > 0 {
			return name, used
		}
	}
	return "", 0
}

// prefix is how much of a text a name at its beginning takes, with as many blanks
// as there are; 0 when it does not begin with the name, or with a longer word.
func prefix(s, name string) int {
	at := 0
	for _, r := range name {
		if r == ' ' {
			blanks := len(s[at:]) - len(strings.TrimLeftFunc(s[at:], unicode.IsSpace))
			if blanks == 0 {
				return 0
			}
			at += blanks
			continue
		}
		got, n := utf8.DecodeRuneInString(s[at:])
		if got != r {
			return 0
		}
		at += n
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	next, _ := utf8.DecodeRuneInString(s[at:])
	if isName(last) && at < len(s) && isName(next) {
		return 0
	}
	return at
}
