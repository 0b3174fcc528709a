package dmn

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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

// read makes a value of a node.
func (n tckNode) read(t *testing.T) Value {
	switch {
	case n.List != nil:
		l := List{}
		for _, item := range n.List.Items {
			l = append(l, item.read(t))
		}
		return l
	case len(n.Fields) > 0:
		r := Record{}
		for _, f := range n.Fields {
			r = append(r, Field{f.Name, f.read(t)})
		}
		return r
	case n.Value == nil || n.Value.Nil:
		return nil
	}
	text := n.Value.Text
	switch n.Value.Type {
	case "xsd:decimal", "xsd:double", "xsd:integer":
		v, err := ParseNumber(strings.TrimSpace(text))
		if err != nil {
			t.Fatal(err)
		}
		return v
	case "xsd:boolean":
		return Bool(strings.TrimSpace(text) == "true")
	}
	return String(text)
}

// TestTCK runs the official cases that lie beside the project: every one passes.
// NAVD_TCK names another folder of them.
func TestTCK(t *testing.T) {
	dir := os.Getenv("NAVD_TCK")
	if dir == "" {
		dir = "../../../../shared/golden/dmn-tck"
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*-test-*.xml"))
	if len(files) == 0 {
		t.Skip("no cases in", dir)
	}
	for _, file := range files {
		name, _, _ := strings.Cut(filepath.Base(file), "-test-")
		t.Run(name, func(t *testing.T) { runTCK(t, file, filepath.Join(dir, name+".dmn")) })
	}
}

func runTCK(t *testing.T, file, model string) {
	data, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	again := written(t, m)
	if diff := cmp.Diff(m, again); diff != "" {
		t.Errorf("what was written and read again differs (-read +again):\n%s", diff)
	}
	p, problems := Compile(again)
	if p == nil {
		t.Fatalf("%+v", problems)
	}
	data, err = os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases tckCases
	if err := xml.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases.Cases {
		inputs := map[string]Value{}
		for _, in := range c.Inputs {
			inputs[in.Name] = in.read(t)
		}
		for _, want := range c.Wanted {
			got, err := p.Evaluate(inputs, want.Name)
			if err != nil {
				t.Errorf("case %s: %v", c.ID, err)
				continue
			}
			wanted := want.Expected.read(t)
			if v := got.Outputs[0].Value; !near(v, wanted) {
				t.Errorf("case %s: %s is %s, want %s %v", c.ID, want.Name, Text(v), Text(wanted), got.Errors)
			}
		}
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

// near compares as the TCK does: numbers to 8 digits behind the point.
func near(got, want Value) bool {
	g, isNumber := got.(Number)
	w, both := want.(Number)
	if isNumber && both {
		d, err := compute("-", g, w)
		if err != nil {
			return false
		}
		f, _ := d.d.Float64()
		return f < 1e-8 && f > -1e-8
	}
	gr, isRecord := got.(Record)
	wr, both := want.(Record)
	if isRecord && both {
		for _, f := range wr {
			if v, ok := gr.Get(f.Name); !ok || !near(v, f.Value) {
				return false
			}
		}
		return len(gr) == len(wr)
	}
	gl, isList := got.(List)
	wl, both := want.(List)
	if isList && both {
		for i := range wl {
			if i >= len(gl) || !near(gl[i], wl[i]) {
				return false
			}
		}
		return len(gl) == len(wl)
	}
	same, known := equal(got, want)
	return same && known
}
