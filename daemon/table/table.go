// Package table prints rows of cells in columns that line up on a terminal, also
// where letters take two columns, as Korean ones do.
package table

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"
)

// gap is how many columns stand between two cells.
const gap = 2

// Table is a list of rows, the first of them mostly headings. The zero value has none.
type Table struct {
	Most  int      // columns that a line may take; 0: as many as it has. Where that is too few, columns without a word are left out, times shortened, and then Cut and Spare say what gives way
	Right int      // cells from this one on stand at the right of their column; 0: none
	Cut   []string // headings of the columns whose cells may be cut, the widest first. Without Cut and Spare all but the first
	Spare []string // headings of the columns that may be left out, the first of them first, before cells are cut to less than 16 columns
	rows  [][]string
}

// Row adds a row, each cell as [fmt.Sprint] writes it. Rows may differ in length:
// a last cell at the left stands for itself, whatever other rows have below it.
func (t *Table) Row(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = fmt.Sprint(cell)
	}
	t.rows = append(t.rows, row)
}

// Empty tells whether there is nothing below the headings.
func (t *Table) Empty() bool { return len(t.rows) < 2 }

// Print writes the rows, a line each; with Most or Right no line ends in a space.
// The error is the writer's.
func (t *Table) Print(out io.Writer) error {
	widths := t.widths(false)
	if t.Most > 0 && total(t.widths(true)) > t.Most {
		t.shorten()
		widths = t.fit()
	}
	var b strings.Builder
	for _, row := range t.rows {
		line := t.line(row, widths)
		if t.Most > 0 || t.Right > 0 {
			line = strings.TrimRight(line, " ")
		}
		if t.Most > 0 {
			line = Fit(line, t.Most)
		}
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// atRight tells whether the cells of a column stand at its right.
func (t *Table) atRight(column int) bool { return t.Right > 0 && column >= t.Right }

// line puts the cells of a row into their columns.
func (t *Table) line(row []string, widths []int) string {
	var b strings.Builder
	for i, cell := range row {
		if i > 0 {
			b.WriteString(strings.Repeat(" ", gap))
		}
		last := i == len(row)-1
		if !last && t.Most > 0 {
			cell = Fit(cell, widths[i])
		}
		switch {
		case t.atRight(i):
			cell = strings.Repeat(" ", max(0, widths[i]-Width(cell))) + cell
		case !last:
			cell += strings.Repeat(" ", max(0, widths[i]-Width(cell)))
		}
		b.WriteString(cell)
	}
	return b.String()
}

// What is left of a column whose cells are cut, as long as others can be left out, and at
// the least.
const (
	readable   = 16
	leastWidth = 6
)

// total is how many columns of a terminal a line takes.
func total(widths []int) int {
	sum := gap * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	return sum
}

// shorten leaves out columns that say nothing below their heading, and the years and
// seconds of times.
func (t *Table) shorten() {
	for i := len(t.rows[0]) - 1; i > 0 && len(t.rows) > 1; i-- {
		empty := func(row []string) bool { return len(row) == len(t.rows[0]) && (row[i] == "" || row[i] == "-") }
		heading := t.rows[0][i] == strings.ToUpper(t.rows[0][i])
		if heading && !slices.ContainsFunc(t.rows[1:], func(row []string) bool { return !empty(row) }) {
			t.drop(i)
		}
	}
	for _, row := range t.rows {
		for i, cell := range row {
			if at, err := time.Parse(time.DateTime, cell); err == nil {
				row[i] = at.Format("01-02 15:04")
			}
		}
	}
}

// drop leaves out a column.
func (t *Table) drop(column int) {
	if column < t.Right {
		t.Right--
	}
	for n, row := range t.rows {
		if column < len(row) {
			t.rows[n] = slices.Delete(row, column, column+1)
		}
	}
}

// fit leaves out columns, and gives widths of the others, such that lines are short enough
// where that can be.
func (t *Table) fit() []int {
	for spare := t.Spare; ; spare = spare[1:] {
		widths := t.widths(true)
		if t.narrow(widths, readable) {
			return widths
		}
		if len(spare) == 0 {
			t.narrow(widths, leastWidth)
			return widths
		}
		if i := slices.Index(t.rows[0], spare[0]); i >= 0 {
			t.drop(i)
		}
	}
}

// narrow takes what lines have too much from the widest columns that may be cut, and tells
// whether they are short enough when none has more than the least width.
func (t *Table) narrow(widths []int, least int) bool {
	for over := total(widths) - t.Most; over > 0; over-- {
		widest := -1
		for i, w := range widths {
			if w > least && t.cuts(i) && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return false
		}
		widths[widest]--
	}
	return true
}

// cuts tells whether the cells of a column may be cut.
func (t *Table) cuts(column int) bool {
	if len(t.Cut)+len(t.Spare) == 0 {
		return column > 0
	}
	return column < len(t.rows[0]) && slices.Contains(t.Cut, t.rows[0][column])
}

// widths gives how wide each column is, with the last cells of rows or without those that
// stand at the left.
func (t *Table) widths(last bool) (widths []int) {
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(row)-1 && !t.atRight(i) && !last {
				break
			}
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
		}
	}
	return widths
}

// Width is how many columns of a terminal a line takes.
func Width(s string) (columns int) {
	for _, r := range s {
		columns += columnsOf(r)
	}
	return columns
}

// Fit shortens a line to n columns, with an ellipsis where it was cut.
func Fit(s string, most int) string {
	used, end := 0, 0
	for i, r := range s {
		if used += columnsOf(r); used > most {
			return strings.TrimRight(s[:end], " ,") + "…"
		}
		if used < most {
			end = i + len(string(r))
		}
	}
	return s
}

// columnsOf is how many columns a letter takes: two for the wide ones of Unicode's
// East Asian Width (UAX #11), none for marks that stand on others and for the
// vowels and finals that join the Korean consonant before them.
func columnsOf(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) || r >= '\u1160' && r <= '\u11ff' {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
