package grounding

import (
	"strings"

	"navd/daemon/feedback"
)

// Block writes contents for a prompt: for each category that has any, a list below an H4
// title; empty when there are none. Further lines of a content are indented, so that they
// stay in its item, and its headings are lowered by two levels, at most to H6, so that none
// is above the title. Text in a code fence is not changed.
func Block(contents feedback.Four[[]string]) string {
	var sections []string
	for _, c := range feedback.Categories() {
		var items []string
		for _, text := range *contents.Of(c) {
			if text = strings.TrimSpace(lineEnds(text)); text != "" {
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
	lines := outsideFences(text, sink)
	for i, line := range lines {
		if i > 0 && line != "" {
			lines[i] = "  " + line
		}
	}
	return "- " + strings.Join(lines, "\n")
}

// subordinate lowers the headings of a text below the titles of a block, by at least two
// levels. Text in a code fence is not changed.
func subordinate(text string) string {
	return strings.Join(outsideFences(text, func(line string) string {
		for range deepest {
			if bare := strings.TrimLeft(line, " "); strings.HasPrefix(bare, "#") && !strings.HasPrefix(bare, belowTitles) {
				line = sink(line)
			}
		}
		return line
	}), "\n")
}

// outsideFences returns the lines of a text, those that are not in a code fence changed.
func outsideFences(text string, change func(line string) string) []string {
	lines := strings.Split(text, "\n")
	fenced := false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if !fenced {
			lines[i] = change(line)
		}
	}
	return lines
}

// belowTitles begins a heading below the titles of a block.
const belowTitles = "#####"

const (
	deeper  = 2 // levels by which headings are lowered
	deepest = 6 // the lowest level of headings
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
