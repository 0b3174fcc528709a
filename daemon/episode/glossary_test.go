package episode_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"navd/daemon/episode"
)

// TestColumnGlossary: each column of a CSV file is a figure or is explained, and nothing else
// is.
func TestColumnGlossary(t *testing.T) {
	explained := map[string]bool{}
	for _, f := range episode.Figures() {
		explained[f.Name] = true
	}
	for line := range strings.Lines(episode.ColumnGlossary(1000)) {
		names, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if len(names) > 30 {
			t.Errorf("%q is longer than its column", names)
		}
		for name := range strings.SplitSeq(names, ", ") {
			explained[name] = true
		}
	}
	var b strings.Builder
	if err := episode.WriteCSV(&b, nil); err != nil {
		t.Fatal(err)
	}
	columns := strings.Split(strings.TrimSpace(b.String()), ",")
	for _, name := range columns {
		if !explained[name] {
			t.Errorf("column %s is not explained", name)
		}
		delete(explained, name)
	}
	for _, f := range episode.Figures() {
		delete(explained, f.Name)
	}
	for name := range explained {
		t.Errorf("%s is explained and is no column", name)
	}
	for line := range strings.Lines(episode.ColumnGlossary(100)) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 100 || n == 0 {
			t.Errorf("%d characters: %q", n, line)
		}
	}
}

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
