package dmn

import (
	"cmp"
	"strings"
)

// Model is what is kept of a DMN model: its decisions and what they use. Pictures
// of the model and extensions are left out.
type Model struct {
	ID        string     `json:"id,omitempty"`
	Name      string     `json:"name"`
	Namespace string     `json:"namespace,omitempty"`
	Types     []Type     `json:"types,omitempty"`
	Inputs    []Input    `json:"inputs,omitempty"`
	Functions []Function `json:"functions,omitempty"`
	Decisions []Decision `json:"decisions"`
}

// Type is a named type: a kind of values, a restriction of one, or a record of
// components.
type Type struct {
	Name    string `json:"name"`
	Of      string `json:"of,omitempty"`      // string, number, boolean, date, or the name of another
	Allowed string `json:"allowed,omitempty"` // unary tests: "Low", "High" or [0..100]
	List    bool   `json:"list,omitempty"`    // values are lists of these
	Fields  []Type `json:"fields,omitempty"`
}

// Input is a value that is given.
type Input struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
}

// Function is a business knowledge model: logic with parameters, which decisions
// call by its name.
type Function struct {
	ID         string   `json:"id,omitempty"`
	Name       string   `json:"name"`
	Parameters []Input  `json:"parameters,omitempty"`
	Needs      []string `json:"needs,omitempty"` // ids of functions that it calls
	Text       string   `json:"text,omitempty"`  // an expression, or
	Table      *Table   `json:"table,omitempty"` // a decision table
}

// Decision is one decision: an expression or a decision table.
type Decision struct {
	ID    string   `json:"id,omitempty"`
	Name  string   `json:"name"`
	Type  string   `json:"type,omitempty"`
	Needs []string `json:"needs,omitempty"` // ids of inputs, decisions and functions that it uses
	Text  string   `json:"text,omitempty"`
	Table *Table   `json:"table,omitempty"`
}

// Policy is the hit policy of a table, by its letter in the standard.
type Policy string

// The hit policies: what a table gives when several rows match.
const (
	Unique      Policy = "U"  // that is an error
	Any         Policy = "A"  // what they give, which must be the same
	Priority    Policy = "P"  // what stands first in the values of the outputs
	First       Policy = "F"  // what the first row gives
	RuleOrder   Policy = "R"  // all, in the order of the rows
	OutputOrder Policy = "O"  // all, in the order of the values of the outputs
	Collect     Policy = "C"  // all
	Sum         Policy = "C+" // their sum
	Min         Policy = "C<" // the smallest
	Max         Policy = "C>" // the largest
	Count       Policy = "C#" // how many there are
)

// Table is a decision table. Its rows are its rules.
type Table struct {
	Policy  Policy   `json:"policy"`
	Inputs  []Column `json:"inputs"`
	Outputs []Output `json:"outputs"`
	Rules   []Rule   `json:"rules"`
}

// Column is an input of a table: what the cells below it are about.
type Column struct {
	Label   string `json:"label,omitempty"`
	Text    string `json:"text"` // an expression, mostly the name of an input
	Type    string `json:"type,omitempty"`
	Allowed string `json:"allowed,omitempty"` // unary tests that its values pass
}

// Output is an output of a table.
type Output struct {
	Name    string `json:"name,omitempty"` // not needed where there is one
	Label   string `json:"label,omitempty"`
	Type    string `json:"type,omitempty"`
	Values  string `json:"values,omitempty"`  // the values that there are, the most important first
	Default string `json:"default,omitempty"` // what it gives when no row matches
}

// Rule is a row: unary tests for each input, an expression for each output.
type Rule struct {
	ID   string   `json:"id,omitempty"`
	When []string `json:"when"`
	Then []string `json:"then"`
	Note string   `json:"note,omitempty"`
}

// Decision finds a decision by its name or id; nil when there is none.
func (m *Model) Decision(name string) *Decision {
	for i, d := range m.Decisions {
		if d.ID == name || spaced(d.Name) == spaced(name) {
			return &m.Decisions[i]
		}
	}
	return nil
}

// named is what a column is called in problems.
func (c Column) named() string { return cmp.Or(c.Label, strings.TrimSpace(c.Text)) }
