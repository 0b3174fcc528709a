package dmn

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxSteps is how many operations and cells one evaluation takes.
const maxSteps = 1_000_000

// Result is what an evaluation gives.
type Result struct {
	Outputs Record    // value of each decision that was asked for
	Matched []Match   // rows that matched, in the order in which the tables were evaluated
	Errors  []Problem // why a value is null: kind Missing or Failed
}

// Match is which rows of a decision's table matched.
type Match struct {
	Decision string `json:"decision"`
	Rows     []int  `json:"rows"` // from 1
}

// Evaluate decides with inputs, by their names: one decision, or all when none is
// named. An input that is missing matches no test but -, and is reported. It
// fails with a [Fault] where the decision or an input is not known.
func (p *Program) Evaluate(inputs map[string]Value, name string) (Result, error) {
	asked := p.decisions
	if name != "" {
		d := p.find(name)
		if d == nil {
			return Result{}, syntax(0, "there is no decision %s; the model has %s", clip(name), p.decisionNames())
		}
		asked = []*decision{d}
	}
	r := &run{functions: p.functions, inputs: map[string]Value{}, values: map[*decision]Value{}, left: maxSteps}
	for _, given := range slices.Sorted(maps.Keys(inputs)) {
		k, known := p.inputs[spaced(given)]
		if !known {
			return Result{}, syntax(0, "there is no input %s; the model has %s", clip(given), strings.Join(slices.Sorted(maps.Keys(p.inputs)), ", "))
		}
		r.inputs[spaced(given)] = k.take(inputs[given], func(why string) {
			r.errors = append(r.errors, Problem{Kind: Failed, Column: given, What: why})
		})
	}
	out := Result{}
	for _, d := range asked {
		out.Outputs = append(out.Outputs, Field{d.name, r.decide(d)})
	}
	out.Matched, out.Errors = r.matched, r.errors
	return out, nil
}

func (p *Program) find(name string) *decision {
	for i, d := range p.decisions {
		if d.name == spaced(name) || (p.model.Decisions[i].ID == name && name != "") {
			return d
		}
	}
	return nil
}

func (p *Program) decisionNames() string {
	all := make([]string, len(p.decisions))
	for i, d := range p.decisions {
		all[i] = d.name
	}
	return strings.Join(all, ", ")
}

// Inputs lists the names of the inputs.
func (p *Program) Inputs() []string { return slices.Sorted(maps.Keys(p.inputs)) }

// run is one evaluation.
type run struct {
	functions map[string]*function
	inputs    map[string]Value
	values    map[*decision]Value // of those that are decided
	matched   []Match
	errors    []Problem
	left      int // steps
}

// decide gives the value of a decision, and decides what it needs before it.
func (r *run) decide(d *decision) Value {
	if v, done := r.values[d]; done {
		return v
	}
	s := &scope{vars: map[string]Value{}, functions: r.functions, missing: map[string]bool{}, left: &r.left}
	for _, other := range d.needs {
		s.vars[other.name] = r.decide(other)
	}
	for _, in := range d.inputs {
		v, given := r.inputs[in]
		s.vars[in], s.missing[in] = v, !given
	}
	s.report = func(format string, args ...any) { r.note(d, Failed, fmt.Sprintf(format, args...)) }
	s.absent = func(name string) { r.note(d, Missing, "the input "+name+" is missing") }
	s.hit = func(rows []int) {
		m := Match{Decision: d.name, Rows: []int{}}
		for _, n := range rows {
			m.Rows = append(m.Rows, n+1)
		}
		r.matched = append(r.matched, m)
	}
	r.values[d] = d.kind.take(d.body.eval(s), func(why string) { s.report("the result: %s", why) })
	return r.values[d]
}

// note keeps what went wrong in a decision, each thing once.
func (r *run) note(d *decision, kind, what string) {
	p := Problem{Kind: kind, Decision: d.name, What: what}
	if !slices.ContainsFunc(r.errors, func(o Problem) bool { return o.Kind == p.Kind && o.Decision == p.Decision && o.What == p.What }) && len(r.errors) < 100 {
		r.errors = append(r.errors, p)
	}
}

// Decides reports whether the model has a decision of a name or id.
func (p *Program) Decides(name string) bool { return p.find(name) != nil }
