package main

import (
	"fmt"
	"io"
	"slices"

	"navd/daemon/episode"
	"navd/daemon/table"
	"navd/daemon/words"
)

// span is a group of searches of a life.
type span struct {
	name string
	is   func(lived) bool
	than bool // show the differences to the first arm
}

// spans lists the groups that a report shows: the first searches one by one, later ones
// in larger groups, and all but the first.
func spans(searches int) (all []span) {
	from := 1
	for _, to := range []int{1, 2, 3, 4, 5, 6, 10, 20, 50, 100, 200, 500, 1000} {
		if from > searches {
			break
		}
		first, last := from, min(to, searches)
		name := fmt.Sprint(first)
		if last > first {
			name = fmt.Sprintf("%d..%d", first, last)
		}
		all = append(all, span{name, func(s lived) bool { return s.Search >= first && s.Search <= last }, false})
		from = to + 1
	}
	if searches > 1 {
		later := fmt.Sprintf("2..%d", searches)
		all = append(all,
			span{later, func(s lived) bool { return s.Search > 1 }, true},
			span{later + " seen", func(s lived) bool { return s.Search > 1 && s.Seen }, true},
			span{later + " new", func(s lived) bool { return s.Search > 1 && !s.Seen }, true})
	}
	return all
}

// lifeSection is the searches of all arms in one setting with one profile of noise.
type lifeSection struct {
	title  string
	houses int       // number of them
	names  []string  // of the arms
	arms   [][]lived // by arm, in the order of the lives
}

// sections groups the searches by setting, profile and arm.
func (l *lives) sections(all []lived) (out []lifeSection) {
	for _, set := range l.settings() {
		for _, p := range l.noises {
			s := lifeSection{}
			for _, arm := range l.arms {
				mine := only(all, func(one lived) bool {
					return one.Starts == set.starts && one.Moved == set.moved && one.Profile == p.Name && one.Arm == arm
				})
				if len(mine) > 0 {
					s.names, s.arms = append(s.names, arm), append(s.arms, mine)
				}
			}
			s.houses = distinct(slices.Concat(s.arms...), func(one lived) string { return one.House })
			s.title = fmt.Sprintf("starts: %s, %g %% moved, %s, %d rays: %d searches in %s", set.starts, 100*set.moved, p.Name, l.rays, l.searches, words.Count(s.houses, "house"))
			if len(s.arms) > 0 {
				out = append(out, s)
			}
		}
	}
	return out
}

// print writes the tables of all sections and a legend.
func (l *lives) print(w io.Writer, all []lived) error {
	var houses []int
	var told []beside
	for _, s := range l.sections(all) {
		houses = append(houses, s.houses)
		fmt.Fprintf(w, "%s\n\n", s.title)
		figures, points := s.figures(l.searches)
		told = append(told, points...)
		for _, t := range []table.Table{figures, s.fixes(), s.costs(l.searches)} {
			if err := t.Print(w); err != nil {
				return err
			}
			fmt.Fprintln(w)
		}
	}
	_, err := fmt.Fprintln(w, "mean [low, high]: "+episode.Bootstrap("house", houses...)+"; differences paired by house, thing and search"+marks(told)+"\n"+
		"ALIGNMENT: only searches in a house that navd knows from earlier ones; 1st/2nd/END: after the first scan, the second and the last; right: within 0.75 m and 20° of the truth\n"+
		"EARNED BACK: the search by which an arm has saved, against the first arm, as many steps as its first search took")
	return err
}

// figures is the table of success, SPL and steps, and what it is of.
func (s lifeSection) figures(searches int) (t table.Table, of []beside) {
	row := func(title, when string, cell func(arm int) string) { armRow(&t, len(s.arms), title, when, cell) }
	row("FIGURE", "SEARCH", func(a int) string { return s.names[a] })
	all := spans(searches)
	points := make([][]teachPoint, len(all))
	for i, span := range all {
		row("searches", span.name, func(a int) string {
			in := only(s.arms[a], span.is)
			var first []lived
			if a > 0 && span.than {
				first = s.arms[0]
			}
			points[i] = append(points[i], teachPoint{beside: besideFirst(records(in), records(first))})
			of = append(of, points[i][a].beside)
			return fmt.Sprint(len(in))
		})
	}
	for f, figure := range teachFigures(s.names[0])[:6] {
		for i, span := range all {
			if f < 3 || span.than {
				row(figure.title, span.name, func(a int) string {
					if !slices.ContainsFunc(s.arms[a], span.is) {
						return ""
					}
					return figure.cell(points[i][a])
				})
			}
		}
	}
	return t, of
}

// fixes is the table of how well robots were located, in houses that navd knows from
// earlier searches.
func (s lifeSection) fixes() (t table.Table) {
	t.Row("ALIGNMENT", "SEARCHES", "RIGHT 1st/2nd/END", "WRONG 1st/2nd/END", "NONE 1st/2nd/END", "SCANS UNTIL", "OFF M", "OFF DEG", "UNDONE RIGHTLY", "WRONGLY", "WRONG > 3 SCANS", "WRONG AMONG SCANS 1st/2nd/END", "> 3 SCANS")
	for a, name := range s.names {
		sum := tally{}
		for _, one := range s.arms[a] {
			if one.Version > 0 && len(one.Fixes) > 0 {
				sum.add(one)
			}
		}
		if sum.searches > 0 {
			t.Row(slices.Concat([]any{name}, sum.cells())...)
		}
	}
	return t
}

// tally counts right and wrong alignments.
type tally struct {
	searches            int
	right, wrong, none  [3]int // after the first scan, the second, and the last
	until, known        int    // sum of the scans until the first alignment, searches that have one
	offM, offDeg        float64
	undone, undoneWrong int
	long                int    // wrong for more than three scans in a row
	among               [3]int // wrong relative to the scans of earlier searches
	amongLong           int
}

func (c *tally) add(one lived) {
	c.searches++
	last := len(one.Fixes) - 1
	for i, at := range []int{0, min(1, last), last} {
		f := one.Fixes[at]
		switch {
		case f.Right:
			c.right[i]++
		case f.How != "":
			c.wrong[i]++
		default:
			c.none[i]++
		}
		if f.How != "" && !f.Among {
			c.among[i]++
		}
	}
	if i := slices.IndexFunc(one.Fixes, func(f fix) bool { return f.How != "" }); i >= 0 {
		c.until, c.known = c.until+i+1, c.known+1
	}
	if f := one.Fixes[last]; f.Right {
		c.offM, c.offDeg = c.offM+f.OffM, c.offDeg+f.OffDeg
	}
	for _, rightly := range one.Undone {
		if c.undone++; !rightly {
			c.undoneWrong++
		}
	}
	c.long += lasting(one.Fixes, func(f fix) bool { return f.Right })
	c.amongLong += lasting(one.Fixes, func(f fix) bool { return f.Among })
}

// lasting counts how often a robot was wrong for more than three scans.
func lasting(fixes []fix, right func(fix) bool) (n int) {
	run := 0
	for _, f := range fixes {
		if run++; f.How == "" || right(f) {
			run = 0
		}
		if run == 4 {
			n++
		}
	}
	return n
}

// cells returns the counts, as shares of the searches or as means.
func (c *tally) cells() []any {
	shares := func(n [3]int) string {
		return fmt.Sprintf("%.3f/%.3f/%.3f", float64(n[0])/float64(c.searches), float64(n[1])/float64(c.searches), float64(n[2])/float64(c.searches))
	}
	right := float64(max(1, c.right[2]))
	return []any{
		c.searches, shares(c.right), shares(c.wrong), shares(c.none), fmt.Sprintf("%.2f", float64(c.until)/float64(max(1, c.known))),
		fmt.Sprintf("%.2f", c.offM/right), fmt.Sprintf("%.1f", c.offDeg/right), c.undone - c.undoneWrong, c.undoneWrong, c.long, shares(c.among), c.amongLong,
	}
}

// costs is the table of when the steps of the first search were earned back, and of the
// size of the house and the time of its plans.
func (s lifeSection) costs(searches int) (t table.Table) {
	head := []any{"COST", "EARNED BACK"}
	at := measuredAt(searches)
	for _, n := range at {
		head = append(head, fmt.Sprintf("kB AT %d", n), "PLAN MS")
	}
	t.Row(head...)
	for a, name := range s.names {
		if name == armOracle {
			continue
		}
		cells := []any{name, s.earned(a, searches)}
		for _, n := range at {
			bytes, ms, in := 0.0, 0.0, 0.0
			for _, one := range s.arms[a] {
				if one.Search == n {
					bytes, ms, in = bytes+float64(one.Bytes), ms+one.PlanMs, in+1
				}
			}
			cells = append(cells, fmt.Sprintf("%.1f", bytes/1000/max(1, in)), fmt.Sprintf("%.1f", ms/max(1, in)))
		}
		t.Row(cells...)
	}
	return t
}

// earned returns the number of the search by which an arm has saved, against the first
// arm, as many steps as its own first search took; "-" if it never has.
func (s lifeSection) earned(arm, searches int) string {
	left := 0
	for n := 1; n <= searches; n++ {
		own, first := stepsAt(s.arms[arm], n), stepsAt(s.arms[0], n)
		if n == 1 {
			left = own
			continue
		}
		if left -= first - own; left <= 0 {
			return fmt.Sprint(n)
		}
	}
	return "-"
}

// stepsAt adds up the steps of all searches of one number.
func stepsAt(all []lived, n int) (steps int) {
	for _, one := range all {
		if one.Search == n {
			steps += one.Steps
		}
	}
	return steps
}
