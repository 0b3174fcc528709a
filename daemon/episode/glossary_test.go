package episode_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"navd/daemon/episode"
)

func TestGlossary(t *testing.T) {
	text := episode.Glossary(100)
	words := strings.Join(strings.Fields(text), " ")
	for _, f := range episode.Figures() {
		if !strings.Contains(words, f.Name+" "+f.Unit+" "+f.Doc) {
			t.Errorf("%s is not explained", f.Name)
		}
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 || n == 0 {
			t.Errorf("%d characters: %q", n, line)
		}
	}
}
