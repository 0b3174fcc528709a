package daemon

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/ipc"
	"navd/kv"
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

// Import proposes the rule of a DMN file.
func (k *Knowledge) Import(ctx context.Context, p ipc.KnowledgeImportParams) (r ipc.KnowledgeImportResult, err error) {
	w, err := k.c.begin(ctx, callOf(ipc.KnowledgeImport, p.Key, p), &r)
	if w == nil {
		return r, err
	}
	defer w.end(&err)
	if err := noControls("name", p.Name, "author", p.Author, "scene_id", p.SceneID); err != nil {
		return r, err
	}
	m, err := dmn.Read([]byte(p.Content))
	if err != nil {
		return r, badParams(modelFault("content", err))
	}
	m.Name = cmp.Or(m.Name, p.Name, "rule")
	body := knowledge.Body{Text: m.Name, Rule: m, Priority: knowledge.DefaultPriority}
	set(&body.Priority, p.Priority)
	l, err := w.learn()
	if err != nil {
		return r, err
	}
	defer l.done()
	if id := l.bodies[body.Hash()]; id != "" {
		return r, fault.New(fault.Conflict, "the same is %s already", id).About("content", nil).WithHint("a rejected proposal keeps the same from being proposed again")
	}
	one := l.proposal(&knowledge.Feedback{Scope: knowledge.Scope{Scene: p.SceneID}, Author: p.Author})
	one.By, one.Kind, one.Operation, one.Mode, one.Body = "import", knowledge.Rule, knowledge.Create, knowledge.Replace, body
	one.Case = l.caseOf(knowledge.Draft{Kind: knowledge.Rule, Body: body, Intent: "import a table"}, "")
	if err := l.examine(&one); err != nil {
		return r, err
	}
	if !one.Check.OK {
		return r, fault.New(fault.Invalid, "the table cannot go live: %s", firstProblem(one.Check)).About("content", nil).
			WithHint("knowledge.check lists all that is wrong")
	}
	l.file(&knowledge.Feedback{}, one)
	l.line(knowledge.Line{Did: "proposed", Proposal: one.ID, By: one.By})
	if err := k.c.view(func(tx *kv.Tx) (err error) { r.Proposal, err = viewOf(tx, one); return err }); err != nil {
		return r, err
	}
	return r, l.commit(ctx, r)
}

func firstProblem(r *dmn.Report) string {
	for _, list := range [][]dmn.Problem{r.Types, r.Overlaps} {
		if len(list) > 0 {
			return list[0].What
		}
	}
	return ""
}

// Export gives a rule as a DMN file.
func (k *Knowledge) Export(_ context.Context, p ipc.ItemParams) (r ipc.KnowledgeExportResult, err error) {
	i, err := k.modelOf(p.ID, p.Version, "")
	if err != nil {
		return r, err
	}
	data, err := dmn.Write(i.Body.Rule)
	return ipc.KnowledgeExportResult{Name: i.ID + ".dmn", Content: string(data)}, err
}
