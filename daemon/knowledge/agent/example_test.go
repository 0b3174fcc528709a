package agent_test

import (
	"fmt"

	"navd/daemon/knowledge/agent"
)

// A turn of a model that writes text, and the arguments in it.
func Example() {
	t, err := agent.ParseTurn(`Thought: there is one like it
Action: get_knowledge_detail
Action Input: knowledge_type='SKILL', knowledge_id='my skill'
Observation: it is made up`)
	if err != nil {
		panic(err)
	}
	a, err := agent.ParseInput(t.Input, []string{"knowledge_type", "knowledge_id"}, "")
	if err != nil {
		panic(err)
	}
	fmt.Println(t.Action, a["knowledge_type"], a["knowledge_id"])
	// Output: get_knowledge_detail SKILL my skill
}
