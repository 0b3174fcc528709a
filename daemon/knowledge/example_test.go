package knowledge_test

import (
	"fmt"

	"navd/daemon/knowledge"
)

// A sentence becomes a rule, and forbids a view of the next plan.
func Example() {
	draft := knowledge.Read("Never enter the bathroom when looking for a television", "")
	fmt.Println(draft.Intent)

	rule, problems := knowledge.Compile(knowledge.Item{ID: "k1", Version: 1, Kind: draft.Kind, Body: draft.Body})
	fmt.Println(len(problems), "problems")

	ruling := knowledge.Judge([]*knowledge.CompiledRule{rule}, knowledge.State{Goal: "TV", Target: "television"})
	sights := []knowledge.Sight{{View: 0, Shown: true, Label: "bathroom"}, {View: 3, Shown: true, Label: "corridor"}}
	verdict := knowledge.Weigh(ruling.Fired, sights, 0)
	fmt.Println(verdict.Bans)
	// Output:
	// a rule: forbid place "bathroom" when target "television"
	// 0 problems
	// [{0 true k1@1 forbid bathroom}]
}
