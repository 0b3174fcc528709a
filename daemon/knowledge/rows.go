package knowledge

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"navd/daemon/knowledge/dmn"
)

// Row is a row of a rule: cells of S-FEEL by the names of their columns, without empty ones.
type Row struct{ When, Then map[string]string }

// TableOf makes a rule of rows, with a column for each name in them. It does not check the
// rule; [Compile] does.
func TableOf(name string, policy dmn.Policy, rows []Row) *dmn.Model {
	m := &dmn.Model{ID: "rule", Name: clip(name), Namespace: "navd"}
	t := &dmn.Table{Policy: policy}
	d := dmn.Decision{ID: "effect", Name: "effect", Table: t}
	when, then := map[string]bool{}, map[string]bool{} // then: whether a row has a list there
	for _, r := range rows {
		for column := range r.When {
			when[column] = true
		}
		for column, cell := range r.Then {
			then[column] = then[column] || strings.HasPrefix(cell, "[")
		}
	}
	for _, column := range slices.Sorted(maps.Keys(when)) {
		m.Inputs = append(m.Inputs, dmn.Input{ID: column, Name: column, Type: inputs.kind(column)})
		t.Inputs = append(t.Inputs, dmn.Column{Text: column, Type: inputs.kind(column)})
		d.Needs = append(d.Needs, column)
	}
	for _, column := range slices.Sorted(maps.Keys(then)) {
		o := dmn.Output{Name: column, Type: outputKind(column)}
		if then[column] {
			o.Type = ""
		}
		t.Outputs = append(t.Outputs, o)
	}
	t.Rules = rulesIn(t, rows)
	m.Decisions = []dmn.Decision{d}
	return m
}

// RowsOf gives the rows of a table.
func RowsOf(t *dmn.Table) (rows []Row) {
	for _, r := range t.Rules {
		row := Row{map[string]string{}, map[string]string{}}
		for i, cell := range r.When {
			if filled(cell) {
				row.When[t.Inputs[i].Text] = cell
			}
		}
		for i, cell := range r.Then {
			if filled(cell) {
				row.Then[outputName(t.Outputs[i].Name)] = cell
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// rulesIn writes rows in the columns of a table.
func rulesIn(t *dmn.Table, rows []Row) (rules []dmn.Rule) {
	for _, r := range rows {
		var made dmn.Rule
		for _, c := range t.Inputs {
			made.When = append(made.When, cmp.Or(r.When[c.Text], "-"))
		}
		for _, o := range t.Outputs {
			made.Then = append(made.Then, cmp.Or(r.Then[outputName(o.Name)], "-"))
		}
		rules = append(rules, made)
	}
	return rules
}

// key is equal for rows that say the same.
func (r Row) key() string {
	var said []string
	for _, k := range slices.Sorted(maps.Keys(r.When)) {
		said = append(said, k+" "+r.When[k])
	}
	for _, k := range slices.Sorted(maps.Keys(r.Then)) {
		said = append(said, "→ "+k+" "+r.Then[k])
	}
	return strings.Join(said, "; ")
}

// Words lists the inputs and the outputs of rules, one a line, with type and meaning.
func Words() (inputLines, outputLines string) { return inputs.lines(), outputs.lines() }

// InputName gives the name of an input in normal form, and its type; the type is empty when
// rules have no such input.
func InputName(name string) (spelt, kind string) {
	spelt = strings.Join(strings.Fields(strings.ToLower(name)), "_")
	return spelt, inputs.kind(spelt)
}

// OutputName is [InputName] for outputs.
func OutputName(name string) (spelt, kind string) { return outputName(name), outputKind(name) }
