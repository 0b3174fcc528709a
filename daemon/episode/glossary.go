package episode

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Glossary explains the figures: name, unit and what each means, broken into
// lines of width characters at most, where the words allow it.
func Glossary(width int) string {
	var b strings.Builder
	for _, f := range Figures() {
		hang(&b, fmt.Sprintf("  %-18s  %-12s", f.Name, f.Unit), f.Doc, width)
	}
	return b.String()
}

// hang writes what a name means behind it, and further lines below that.
func hang(b *strings.Builder, name, means string, width int) {
	line, indent := name, utf8.RuneCountInString(name)
	for word := range strings.FieldsSeq(means) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			b.WriteString(line + "\n")
			line = strings.Repeat(" ", indent)
		}
		line += " " + word
	}
	b.WriteString(line + "\n")
}
