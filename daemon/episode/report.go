package episode

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"navd/daemon/table"
	"navd/daemon/words"
)

// Run is a number of episodes under a name.
type Run struct {
	Name     string
	Episodes []Episode
}

// RunSummary is one run of a report.
type RunSummary struct {
	Name    string  `json:"name"`
	Summary Summary `json:"summary"`
}

// Report sets runs beside each other and compares the last with each before it.
type Report struct {
	Runs        []RunSummary `json:"runs"`        // the last is the one that is compared
	Differences []Comparison `json:"differences"` // of the last run to each before it
}

// NewReport summarizes the runs and compares the last with each before it.
func NewReport(runs []Run) Report {
	r := Report{Runs: []RunSummary{}, Differences: []Comparison{}}
	for i, run := range runs {
		r.Runs = append(r.Runs, RunSummary{run.Name, Summarize(run.Episodes)})
		if last := runs[len(runs)-1]; i < len(runs)-1 {
			c := Compare(run.Episodes, last.Episodes)
			c.Baseline, c.Run = run.Name, last.Name
			r.Differences = append(r.Differences, c)
		}
	}
	return r
}

// Print writes the report as tables, with a legend.
func (r Report) Print(w io.Writer) error {
	if err := r.PrintTables(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", Legend(r))
	return err
}

// PrintTables writes the tables alone, for several reports under one [Legend].
func (r Report) PrintTables(w io.Writer) error {
	if err := r.printRuns(w); err != nil {
		return err
	}
	return r.printDifferences(w)
}

// firstFigure is the first column of figures, behind name and unit.
const firstFigure = 2

// printRuns writes the means of the runs, side by side: every figure, a dash
// where no episode of a run has it.
func (r Report) printRuns(w io.Writer) error {
	names, ended, houses := []any{"FIGURE", "UNIT"}, []any{"episodes", ""}, []any{"houses", ""}
	values := make([]map[string]Value, len(r.Runs))
	var open []string
	for i, run := range r.Runs {
		s := run.Summary
		names, ended, houses = append(names, oneLine(run.Name)), append(ended, s.Ended), append(houses, s.Houses)
		values[i] = ByName(s.Figures)
		if s.Open > 0 {
			open = append(open, fmt.Sprintf("%d of %s", s.Open, oneLine(run.Name)))
		}
	}
	t := table.Table{Right: firstFigure}
	t.Row(names...)
	t.Row(ended...)
	t.Row(houses...)
	for _, f := range Figures() {
		row := []any{f.Name, f.Unit}
		for i, run := range r.Runs {
			row = append(row, values[i][f.Name].Cell(f, "%.*f", run.Summary.Ended))
		}
		t.Row(row...)
	}
	if err := t.Print(w); err != nil || open == nil {
		return err
	}
	_, err := fmt.Fprintf(w, "open, left out: %s\n", strings.Join(open, ", "))
	return err
}

// printDifferences writes the differences to each run before the last, side by side, and
// the number of pairs.
func (r Report) printDifferences(w io.Writer) error {
	if len(r.Differences) == 0 {
		return nil
	}
	t, told := table.Table{Right: firstFigure}, false
	head := []any{"DIFFERENCE", "UNIT"}
	values := make([]map[string]Value, len(r.Differences))
	for i, c := range r.Differences {
		values[i] = ByName(c.Differences)
		head = append(head, oneLine(c.Run)+" − "+oneLine(c.Baseline)+"  ")
	}
	t.Row(head...)
	for _, f := range Figures() {
		row, some := []any{f.Name, f.Unit}, false
		for i, c := range r.Differences {
			v := values[i][f.Name]
			some = some || v.N > 0
			row = append(row, v.Cell(f, "%+.*f", c.Pairs)+v.mark())
		}
		if some {
			t.Row(row...)
			told = true
		}
	}
	fmt.Fprintln(w)
	if told {
		if err := t.Print(w); err != nil {
			return err
		}
	}
	for _, c := range r.Differences {
		if err := c.printPairs(w); err != nil {
			return err
		}
	}
	return nil
}

func (c Comparison) printPairs(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%s − %s: %s, %s; without a partner: %d of %s, %d of %s\n",
		oneLine(c.Run), oneLine(c.Baseline), words.Count(c.Pairs, "pair of episodes"), words.Count(c.Houses, "house"), c.OnlyBaseline, oneLine(c.Baseline), c.OnlyRun, oneLine(c.Run))
	return err
}

// Cell is a mean with its interval as text, and with the number of its episodes when these
// are not all; a dash when there is none. The format is for the numbers.
func (v Value) Cell(f Figure, format string, all int) string {
	if v.N == 0 {
		return "-"
	}
	number := func(x float64) string {
		places := f.Decimals()
		scale := math.Pow10(places)
		return fmt.Sprintf(format, places, math.Round(x*scale)/scale+0) // +0 makes 0 of -0
	}
	s := number(v.Mean)
	if v.N != all {
		s = fmt.Sprintf("n=%d %s", v.N, s)
	}
	return s + v.Text(number)
}

// Text is the interval in brackets behind its mean, empty when there is none: "[=]" when all
// houses have the same mean, and with a w at its end when it is Wilson's. The function
// writes a number. [Marks] explains it.
func (i Interval) Text(number func(float64) string) string {
	switch {
	case i.How == HowSame:
		return " [=]"
	case i.Low == nil || i.High == nil:
		return ""
	case i.How == HowWilson:
		return fmt.Sprintf(" [%s, %s]w", number(*i.Low), number(*i.High))
	}
	return fmt.Sprintf(" [%s, %s]", number(*i.Low), number(*i.High))
}

// Marks explains the marks of those intervals that do not come from a bootstrap, one in a
// line; empty when there are none.
func Marks(of ...Interval) (text string) {
	if slices.ContainsFunc(of, func(i Interval) bool { return i.How == HowWilson }) {
		text += "\n[low, high]w: the rate is the same in all houses; 95 % interval over houses of E. B. Wilson (1927)"
	}
	if slices.ContainsFunc(of, func(i Interval) bool { return i.How == HowSame }) {
		text += "\n[=]: the same in all houses, no interval; a * behind it: not 0"
	}
	return text
}

// Clear tells whether a difference has an interval that leaves out 0, or is the same in all
// houses and not 0.
func (i Interval) Clear() bool {
	if i.How == HowSame {
		return math.Abs(i.Mean) > alike
	}
	return i.Low != nil && i.High != nil && (*i.Low > 0 || *i.High < 0)
}

// mark is the star of a difference whose interval leaves out 0.
func (v Value) mark() string {
	if v.Clear() {
		return " *"
	}
	return "  "
}

// fewHouses is the number of houses below which a bootstrap interval is too narrow.
const fewHouses = 10

// Legend says in one line what the intervals and marks of these reports are, and in further
// lines what [Marks] has to say.
func Legend(reports ...Report) string {
	var houses []int
	var all []Interval
	add := func(values []Value) {
		for _, v := range values {
			all = append(all, v.Interval)
		}
	}
	compared := false
	for _, r := range reports {
		compared = compared || len(r.Differences) > 0
		for _, run := range r.Runs {
			houses = append(houses, run.Summary.Houses)
			add(run.Summary.Figures)
		}
		for _, c := range r.Differences {
			add(c.Differences)
			if c.Pairs > 0 { // they may be from fewer houses than either run
				houses = append(houses, c.Houses)
			}
		}
	}
	s := "mean [low, high]: " + Bootstrap("house", houses...)
	if compared {
		s += "; paired by house, start, target and seed; * leaves out 0"
	}
	return s + Marks(all...)
}

// Bootstrap says in one line what intervals are that come from n houses, or other
// groups, each, and what they are not good for.
func Bootstrap(group string, counts ...int) string {
	least, greatest := 0, 0
	if len(counts) > 0 {
		least, greatest = slices.Min(counts), slices.Max(counts)
	}
	over := words.Count(greatest, group)
	if least != greatest {
		over = fmt.Sprintf("%d to %d %ss", least, greatest, group)
	}
	s := fmt.Sprintf("95 %% bootstrap over %s, 10,000 resamples", over)
	switch {
	case least < 2:
		s += fmt.Sprintf(", none for fewer than two %ss", group)
	case least < fewHouses:
		s += fmt.Sprintf(", too narrow with fewer than %d", fewHouses)
	}
	return s
}

// ByName gives values by the names of their figures.
func ByName(values []Value) map[string]Value {
	out := map[string]Value{}
	for _, v := range values {
		out[v.Figure] = v
	}
	return out
}

// oneLine keeps a name from breaking the table.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
