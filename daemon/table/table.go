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

// Table is a list of rows. The zero value has none.
type Table struct {
	Most  int // columns that a line may take; 0: as many as it has. Where that is too few, columns without a word are left out, times shortened, and the widest cells but the first of a row cut
	Right int // cells from this one on stand at the right of their column; 0: none
	Keep  int // columns at the left that stay; where Most is too few those behind them go before a cell is cut, the last one first. 0: all stay
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

// Print writes the rows, a line each; with Most or Right no line ends in a space.
// The error is the writer's.
func (t *Table) Print(out io.Writer) error {
	if t.wide() {
		t.shorten()
	}
	widths := t.widths()
	t.narrow(widths)
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

// leastWidth is how narrow a column may become by cutting.
const leastWidth = 6

// width is how many columns the longest line takes.
func (t *Table) width() (most int) {
	widths := t.widths()
	for _, row := range t.rows {
		most = max(most, Width(t.line(row, widths)))
	}
	return most
}

// wide tells whether there are more columns than a line may take.
func (t *Table) wide() bool { return t.Most > 0 && t.width() > t.Most }

// shorten leaves out columns that say nothing below their heading, the years and seconds
// of times, and where that is not enough columns that need not be kept.
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
	for t.Keep > 0 && len(t.rows[0]) > t.Keep && t.wide() {
		t.drop(len(t.rows[0]) - 1)
	}
}

// drop leaves out a column.
func (t *Table) drop(column int) {
	if column < t.Right {
		t.Right--
	}
	if column < t.Keep {
		t.Keep--
	}
	for n, row := range t.rows {
		if column < len(row) {
			t.rows[n] = slices.Delete(row, column, column+1)
		}
	}
}

// narrow takes from the widest columns, but the first and an ID that is to be copied, what
// the longest line has too much. Last cells get what is left.
func (t *Table) narrow(widths []int) {
	if t.Most == 0 || len(widths) < 2 {
		return
	}
	for over := t.width() - t.Most; over > 0; over-- {
		widest := 0
		for i, w := range widths {
			if i > 0 && !(i < len(t.rows[0]) && t.rows[0][i] == "ID") && (widest == 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest == 0 || widths[widest] <= leastWidth || widths[widest] <= t.lastWidth()-over {
			return
		}
		widths[widest]--
	}
}

// lastWidth is how wide the widest last cell is.
func (t *Table) lastWidth() (most int) {
	for _, row := range t.rows {
		if len(row) > 0 {
			most = max(most, Width(row[len(row)-1]))
		}
	}
	return most
}

// widths gives how wide each column is, last cells at the left left out.
func (t *Table) widths() (widths []int) {
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(row)-1 && !t.atRight(i) {
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

// Fit shortens a line to so many columns, with an ellipsis where it was cut.
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
