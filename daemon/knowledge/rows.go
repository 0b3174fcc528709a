package knowledge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"navd/daemon/knowledge/dmn"
)

// Row is a row of a rule by the names of its columns, without those in which it says
// nothing: cells of S-FEEL.
type Row struct{ When, Then map[string]string }

// TableOf makes a rule of rows, with a column for each name that one of them has.
// [Enact] says what is wrong with it.
func TableOf(name string, policy dmn.Policy, rows []Row) *dmn.Model {
	m := &dmn.Model{ID: "rule", Name: clip(name), Namespace: "navd"}
	t := &dmn.Table{Policy: policy}
	d := dmn.Decision{ID: "effect", Name: "effect", Table: t}
	when, then := map[string]bool{}, map[string]bool{}
	lists := map[string]bool{} // outputs that have a list in a row
	for _, r := range rows {
		for column := range r.When {
			when[column] = true
		}
		for column, cell := range r.Then {
			then[column] = true
			lists[column] = lists[column] || strings.HasPrefix(cell, "[")
		}
	}
	inputs, outputs := slices.Sorted(maps.Keys(when)), slices.Sorted(maps.Keys(then))
	for _, column := range inputs {
		m.Inputs = append(m.Inputs, dmn.Input{ID: column, Name: column, Type: inputKind(column)})
		t.Inputs = append(t.Inputs, dmn.Column{Text: column, Type: inputKind(column)})
		d.Needs = append(d.Needs, column)
	}
	for _, column := range outputs {
		o := dmn.Output{Name: column, Type: outputKind(column)}
		if lists[column] {
			o.Type = ""
		}
		t.Outputs = append(t.Outputs, o)
	}
	for _, r := range rows {
		made := dmn.Rule{}
		for _, column := range inputs {
			made.When = append(made.When, orAny(r.When[column]))
		}
		for _, column := range outputs {
			made.Then = append(made.Then, orAny(r.Then[column]))
		}
		t.Rules = append(t.Rules, made)
	}
	m.Decisions = []dmn.Decision{d}
	return m
}

// RowsOf gives the rows of a table.
func RowsOf(t *dmn.Table) (rows []Row) {
	for _, r := range t.Rules {
		row := Row{map[string]string{}, map[string]string{}}
		for i, cell := range r.When {
			if cell != "-" && cell != "" {
				row.When[t.Inputs[i].Text] = cell
			}
		}
		for i, cell := range r.Then {
			if cell != "-" && cell != "" {
				row.Then[outputName(t.Outputs[i].Name)] = cell
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// key tells rows apart that say different things.
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

func orAny(cell string) string {
	if cell == "" {
		return "-"
	}
	return cell
}

// Words are the inputs and outputs of rules, each with its type and what it is, a line
// each.
func Words() (inputLines, outputLines string) {
	var in, out strings.Builder
	for _, i := range inputs {
		fmt.Fprintf(&in, "%s (%s): %s\n", i.name, i.kind, i.what)
	}
	for _, o := range outputs {
		fmt.Fprintf(&out, "%s (%s): %s\n", o.name, o.kind, o.what)
	}
	return in.String(), out.String()
}

// InputName and OutputName give the name of an input or output in its one spelling, and
// its type; empty when rules have none of the name.
func InputName(name string) (spelt, kind string) {
	spelt = strings.Join(strings.Fields(strings.ToLower(name)), "_")
	return spelt, inputKind(spelt)
}

// OutputName is described at [InputName].
func OutputName(name string) (spelt, kind string) { return outputName(name), outputKind(name) }
