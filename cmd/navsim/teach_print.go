package main

import (
	"fmt"
	"io"
	"slices"

	"navd/daemon/episode"
	"navd/daemon/table"
	"navd/daemon/words"
)

// figure is a block of rows of the tables.
type figure struct {
	title string
	cell  func(p teachPoint) string // "" when a point has none
}

// teachFigures lists what the tables show; first is the name of the arm that the
// others are compared with.
func teachFigures(first string) (all []figure) {
	names := []string{"SR", "SPL", "steps"}
	for i, name := range names {
		all = append(all, figure{name, func(p teachPoint) string { return p.texts("%.*f")[i] }})
	}
	for i, name := range names {
		all = append(all, figure{name + " − " + first, func(p teachPoint) string { return p.Than.texts("%+.*f")[i] }})
	}
	return append(all,
		figure{"plans", func(p teachPoint) string { return fmt.Sprintf("%.2f", p.Plans) }},
		figure{"plans moved", func(p teachPoint) string { return fmt.Sprintf("%.2f", p.Moved) }},
		figure{"corrections", func(p teachPoint) string { return fmt.Sprintf("%.2f", p.Said) }})
}

// texts returns the three with their intervals; empty texts for nil.
func (t *three) texts(format string) (all [3]string) {
	if t == nil {
		return all
	}
	return [3]string{intervalText(t.SR, format, 3), intervalText(t.SPL, format, 3), intervalText(t.Steps, format, 1)}
}

// intervalText writes a mean with its interval, when it has one.
func intervalText(i episode.Interval, format string, decimals int) string {
	number := func(v float64) string { return fmt.Sprintf(format, decimals, v) }
	return number(i.Mean) + i.Text(number)
}

// marks explains the marks of intervals.
func marks(of []beside) string {
	var all []episode.Interval
	for _, b := range of {
		all = append(all, b.SR, b.SPL, b.Steps)
		if b.Than != nil {
			all = append(all, b.Than.SR, b.Than.SPL, b.Than.Steps)
		}
	}
	return episode.Marks(all...)
}

// heading says what a section is about.
func (s teachSection) heading(repetitions int) string {
	return fmt.Sprintf("%s set, %s: %s in %s, %d searches each", s.Set, s.Profile, words.Count(s.Courses, "course"), words.Count(s.Houses, "house"), repetitions)
}

// print writes the tables of all sections and one legend.
func (r teachReport) print(w io.Writer) error {
	var houses []int
	var all []beside
	for _, s := range r.Sections {
		houses = append(houses, s.Houses)
		for _, a := range s.Arms {
			for _, p := range slices.Concat(a.Points, []teachPoint{a.Later}) {
				all = append(all, p.beside)
			}
		}
		if err := s.print(w, r.Repetitions); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "mean [low, high]: %s; differences paired by house, thing, start and seed\n"+
		"plans, plans moved (another way because of claims): per search; corrections: said in a course until then; no claim: corrections from which navd read no claim%s\n",
		episode.Bootstrap("house", houses...), marks(all))
	return err
}

// print writes the tables of a section: a block of rows for each figure, a row
// for each repetition, a column for each arm.
func (s teachSection) print(w io.Writer, repetitions int) error {
	fmt.Fprintf(w, "%s\n\n", s.heading(repetitions))
	var t table.Table
	n := len(s.Arms)
	armRow(&t, n, "FIGURE", "SEARCH", func(a int) string { return s.Arms[a].Arm })
	for _, f := range teachFigures(s.Arms[0].Arm) {
		for i := range repetitions {
			armRow(&t, n, f.title, fmt.Sprint(i+1), func(a int) string { return f.cell(s.Arms[a].Points[i]) })
		}
		armRow(&t, n, f.title, fmt.Sprintf("2..%d", repetitions), func(a int) string { return f.cell(s.Arms[a].Later) })
	}
	armRow(&t, n, "no claim", "all", func(a int) string { return fmt.Sprintf("%d of %d", s.Arms[a].Mute, s.Arms[a].Said) })
	if err := t.Print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// armRow adds a row: a figure, the searches it is about, and a cell for each arm.
func armRow(t *table.Table, arms int, title, when string, cell func(arm int) string) {
	cells := []any{title, when}
	for a := range arms {
		cells = append(cells, cell(a))
	}
	t.Row(cells...)
}
