package main

import (
	"fmt"
	"io"
	"strings"
	"unicode"
)

// columnsOf is how many columns a letter takes in a terminal: two for Korean,
// Chinese and Japanese ones, none for marks that stand on others.
func columnsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(r, unicode.Hangul, unicode.Han, unicode.Hiragana, unicode.Katakana), r >= '\uff01' && r <= '\uff60':
		return 2
	}
	return 1
}

// width is how many columns a line takes.
func width(s string) (columns int) {
	for _, r := range s {
		columns += columnsOf(r)
	}
	return columns
}

// fit shortens a line to so many columns, with an ellipsis where it was cut.
func fit(s string, most int) string {
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

// table prints rows with their cells one below the other, and cuts each line to
// [mostColumns]. Unlike a tabwriter it knows of letters that take two columns.
func table(out io.Writer, rows [][]string) error {
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell)
			if i < len(row)-1 {
				line.WriteString(strings.Repeat(" ", widths[i]-width(cell)+2))
			}
		}
		if _, err := fmt.Fprintln(out, fit(strings.TrimRight(line.String(), " "), mostColumns)); err != nil {
			return err
		}
	}
	return nil
}

// plainLines is [plain] for a text of several lines: their ends stay, and each
// line but the first gets an indent.
func plainLines(s, indent string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = plain(lines[i])
	}
	return strings.Join(lines, "\n"+indent)
}
