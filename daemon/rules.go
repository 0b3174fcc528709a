package daemon

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"sort"
	"strings"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/daemon/knowledge/dmn"
	"navd/daemon/store"
	"navd/ipc"
	"navd/kv"
)

// modelOf gives the rule of an id, or the model of a file.
func (k *Knowledge) modelOf(id string, version int, file string) (i knowledge.Item, err error) {
	switch {
	case (id == "") == (file == ""):
		return i, badParams(fault.New(fault.Invalid, "the call needs exactly one of id and dmn").About("id", nil).WithHint("give the id of a rule, or a DMN model in dmn"))
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
		return i, fault.New(fault.Invalid, "%s is a %s, not a rule", id, i.Kind).About("id", id)
	}
	return i, nil
}

// modelFault is the fault of a DMN file that came in a field.
func modelFault(field string, err error) error {
	f := fault.New(fault.Invalid, "%v", err).About(field, nil)
	var d *dmn.Fault
	if errors.As(err, &d) && d.Unsupported != "" {
		f = f.WithHint("knowledge.check says what else is not supported")
	}
	return f
}

// compiled compiles a model; the fault names the first problem and counts the others.
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

// Evaluate evaluates a rule or a model with given inputs. Nothing is stored.
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
	spellAsPlans(inputs)
	result, err := program.Evaluate(inputs, p.Decision)
	if err != nil {
		return r, badParams(fault.New(fault.Invalid, "%v", err).About(wrongField(program, p.Decision), nil))
	}
	return ipc.EvaluateResult{
		Outputs: dmn.ToJSON(result.Outputs), Matched: append([]dmn.Match{}, result.Matched...), Errors: append([]dmn.Problem{}, result.Errors...),
	}, nil
}

// spellAsPlans spells a thing and a room as plans do for rules: "tv" as television.
func spellAsPlans(inputs map[string]dmn.Value) {
	for name, key := range knowledge.Spelt() {
		if label, is := inputs[name].(dmn.String); is {
			if k := key(string(label)); !k.Unknown() {
				inputs[name] = dmn.String(k)
			}
		}
	}
}

// wrongField is the field at fault when an evaluation fails: decision when the model has
// no decision of that name, else inputs.
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
	r.Report, r.Replay, err = k.c.learned.examine(i)
	return r, err
}

// check adds to the proposal of a rule its problems, and what it would have done to the
// last plans.
func (le *learned) check(p *knowledge.Proposal) error {
	if p.Kind != knowledge.Rule {
		return nil
	}
	report, replay, err := le.examine(knowledge.Item{ID: p.ID, Kind: p.Kind, Scope: p.Scope, Body: p.Body})
	p.Check, p.Replay = &report, replay
	return err
}

// examine checks a rule and replays it on the last plans. A rule that cannot go live has no
// replay.
func (le *learned) examine(i knowledge.Item) (report dmn.Report, replay *knowledge.Replay, err error) {
	report = dmn.Check(i.Body.Rule)
	rule, problems := knowledge.Compile(i)
	if rule == nil {
		if len(report.Types) == 0 {
			report.Types = problems
		}
		report.OK = false
		return report, nil, nil
	}
	report.Partial = append(report.Partial, knowledge.Oddities(i.Body.Rule)...)
	replay = &knowledge.Replay{}
	all, err := le.evaluated()
	for _, e := range all[:min(len(all), max(leastReplayed, mostCells/(1+cellsOf(i.Body.Rule))))] {
		replay.Try(rule, e)
	}
	return report, replay, err
}

const (
	mostCells     = 2_000_000 // the most cells that a replay reads: a large table is replayed on fewer plans
	leastReplayed = 50        // the fewest plans of a replay, however large the table is
)

// cellsOf counts the cells of a model's tables.
func cellsOf(m *dmn.Model) (n int) {
	for _, d := range m.Decisions {
		if d.Table != nil {
			n += len(d.Table.Rules) * len(d.Table.Inputs)
		}
	}
	return n
}

// evaluated gives what is kept of the last plans, the newest first.
func (le *learned) evaluated() (all []knowledge.Evaluation, err error) {
	err = le.c.view(func(tx *kv.Tx) error {
		for e, err := range store.KeptEvaluations(tx) {
			if err != nil {
				return err
			}
			all = append(all, e)
		}
		return nil
	})
	sort.SliceStable(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(b.Time.Compare(a.Time), strings.Compare(string(b.Plan), string(a.Plan))) < 0
	})
	return all, err
}
