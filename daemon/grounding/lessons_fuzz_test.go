package grounding_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"navd/daemon/fault"
	. "navd/daemon/grounding"
	"navd/daemon/words"
)

// An errorfer is told what does not hold.
type errorfer interface {
	Errorf(format string, args ...any)
}

// checkLessons holds what is true of any text, as a file of its own and as a
// content of a final: what is read is one text or more of it, and no line of it
// is lost but titles, rules and the steps before texts.
func checkLessons(t errorfer, text string) {
	content, err := json.Marshal(text)
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	for _, f := range []File{
		file("x.txt", text),
		file("x.json", `{"final_grounding": {"general_grounding": {"content": `+string(content)+`}}}`),
		file("y.json", `{"stacked_grounding": {"general": [`+string(content)+`]}, "final_grounding": null}`),
	} {
		entries, err := Lessons(f)
		if err != nil {
			if !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.TooLarge) {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		var all strings.Builder
		for _, e := range entries {
			if strings.TrimSpace(e.Text) != e.Text || e.Text == "" || !FromFile(e.Evidence[0].Feedback) {
				t.Errorf("%q gives %+v", text, e)
			}
			all.WriteString(words.Plain(e.Text) + "\n")
		}
		if !utf8.ValidString(text) || strings.Contains(text, "Step") || f.Name == "x.txt" && strings.Contains(words.Plain(text), "final grounding") {
			continue // other text, steps that go, or what a final stands for
		}
		for _, line := range linesOf(text) {
			if !strings.Contains(all.String(), line) {
				t.Errorf("%s of %q loses %q:\n%s", f.Name, text, line, all.String())
			}
		}
	}
}

// linesOf lists the lines of a text that say something, in plain spelling.
func linesOf(text string) (lines []string) {
	text = strings.TrimPrefix(text, "\ufeff")
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for next := ""; next != line; {
			next, line = line, peeled(line)
		}
		if strings.Trim(line, "-*_") == "" || len(line) < 5 && strings.Trim(line, "0123456789.") == "" {
			continue // a rule, or what may be the mark of the line below
		}
		lines = append(lines, words.Plain(line))
	}
	return lines
}

// peeled takes one mark of a list off a line. Texts that differ in marks alone
// are one lesson.
func peeled(line string) string {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"- ", "* "} {
		line = strings.TrimPrefix(line, mark)
	}
	if head, rest, ok := strings.Cut(line, ". "); ok && len(head) < 4 && strings.Trim(head, "0123456789") == "" {
		line = rest
	}
	return strings.TrimSpace(line)
}

func FuzzLessons(f *testing.F) {
	for _, text := range []string{
		"one\n  two\n\n1. three", ownText, "\ufeffa\r\nb\rc", "---\n- a\n---", "[ Step1 - WiP ] : x", "# Spatial Grounding\nx\n## 절차\ny", "- - a\n1. * b", "a\n1. * a", "0\r00.\r 0", "-\n-a\n- ", "[ Step1 ]\n: x", "\x00", "\xff",
		ownText + "\n---\n\n## Final Grounding\n\nx",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkLessons(t, text) })
}
