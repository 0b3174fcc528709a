package grounding

import (
	"strings"
	"unicode/utf8"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// Titles of a text file, in plain spelling and without what stands behind them
// in parentheses.
const (
	stackTitle = "grounding knowledge"
	finalTitle = "final grounding"
)

// A textFile is read line by line.
type textFile struct {
	parting
	category feedback.Category
	lessons  []lesson
	stack    int      // where in lessons the stack begins that a final would stand for; -1: none does
	ruled    bool     // nothing came since a rule
	stacked  []lesson // what finals stood for
}

// textLessons gives the lessons of a text file with line ends as \n.
func textLessons(text string) []lesson {
	r := textFile{category: feedback.General, stack: -1}
	for line := range strings.SplitSeq(text, "\n") {
		r.take(line)
	}
	r.finish()
	recall(r.lessons, r.stacked)
	return r.lessons
}

// take reads one line.
func (r *textFile) take(line string) {
	title, isTitle := heading(line)
	c, known := titled(title)
	switch {
	case isTitle && title == stackTitle:
		r.turn(feedback.General)
		r.stack = len(r.lessons)
	case isTitle && title == finalTitle:
		r.turn(feedback.General)
		if r.stack >= 0 {
			r.stacked = append(r.stacked, r.lessons[r.stack:]...)
			r.lessons, r.stack = r.lessons[:r.stack], -1
		}
	case isTitle && known:
		r.turn(c)
	case isTitle: // of the file's own: it heads what follows and is no text
		r.turn(r.category)
	case isRule(strings.TrimRight(line, " \t")):
		r.turn(feedback.General)
		r.ruled = true
		return
	default:
		began := r.line(line)
		if began && r.ruled {
			r.stack = -1 // a final below speaks of something else
		}
		if !began {
			return
		}
	}
	r.ruled = false
}

// turn goes on with a category.
func (r *textFile) turn(c feedback.Category) {
	r.finish()
	r.category = c
}

// finish makes lessons of the texts that came.
func (r *textFile) finish() {
	for _, text := range r.texts {
		r.lessons = append(r.lessons, lessonOf(r.category, text))
	}
	r.parting = parting{}
}

// heading reads a title: one to six # at the begin of a line.
func heading(line string) (title string, ok bool) {
	rest := strings.TrimLeft(line, "#")
	if n := len(line) - len(rest); n < 1 || n > 6 || rest == "" || !indented(rest) {
		return "", false
	}
	title, _, _ = strings.Cut(rest, "(")
	return words.Plain(title), true
}

// titled finds the category that a title in plain spelling is of, by its long
// names alone.
func titled(title string) (feedback.Category, bool) {
	name := strings.TrimSuffix(strings.TrimSuffix(title, " rules"), " grounding")
	if utf8.RuneCountInString(name) < 2 {
		return "", false
	}
	c, err := feedback.ParseCategory(name)
	return c, err == nil
}

// untitled marks the lines of a text that would be taken for headings or rules as
// those of a list.
func untitled(text string) string {
	if !strings.ContainsAny(text, "#-*_") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if _, ok := heading(line); ok || isRule(strings.TrimRight(line, " \t\r")) {
			lines[i] = "- " + line
		}
	}
	return strings.Join(lines, "\n")
}
