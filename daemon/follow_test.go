package daemon_test

import (
	"fmt"
	"testing"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/ipc"
)

// TestFollowsAtApproval: a proposal that follows from what went while it was open is refused,
// until one of its sources is in use again.
func TestFollowsAtApproval(t *testing.T) {
	h := newHouse(t)
	h.obeys("the keys hang by the door", "") // k1
	h.obeys("the door is in the hall", "")   // k2
	open := h.tell("the keys are in the hall", `,"follows_from":["k1","k2"]`).Proposal
	decide := fmt.Sprintf(`{"proposal":%q}`, open)
	for _, id := range []string{"k1", "k2"} {
		h.do(ipc.KnowledgeRollback, fmt.Sprintf(`{"id":%q,"version":0,"reason":"it is not so"}`, id))
	}
	h.refuses(ipc.KnowledgeApprove, decide, because{fault.Conflict, "proposal", "what it follows from is out of use: k1, k2"})
	if n := len(into[ipc.ProposalListResult](t, h.do(ipc.KnowledgeProposals, `{"status":"open"}`)).Proposals); n != 1 {
		t.Errorf("%d proposals are open", n)
	}
	h.do(ipc.KnowledgeRollback, `{"id":"k2","version":1,"reason":"it is so"}`)
	if i := h.approve(open); i.Status != "active" || i.Operation != knowledge.Create {
		t.Errorf("%+v", i)
	}
	h.sound()
}
