// Package table prints rows of cells in columns that line up on a terminal, also
// where letters take two columns, as Korean ones do.
package table

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// gap is how many columns stand between two cells.
const gap = 2

// Table is a list of rows. The zero value has none.
type Table struct {
	Most  int // columns that a line may take: longer ones are cut; 0: as many as it has
	Right int // cells from this one on stand at the right of their column; 0: none
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
	widths := t.widths()
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
		switch {
		case t.atRight(i):
			cell = strings.Repeat(" ", widths[i]-Width(cell)) + cell
		case !last:
			cell += strings.Repeat(" ", widths[i]-Width(cell))
		}
		b.WriteString(cell)
	}
	return b.String()
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
