package daemon_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"navd/daemon/knowledge/dmn"
	"navd/ipc"
)

// tckCases are the cases of one test file of the DMN TCK.
type tckCases struct {
	Cases []struct {
		ID     string    `xml:"id,attr"`
		Inputs []tckNode `xml:"inputNode"`
		Wanted []struct {
			Name     string  `xml:"name,attr"`
			Expected tckNode `xml:"expected"`
		} `xml:"resultNode"`
	} `xml:"testCase"`
}

// tckNode is a value, a record of components or a list of items.
type tckNode struct {
	Name   string    `xml:"name,attr"`
	Value  *tckValue `xml:"value"`
	Fields []tckNode `xml:"component"`
	List   *struct {
		Items []tckNode `xml:"item"`
	} `xml:"list"`
}

type tckValue struct {
	Nil  bool   `xml:"nil,attr"`
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// read makes a JSON value of a node.
func (n tckNode) read() any {
	switch {
	case n.List != nil:
		l := []any{}
		for _, item := range n.List.Items {
			l = append(l, item.read())
		}
		return l
	case len(n.Fields) > 0:
		r := map[string]any{}
		for _, f := range n.Fields {
			r[f.Name] = f.read()
		}
		return r
	case n.Value == nil || n.Value.Nil:
		return nil
	}
	switch n.Value.Type {
	case "xsd:decimal", "xsd:double", "xsd:integer":
		return json.Number(strings.TrimSpace(n.Value.Text))
	case "xsd:boolean":
		return strings.TrimSpace(n.Value.Text) == "true"
	}
	return n.Value.Text
}

// TestTCK sends the official cases that lie beside the project through the socket:
// every one passes, also after the model was written and read again. NAVD_TCK names
// another folder of them.
func TestTCK(t *testing.T) {
	dir := os.Getenv("NAVD_TCK")
	if dir == "" {
		dir = "../../shared/golden/dmn-tck"
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*-test-*.xml"))
	if len(files) == 0 {
		t.Skip("no cases in", dir)
	}
	h := newHouse(t)
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), "-test-")
		t.Run(name, func(t *testing.T) { h.in(t).tck(file, filepath.Join(dir, name+".dmn")) })
	}
}

func (h *house) tck(file, model string) {
	text, err := os.ReadFile(model)
	if err != nil {
		h.t.Fatal(err)
	}
	check := into[ipc.KnowledgeCheckResult](h.t, h.do(ipc.KnowledgeCheck, fmt.Sprintf(`{"dmn":%s,"any":true}`, quoted(h.t, text))))
	if len(check.Types) > 0 {
		h.t.Fatalf("%+v", check.Types)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		h.t.Fatal(err)
	}
	var cases tckCases
	if err := xml.Unmarshal(data, &cases); err != nil {
		h.t.Fatal(err)
	}
	again := rewritten(h.t, text)
	for _, c := range cases.Cases {
		inputs := map[string]any{}
		for _, in := range c.Inputs {
			inputs[in.Name] = in.read()
		}
		given, err := json.Marshal(inputs)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, want := range c.Wanted {
			for _, source := range [][]byte{text, again} {
				got := into[ipc.EvaluateResult](h.t, h.do(ipc.KnowledgeEvaluate, fmt.Sprintf(`{"dmn":%s,"decision":%q,"inputs":%s}`, quoted(h.t, source), want.Name, given)))
				h.near(c.ID+" "+want.Name, got, want.Name, want.Expected.read())
			}
		}
	}
}

// rewritten is a model read and written again.
func rewritten(t testing.TB, text []byte) []byte {
	t.Helper()
	m, err := dmn.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := dmn.Write(m)
	if err != nil {
		t.Fatal(err)
	}
	return again
}

func quoted(t testing.TB, text []byte) string {
	t.Helper()
	q, err := json.Marshal(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return string(q)
}

// near compares a decision as the TCK does: numbers to 8 digits behind the point.
func (h *house) near(what string, got ipc.EvaluateResult, name string, want any) {
	h.t.Helper()
	outputs := into[map[string]any](h.t, got.Outputs)
	if n, is := want.(json.Number); is {
		want, _ = n.Float64()
	}
	if s, is := outputs[name].(string); is { // a number with more digits than a float64 has
		if _, number := want.(float64); number {
			outputs[name], _ = json.Number(s).Float64()
		}
	}
	close := cmpopts.EquateApprox(0, 1e-8)
	if f, is := want.(float64); is && math.Abs(f) > 1e6 {
		close = cmpopts.EquateApprox(1e-12, 0)
	}
	if diff := cmp.Diff(want, outputs[name], close); diff != "" {
		h.t.Errorf("%s: %s, errors %+v", what, diff, got.Errors)
	}
}
