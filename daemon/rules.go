package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/ipc"
)

// modelOf gives the rule of an id, or the model of a file.
func (k *Knowledge) modelOf(id string, version int, file string) (i knowledge.Item, err error) {
	switch {
	case (id == "") == (file == ""):
		return i, badParams(fault.New(fault.Invalid, "give a rule or a model").About("id", nil).WithHint("either id or dmn"))
	case file != "":
		m, err := dmn.Read([]byte(file))
		if err != nil {
			return i, badParams(modelFault("dmn", err))
		}
		return knowledge.Item{ID: "dmn", Kind: knowledge.Rule, Body: knowledge.Body{Rule: m}}, nil
	}
	if i, err = k.versionOf(id, version); err != nil {
		return i, err
	}
	if i.Body.Rule == nil {
		return i, fault.New(fault.Invalid, "%s is a %s, no rule", id, i.Kind).About("id", id)
	}
	return i, nil
}

// modelFault says what is wrong with a file, by the field that it came in.
func modelFault(field string, err error) error {
	f := fault.New(fault.Invalid, "%v", err).About(field, nil)
	var d *dmn.Fault
	if errors.As(err, &d) && d.Unsupported != "" {
		f = f.WithHint("knowledge.check says what else is not supported")
	}
	return f
}

// compiled compiles a model; all that is wrong is one fault.
func compiled(m *dmn.Model) (*dmn.Program, error) {
	p, problems := dmn.Compile(m)
	if p == nil {
		f := fault.New(fault.Invalid, "%s", problems[0].What).About("dmn", nil)
		if len(problems) > 1 {
			f = fault.New(fault.Invalid, "%s; %d more problems", problems[0].What, len(problems)-1).About("dmn", nil)
		}
		return nil, f.WithHint("knowledge.check lists all of them")
	}
	return p, nil
}

// Evaluate decides with a rule or a model. Nothing is stored.
func (k *Knowledge) Evaluate(_ context.Context, p ipc.EvaluateParams) (r ipc.EvaluateResult, err error) {
	i, err := k.modelOf(p.ID, p.Version, p.DMN)
	if err != nil {
		return r, err
	}
	program, err := compiled(i.Body.Rule)
	if err != nil {
		return r, err
	}
	inputs, err := inputsOf(p.Inputs)
	if err != nil {
		return r, badParams(err)
	}
	result, err := program.Evaluate(inputs, p.Decision)
	if err != nil {
		return r, badParams(fault.New(fault.Invalid, "%v", err).About(wrongField(program, p.Decision), nil))
	}
	r = ipc.EvaluateResult{Outputs: dmn.ToJSON(result.Outputs), Matched: result.Matched, Errors: result.Errors}
	if r.Matched == nil {
		r.Matched = []dmn.Match{}
	}
	if r.Errors == nil {
		r.Errors = []dmn.Problem{}
	}
	return r, nil
}

// wrongField is the field that an evaluation failed by: the decision when the model
// has none of its name, else the inputs.
func wrongField(p *dmn.Program, decision string) string {
	if decision != "" && !p.Decides(decision) {
		return "decision"
	}
	return "inputs"
}

func inputsOf(raw json.RawMessage) (map[string]dmn.Value, error) {
	v, err := dmn.FromJSON(bytes.TrimSpace(raw))
	if err != nil {
		return nil, fault.New(fault.Invalid, "%v", err).About("inputs", nil)
	}
	given, is := v.(dmn.Record)
	if !is {
		return nil, fault.Field("inputs", string(raw), "an object of values by the names of the inputs")
	}
	inputs := make(map[string]dmn.Value, len(given))
	for _, f := range given {
		inputs[f.Name] = f.Value
	}
	return inputs, nil
}

// Check says what is wrong with a rule or a model, and what a rule would have done
// to the last plans. Nothing is stored.
func (k *Knowledge) Check(_ context.Context, p ipc.KnowledgeCheckParams) (r ipc.KnowledgeCheckResult, err error) {
	i, err := k.modelOf(p.ID, p.Version, p.DMN)
	if err != nil {
		return r, err
	}
	if p.Any {
		r.Report = dmn.Check(i.Body.Rule)
		return r, nil
	}
	r.Report, r.Replay, err = k.c.examine(i)
	return r, err
}
