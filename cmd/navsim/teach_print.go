package main

import (
	"fmt"
	"io"

	"navd/daemon/episode"
	"navd/daemon/table"
	"navd/daemon/words"
)

// figure is a row block of the tables: how a point's figure is written.
type figure struct {
	title string
	cell  func(p teachPoint) string // "" when a point has none
}

// teachFigures lists what the tables show; first is the name of the arm that the
// others are compared with.
func teachFigures(first string) []figure {
	than := func(of func(d *teachDifference) episode.Interval, decimals int) func(teachPoint) string {
		return func(p teachPoint) string {
			if p.Than == nil {
				return ""
			}
			return intervalText(of(p.Than), "%+.*f", decimals)
		}
	}
	return []figure{
		{"SR", func(p teachPoint) string { return intervalText(p.SR, "%.*f", 3) }},
		{"SPL", func(p teachPoint) string { return intervalText(p.SPL, "%.*f", 3) }},
		{"steps", func(p teachPoint) string { return intervalText(p.Steps, "%.*f", 1) }},
		{"SR − " + first, than(func(d *teachDifference) episode.Interval { return d.SR }, 3)},
		{"SPL − " + first, than(func(d *teachDifference) episode.Interval { return d.SPL }, 3)},
		{"steps − " + first, than(func(d *teachDifference) episode.Interval { return d.Steps }, 1)},
		{"plans", func(p teachPoint) string { return fmt.Sprintf("%.2f", p.Plans) }},
		{"plans moved", func(p teachPoint) string { return fmt.Sprintf("%.2f", p.Moved) }},
		{"corrections", func(p teachPoint) string { return fmt.Sprintf("%.2f", p.Said) }},
	}
}

// intervalText writes a mean with its interval, when it has one.
func intervalText(i episode.Interval, format string, decimals int) string {
	text := fmt.Sprintf(format, decimals, i.Mean)
	if i.Low == nil {
		return text
	}
	return text + fmt.Sprintf(" ["+format+", "+format+"]", decimals, *i.Low, decimals, *i.High)
}

// heading says what a section is of.
func (s teachSection) heading(repetitions int) string {
	return fmt.Sprintf("%s set, %s: %s in %s, %d searches each", s.Set, s.Profile, words.Count(s.Courses, "course"), words.Count(s.Houses, "house"), repetitions)
}

// print writes the tables of all sections and one legend.
func (r teachReport) print(w io.Writer) error {
	for _, s := range r.Sections {
		if err := s.print(w, r.Repetitions); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "mean [low, high]: 95 %% bootstrap over houses, 10,000 draws; differences paired by house, thing, start and seed\n"+
		"plans, plans moved (by claims): a search; corrections: said in a course until then; no claim: corrections that gave none\n")
	return err
}

// print writes the tables of a section: a block of rows for each figure, a row
// for each repetition, a column for each arm.
func (s teachSection) print(w io.Writer, repetitions int) error {
	fmt.Fprintf(w, "%s\n\n", s.heading(repetitions))
	var t table.Table
	row := func(title, when string, cell func(teachCurve) string) {
		cells := []any{title, when}
		for _, a := range s.Arms {
			cells = append(cells, cell(a))
		}
		t.Row(cells...)
	}
	row("FIGURE", "SEARCH", func(c teachCurve) string { return c.Arm })
	for _, f := range teachFigures(s.Arms[0].Arm) {
		for n := range repetitions {
			row(f.title, fmt.Sprint(n+1), func(c teachCurve) string { return f.cell(c.Points[n]) })
		}
		row(f.title, fmt.Sprintf("2..%d", repetitions), func(c teachCurve) string { return f.cell(c.Later) })
	}
	row("no claim", "all", func(c teachCurve) string { return fmt.Sprintf("%d of %d", c.Mute, c.Said) })
	if err := t.Print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}
