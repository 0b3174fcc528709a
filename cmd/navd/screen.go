package main

import (
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"navd/daemon/table"
)

// columnsOf is how wide a terminal is, in columns; 0 when w is not a terminal: then texts
// are not folded.
func columnsOf(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns < leastColumns {
		return leastColumns
	}
	return columns
}

// leastColumns is the narrowest terminal that texts are fitted to.
const leastColumns = 40

// How a terminal shows a text.
const (
	bold  = "1"
	alarm = "1;31" // red
	done  = "1;32" // green
	faint = "2"
)

// styled gives a text a style if w is a terminal that shows styles and NO_COLOR is not set.
func styled(w io.Writer, style, text string) string {
	if columnsOf(w) == 0 || style == "" || text == "" || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// printFacts prints a table without headings. On a narrow terminal its last column is
// folded.
func (a *app) printFacts(t table.Table) error {
	var b strings.Builder
	_ = t.Print(&b) // a strings.Builder never fails
	return a.write(folded(b.String(), columnsOf(a.out)))
}

// printList prints the table of a list, and how to go on when there is more; for an empty
// list it prints none.
func (a *app) printList(t table.Table, cursor, none string) error {
	if t.Empty() {
		return a.say("%s\n", folded(none, columnsOf(a.out)))
	}
	err := a.printTable(t)
	if cursor != "" {
		return a.say("more with --cursor %s\n", cursor)
	}
	return err
}

// printTable prints a table; on a terminal with bold headings, and no wider than the terminal.
func (a *app) printTable(t table.Table) error {
	var b strings.Builder
	t.Most = columnsOf(a.out)
	if err := t.Print(&b); err != nil {
		return err
	}
	text := b.String()
	if head, _, _ := strings.Cut(text, "\n"); head == strings.ToUpper(head) {
		text = styled(a.out, bold, head) + text[len(head):]
	}
	return a.write(text)
}

// folded breaks lines of more than most columns between words; 0 is no limit. The rest of
// a line is indented to the last column of a list, or as far as the line itself.
func folded(text string, most int) string {
	if most == 0 {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body := strings.TrimRight(line, "\n")
		indent := strings.Repeat(" ", hanging(body, most))
		used, fresh := 0, true
		for i, word := range strings.Split(body, " ") {
			wide := table.Width(word)
			if i > 0 && word != "" && used+1+wide > most && !fresh {
				b.WriteString("\n" + indent)
				used, fresh = len(indent), true
			} else if i > 0 {
				b.WriteByte(' ')
				used++
			}
			b.WriteString(word)
			used += wide
			fresh = fresh && word == ""
		}
		b.WriteString(line[len(body):])
	}
	return b.String()
}

// joined makes one line of each paragraph of a help text, whose lines are broken for wide
// terminals.
func joined(text string) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i > 0; i-- {
		if len(lines[i-1]) > 70 && lines[i] != "" && lines[i-1][0] != ' ' && lines[i][0] != ' ' {
			lines[i-1] += " " + lines[i]
			lines = append(lines[:i], lines[i+1:]...)
		}
	}
	return strings.Join(lines, "\n")
}

// hanging is the indent of the rest of a line that is folded, in columns.
func hanging(line string, most int) int {
	lead := len(line) - len(strings.TrimLeft(line, " "))
	if gap := strings.LastIndex(line, "  "); gap > lead && gap+2 < most/2 {
		return table.Width(line[:gap+2])
	}
	return min(lead, most/2)
}
