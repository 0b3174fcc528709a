package grounding

import (
	"strings"
	"unicode/utf8"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// Titles of a text file, in plain spelling and without the part in parentheses.
const (
	stackTitle = "grounding knowledge"
	finalTitle = "final grounding"
)

// A textFile is the state of reading a text file line by line.
type textFile struct {
	parting
	category feedback.Category
	lessons  []lesson
	stack    int      // where in lessons the stack begins that a final would replace; -1: there is none
	ruled    bool     // the line before was a rule
	stacked  []lesson // replaced by finals
}

// textLessons returns the lessons of a text file with \n as line ends.
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
	case isTitle: // a heading of the file itself is no text
		r.turn(r.category)
	case isRule(strings.TrimRight(line, " \t")):
		r.turn(feedback.General)
		r.ruled = true
		return
	default:
		began := r.line(line)
		if began && r.ruled {
			r.stack = -1 // a final below is about something else
		}
		if !began {
			return
		}
	}
	r.ruled = false
}

// turn changes to a category.
func (r *textFile) turn(c feedback.Category) {
	r.finish()
	r.category = c
}

// finish turns the texts read so far into lessons.
func (r *textFile) finish() {
	for _, text := range r.texts {
		r.lessons = append(r.lessons, lessonOf(r.category, text))
	}
	r.parting = parting{}
}

// heading reads a title: one to six # at the beginning of a line.
func heading(line string) (title string, ok bool) {
	rest := strings.TrimLeft(line, "#")
	if n := len(line) - len(rest); n < 1 || n > 6 || rest == "" || !indented(rest) {
		return "", false
	}
	title, _, _ = strings.Cut(rest, "(")
	return words.Plain(title), true
}

// titled returns the category of a title in plain spelling. It only knows their long names.
func titled(title string) (feedback.Category, bool) {
	name := strings.TrimSuffix(strings.TrimSuffix(title, " rules"), " grounding")
	if utf8.RuneCountInString(name) < 2 {
		return "", false
	}
	c, err := feedback.ParseCategory(name)
	return c, err == nil
}

// untitled puts the mark of a list before lines of a text that would be read as headings or
// rules.
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
