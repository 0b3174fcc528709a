package daemon_test

import (
	"testing"

	"navd/daemon/fault"
	"navd/daemon/knowledge"
	"navd/ipc"
)

// TestItemWithVersion: every call that takes the id of an item takes it as lists print it, with
// the version. Where no version is chosen it must be the present one.
func TestItemWithVersion(t *testing.T) {
	h := newHouse(t)
	h.obeys("never enter the bathroom when looking for a television", "")                                                // k1@1
	h.approve(h.tell("never enter the garage when looking for a mug", `,"amends":"k1@1","relation":"EXTENDS"`).Proposal) // k1@2
	h.approve(h.tell("1. Stop. 2. Look.", "").Proposal)                                                                  // k2@1
	for _, c := range []struct {
		method interface{ String() string }
		params string
	}{
		{ipc.KnowledgeHistory, `{"id":"k1@2"}`},
		{ipc.KnowledgeDiff, `{"id":"k1@2"}`},
		{ipc.KnowledgeDiff, `{"id":"k1@2","from":1}`},
		{ipc.KnowledgeExport, `{"id":"k1@1"}`},
		{ipc.KnowledgeCheck, `{"id":"k1@1"}`},
		{ipc.KnowledgeEvaluate, `{"id":"k1@1","inputs":{"target":"mug"}}`},
		{ipc.KnowledgeList, `{"cursor":"k2@1"}`},
		{ipc.KnowledgeSubmit, `{"text":"look in the hall","follows_from":["k1@2"]}`},
		{ipc.KnowledgeAttach, `{"skill_ids":["k2@1"]}`},
		{ipc.KnowledgeDetach, `{"skill_ids":["k2@1"]}`},
	} {
		h.do(c.method, c.params)
	}
	for ref, want := range map[string]string{"k1": "k1@2", "k1@2": "k1@2", "k1@1": "k1@1"} {
		if i := into[knowledge.Item](t, h.do(ipc.KnowledgeGet, `{"id":"`+ref+`"}`)); i.Ref() != want {
			t.Errorf("%s is %s", ref, i.Ref())
		}
	}
	h.refuses(ipc.KnowledgeGet, `{"id":"k1@7"}`, because{fault.NotFound, "id", "k1 has 2 versions"})
	h.refuses(ipc.KnowledgeGet, `{"id":"k9@1"}`, because{fault.NotFound, "id", "there is no such item"})
	h.refuses(ipc.KnowledgeGet, `{"id":"k1@1","version":2}`, because{fault.Invalid, "version", "two versions"})
	h.refuses(ipc.KnowledgeHistory, `{"id":"k1@1"}`, because{fault.Conflict, "id", "k1 is version 2 now, not 1"})
	h.refuses(ipc.KnowledgeRollback, `{"id":"k1@1","reason":"r"}`, because{fault.Conflict, "id", "k1 is version 2 now, not 1"})
	h.refuses(ipc.KnowledgeSubmit, `{"text":"x","amends":"k1@1","relation":"EXTENDS"}`, because{fault.Conflict, "amends", "k1 is version 2 now, not 1"})
	h.refuses(ipc.KnowledgeSubmit, `{"text":"x","follows_from":["k1@1"]}`, because{fault.Conflict, "follows_from", "k1 is version 2 now, not 1"})
	h.refuses(ipc.KnowledgeAttach, `{"skill_ids":["k2@3"]}`, because{fault.NotFound, "version", "k2 has 1 version"})
	h.refuses(ipc.KnowledgeApprove, `{"proposal":"k1@2"}`, because{fault.NotFound, "proposal", "k1 is an item"})
	if r := into[ipc.RollbackResult](t, h.do(ipc.KnowledgeRollback, `{"id":"k1@2","reason":"r"}`)); r.Items[0].Ref() != "k1@3" {
		t.Errorf("%+v", r.Items)
	}
}
