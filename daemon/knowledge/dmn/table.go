package dmn

import (
	"cmp"
	"slices"
	"strings"
)

// table is a decision table that can be evaluated.
type table struct {
	policy  Policy
	columns []column
	outputs []output
	rows    []row
}

type column struct {
	name string
	of   expr
	kind kind
	vars []string // what it is about
}

type output struct {
	name     string
	kind     kind
	values   []Value // the most important first
	fallback expr    // nil: none
}

type row struct {
	when [][]test
	then []expr
}

// texts compiles the texts of one decision or function.
type texts struct {
	*compiler
	dictionary
	vars map[string]kind
}

// table compiles a table.
func (c texts) table(t *Table) expr {
	switch {
	case len(t.Rules) > maxRules || len(t.Inputs) > maxColumns || len(t.Outputs) > maxColumns:
		c.problem(Size, "the table has %d rows, %d inputs and %d outputs; %d rows and %d columns of each are allowed", len(t.Rules), len(t.Inputs), len(t.Outputs), maxRules, maxColumns)
		return nil
	case len(t.Outputs) == 0:
		c.problem(Syntax, "the table has no output")
		return nil
	}
	made := &table{policy: t.Policy}
	for _, in := range t.Inputs {
		made.columns = append(made.columns, c.column(in))
	}
	for _, out := range t.Outputs {
		made.outputs = append(made.outputs, c.output(out, len(t.Outputs) > 1))
	}
	c.at.Column = ""
	c.policy(made)
	for i, r := range t.Rules {
		c.at.Rows = []int{i + 1}
		made.rows = append(made.rows, c.row(made, r))
	}
	c.at.Rows, c.at.Column = nil, ""
	return made
}

func (c texts) column(in Column) column {
	c.at.Column = in.named()
	col := column{name: in.named(), kind: c.kindOf(in.Type)}
	e, err := c.expression(in.Text)
	if err != nil {
		c.wrong(in.Text, err)
		return col
	}
	col.of = e
	walk(e, func(e expr) {
		if v, is := e.(variable); is {
			col.vars = append(col.vars, v.name)
		}
	})
	base := c.infer(e)
	switch {
	case col.kind.base == "" && col.kind.fields == nil:
		if v, is := e.(variable); is {
			col.kind = c.vars[v.name]
		}
		col.kind.base = cmp.Or(col.kind.base, base)
	case base != "" && base != col.kind.base:
		c.problem(Types, "the column is a %s, and %s is a %s", col.kind.base, clip(in.Text), base)
	}
	if in.Allowed != "" {
		col.kind.allowed, col.kind.said = c.values(in.Allowed), spaced(in.Allowed)
	}
	return col
}

func (c texts) output(out Output, several bool) output {
	c.at.Column = cmp.Or(out.Name, out.Label, "the output")
	if several && out.Name == "" {
		c.problem(Name, "a table with several outputs names each of them")
	}
	o := output{name: spaced(out.Name), kind: c.kindOf(out.Type)}
	if out.Values != "" {
		o.values = constants(c.values(out.Values))
		o.kind.allowed, o.kind.said = c.values(out.Values), spaced(out.Values)
	} else {
		o.values = constants(o.kind.allowed)
	}
	if strings.TrimSpace(out.Default) != "" {
		o.fallback = c.result(o, out.Default)
	}
	return o
}

// constants are the values of tests that are plain values.
func constants(tests []test) (values []Value) {
	for _, t := range tests {
		if s, is := t.(same); is {
			if k, is := s.x.(constant); is {
				values = append(values, k.value)
			}
		}
	}
	return values
}

// policy checks the hit policy against the outputs.
func (c texts) policy(t *table) {
	switch t.policy {
	case Unique, Any, First, RuleOrder, Collect:
	case Priority, OutputOrder:
		if !slices.ContainsFunc(t.outputs, func(o output) bool { return len(o.values) > 0 }) {
			c.problem(Hits, "%s takes its order from the values of the outputs, and no output lists them", t.policy)
		}
	case Sum, Min, Max, Count:
		if len(t.outputs) > 1 {
			c.problem(Hits, "%s takes one output, the table has %d", t.policy, len(t.outputs))
		}
	default:
		c.problem(Hits, "there is no hit policy %s; U A P F R O C C+ C< C> C# are known", clip(string(t.policy)))
	}
}

func (c texts) row(t *table, r Rule) (made row) {
	if len(r.When) != len(t.columns) || len(r.Then) != len(t.outputs) {
		c.problem(Syntax, "the row has %d tests and %d results, the table has %d inputs and %d outputs", len(r.When), len(r.Then), len(t.columns), len(t.outputs))
		return row{}
	}
	for i, text := range r.When {
		c.at.Column = t.columns[i].name
		tests, err := c.tests(text)
		if err != nil {
			c.wrong(text, err)
		}
		c.checkTests(text, t.columns[i].kind.base, tests)
		made.when = append(made.when, tests)
	}
	for i, text := range r.Then {
		c.at.Column = cmp.Or(t.outputs[i].name, "the output")
		made.then = append(made.then, c.result(t.outputs[i], text))
	}
	return made
}

// result compiles what a row gives, and checks it against the output. An empty cell
// or - gives null.
func (c texts) result(o output, text string) expr {
	if text = strings.TrimSpace(text); text == "" || text == "-" {
		return constant{}
	}
	e, err := c.expression(text)
	if err != nil {
		c.wrong(text, err)
		return nil
	}
	base := c.infer(e)
	if base != "" && o.kind.base != "" && base != o.kind.base && !(base == "string" && o.kind.base == "date") {
		c.problem(Types, "%s is a %s, the output takes a %s", clip(text), base, o.kind.base)
		return e
	}
	if k, is := e.(constant); is && len(o.kind.allowed) > 0 && k.value != nil && !passes(o.kind.allowed, k.value) {
		c.problem(Outputs, "%s is not among the values of the output: %s", clip(text), o.kind.said)
	}
	return e
}

// checkTests holds the values that tests compare with to the base of a column.
func (c texts) checkTests(text, base string, tests []test) {
	if base == "" {
		return
	}
	for _, e := range ends(tests) {
		got := c.infer(e)
		if asks(e) {
			if got != "boolean" && got != "" {
				c.problem(Types, "%s is a %s; a test with ? is a condition", clip(text), got)
			}
			continue
		}
		if l, is := e.(listOf); is {
			for _, item := range l.items {
				c.checkTests(text, base, []test{same{item}})
			}
			continue
		}
		if got != "" && got != base {
			c.problem(Types, "%s is a %s, the column is a %s", clip(text), got, base)
		}
	}
}

// infer is the base of what an expression gives; empty when it is not known.
func (c texts) infer(e expr) string {
	switch e := e.(type) {
	case constant:
		return baseOf(e.value)
	case variable:
		if k := c.vars[e.name]; !k.list {
			return k.base
		}
	case comparison, logical, negation, membership:
		return "boolean"
	case toDate:
		return "date"
	case negative:
		return "number"
	case binary:
		if e.op != "+" {
			return "number"
		}
		return cmp.Or(c.infer(e.a), c.infer(e.b))
	}
	return ""
}

func baseOf(v Value) string {
	switch v.(type) {
	case Bool, String, Number, Date:
		return strings.TrimPrefix(v.kind(), "a ")
	}
	return ""
}

// texts lists all expressions of the table.
func (t *table) texts() (all []expr) {
	for _, c := range t.columns {
		all = append(all, c.of)
	}
	for _, r := range t.rows {
		for _, tests := range r.when {
			all = append(all, ends(tests)...)
		}
		all = append(all, r.then...)
	}
	return all
}
