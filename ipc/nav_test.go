package ipc_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"navd/daemon/planner"
	"navd/ipc"
)

// TestPlanUsed holds that an answer reads as it was written, and that one from
// before there were several blocks reads as well.
func TestPlanUsed(t *testing.T) {
	want := ipc.PlanUsed{Planner: "local", Frontiers: 2, Used: planner.Used{
		ContextTokens: 7, Dropped: []string{"x"}, Blocks: map[string]planner.Block{"grounding": {Tokens: 5, Hash: "h"}},
	}}
	now, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"now":    string(now),
		"before": `{"planner":"local","context_tokens":7,"dropped":["x"],"grounding":{"tokens":5,"hash":"h"},"frontiers":2}`,
	} {
		t.Run(name, func(t *testing.T) {
			var got ipc.PlanUsed
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
