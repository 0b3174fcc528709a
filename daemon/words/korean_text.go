package words

import (
	"slices"
	"strings"
)

// The lists of the Korean grammar are texts with spaces between the items. These functions
// compare a word with them.

// begins reports whether a word begins with an item of a list.
func begins(word, list string) bool {
	for item := range strings.FieldsSeq(list) {
		if strings.HasPrefix(word, item) {
			return true
		}
	}
	return false
}

// endsOrIs reports whether a word ends in an item of a list, or is one.
func endsOrIs(word, list string) bool {
	for item := range strings.FieldsSeq(list) {
		if strings.HasSuffix(word, item) {
			return true
		}
	}
	return false
}

// endsIn reports whether a word ends in an item of a list and is longer than that.
func endsIn(word, list string) bool {
	for item := range strings.FieldsSeq(list) {
		if strings.HasSuffix(word, item) && len(word) > len(item) {
			return true
		}
	}
	return false
}

// isOf reports whether a word is an item of a list.
func isOf(word, list string) bool {
	for item := range strings.FieldsSeq(list) {
		if word == item {
			return true
		}
	}
	return false
}

// among reports whether a word, which may be empty, is one of some.
func among(word string, some ...string) bool { return slices.Contains(some, word) }
