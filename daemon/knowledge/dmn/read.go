package dmn

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The bounds of a file.
const (
	maxFile     = 4 << 20
	maxElements = 200_000
	maxNesting  = 64
)

// versions are the namespaces of the versions of DMN that are read.
var versions = map[string]string{
	"https://www.omg.org/spec/DMN/20191111/MODEL/": "1.3",
	"https://www.omg.org/spec/DMN/20211108/MODEL/": "1.4",
	"https://www.omg.org/spec/DMN/20230324/MODEL/": "1.5",
}

// writtenAs is the version that [Write] writes.
const writtenAs = "https://www.omg.org/spec/DMN/20191111/MODEL/"

// passed are the elements that say nothing about a result. They are not kept.
var passed = []string{
	"description", "extensionElements", "question", "allowedAnswers", "authorityRequirement", "supportedObjective",
	"impactedPerformanceIndicator", "decisionMaker", "decisionOwner", "usingProcess", "usingTask", "knowledgeSource", "group",
	"textAnnotation", "association", "organizationUnit", "performanceIndicator", "elementCollection", "DMNDI",
}

// Read reads a model from DMN's XML, versions 1.3 to 1.5. It does not look into
// the texts of the model, [Compile] does. It fails with a [Fault]: where the file is
// no such XML, declares entities, is larger than 4 MiB or nested deeper than 64, or
// has what is not supported, which is named.
func Read(data []byte) (*Model, error) {
	if err := scan(data); err != nil {
		return nil, err
	}
	var x xmlDefinitions
	if err := xml.Unmarshal(data, &x); err != nil {
		return nil, syntax(0, "this is no DMN: %v", err)
	}
	if err := pass(x.Other, aDecision); err != nil {
		return nil, err
	}
	m := &Model{ID: x.ID, Name: x.Name, Namespace: x.Namespace}
	for _, t := range x.Types {
		made, err := typeOf(t)
		if err != nil {
			return nil, err
		}
		m.Types = append(m.Types, made)
	}
	for _, in := range x.Inputs {
		name, of := in.variable()
		m.Inputs = append(m.Inputs, Input{in.ID, name, of})
	}
	for _, f := range x.Functions {
		made, err := functionOf(f, x.Namespace)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		m.Functions = append(m.Functions, made)
	}
	for _, d := range x.Decisions {
		made, err := decisionOf(d, x.Namespace)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Name, err)
		}
		m.Decisions = append(m.Decisions, made)
	}
	return m, nil
}

// scan holds a file to its bounds before anything is made of it.
func scan(data []byte) error {
	if len(data) > maxFile {
		return syntax(0, "the file has %d bytes, at most %d are read", len(data), maxFile)
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	depth, elements, root := 0, 0, ""
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return syntax(int(d.InputOffset()), "this is no XML: %v", err)
		}
		switch t := t.(type) {
		case xml.Directive:
			return unsupported(int(d.InputOffset()), "a document type with entities", "leave the line that begins with <! out")
		case xml.StartElement:
			depth, elements = depth+1, elements+1
			if root == "" {
				root = t.Name.Local
				if err := rootOf(t.Name); err != nil {
					return err
				}
			}
		case xml.EndElement:
			depth--
		}
		if depth > maxNesting || elements > maxElements {
			return syntax(int(d.InputOffset()), "the file is nested deeper than %d, or has more than %d elements", maxNesting, maxElements)
		}
	}
	if root == "" {
		return syntax(0, "there is no XML element in it")
	}
	return nil
}

// rootOf checks the outermost element.
func rootOf(name xml.Name) error {
	if name.Local != "definitions" {
		return syntax(0, "the outermost element is %s; DMN begins with definitions", name.Local)
	}
	if versions[name.Space] == "" {
		return unsupported(0, "the namespace "+name.Space, "DMN 1.3, 1.4 and 1.5 are read")
	}
	return nil
}

const aDecision = "a decision is a decisionTable or a literalExpression"

// pass refuses elements that would change a result, and says what is to be used instead.
func pass(others []xmlOther, instead string) error {
	for _, o := range others {
		if !slices.Contains(passed, o.XMLName.Local) {
			return unsupported(0, "the element "+o.XMLName.Local, instead)
		}
	}
	return nil
}

func typeOf(x xmlType) (Type, error) {
	t := Type{Name: x.Name, Of: x.Of, List: x.List, Allowed: cmp.Or(textOf(x.Allowed), textOf(x.Limits))}
	if err := pass(x.Other, "a type is a typeRef, or itemComponents"); err != nil {
		return t, err
	}
	for _, f := range x.Fields {
		field, err := typeOf(f)
		if err != nil {
			return t, err
		}
		t.Fields = append(t.Fields, field)
	}
	return t, nil
}

// textOf is the text of an element; empty when there is none.
func textOf(x *xmlText) string {
	if x == nil {
		return ""
	}
	return strings.TrimSpace(x.Text)
}

// variable is the name and the type of what is called by a name.
func (x xmlNamed) variable() (name, of string) {
	if x.Variable == nil {
		return x.Name, ""
	}
	return cmp.Or(x.Variable.Name, x.Name), x.Variable.Type
}

func functionOf(x xmlKnow, space string) (Function, error) {
	f := Function{ID: x.ID, Needs: needs(x.Knowledge, space)}
	f.Name, _ = x.variable()
	if x.Logic == nil {
		return f, syntax(0, "it has no encapsulatedLogic")
	}
	if err := pass(append(x.Other, x.Logic.Other...), aDecision); err != nil {
		return f, err
	}
	if k := x.Logic.Kind; k != "" && k != "FEEL" {
		return f, unsupported(0, "a function of kind "+k, "functions are written in FEEL")
	}
	for _, p := range x.Logic.Parameters {
		f.Parameters = append(f.Parameters, Input{Name: p.Name, Type: p.Type})
	}
	var err error
	f.Text, f.Table, err = logicOf(x.Logic.Literal, x.Logic.Table)
	return f, err
}

func decisionOf(x xmlDecide, space string) (Decision, error) {
	d := Decision{ID: x.ID}
	d.Name, d.Type = x.variable()
	if err := pass(x.Other, aDecision); err != nil {
		return d, err
	}
	d.Needs = needs(append(x.Inform, x.Knowledge...), space)
	var err error
	d.Text, d.Table, err = logicOf(x.Literal, x.Table)
	return d, err
}

// needs are the ids of what is required, those of this model without its namespace.
func needs(all []xmlNeed, space string) (ids []string) {
	for _, n := range all {
		for _, ref := range []*xmlRef{n.Input, n.Decision, n.Knowledge} {
			if ref != nil {
				ids = append(ids, strings.TrimPrefix(strings.TrimPrefix(ref.Href, space), "#"))
			}
		}
	}
	return ids
}

// logicOf reads an expression or a table.
func logicOf(text *xmlText, t *xmlTable) (string, *Table, error) {
	if text != nil && text.Language != "" && !strings.Contains(strings.ToUpper(text.Language), "FEEL") {
		return "", nil, unsupported(0, "the expression language "+text.Language, "expressions are written in FEEL")
	}
	if t == nil {
		return textOf(text), nil, nil
	}
	policy, err := policyOf(t.Policy, t.Aggregate)
	if err != nil {
		return "", nil, err
	}
	made := &Table{Policy: policy, Rules: []Rule{}}
	for _, c := range t.Inputs {
		col := Column{Label: c.Label, Text: textOf(c.Expression), Allowed: textOf(c.Values)}
		if c.Expression != nil {
			col.Type = c.Expression.Type
		}
		made.Inputs = append(made.Inputs, col)
	}
	for _, o := range t.Outputs {
		made.Outputs = append(made.Outputs, Output{o.Name, o.Label, o.Type, textOf(o.Values), textOf(o.Default)})
	}
	for _, r := range t.Rules {
		row := Rule{ID: r.ID, Note: strings.TrimSpace(r.Note), When: cells(r.When), Then: cells(r.Then)}
		made.Rules = append(made.Rules, row)
	}
	return textOf(text), made, nil
}

func cells(x []xmlText) []string {
	all := make([]string, len(x))
	for i := range x {
		all[i] = textOf(&x[i])
	}
	return all
}

// policyNames are the hit policies as the XML has them, with their aggregation.
var policyNames = map[string]Policy{
	"": Unique, "UNIQUE": Unique, "ANY": Any, "PRIORITY": Priority, "FIRST": First, "RULE ORDER": RuleOrder, "OUTPUT ORDER": OutputOrder,
	"COLLECT": Collect, "COLLECT SUM": Sum, "COLLECT MIN": Min, "COLLECT MAX": Max, "COLLECT COUNT": Count,
}

func policyOf(name, aggregation string) (Policy, error) {
	p, known := policyNames[strings.TrimSpace(name+" "+aggregation)]
	if !known {
		return "", syntax(0, "there is no hit policy %q with the aggregation %q; the standard has UNIQUE, ANY, PRIORITY, FIRST, RULE ORDER, OUTPUT ORDER and COLLECT with SUM, MIN, MAX or COUNT", name, aggregation)
	}
	return p, nil
}

// ParsePolicy reads the name of a hit policy, or its letter. Another one is refused.
func ParsePolicy(text string) (Policy, error) {
	text = strings.ToUpper(strings.TrimSpace(text))
	for name, p := range policyNames {
		if name != "" && text == name || text == string(p) {
			return p, nil
		}
	}
	return "", syntax(0, "there is no hit policy %q; there are U, A, P, F, R, O, C, C+, C<, C> and C#", text)
}
