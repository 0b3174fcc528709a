package dmn

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// Write writes a model as DMN 1.3. The same model gives the same bytes, and
// [Read] gives the model back; what has no id gets one by its place.
func Write(m *Model) ([]byte, error) {
	x := xmlDefinitions{
		XMLName: xml.Name{Local: "definitions"}, Space: writtenAs, ID: cmp.Or(m.ID, "model"), Name: m.Name,
		Namespace: cmp.Or(m.Namespace, "navd"),
	}
	for _, t := range m.Types {
		x.Types = append(x.Types, typeElement(t))
	}
	for _, in := range m.Inputs {
		x.Inputs = append(x.Inputs, xmlNamed{in.ID, in.Name, &xmlVariable{in.Name, in.Type}})
	}
	for _, f := range m.Functions {
		x.Functions = append(x.Functions, functionElement(f))
	}
	for _, d := range m.Decisions {
		x.Decisions = append(x.Decisions, m.decisionElement(d))
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	e := xml.NewEncoder(&b)
	e.Indent("", "  ")
	if err := e.Encode(x); err != nil {
		return nil, syntax(0, "the model cannot be written: %v", err)
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// element is a text as an element; none for an empty one.
func element(text string) *xmlText {
	if text == "" {
		return nil
	}
	return &xmlText{Text: text}
}

func typeElement(t Type) xmlType {
	x := xmlType{Name: t.Name, Of: t.Of, List: t.List, Allowed: element(t.Allowed)}
	for _, f := range t.Fields {
		x.Fields = append(x.Fields, typeElement(f))
	}
	return x
}

func functionElement(f Function) xmlKnow {
	logic := &xmlLogic{Literal: element(f.Text), Table: tableElement(f.Table)}
	for _, p := range f.Parameters {
		logic.Parameters = append(logic.Parameters, xmlVariable{p.Name, p.Type})
	}
	x := xmlKnow{xmlNamed: xmlNamed{f.ID, f.Name, &xmlVariable{Name: f.Name}}, Logic: logic}
	for _, id := range f.Needs {
		x.Knowledge = append(x.Knowledge, xmlNeed{Knowledge: &xmlRef{"#" + id}})
	}
	return x
}

func (m *Model) decisionElement(d Decision) xmlDecide {
	x := xmlDecide{xmlNamed: xmlNamed{d.ID, d.Name, &xmlVariable{d.Name, d.Type}}, Literal: element(d.Text), Table: tableElement(d.Table)}
	for _, id := range d.Needs {
		ref := &xmlRef{"#" + id}
		switch {
		case slices.ContainsFunc(m.Functions, func(f Function) bool { return f.ID == id }):
			x.Knowledge = append(x.Knowledge, xmlNeed{Knowledge: ref})
		case m.Decision(id) != nil:
			x.Inform = append(x.Inform, xmlNeed{Decision: ref})
		default:
			x.Inform = append(x.Inform, xmlNeed{Input: ref})
		}
	}
	return x
}

func tableElement(t *Table) *xmlTable {
	if t == nil {
		return nil
	}
	x := &xmlTable{}
	x.Policy, x.Aggregate = policyName(t.Policy)
	for _, c := range t.Inputs {
		x.Inputs = append(x.Inputs, xmlColumn{c.Label, &xmlText{Type: c.Type, Text: c.Text}, element(c.Allowed)})
	}
	for _, o := range t.Outputs {
		x.Outputs = append(x.Outputs, xmlOutput{o.Name, o.Label, o.Type, element(o.Values), element(o.Default)})
	}
	for i, r := range t.Rules {
		row := xmlRule{ID: cmp.Or(r.ID, fmt.Sprintf("row_%d", i+1)), Note: r.Note}
		for _, cell := range r.When {
			row.When = append(row.When, xmlText{Text: cell})
		}
		for _, cell := range r.Then {
			row.Then = append(row.Then, xmlText{Text: cell})
		}
		x.Rules = append(x.Rules, row)
	}
	return x
}

// policyName is a hit policy as the XML has it.
func policyName(p Policy) (name, aggregation string) {
	for name, of := range policyNames {
		if of == p && name != "" {
			if rest, is := strings.CutPrefix(name, "COLLECT "); is {
				return "COLLECT", rest
			}
			return name, ""
		}
	}
	return string(p), ""
}
