package grounding

import (
	"strings"

	"navd/daemon/feedback"
)

// Block writes contents for a prompt: a list below an H4 title for each
// category that has any, the others left out; empty when none has. Lines of a
// content behind its first are indented, so that they stay in its item, and its
// headings sink by two levels, at most to H6, so that none outranks the title.
// What stands in a code fence keeps its signs.
func Block(contents feedback.Four[[]string]) string {
	var sections []string
	for _, c := range feedback.Categories() {
		var items []string
		for _, text := range *contents.Of(c) {
			if text = strings.TrimSpace(string(lineEnds([]byte(text)))); text != "" {
				items = append(items, bullet(text))
			}
		}
		if len(items) > 0 {
			sections = append(sections, "#### "+c.Title()+"\n\n"+strings.Join(items, "\n"))
		}
	}
	return strings.Join(sections, "\n\n")
}

// bullet writes one content as an item of a list.
func bullet(text string) string {
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if !fenced {
			line = sink(line)
		}
		if i > 0 && line != "" {
			line = "  " + line
		}
		lines[i] = line
	}
	return "- " + strings.Join(lines, "\n")
}

// subordinate lowers the headings of a text below the titles of a block, by two
// levels at least. What stands in a code fence keeps its signs.
func subordinate(text string) string {
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		for range deepest {
			if !fenced && strings.HasPrefix(strings.TrimLeft(line, " "), "#") && !strings.HasPrefix(strings.TrimLeft(line, " "), belowTitles) {
				line = sink(line)
			}
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// belowTitles begins a heading below the titles of a block.
const belowTitles = "#####"

const (
	deeper  = 2 // levels that headings sink
	deepest = 6 // the last level there is
)

// sink lowers a heading: one to six # and then a space or the end.
func sink(line string) string {
	text := strings.TrimLeft(line, " ")
	rest := strings.TrimLeft(text, "#")
	level := len(text) - len(rest)
	if level == 0 || level > deepest || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return line
	}
	return line[:len(line)-len(text)] + strings.Repeat("#", min(level+deeper, deepest)) + rest
}
