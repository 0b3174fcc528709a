package mcp_test

import (
	"fmt"
	"strings"
	"testing"

	"navd/ipc"
)

// TestPreviewIsWhatIsWritten: what is shown before the confirmation knows the episode, as what
// is written then: what "this room" is, and where a proposal holds.
func TestPreviewIsWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		name, args, preview, refuted string
		scene                        string // where the proposal holds
	}{
		{"a fact of this room", `"text":"이 방에는 소파가 없어"`, "target:sofa not_in kitchen", "not understood", ""},
		{"a rule of the scene", `"text":"Never enter the bathroom","as":"rule","episode":%q`, "to hold in home", "everywhere", "home"},
		{"a memory of the scene", `"text":"the keys hang in the hall","as":"memory","episode":%q`, "to hold in home", "everywhere", "home"},
		{"a rule for everywhere", `"text":"Never enter the bathroom","as":"rule"`, "to hold everywhere", "in home", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := newAgent(t, true)
			id := user(a, ipc.EpisodeBegin, ipc.BeginParams{Goal: "sofa", SceneID: "home"}).Episode
			user(a, ipc.NavObserve, ipc.ObserveParams{Episode: id, SceneType: "kitchen"})
			args := c.args
			if strings.Contains(args, "%q") {
				args = fmt.Sprintf(args, id)
			}
			shown := a.asks("navd_feedback", "{"+args+"}")
			if !strings.Contains(shown.text, c.preview) || strings.Contains(shown.text, c.refuted) {
				t.Errorf("shown: %s", shown.text)
			}
			if done := a.asks("navd_feedback", fmt.Sprintf(`{%s,"confirm":%q}`, args, shown.Confirm)); !done.Written {
				t.Errorf("written: %s", done.text)
			}
			for _, p := range user(a, ipc.KnowledgeProposals, ipc.ProposalListParams{}).Proposals {
				if p.Scope.Scene != c.scene {
					t.Errorf("the proposal holds %s", p.Scope)
				}
			}
		})
	}
}
