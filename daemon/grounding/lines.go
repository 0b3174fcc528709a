package grounding

import (
	"strconv"
	"strings"

	"navd/daemon/feedback"
	"navd/daemon/words"
)

// A parting takes a text apart into what stands in it one by one, line by line.
// Its zero value is at the begin.
type parting struct {
	texts []string
	open  bool // an indented line goes on with the last of texts
}

// line takes the next line and reports whether it began a text. A blank line or
// a rule ends the text before it; an indented line goes on with that, and is
// kept whatever it is.
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

// apart takes a whole text apart.
func apart(text string) []string {
	var p parting
	for line := range strings.SplitSeq(string(lineEnds([]byte(text))), "\n") {
		p.line(line)
	}
	return p.texts
}

func indented(line string) bool { return line[0] == ' ' || line[0] == '\t' }

// isRule reports whether a line only parts what stands above from what stands
// below.
func isRule(text string) bool {
	return len(text) >= 3 && strings.Contains("-*_", text[:1]) && strings.Trim(text, text[:1]) == ""
}

// hang gives a text such that [apart] takes it for one: further lines are
// indented, blank ones left out, and one that begins like a rule is listed.
func hang(text string) string {
	if strings.ContainsAny(text, "\r\n") {
		var lines []string
		for line := range strings.SplitSeq(string(lineEnds([]byte(text))), "\n") {
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

// unmarked takes the mark of a list off a line without spaces at its ends, "- ",
// "* " or "1. ", unless nothing stands behind it.
func unmarked(text string) string {
	head, rest, found := strings.Cut(text, " ")
	number, dotted := strings.CutSuffix(head, ".")
	listed := dotted && isNumber(number, maxListed)
	if rest = strings.TrimSpace(rest); !found || rest == "" || head != "-" && head != "*" && !listed {
		return text
	}
	return rest
}

// maxListed is how many digits the number of a list has at most: those of a
// year are text.
const maxListed = 3

func isNumber(s string, digits int) bool {
	return s != "" && len(s) <= digits && strings.Trim(s, "0123456789") == ""
}

// coreOf is a text as it comes back when it went through a file: without steps,
// the marks of lists and line ends, in plain spelling. Texts of one core are one
// lesson.
func coreOf(text string) string {
	for {
		var parts []string
		for line := range strings.SplitSeq(string(lineEnds([]byte(text))), "\n") {
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

// stepOf reads the step and the verdict of a [Line]; 0 and none where it tells
// of none, or of no verdict that is known.
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

// maxStepDigits is how long the number of a step may be that is kept.
const maxStepDigits = 9
