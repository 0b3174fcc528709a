package search

import (
	"slices"
	"testing"

	"navd/daemon/words"
)

// TestNamesInParts writes each name in two parts, wherever they part: what is left out
// before it is looked up is what no table has.
func TestNamesInParts(t *testing.T) {
	concepts, link, several := linkTable(), newLinker(), 0
	for _, k := range slices.Concat(words.Rooms(), words.Objects()) {
		for _, name := range words.Names(k) {
			letters := []rune(words.Key(words.Plain(name)).Compact())
			for i := 1; i < len(letters); i++ {
				parted := string(letters[:i]) + " " + string(letters[i:])
				got, want := link.Concepts(parted), conceptsOf(concepts, parted)
				if several += len(got); !slices.Equal(got, want) {
					t.Errorf("%q: got %v, want %v", parted, got, want)
				}
			}
		}
	}
	if several < 1000 {
		t.Errorf("%d are names", several)
	}
	if got := link.Concepts("초록 색"); !slices.Contains(got, "notion/colour green") {
		t.Errorf("a notion: %v", got)
	}
}
