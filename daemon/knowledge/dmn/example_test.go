package dmn_test

import (
	"fmt"

	"navd/daemon/knowledge/dmn"
)

// A rule for a robot that looks for something: not into a bathroom for a
// television.
func Example() {
	model := &dmn.Model{
		Name:   "televisions",
		Inputs: []dmn.Input{{ID: "goal", Name: "goal", Type: "string"}, {ID: "battery", Name: "battery", Type: "number"}},
		Decisions: []dmn.Decision{{ID: "where", Name: "where", Needs: []string{"goal", "battery"}, Table: &dmn.Table{
			Policy:  dmn.First,
			Inputs:  []dmn.Column{{Text: "goal", Type: "string"}, {Text: "battery", Type: "number"}},
			Outputs: []dmn.Output{{Name: "forbid place", Type: "string"}},
			Rules: []dmn.Rule{
				{When: []string{`"television"`, "-"}, Then: []string{`"bathroom"`}},
				{When: []string{"-", "< 20"}, Then: []string{`"stairs"`}},
			},
		}}},
	}
	for _, p := range dmn.Check(model).Gaps {
		fmt.Println(p.What)
	}
	program, _ := dmn.Compile(model)
	r, _ := program.Evaluate(map[string]dmn.Value{"goal": dmn.String("television")}, "where")
	fmt.Println(r.Outputs, r.Matched)
	// Output:
	// no row matches goal is any other, battery >= 20
	// {where: "bathroom"} [{where [1]}]
}
