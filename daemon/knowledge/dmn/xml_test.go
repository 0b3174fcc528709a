package dmn

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// file is a small model in XML of a namespace, with something in its decision.
func file(space, inside string) string {
	return `<?xml version="1.0"?><definitions xmlns="` + space + `" name="m" namespace="urn:m" id="m">
  <inputData name="n" id="n"><variable name="n" typeRef="number"/></inputData>
  <decision name="d" id="d"><variable name="d"/><informationRequirement><requiredInput href="urn:m#n"/></informationRequirement>` + inside + `</decision>
</definitions>`
}

const literal = "<literalExpression><text>n + 1</text></literalExpression>"

// TestVersions: three versions of the standard are read; the decision gives the
// same.
func TestVersions(t *testing.T) {
	for space, version := range versions {
		m, err := Read([]byte(file(space, literal)))
		if err != nil {
			t.Errorf("%s: %v", version, err)
			continue
		}
		p, problems := Compile(m)
		if p == nil {
			t.Fatalf("%s: %+v", version, problems)
		}
		r, err := p.Evaluate(map[string]Value{"n": NumberOf(1)}, "d")
		if err != nil || Text(r.Outputs[0].Value) != "2" {
			t.Errorf("%s: %v %v", version, r.Outputs, err)
		}
	}
}

// TestReadRefuses: files that are not read, and what is said of them.
func TestReadRefuses(t *testing.T) {
	const v13 = writtenAs
	deep := strings.Repeat("<description>", 80) + strings.Repeat("</description>", 80)
	for name, c := range map[string]struct{ file, want, feature string }{
		"empty":         {"", "there is no XML element in it", ""},
		"no XML":        {"{}", "there is no XML element in it", ""},
		"cut":           {file(v13, literal)[:200], "this is no XML", ""},
		"other XML":     {"<html></html>", "the outermost element is html", ""},
		"DMN 1.1":       {file("http://www.omg.org/spec/DMN/20151101/dmn.xsd", literal), "DMN 1.3, 1.4 and 1.5 are read", "the namespace http://www.omg.org/spec/DMN/20151101/dmn.xsd"},
		"entities":      {`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + file(v13, literal), "leave the line that begins with <! out", "a document type with entities"},
		"external":      {`<!DOCTYPE x SYSTEM "file:///etc/passwd">` + file(v13, literal), "leave the line", "a document type with entities"},
		"entity unsaid": {strings.Replace(file(v13, literal), "n + 1", "&secret;", 1), "this is no XML", ""},
		"deep":          {file(v13, deep), "nested deeper than 64", ""},
		"many":          {file(v13, strings.Repeat("<question/>", 200_000)), "more than 200000 elements", ""},
		"large":         {strings.Repeat(" ", 5<<20), "at most 4194304 are read", ""},
		"context":       {file(v13, "<context/>"), "a decision is a decisionTable or a literalExpression", "the element context"},
		"import":        {strings.Replace(file(v13, literal), "<inputData", `<import namespace="x"/><inputData`, 1), "", "the element import"},
		"function type": {strings.Replace(file(v13, literal), "<inputData", `<itemDefinition name="f"><functionItem/></itemDefinition><inputData`, 1), "", "the element functionItem"},
		"language":      {file(v13, `<literalExpression expressionLanguage="python"><text>1</text></literalExpression>`), "", "the expression language python"},
		"policy":        {file(v13, `<decisionTable hitPolicy="LAST"></decisionTable>`), `there is no hit policy "LAST"`, ""},
		"aggregation":   {file(v13, `<decisionTable hitPolicy="UNIQUE" aggregation="SUM"></decisionTable>`), `with the aggregation "SUM"`, ""},
	} {
		_, err := Read([]byte(c.file))
		var f *Fault
		if !errors.As(err, &f) || !strings.Contains(f.What, c.want) || f.Unsupported != c.feature {
			t.Errorf("%s: %v, want %q and %q", name, err, c.want, c.feature)
		}
	}
}

// TestCompileRefuses: models whose parts do not fit each other.
func TestCompileRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		model Model
		want  string
	}{
		"no decision":    {Model{}, "the model has 0 decisions"},
		"unknown need":   {Model{Decisions: []Decision{{ID: "d", Name: "d", Text: "1", Needs: []string{"x"}}}}, "it needs “x”"},
		"needs itself":   {Model{Decisions: []Decision{{ID: "a", Name: "a", Text: "b", Needs: []string{"b"}}, {ID: "b", Name: "b", Text: "a", Needs: []string{"a"}}}}, "it needs itself"},
		"twice":          {Model{Inputs: []Input{{"d", "d", ""}}, Decisions: []Decision{{ID: "e", Name: "d", Text: "1"}}}, "“d” is the name of two"},
		"unknown type":   {Model{Decisions: []Decision{{Name: "d", Type: "colour", Text: "1"}}}, "there is no type “colour”"},
		"time":           {Model{Decisions: []Decision{{Name: "d", Type: "time", Text: "1"}}}, "the type time is not supported"},
		"type of itself": {Model{Types: []Type{{Name: "t", Of: "t"}}, Decisions: []Decision{{Name: "d", Text: "1"}}}, "is made of itself"},
		"recursion": {Model{
			Functions: []Function{{ID: "f", Name: "f", Parameters: []Input{{Name: "n"}}, Text: "g(n)"}, {ID: "g", Name: "g", Parameters: []Input{{Name: "n"}}, Text: "f(n)"}},
			Decisions: []Decision{{Name: "d", Text: "f(1)", Needs: []string{"f"}}},
		}, "calls itself"},
		"priority without values": {Model{Decisions: []Decision{{Name: "d", Table: &Table{Policy: Priority, Outputs: []Output{{}}}}}}, "no output lists them"},
		"sum of two":              {Model{Decisions: []Decision{{Name: "d", Table: &Table{Policy: Sum, Outputs: []Output{{Name: "a"}, {Name: "b"}}}}}}, "C+ takes one output, the table has 2"},
		"unnamed output":          {Model{Decisions: []Decision{{Name: "d", Table: &Table{Policy: First, Outputs: []Output{{Name: "a"}, {}}}}}}, "names each of them"},
		"no output":               {Model{Decisions: []Decision{{Name: "d", Table: &Table{Policy: First}}}}, "the table has no output"},
		"too many rows":           {Model{Decisions: []Decision{{Name: "d", Table: &Table{Policy: First, Outputs: []Output{{}}, Rules: make([]Rule, 1001)}}}}, "1000 rows"},
	} {
		p, problems := Compile(&c.model)
		if p != nil || len(problems) == 0 || !strings.Contains(whats(problems), c.want) {
			t.Errorf("%s: %+v, want %q", name, problems, c.want)
		}
	}
}

// TestWrite: a model is written as it was, twice the same.
func TestWrite(t *testing.T) {
	m := tableOf(Max, `> 1 | "a" | - | 5`)
	m.ID, m.Namespace = "m", "urn:m"
	m.Types = []Type{{Name: "t", Fields: []Type{{Name: "a/b", Of: "string", Allowed: `"<", "&"`}}}, {Name: "l", Of: "t", List: true}}
	m.Functions = []Function{{ID: "f", Name: "f", Parameters: []Input{{Name: "p", Type: "number"}}, Needs: []string{"g"}, Text: "p < 1"}, {ID: "g", Name: "g", Text: "1"}}
	m.Decisions[0].Needs = append(m.Decisions[0].Needs, "f")
	m.Decisions[0].Table.Rules[0].ID, m.Decisions[0].Table.Rules[0].Note = "r1", "the only <one>"
	m.Decisions[0].Table.Outputs = []Output{{Label: "best", Type: "number", Default: "0"}}
	if diff := cmp.Diff(m, written(t, m)); diff != "" {
		t.Error(diff)
	}
	a, _ := Write(m)
	b, _ := Write(m)
	if !bytes.Equal(a, b) || !bytes.Contains(a, []byte(`hitPolicy="COLLECT" aggregation="MAX"`)) {
		t.Errorf("%s", a)
	}
}

// written writes a model and reads it again.
func written(t *testing.T, m *Model) *Model {
	t.Helper()
	data, err := Write(m)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read(data)
	if err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	return again
}

// FuzzRead: every file is a model that can be written and read again, or a Fault.
func FuzzRead(f *testing.F) {
	f.Add([]byte(file(writtenAs, literal)))
	f.Add([]byte(file(writtenAs, `<decisionTable hitPolicy="FIRST"><input><inputExpression><text>n</text></inputExpression></input><output/><rule><inputEntry><text>&gt;1</text></inputEntry><outputEntry><text>"a"</text></outputEntry></rule></decisionTable>`)))
	f.Add([]byte(`<!DOCTYPE x><definitions/>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(data)
		if err != nil {
			if !errors.As(err, new(*Fault)) {
				t.Errorf("%v is no Fault", err)
			}
			return
		}
		Check(m)
		first, err := Write(m)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(first)
		if err != nil {
			t.Fatalf("%v\n%s", err, first)
		}
		second, err := Write(again)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("written, read and written again:\n%s\n%s %v", first, second, err)
		}
	})
}
