package grounding

import (
	"strconv"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// A parting splits a text with several items into these, line by line. Its zero value is
// ready.
type parting struct {
	texts []string
	open  bool // an indented line continues the last of texts
}

// line takes the next line and reports whether it began a text. A blank line or a rule ends
// the text before it; an indented line continues that text, whatever it contains.
func (p *parting) line(line string) (began bool) {
	text := strings.TrimSpace(line)
	switch {
	case text == "":
		p.open = false
	case p.open && indented(line):
		p.texts[len(p.texts)-1] += "\n" + text
	case isRule(text):
		p.open = false
	default:
		p.texts, p.open = append(p.texts, unmarked(text)), true
		return true
	}
	return false
}

// apart splits a whole text.
func apart(text string) []string {
	var p parting
	for line := range strings.SplitSeq(lineEnds(text), "\n") {
		p.line(line)
	}
	return p.texts
}

func indented(line string) bool { return line[0] == ' ' || line[0] == '\t' }

// isRule reports whether a line is a horizontal rule.
func isRule(text string) bool {
	return len(text) >= 3 && strings.Contains("-*_", text[:1]) && strings.Trim(text, text[:1]) == ""
}

// hang formats a text so that [apart] reads it as one text: further lines are indented,
// blank lines left out, and a text that begins with a rule gets the mark of a list.
func hang(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		var lines []string
		for line := range strings.SplitSeq(lineEnds(text), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
		text = strings.Join(lines, "\n  ")
	}
	if first, _, _ := strings.Cut(text, "\n"); isRule(first) {
		return "- " + text
	}
	return text
}

// unmarked removes the mark of a list ("- ", "* " or "1. ") from a line without spaces at
// its ends, unless nothing follows it.
func unmarked(text string) string {
	head, rest, found := strings.Cut(text, " ")
	number, dotted := strings.CutSuffix(head, ".")
	listed := dotted && isNumber(number, maxListed)
	if rest = strings.TrimSpace(rest); !found || rest == "" || head != "-" && head != "*" && !listed {
		return text
	}
	return rest
}

// maxListed is the largest number of digits in the number of a list item: a year is text.
const maxListed = 3

func isNumber(s string, digits int) bool {
	return s != "" && len(s) <= digits && strings.Trim(s, "0123456789") == ""
}

// coreOf returns what remains of a text when it is written to a file and read again: without
// steps, marks of lists and line ends, in plain spelling. Texts with the same core are the
// same lesson.
func coreOf(text string) string {
	for {
		var parts []string
		for line := range strings.SplitSeq(lineEnds(text), "\n") {
			if line = strings.TrimSpace(line); line != "" {
				parts = append(parts, unmarked(line))
			}
		}
		next := Bare(strings.Join(parts, " "))
		if next == text {
			return words.Plain(text)
		}
		text = next
	}
}

// stepOf reads the step and the verdict of a [Line]; 0 and empty where there is none, or an
// unknown verdict.
func stepOf(line string) (step int, v feedback.Verdict) {
	if Bare(line) == line {
		return 0, ""
	}
	head, _, _ := strings.Cut(line, "]")
	_, head, _ = strings.Cut(head, "Step")
	number, verdict, _ := strings.Cut(head, "-")
	if number = strings.TrimSpace(number); !isNumber(number, maxStepDigits) {
		return 0, ""
	}
	step, err := strconv.Atoi(number)
	if err != nil {
		return 0, ""
	}
	v, _ = feedback.ParseVerdict(verdict)
	return step, v
}

// maxStepDigits is the largest number of digits of a step that is kept.
const maxStepDigits = 9
