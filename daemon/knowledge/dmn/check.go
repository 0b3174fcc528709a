package dmn

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// The bounds of a check.
const (
	maxAtoms    = 4096      // parts that a column is cut into
	maxSearch   = 5_000_000 // cells that are looked at, once for each row
	maxReported = 20        // problems of a kind that are listed
)

// Report is what a check of a model found.
type Report struct {
	OK       bool      `json:"ok"`                 // it can go live: no types, no overlaps
	Types    []Problem `json:"types,omitempty"`    // texts that cannot be read, types, names, values, and what is not supported
	Overlaps []Problem `json:"overlaps,omitempty"` // rows that match together, against the hit policy
	Dead     []Problem `json:"dead,omitempty"`     // rows that never matter
	Gaps     []Problem `json:"gaps,omitempty"`     // what no row matches
	Partial  []string  `json:"partial,omitempty"`  // what was not looked at wholly, and why, and what looks like a mistake
}

// Check looks at a model without evaluating it: whether it compiles, and of each
// table which rows overlap against the hit policy, which never matter, and what no
// row matches.
//
// Each column is cut at the values that its cells name into parts in which every
// cell is the same everywhere (numbers: those values and the spans between them;
// strings: those and any other), so a cell is a set of parts, a row a box of such
// sets, and questions about rows are questions about boxes. Cells that name other
// inputs have no such set: their rows are left out, which is said. Two columns are
// taken as independent of each other, so a gap may be one that cannot come about.
func Check(m *Model) Report {
	p, problems := Compile(m)
	if p == nil {
		return Report{Types: problems}
	}
	r := Report{}
	for _, d := range p.decisions {
		r.barren(d.name, d.body)
		if t, is := d.body.(*table); is {
			r.table(d.name, t)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.functions)) {
		r.barren(name, p.functions[name].body)
		if t, is := p.functions[name].body.(*table); is {
			r.table(name, t)
		}
	}
	r.OK = len(r.Overlaps) == 0
	return r
}

// table adds what is to be said of one table.
func (r *Report) table(name string, t *table) {
	g := &grid{table: t}
	for i := range t.columns {
		cut, why := cutOf(t, i)
		if why != "" {
			r.Partial = append(r.Partial, fmt.Sprintf("%s, column %s: %s", name, t.columns[i].name, why))
		}
		g.columns = append(g.columns, cut)
	}
	for n := range t.rows {
		box, ok := g.box(n)
		switch {
		case !ok:
			g.unknown++
			r.Partial = append(r.Partial, fmt.Sprintf("%s: row %d compares with what is not known before, and was left out", name, n+1))
		case box.empty():
			r.Dead = append(r.Dead, Problem{Kind: Dead, Decision: name, Rows: []int{n + 1}, What: "nothing can match all of its cells"})
			box = nil
		}
		g.boxes = append(g.boxes, box)
	}
	r.overlaps(name, g)
	r.cover(name, g)
}

// overlaps lists pairs of rows that match together where the hit policy does not
// let them.
func (r *Report) overlaps(name string, g *grid) {
	if p := g.table.policy; p != Unique && p != Any {
		return
	}
	found := 0
	for j, b := range g.boxes {
		for i, a := range g.boxes[:j] {
			if a == nil || b == nil || !a.meets(b) || (g.table.policy == Any && g.sameResult(i, j)) {
				continue
			}
			if found++; found > maxReported {
				continue
			}
			what := "both match " + g.describe(a.and(b)) + ", and the hit policy is unique"
			if g.table.policy == Any {
				what = "both match " + g.describe(a.and(b)) + " and give different results, and the hit policy is any"
			}
			r.Overlaps = append(r.Overlaps, Problem{Kind: Overlap, Decision: name, Rows: []int{i + 1, j + 1}, What: what})
		}
	}
	if found > maxReported {
		r.Partial = append(r.Partial, fmt.Sprintf("%s: %d pairs of rows overlap, the first %d are listed", name, found, maxReported))
	}
}

// cover lists the rows that never matter, and what no row matches.
func (r *Report) cover(name string, g *grid) {
	s := &search{grid: g, alive: make([]bool, len(g.boxes)), left: maxSearch}
	all := []int{}
	for n, b := range g.boxes {
		if b != nil {
			all = append(all, n)
		}
	}
	order := g.precedence()
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(order[a], order[b]) })
	s.visit(0, all, g.full())
	if s.left <= 0 {
		r.Partial = append(r.Partial, name+": the table is too large to look for rows that never matter and for gaps in all of it")
	}
	for n, b := range g.boxes {
		if b != nil && !s.alive[n] && s.left > 0 && g.table.takesOne() {
			r.Dead = append(r.Dead, Problem{Kind: Dead, Decision: name, Rows: []int{n + 1}, What: "other rows take all that it matches"})
		}
	}
	sort.SliceStable(r.Dead, func(i, j int) bool {
		a, b := r.Dead[i], r.Dead[j]
		return cmp.Or(cmp.Compare(a.Decision, b.Decision), a.Rows[0]-b.Rows[0]) < 0
	})
	defaults := slices.ContainsFunc(g.table.outputs, func(o output) bool { return o.fallback != nil })
	if defaults || g.unknown > 0 {
		return
	}
	for _, gap := range s.gaps {
		r.Gaps = append(r.Gaps, Problem{Kind: Gap, Decision: name, What: "no row matches " + g.describe(gap)})
	}
	if s.moreGaps {
		r.Partial = append(r.Partial, fmt.Sprintf("%s: there are more gaps than the %d that are listed", name, maxReported))
	}
}

// takesOne reports whether the hit policy takes one row of those that match.
func (t *table) takesOne() bool { return t.policy == First || t.policy == Priority }

// search visits all cells of a grid: what the rows make of the columns, one column
// after the other.
type search struct {
	*grid
	alive    []bool // rows that are taken somewhere
	gaps     []box
	moreGaps bool
	left     int
}

// visit looks at the part of the grid that is left of a column on, where some rows
// match what came before it; they come in the order in which they are taken.
func (s *search) visit(column int, rows []int, at box) {
	if s.left -= s.cost(column, rows); s.left <= 0 {
		return
	}
	if len(rows) == 0 {
		s.gap(at)
		return
	}
	if s.takes(column, rows[0]) || column == len(s.columns) {
		s.alive[rows[0]] = true
		return
	}
	for _, part := range s.split(column, rows) {
		next := slices.Clone(at)
		next[column] = part.atoms
		s.visit(column+1, part.rows, next)
	}
}

// cost is how many cells a visit looks at.
func (s *search) cost(column int, rows []int) int {
	if column == len(s.columns) {
		return 1
	}
	return 1 + len(rows)*s.columns[column].size()
}

// takes reports whether a row matches everything from a column on.
func (s *search) takes(column, n int) bool {
	for i := column; i < len(s.columns); i++ {
		if s.boxes[n][i].count() < s.columns[i].size() {
			return false
		}
	}
	return true
}

func (s *search) gap(at box) {
	if len(s.gaps) == maxReported {
		s.moreGaps = true
		return
	}
	s.gaps = append(s.gaps, at)
}

// part is some parts of a column in which the same rows match.
type part struct {
	atoms bitset
	rows  []int
}

// split puts the parts of a column together in which the same rows match.
func (s *search) split(column int, rows []int) (parts []part) {
	at := map[string]int{}
	for a := range s.columns[column].size() {
		matching, id := make([]int, 0, len(rows)), make([]byte, 0, 2*len(rows))
		for _, n := range rows {
			if s.boxes[n][column].has(a) {
				matching, id = append(matching, n), append(id, byte(n), byte(n>>8))
			}
		}
		n, seen := at[string(id)]
		if !seen {
			n = len(parts)
			at[string(id)] = n
			parts = append(parts, part{newBits(s.columns[column].size()), matching})
		}
		parts[n].atoms.add(a)
	}
	return parts
}

// describe is a box in words: the columns that are not all.
func (g *grid) describe(b box) string {
	var said []string
	for i, c := range g.columns {
		if b[i].count() < c.size() {
			said = append(said, g.table.columns[i].name+" "+c.describe(b[i]))
		}
	}
	if len(said) == 0 {
		return "everything"
	}
	return strings.Join(said, ", ")
}
