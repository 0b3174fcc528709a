package daemon_test

import (
	"fmt"
	"testing"

	"navd/daemon/knowledge"
	"navd/ipc"
)

// What is said against a memory is a conflict with it, where both hold; what merely speaks of
// the same is none.
func TestMemoriesThatContradict(t *testing.T) {
	for _, tt := range []struct {
		known, said, scene string
		want               knowledge.Relation
	}{
		{"the sofa is red", "the sofa is blue", "", knowledge.Conflicts},
		{"소파는 파란색이야", "the sofa is red", "", knowledge.Conflicts},
		{"the lamp is in the bedroom", "the lamp is in the living room", "", knowledge.Conflicts},
		{"the mug is in the kitchen", "there is no mug in the kitchen", "", knowledge.Conflicts},
		{"the door is open", "the door is closed", "", knowledge.Conflicts},
		{"the sofa is red", "the sofa is blue", `,"scene_id":"attic"`, knowledge.Complements},
		{"the mug is in the kitchen", "the mug is in the kitchen, maybe", "", knowledge.Complements},
		{"the mug is in the kitchen", "there is no fork in the kitchen", "", knowledge.Complements},
		{"the sofa is red", "the sofa is soft", "", knowledge.Complements},
	} {
		t.Run(tt.said, func(t *testing.T) {
			h := newHouse(t)
			process := func(text, scope string) knowledge.Feedback {
				q := into[ipc.SubmitResult](t, h.do(ipc.KnowledgeSubmit, fmt.Sprintf(`{"text":%q%s}`, text, scope)))
				return into[ipc.ProcessResult](t, h.do(ipc.KnowledgeProcess, fmt.Sprintf(`{"feedback":%q}`, q.Feedback))).Feedback[0]
			}
			h.do(ipc.KnowledgeApprove, fmt.Sprintf(`{"proposal":%q}`, process(tt.known, `,"scene_id":"mill"`).Proposal))
			scope := tt.scene
			if scope == "" {
				scope = `,"scene_id":"mill"`
			}
			process(tt.said, scope)
			p := into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"limit":1}`)).Proposals[0]
			if p.Case.Relation != tt.want {
				t.Errorf("%q to %q: %s, %s", tt.said, tt.known, p.Case.Relation, p.Case.Because)
			}
		})
	}
}
