package think

import (
	"strings"
	"unicode"
)

// sentence ends a text with a full stop.
func sentence(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".!?") {
		return s
	}
	return s + "."
}

// listed joins words with commas.
func listed(all []string) string { return strings.Join(all, ", ") }

// sentences cuts a text at the ends of its sentences.
func sentences(text string) (all []string) {
	begin := 0
	runes := []rune(text)
	for i, r := range runes {
		ends := strings.ContainsRune(".!?。", r) && (i+1 == len(runes) || unicode.IsSpace(runes[i+1]))
		if ends || r == '\n' || i+1 == len(runes) {
			if s := strings.TrimSpace(string(runes[begin : i+1])); s != "" {
				all = append(all, s)
			}
			begin = i + 1
		}
	}
	return all
}

// plain is a text in lower case with letters and numbers alone, words apart by one
// space.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, s)
	return strings.Join(strings.Fields(s), " ")
}
