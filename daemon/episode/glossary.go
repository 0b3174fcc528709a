package episode

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Glossary explains the figures: name, unit and what each means, broken into
// lines of width characters at most, where the words allow it.
func Glossary(width int) string {
	const indent = 34 // of the meaning, which follows name and unit
	var b strings.Builder
	for _, f := range Figures() {
		line := fmt.Sprintf("  %-18s  %-12s", f.Name, f.Unit)
		for word := range strings.FieldsSeq(f.Doc) {
			if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
				b.WriteString(line + "\n")
				line = strings.Repeat(" ", indent)
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
