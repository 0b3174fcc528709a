package knowledge

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"navd/daemon/knowledge/dmn"
)

// ModeOf is the merge mode of a relation; false for relations that change no item.
func ModeOf(r Relation) (Mode, bool) {
	switch r {
	case Extends, Exception:
		return Extend, true
	case Refines:
		return Refine, true
	case Supersedes:
		return Replace, true
	}
	return "", false
}

// Merge merges a body into another of the same kind, by their relation. Code does it, whoever
// proposed it. at is the number of the row, step or statement that is meant, from 1; 0 when
// there is only one, and for EXCEPTION the first.
//
//	EXTENDS    adds at the end what is not there already; the rest stays as it is
//	EXCEPTION  of a rule: under FIRST the new row goes before row at; under UNIQUE row at
//	           does not match any more where the new one does; otherwise as EXTENDS
//	REFINES    replaces part at, and nothing else
//	SUPERSEDES gives the new body
//
// The result is checked against that: a merge that would lose or change more, or whose part
// is not there, is refused.
func (b Body) Merge(add Body, relation Relation, at int) (Body, error) {
	mode, known := ModeOf(relation)
	switch {
	case !known:
		return b, fmt.Errorf("%s changes no item", relation)
	case mode == Replace:
		return add, nil
	case (b.Rule == nil) != (add.Rule == nil) || (b.Skill == nil) != (add.Skill == nil):
		return b, errors.New("items of different kinds cannot be merged")
	}
	merged, changed, err := b.merge(add, relation, at)
	if err != nil {
		return b, err
	}
	return merged, kept(b.parts(), merged.parts(), mode, changed)
}

// merge gives the merged body, and the index of the old part that was changed, -1: none.
func (b Body) merge(add Body, relation Relation, at int) (merged Body, changed int, err error) {
	if b.Rule != nil {
		return b.mergeRule(add, relation, at)
	}
	parts, more := b.lines(), add.lines()
	if relation != Refines {
		more = slices.DeleteFunc(more, func(line string) bool { return slices.Contains(parts, line) })
		return b.withLines(slices.Concat(parts, more)), -1, nil
	}
	if at, err = place(at, len(parts), "statements or steps"); err != nil {
		return b, 0, err
	}
	return b.withLines(slices.Concat(parts[:at-1], more, parts[at:])), at - 1, nil
}

// place gives the number of the part that is meant, of n parts.
func place(at, n int, what string) (int, error) {
	switch {
	case at == 0 && n == 1:
		return 1, nil
	case at == 0:
		return 0, fmt.Errorf("it has %d %s: say which is meant", n, what)
	case at < 0 || at > n:
		return 0, fmt.Errorf("it has %d %s, there is no %d", n, what, at)
	}
	return at, nil
}

// lines are the statements of a memory, or the steps of a skill.
func (b Body) lines() (lines []string) {
	text := b.Text
	if b.Skill != nil {
		text = b.Skill.Text
		for _, m := range numbered.FindAllStringSubmatch(text, -1) {
			lines = append(lines, strings.TrimSpace(m[1]))
		}
		return lines
	}
	for l := range strings.SplitSeq(text, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

// withLines is the body with other statements or steps.
func (b Body) withLines(lines []string) Body {
	if b.Skill == nil {
		b.Text = strings.Join(lines, "\n")
		return b
	}
	g := *b.Skill
	before, after := "", ""
	if at := numbered.FindAllStringIndex(g.Text, -1); len(at) > 0 { // the text before and after the steps stays
		before, after = g.Text[:at[0][0]], g.Text[at[len(at)-1][1]:]
	}
	steps := make([]string, len(lines))
	for i, l := range lines {
		steps[i] = strconv.Itoa(i+1) + ". " + l
	}
	g.Text = before + strings.Join(steps, "\n") + after
	b.Skill = &g
	return b
}

// mergeRule merges the rows of two rules, which must have one table each.
func (b Body) mergeRule(add Body, relation Relation, at int) (merged Body, changed int, err error) {
	m, t, err := onlyTable(b.Rule)
	if err != nil {
		return b, 0, err
	}
	_, more, err := onlyTable(add.Rule)
	if err != nil {
		return b, 0, err
	}
	added := RowsOf(more)
	if relation == Extends {
		had := b.parts()
		added = slices.DeleteFunc(added, func(r Row) bool { return slices.Contains(had, r.key()) })
	}
	widen(m, t, more)
	rows := rulesIn(t, added)
	merged, changed = b, -1
	merged.Rule, merged.Text = m, strings.TrimSpace(b.Text+"\n"+add.Text)
	switch {
	case relation == Refines:
		if len(rows) != 1 {
			return b, 0, errors.New("exactly one row can replace a row")
		}
		if at, err = place(at, len(t.Rules), "rows"); err != nil {
			return b, 0, err
		}
		rows[0].ID = t.Rules[at-1].ID
		t.Rules[at-1], changed = rows[0], at-1
		return merged, changed, nil
	case relation == Exception && t.Policy != dmn.First && t.Policy != dmn.Unique:
		return b, 0, fmt.Errorf("an exception needs a table with the hit policy F or U, this one has %s", t.Policy)
	case relation == Exception:
		if at, err = place(max(at, 1), len(t.Rules), "rows"); err != nil {
			return b, 0, err
		}
		if t.Policy == dmn.First {
			t.Rules = slices.Insert(t.Rules, at-1, rows...)
			return merged, changed, nil
		}
		if t.Rules[at-1], err = without(t.Rules[at-1], rows); err != nil {
			return b, 0, err
		}
		changed = at - 1
	}
	t.Rules = append(t.Rules, rows...)
	return merged, changed, nil
}

// onlyTable gives a copy of a model with its only table.
func onlyTable(m *dmn.Model) (*dmn.Model, *dmn.Table, error) {
	c := *m
	c.Inputs, c.Decisions = slices.Clone(m.Inputs), slices.Clone(m.Decisions)
	if len(c.Decisions) != 1 || c.Decisions[0].Table == nil {
		return nil, nil, errors.New("the rule is not one decision with one table")
	}
	d := &c.Decisions[0]
	t := *d.Table
	t.Inputs, t.Outputs, t.Rules, d.Needs = slices.Clone(t.Inputs), slices.Clone(t.Outputs), slices.Clone(t.Rules), slices.Clone(d.Needs)
	for i, r := range t.Rules {
		t.Rules[i].When, t.Rules[i].Then = slices.Clone(r.When), slices.Clone(r.Then)
	}
	d.Table = &t
	return &c, &t, nil
}

// widen adds the columns of another table that a table does not have, with - in its own
// rows.
func widen(m *dmn.Model, t, other *dmn.Table) {
	d := &m.Decisions[0]
	for _, c := range other.Inputs {
		if slices.ContainsFunc(t.Inputs, func(o dmn.Column) bool { return o.Text == c.Text }) {
			continue
		}
		t.Inputs = append(t.Inputs, c)
		for i := range t.Rules {
			t.Rules[i].When = append(t.Rules[i].When, "-")
		}
		if !slices.ContainsFunc(m.Inputs, func(in dmn.Input) bool { return in.Name == c.Text }) {
			m.Inputs = append(m.Inputs, dmn.Input{ID: c.Text, Name: c.Text, Type: inputs.kind(c.Text)})
		}
		for _, in := range m.Inputs {
			if in.Name == c.Text && !slices.Contains(d.Needs, in.ID) {
				d.Needs = append(d.Needs, in.ID)
			}
		}
	}
	for _, c := range other.Outputs {
		if !slices.ContainsFunc(t.Outputs, func(o dmn.Output) bool { return outputName(o.Name) == outputName(c.Name) }) {
			t.Outputs = append(t.Outputs, c)
			for i := range t.Rules {
				t.Rules[i].Then = append(t.Rules[i].Then, "-")
			}
		}
	}
}

// without changes a row so that it does not match where others do: by a not(…) in the one
// column that they have a condition in and it has not.
func without(r dmn.Rule, rows []dmn.Rule) (dmn.Rule, error) {
	column := -1
	var cells []string
	for _, other := range rows {
		for i, cell := range other.When {
			if cell == r.When[i] || cell == "-" {
				continue
			}
			if r.When[i] != "-" || column >= 0 && column != i || strings.HasPrefix(cell, "not(") || strings.Contains(cell, "?") {
				return r, errors.New("under the hit policy U an exception is one more condition on a row, and this one cannot be negated")
			}
			column, cells = i, append(cells, cell)
		}
	}
	if column < 0 {
		return r, errors.New("the exception has no condition that the row does not have")
	}
	r.When = slices.Clone(r.When)
	r.When[column] = "not(" + strings.Join(cells, ", ") + ")"
	return r, nil
}

// parts are what a merge must not lose: rows, statements or steps.
func (b Body) parts() (parts []string) {
	if b.Rule == nil {
		return b.lines()
	}
	for _, d := range b.Rule.Decisions {
		if d.Table == nil {
			parts = append(parts, d.Name+" = "+d.Text)
			continue
		}
		for _, r := range RowsOf(d.Table) {
			parts = append(parts, r.key())
		}
	}
	return parts
}

// kept refuses a merge that lost or changed a part other than changed.
func kept(old, now []string, mode Mode, changed int) error {
	if mode == Refine && len(now) < len(old) {
		return errors.New("a part would be lost")
	}
	next := 0
	for i, part := range old {
		if i == changed {
			continue
		}
		at := slices.Index(now[next:], part)
		if at < 0 {
			return fmt.Errorf("it would lose %q", part)
		}
		next += at + 1
	}
	return nil
}
